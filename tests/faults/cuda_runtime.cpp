// CUDA's runtime as far as the program calls it, in place of the real one: a device on which every kernel
// does nothing and every array is empty, and one call of which fails.
//
//   TEXELSCOPE_FAULT=cuda:N    the Nth call finds no memory (cudaErrorMemoryAllocation)
//   TEXELSCOPE_FAULT=lost:N    from the Nth call on the device is lost (cudaErrorIllegalAddress)
//   TEXELSCOPE_FAULT_REPORT=FILE    as for shim.cpp
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <glad/gl.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>

struct cudaArray {
  cudaChannelFormatDesc format;
  cudaExtent extent;
  unsigned flags;
};

struct cudaMipmappedArray {
  std::vector<cudaArray> levels;
};

namespace {

struct Fault {
  const char* kind = "cuda";
  cudaError_t error = cudaErrorMemoryAllocation;
  long call = 0; // 0: none
  const char* report = nullptr;

  Fault() {
    const char* wanted = std::getenv("TEXELSCOPE_FAULT");
    report = std::getenv("TEXELSCOPE_FAULT_REPORT");
    if (wanted == nullptr) return;
    if (std::strncmp(wanted, "cuda:", 5) == 0) call = std::atol(wanted + 5);
    if (std::strncmp(wanted, "lost:", 5) != 0) return;
    kind = "lost";
    error = cudaErrorIllegalAddress;
    call = std::atol(wanted + 5);
  }
  ~Fault();

  void tell(const char* function, long number) const {
    std::FILE* file = report != nullptr ? std::fopen(report, "a") : nullptr;
    if (file == nullptr) return;
    std::fprintf(file, "failed %s %ld %s \n", kind, number, function);
    std::fclose(file);
  }
};

std::atomic<long> calls = 0;
std::atomic<bool> lost = false;
thread_local cudaError_t last = cudaSuccess;

Fault::~Fault() {
  std::FILE* file = report != nullptr ? std::fopen(report, "a") : nullptr;
  if (file == nullptr) return;
  std::fprintf(file, "count cuda %ld\ncount lost %ld\n", calls.load(), calls.load());
  std::fclose(file);
}

const Fault& fault() {
  static const Fault of_this_process;
  return of_this_process;
}

cudaError_t failure(const char* function) {
  const long number = ++calls;
  if (lost) return last = fault().error;
  if (number != fault().call) return cudaSuccess;
  fault().tell(function, number);
  lost = fault().error != cudaErrorMemoryAllocation;
  return last = fault().error;
}

template <class Handle>
Handle some_handle() { // never dereferenced
  static std::atomic<std::uintptr_t> next = 0x1000;
  return Handle(next += 16);
}

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                       unsigned flags) {
  *array = new cudaArray{*format, extent, flags};
  return cudaSuccess;
}

cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                      std::size_t width, std::size_t height) {
  for (std::size_t y = 0; y < height; ++y)
    std::memcpy(static_cast<char*>(to) + y * to_pitch, static_cast<const char*>(from) + y * from_pitch,
                width);
  return cudaSuccess;
}

template <class Pointer>
cudaError_t allocate(Pointer* made, std::size_t bytes) {
  *made = Pointer(std::calloc(std::max<std::size_t>(bytes, 1), 1));
  return cudaSuccess;
}

#if CUDART_VERSION < 12080
int make_of_driver(void** made, const void*, const void*) {
  *made = some_handle<void*>();
  return 0;
}
int do_nothing() {
  return 0;
}
void* driver_function(const char* name) {
  for (const char* makes : {"cuLibraryLoadData", "cuLibraryGetKernel"})
    if (std::strcmp(name, makes) == 0) return reinterpret_cast<void*>(&make_of_driver);
  for (const char* others : {"cuLibraryUnload", "cuLaunchKernel"})
    if (std::strcmp(name, others) == 0) return reinterpret_cast<void*>(&do_nothing);
  return nullptr;
}
#endif

