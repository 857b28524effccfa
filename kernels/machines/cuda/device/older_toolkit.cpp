#include "kernels/machines/cuda/device/older_toolkit.h"

#include <cuda.h>

namespace texelscope::cuda {

namespace {
#if CUDART_VERSION < 13000
// The driver's calls use the thread's current context, which the runtime sets at its first call.
void use_context() {
  thread_local const bool used = [] {
    if (cudaFree(nullptr) != cudaSuccess) cudaGetLastError();
    return true;
  }();
  static_cast<void>(used);
}

template <class Function>
Function* function_of_driver(const char* name) {
  void* found = nullptr;
  return driver_function(name, &found) == cudaSuccess ? reinterpret_cast<Function*>(found) : nullptr;
}

// Their errors have the same numbers.
template <class Function, class... Arguments>
cudaError_t call(Function* function, Arguments... arguments) {
  use_context();
  return function ? cudaError_t(function(arguments...)) : cudaErrorCallRequiresNewerDriver;
}
static_assert(int(cudaErrorMemoryAllocation) == int(CUDA_ERROR_OUT_OF_MEMORY) &&
              int(cudaErrorNotSupported) == int(CUDA_ERROR_NOT_SUPPORTED));

// Asks for each function once.
#define TEXELSCOPE_DRIVER(function, ...)                                                                     \
  [&] {                                                                                                      \
    static auto* const driver_call = function_of_driver<decltype(function)>(#function);                      \
    return call(driver_call, __VA_ARGS__);                                                                   \
  }()

constexpr auto packed_format = CUarray_format(0x50); // CU_AD_FORMAT_UNORM_INT_101010_2
constexpr unsigned packed_channels = 4;
constexpr std::size_t packed_bytes = 4;

static_assert(cudaArrayLayered == CUDA_ARRAY3D_LAYERED && cudaArrayCubemap == CUDA_ARRAY3D_CUBEMAP &&
              cudaArraySurfaceLoadStore == CUDA_ARRAY3D_SURFACE_LDST &&
              cudaArrayTextureGather == CUDA_ARRAY3D_TEXTURE_GATHER);

CUDA_ARRAY3D_DESCRIPTOR packed_array(cudaExtent extent, unsigned flags) {
  return {extent.width, extent.height, extent.depth, packed_format, packed_channels, flags};
}

// Format 0 if there is no such array.
CUDA_ARRAY3D_DESCRIPTOR described(cudaArray_const_t array) {
  CUDA_ARRAY3D_DESCRIPTOR desc = {};
  auto* const of = reinterpret_cast<CUarray>(const_cast<cudaArray*>(array));
  if (!of || TEXELSCOPE_DRIVER(cuArray3DGetDescriptor, &desc, of) != cudaSuccess) return {};
  return desc;
}

bool is_packed(cudaArray_const_t array) {
  return described(array).Format == packed_format;
}

bool is_packed(const cudaResourceDesc& resource) {
  switch (resource.resType) {
  case cudaResourceTypeLinear:
    return resource.res.linear.desc.f == packed_kind;
  case cudaResourceTypePitch2D:
    return resource.res.pitch2D.desc.f == packed_kind;
  case cudaResourceTypeArray:
    return is_packed(resource.res.array.array);
  case cudaResourceTypeMipmappedArray:
    break;
  }
  CUarray level = nullptr;
  auto* const mipmapped = reinterpret_cast<CUmipmappedArray>(resource.res.mipmap.mipmap);
  return mipmapped && TEXELSCOPE_DRIVER(cuMipmappedArrayGetLevel, &level, mipmapped, 0u) == cudaSuccess &&
         is_packed(reinterpret_cast<cudaArray_t>(level));
}

CUDA_RESOURCE_DESC driver_resource(const cudaResourceDesc& from) {
  CUDA_RESOURCE_DESC to = {};
  to.resType = CUresourcetype(from.resType);
  switch (from.resType) {
  case cudaResourceTypeLinear:
    to.res.linear = {CUdeviceptr(from.res.linear.devPtr), packed_format, packed_channels,
                     from.res.linear.sizeInBytes};
    break;
  case cudaResourceTypePitch2D:
    to.res.pitch2D = {CUdeviceptr(from.res.pitch2D.devPtr),
                      packed_format,
                      packed_channels,
                      from.res.pitch2D.width,
                      from.res.pitch2D.height,
                      from.res.pitch2D.pitchInBytes};
    break;
  case cudaResourceTypeArray:
    to.res.array.hArray = reinterpret_cast<CUarray>(from.res.array.array);
    break;
  case cudaResourceTypeMipmappedArray:
    to.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(from.res.mipmap.mipmap);
    break;
  }
  return to;
}
static_assert(int(cudaResourceTypePitch2D) == int(CU_RESOURCE_TYPE_PITCH2D) &&
              int(cudaResourceTypeMipmappedArray) == int(CU_RESOURCE_TYPE_MIPMAPPED_ARRAY));

// Packed texels are floats, whatever is requested: no flag that keeps integers.
CUDA_TEXTURE_DESC driver_sampler(const cudaTextureDesc& from) {
  CUDA_TEXTURE_DESC to = {};
  for (int axis = 0; axis < 3; ++axis)
    to.addressMode[axis] = CUaddress_mode(from.addressMode[axis]);
  to.filterMode = CUfilter_mode(from.filterMode);
  to.flags = (from.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0u) | (from.sRGB ? CU_TRSF_SRGB : 0u) |
             (from.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0u) |
             (from.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0u);
  to.maxAnisotropy = from.maxAnisotropy;
  to.mipmapFilterMode = CUfilter_mode(from.mipmapFilterMode);
  to.mipmapLevelBias = from.mipmapLevelBias;
  to.minMipmapLevelClamp = from.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = from.maxMipmapLevelClamp;
  for (int channel = 0; channel < 4; ++channel)
    to.borderColor[channel] = from.borderColor[channel];
  return to;
}

CUDA_RESOURCE_VIEW_DESC driver_view(const cudaResourceViewDesc& from) {
  CUDA_RESOURCE_VIEW_DESC to = {};
  to.format = CUresourceViewFormat(from.format);
  to.width = from.width, to.height = from.height, to.depth = from.depth;
  to.firstMipmapLevel = from.firstMipmapLevel, to.lastMipmapLevel = from.lastMipmapLevel;
  to.firstLayer = from.firstLayer, to.lastLayer = from.lastLayer;
  return to;
}

CUDA_MEMCPY3D driver_copy(const cudaMemcpy3DParms& from) {
  CUDA_MEMCPY3D to = {};
  const bool from_host = from.kind == cudaMemcpyHostToDevice || from.kind == cudaMemcpyHostToHost;
  const bool to_host = from.kind == cudaMemcpyDeviceToHost || from.kind == cudaMemcpyHostToHost;
  to.srcXInBytes = from.srcPos.x * (from.srcArray ? packed_bytes : 1);
  to.srcY = from.srcPos.y, to.srcZ = from.srcPos.z;
  to.srcMemoryType = from.srcArray ? CU_MEMORYTYPE_ARRAY
                     : from_host   ? CU_MEMORYTYPE_HOST
                                   : CU_MEMORYTYPE_DEVICE;
  to.srcArray = reinterpret_cast<CUarray>(from.srcArray);
  to.srcHost = from.srcPtr.ptr, to.srcDevice = CUdeviceptr(from.srcPtr.ptr);
  to.srcPitch = from.srcPtr.pitch, to.srcHeight = from.srcPtr.ysize;
  to.dstXInBytes = from.dstPos.x * (from.dstArray ? packed_bytes : 1);
  to.dstY = from.dstPos.y, to.dstZ = from.dstPos.z;
  to.dstMemoryType = from.dstArray ? CU_MEMORYTYPE_ARRAY
                     : to_host     ? CU_MEMORYTYPE_HOST
                                   : CU_MEMORYTYPE_DEVICE;
  to.dstArray = reinterpret_cast<CUarray>(from.dstArray);
  to.dstHost = from.dstPtr.ptr, to.dstDevice = CUdeviceptr(from.dstPtr.ptr);
  to.dstPitch = from.dstPtr.pitch, to.dstHeight = from.dstPtr.ysize;
  to.WidthInBytes = from.extent.width * packed_bytes;
  to.Height = from.extent.height, to.Depth = from.extent.depth;
  return to;
}

void note_flags(unsigned flags, cudaTextureDesc& desc) {
  desc.normalizedCoords = (flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  desc.sRGB = (flags & CU_TRSF_SRGB) != 0;
  desc.disableTrilinearOptimization = (flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  desc.seamlessCubemap = (flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
}
#endif
} // namespace

cudaError_t driver_function(const char* name, void** function) {
  cudaDriverEntryPointQueryResult result = {};
#if CUDART_VERSION >= 12050
  const cudaError_t error =
      cudaGetDriverEntryPointByVersion(name, function, 12040, cudaEnableDefault, &result);
#else
  const cudaError_t error = cudaGetDriverEntryPoint(name, function, cudaEnableDefault, &result);
#endif
  if (error != cudaSuccess) cudaGetLastError();
  if (error == cudaSuccess && result != cudaDriverEntryPointSuccess) return cudaErrorCallRequiresNewerDriver;
  return error;
}

#if CUDART_VERSION >= 13000

cudaError_t create_array(cudaArray_t* made, const cudaChannelFormatDesc& desc, cudaExtent extent,
                         unsigned flags) {
  return cudaMalloc3DArray(made, &desc, extent, flags);
}

cudaError_t create_mipmapped_array(cudaMipmappedArray_t* made, const cudaChannelFormatDesc& desc,
                                   cudaExtent extent, unsigned levels, unsigned flags) {
  return cudaMallocMipmappedArray(made, &desc, extent, levels, flags);
}

cudaError_t create_texture(cudaTextureObject_t* made, const cudaResourceDesc& from,
                           const cudaTextureDesc& desc, const cudaResourceViewDesc* view) {
  return cudaCreateTextureObject(made, &from, &desc, view);
}

cudaError_t create_surface(cudaSurfaceObject_t* made, const cudaResourceDesc& from) {
  return cudaCreateSurfaceObject(made, &from);
}

cudaError_t copy_3d(const cudaMemcpy3DParms& copy, cudaStream_t stream) {
  return cudaMemcpy3DAsync(&copy, stream);
}

cudaError_t array_info(cudaArray_t array, cudaChannelFormatDesc& desc, cudaExtent& extent, unsigned& flags) {
  return cudaArrayGetInfo(&desc, &extent, &flags, array);
}

cudaError_t texture_desc(cudaTextureObject_t object, const cudaTextureDesc&, const cudaResourceDesc&,
                         cudaTextureDesc& desc) {
  return cudaGetTextureObjectTextureDesc(&desc, object);
}

#else

cudaError_t create_array(cudaArray_t* made, const cudaChannelFormatDesc& desc, cudaExtent extent,
                         unsigned flags) {
  if (desc.f != packed_kind) return cudaMalloc3DArray(made, &desc, extent, flags);
  const CUDA_ARRAY3D_DESCRIPTOR wanted = packed_array(extent, flags);
  return TEXELSCOPE_DRIVER(cuArray3DCreate, reinterpret_cast<CUarray*>(made), &wanted);
}

cudaError_t create_mipmapped_array(cudaMipmappedArray_t* made, const cudaChannelFormatDesc& desc,
                                   cudaExtent extent, unsigned levels, unsigned flags) {
  if (desc.f != packed_kind) return cudaMallocMipmappedArray(made, &desc, extent, levels, flags);
  const CUDA_ARRAY3D_DESCRIPTOR wanted = packed_array(extent, flags);
  return TEXELSCOPE_DRIVER(cuMipmappedArrayCreate, reinterpret_cast<CUmipmappedArray*>(made), &wanted,
                           levels);
}

// The newer runtime rejects the read mode, the driver has none to reject.
cudaError_t create_texture(cudaTextureObject_t* made, const cudaResourceDesc& from,
                           const cudaTextureDesc& desc, const cudaResourceViewDesc* view) {
  if (!is_packed(from)) return cudaCreateTextureObject(made, &from, &desc, view);
  if (desc.readMode != cudaReadModeElementType) return cudaErrorInvalidNormSetting;
  const CUDA_RESOURCE_DESC resource = driver_resource(from);
  const CUDA_TEXTURE_DESC sampler = driver_sampler(desc);
  const CUDA_RESOURCE_VIEW_DESC seen = view ? driver_view(*view) : CUDA_RESOURCE_VIEW_DESC{};
  CUtexObject object = 0;
  const cudaError_t error =
      TEXELSCOPE_DRIVER(cuTexObjectCreate, &object, &resource, &sampler, view ? &seen : nullptr);
  if (error == cudaSuccess) *made = object;
  return error;
}

cudaError_t create_surface(cudaSurfaceObject_t* made, const cudaResourceDesc& from) {
  if (!is_packed(from)) return cudaCreateSurfaceObject(made, &from);
  const CUDA_RESOURCE_DESC resource = driver_resource(from);
  CUsurfObject object = 0;
  const cudaError_t error = TEXELSCOPE_DRIVER(cuSurfObjectCreate, &object, &resource);
  if (error == cudaSuccess) *made = object;
  return error;
}

cudaError_t copy_3d(const cudaMemcpy3DParms& copy, cudaStream_t stream) {
  if (!is_packed(copy.srcArray) && !is_packed(copy.dstArray)) return cudaMemcpy3DAsync(&copy, stream);
  const CUDA_MEMCPY3D wanted = driver_copy(copy);
  return TEXELSCOPE_DRIVER(cuMemcpy3DAsync, &wanted, stream);
}

cudaError_t array_info(cudaArray_t array, cudaChannelFormatDesc& desc, cudaExtent& extent, unsigned& flags) {
  const CUDA_ARRAY3D_DESCRIPTOR found = described(array);
  if (found.Format != packed_format) return cudaArrayGetInfo(&desc, &extent, &flags, array);
  desc = {10, 10, 10, 2, packed_kind};
  extent = {found.Width, found.Height, found.Depth};
  flags = found.Flags;
  return cudaSuccess;
}

cudaError_t texture_desc(cudaTextureObject_t object, const cudaTextureDesc& like,
                         const cudaResourceDesc& from, cudaTextureDesc& desc) {
  if (!is_packed(from)) return cudaGetTextureObjectTextureDesc(&desc, object);
  CUDA_TEXTURE_DESC found = {};
  const cudaError_t error = TEXELSCOPE_DRIVER(cuTexObjectGetTextureDesc, &found, object);
  desc = like; // the read mode, which the driver does not know
  for (int axis = 0; axis < 3; ++axis)
    desc.addressMode[axis] = cudaTextureAddressMode(found.addressMode[axis]);
  desc.filterMode = cudaTextureFilterMode(found.filterMode);
  desc.mipmapFilterMode = cudaTextureFilterMode(found.mipmapFilterMode);
  note_flags(found.flags, desc);
  return error;
}

#endif

#if CUDART_VERSION >= 12080

cudaError_t load_library(Library* made, const void* code) {
  return cudaLibraryLoadData(made, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
}

cudaError_t unload_library(Library library) {
  return cudaLibraryUnload(library);
}

cudaError_t library_kernel(cudaKernel_t* kernel, Library library, const char* name) {
  return cudaLibraryGetKernel(kernel, library, name);
}

cudaError_t library_global(void** address, std::size_t* bytes, Library library, const char* name) {
  return cudaLibraryGetGlobal(address, bytes, library, name);
}

cudaError_t launch_kernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** parameters,
                          cudaStream_t stream) {
  return cudaLaunchKernel(static_cast<const void*>(kernel), grid, block, parameters, 0, stream);
}

#else

cudaError_t load_library(Library* made, const void* code) {
  return TEXELSCOPE_DRIVER(cuLibraryLoadData, made, code, nullptr, nullptr, 0u, nullptr, nullptr, 0u);
}

cudaError_t unload_library(Library library) {
  return TEXELSCOPE_DRIVER(cuLibraryUnload, library);
}

cudaError_t library_kernel(cudaKernel_t* kernel, Library library, const char* name) {
  return TEXELSCOPE_DRIVER(cuLibraryGetKernel, kernel, library, name);
}

cudaError_t library_global(void** address, std::size_t* bytes, Library library, const char* name) {
  return TEXELSCOPE_DRIVER(cuLibraryGetGlobal, reinterpret_cast<CUdeviceptr*>(address), bytes, library, name);
}

// The driver takes a kernel in place of a function.
cudaError_t launch_kernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** parameters,
                          cudaStream_t stream) {
  return TEXELSCOPE_DRIVER(cuLaunchKernel, reinterpret_cast<CUfunction>(kernel), grid.x, grid.y, grid.z,
                           block.x, block.y, block.z, 0u, stream, parameters, nullptr);
}

#endif

} // namespace texelscope::cuda