struct Configuration {
  dim3 grid, block;
  std::size_t shared = 0;
  void* stream = nullptr;
};
thread_local std::vector<Configuration> configurations;

} // namespace

// A function that counts, and that does `...` unless it fails.
#define CALL(name, parameters, ...)                                                                          \
  extern "C" cudaError_t CUDARTAPI name parameters {                                                         \
    if (const cudaError_t failed = failure(#name)) return failed;                                            \
    __VA_ARGS__;                                                                                             \
    return cudaSuccess;                                                                                      \
  }

// Devices

CALL(cudaDriverGetVersion, (int* version), *version = CUDART_VERSION)
CALL(cudaRuntimeGetVersion, (int* version), *version = CUDART_VERSION)
CALL(cudaGetDeviceCount, (int* count), *count = 1)
CALL(cudaGetDevice, (int* device), *device = 0)
CALL(cudaSetDevice, (int))
CALL(cudaDeviceSynchronize, ())
CALL(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr, int), *value = 16384)
CALL(cudaGetDeviceProperties, (cudaDeviceProp * device, int), *device = {};
     std::snprintf(device->name, sizeof device->name, "a device that does nothing");
     device->totalGlobalMem = std::size_t(8) << 30; device->major = 9; device->multiProcessorCount = 4;
     device->warpSize = 32; device->maxThreadsPerBlock = 1024;
     device->textureAlignment = device->surfaceAlignment = 512; device->texturePitchAlignment = 32)
CALL(cudaFuncGetAttributes, (cudaFuncAttributes * of, const void*), *of = {}; of->maxThreadsPerBlock = 1024)
CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
     (int* blocks, const void*, int, std::size_t, unsigned), *blocks = 1)
#if CUDART_VERSION >= 12080
CALL(cudaGetDriverEntryPointByVersion,
     (const char*, void** function, unsigned, unsigned long long, cudaDriverEntryPointQueryResult* found),
     *function = nullptr;
     if (found != nullptr) * found = cudaDriverEntryPointSymbolNotFound)
#else // which asks the driver for what newer runtimes do with code from memory
CALL(cudaGetDriverEntryPoint,
     (const char* name, void** function, unsigned long long, cudaDriverEntryPointQueryResult* found),
     *function = driver_function(name);
     *found = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound)
#if CUDART_VERSION >= 12050
CALL(cudaGetDriverEntryPointByVersion,
     (const char* name, void** function, unsigned, unsigned long long,
      cudaDriverEntryPointQueryResult* found),
     *function = driver_function(name);
     *found = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound)
#endif
#endif

extern "C" cudaError_t CUDARTAPI cudaGetLastError() {
  const cudaError_t error = last;
  if (!lost) last = cudaSuccess;
  return error;
}
extern "C" const char* CUDARTAPI cudaGetErrorName(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation"
         : error == cudaErrorIllegalAddress ? "cudaErrorIllegalAddress"
                                            : "cudaErrorUnknown";
}
extern "C" const char* CUDARTAPI cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory"
         : error == cudaErrorIllegalAddress ? "an illegal memory access was encountered"
                                            : "unknown error";
}

// Memory

CALL(cudaMalloc, (void** made, std::size_t bytes), return allocate(made, bytes))
CALL(cudaMallocPitch, (void** made, std::size_t* pitch, std::size_t width, std::size_t height),
     *pitch = (width + 511) / 512 * 512;
     return allocate(made, *pitch* height))
CALL(cudaMemGetInfo, (std::size_t * free, std::size_t* total), *free = *total = std::size_t(1) << 33)
CALL(cudaHostAlloc, (void** made, std::size_t bytes, unsigned), return allocate(made, bytes))
CALL(cudaFree, (void* memory), std::free(memory))
CALL(cudaFreeHost, (void* memory), std::free(memory))
CALL(cudaMallocArray,
     (cudaArray_t * array, const cudaChannelFormatDesc* format, std::size_t width, std::size_t height,
      unsigned flags),
     return make_array(array, format, {width, height, 0}, flags))
CALL(cudaMalloc3DArray,
     (cudaArray_t * array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned flags),
     return make_array(array, format, extent, flags))
CALL(cudaFreeArray, (cudaArray_t array), delete array)
CALL(cudaArrayGetInfo,
     (cudaChannelFormatDesc * format, cudaExtent* extent, unsigned* flags, cudaArray_t array),
     if (format != nullptr) * format = array->format;
     if (extent != nullptr) * extent = array->extent; if (flags != nullptr) * flags = array->flags)
CALL(
    cudaMallocMipmappedArray,
    (cudaMipmappedArray_t * array, const cudaChannelFormatDesc* format, cudaExtent extent, unsigned levels,
     unsigned flags),
    *array = new cudaMipmappedArray;
    for (unsigned i = 0; i < levels; ++i) {
      const auto side = [i](std::size_t whole) {
        return whole == 0 ? 0 : std::max<std::size_t>(whole >> i, 1);
      };
      (*array)->levels.push_back({*format, {side(extent.width), side(extent.height), extent.depth}, flags});
    })
CALL(cudaFreeMipmappedArray, (cudaMipmappedArray_t array), delete array)
CALL(cudaGetMipmappedArrayLevel, (cudaArray_t * level, cudaMipmappedArray_const_t array, unsigned number),
     *level = const_cast<cudaArray*>(&array->levels.at(number)))

CALL(cudaMemcpy, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind),
     std::memcpy(to, from, bytes))
CALL(cudaMemcpyAsync, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t),
     std::memcpy(to, from, bytes))
CALL(cudaMemcpy2D,
     (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
      std::size_t height, cudaMemcpyKind),
     return copy_rows(to, to_pitch, from, from_pitch, width, height))
CALL(cudaMemcpy2DAsync,
     (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
      std::size_t height, cudaMemcpyKind, cudaStream_t),
     return copy_rows(to, to_pitch, from, from_pitch, width, height))
CALL(cudaMemcpy2DFromArray,
     (void* to, std::size_t pitch, cudaArray_const_t, std::size_t, std::size_t, std::size_t width,
      std::size_t height, cudaMemcpyKind),
     for (std::size_t y = 0; y < height; ++y) std::memset(static_cast<char*>(to) + y * pitch, 0, width))
CALL(cudaMemcpy2DToArray, (cudaArray_t, std::size_t, std::size_t, const void*, std::size_t, std::size_t,
                           std::size_t, cudaMemcpyKind))
CALL(cudaMemcpy2DToArrayAsync, (cudaArray_t, std::size_t, std::size_t, const void*, std::size_t, std::size_t,
                                std::size_t, cudaMemcpyKind, cudaStream_t))
CALL(cudaMemcpy3D, (const cudaMemcpy3DParms*))
CALL(cudaMemcpy3DAsync, (const cudaMemcpy3DParms*, cudaStream_t))
CALL(cudaMemset, (void* memory, int value, std::size_t bytes), std::memset(memory, value, bytes))
CALL(cudaMemsetAsync, (void* memory, int value, std::size_t bytes, cudaStream_t),
     std::memset(memory, value, bytes))
CALL(cudaMemset2D, (void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height),
     for (std::size_t y = 0; y < height; ++y)
         std::memset(static_cast<char*>(memory) + y * pitch, value, width))

// Textures, streams, events

CALL(cudaCreateTextureObject,
     (cudaTextureObject_t * made, const cudaResourceDesc*, const cudaTextureDesc*,
      const cudaResourceViewDesc*),
     *made = some_handle<cudaTextureObject_t>())
CALL(cudaDestroyTextureObject, (cudaTextureObject_t))
CALL(cudaGetTextureObjectTextureDesc, (cudaTextureDesc * texture, cudaTextureObject_t), *texture = {})
CALL(cudaCreateSurfaceObject, (cudaSurfaceObject_t * made, const cudaResourceDesc*),
     *made = some_handle<cudaSurfaceObject_t>())
CALL(cudaDestroySurfaceObject, (cudaSurfaceObject_t))
CALL(cudaStreamCreate, (cudaStream_t * made), *made = some_handle<cudaStream_t>())
CALL(cudaStreamCreateWithFlags, (cudaStream_t * made, unsigned), *made = some_handle<cudaStream_t>())
CALL(cudaStreamDestroy, (cudaStream_t))
CALL(cudaStreamSynchronize, (cudaStream_t))
CALL(cudaStreamWaitEvent, (cudaStream_t, cudaEvent_t, unsigned))
CALL(cudaEventCreateWithFlags, (cudaEvent_t * made, unsigned), *made = some_handle<cudaEvent_t>())
CALL(cudaEventDestroy, (cudaEvent_t))
CALL(cudaEventRecord, (cudaEvent_t, cudaStream_t))
CALL(cudaEventQuery, (cudaEvent_t))
CALL(cudaEventSynchronize, (cudaEvent_t))
CALL(cudaEventElapsedTime, (float* milliseconds, cudaEvent_t, cudaEvent_t), *milliseconds = 1)

// OpenGL draws on another device, so that nothing is shared.

CALL(cudaGLGetDevices, (unsigned* count, int*, unsigned, cudaGLDeviceList), *count = 0)
CALL(cudaGraphicsGLRegisterImage, (cudaGraphicsResource * *made, GLuint, GLenum, unsigned),
     *made = some_handle<cudaGraphicsResource*>())
CALL(cudaGraphicsUnregisterResource, (cudaGraphicsResource_t))
CALL(cudaGraphicsMapResources, (int, cudaGraphicsResource_t*, cudaStream_t))
CALL(cudaGraphicsUnmapResources, (int, cudaGraphicsResource_t*, cudaStream_t))
CALL(cudaGraphicsResourceGetMappedMipmappedArray, (cudaMipmappedArray_t*, cudaGraphicsResource_t),
     return cudaErrorUnknown)
CALL(cudaGraphicsSubResourceGetMappedArray, (cudaArray_t*, cudaGraphicsResource_t, unsigned, unsigned),
     return cudaErrorUnknown)

// Kernels

CALL(cudaLaunchKernel, (const void*, dim3, dim3, void**, std::size_t, cudaStream_t))
CALL(cudaLaunchCooperativeKernel, (const void*, dim3, dim3, void**, std::size_t, cudaStream_t))
#if CUDART_VERSION >= 12080
CALL(cudaLibraryLoadData,
     (cudaLibrary_t * made, const void*, cudaJitOption*, void**, unsigned, cudaLibraryOption*, void**,
      unsigned),
     *made = some_handle<cudaLibrary_t>())
CALL(cudaLibraryGetKernel, (cudaKernel_t * made, cudaLibrary_t, const char*),
     *made = some_handle<cudaKernel_t>())
CALL(cudaLibraryGetGlobal, (void** made, std::size_t* bytes, cudaLibrary_t, const char*), *made = nullptr;
     *bytes = 0)
CALL(cudaLibraryUnload, (cudaLibrary_t))
#endif
CALL(__cudaLaunchKernel, (cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t))

// What nvcc's own code calls: before main(), and around each launch. None of it counts.

extern "C" {
void** CUDARTAPI __cudaRegisterFatBinary(void*) {
  static void* binary = nullptr;
  return &binary;
}
void CUDARTAPI __cudaRegisterFatBinaryEnd(void**) {}
void CUDARTAPI __cudaUnregisterFatBinary(void**) {}
void CUDARTAPI __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*,
                                      dim3*, int*) {}
cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t* made, const void*) {
  *made = some_handle<cudaKernel_t>();
  return cudaSuccess;
}
unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared,
                                               CUstream_st* stream) {
  configurations.push_back({grid, block, shared, stream});
  return 0;
}
cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
  const Configuration top = configurations.back();
  configurations.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared;
  *static_cast<void**>(stream) = top.stream;
  return cudaSuccess;
}
}
