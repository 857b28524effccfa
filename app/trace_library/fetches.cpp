#include "app/trace_library/fetches.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <type_traits>

#include <cuda.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app/trace_library/driver_function.h"
#include "app/trace_library/module_exchange.h"
#include "app/trace_library/trace_file.h"
#include "app/trace_library/twin_check.h"
#include "kernels/studies/record/exchange.h"

namespace texelscope::trace {

using namespace record;

const CUpti_CallbackId fetch_calls[] = {CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData,
                                        CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoad,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary,
                                        CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload,
                                        CUPTI_DRIVER_TRACE_CBID_cuModuleUnload,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
                                        CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
                                        CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize,
                                        CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize,
                                        CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz,
                                        CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2_ptds,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy,
                                        CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds};
const int fetch_call_count = int(std::size(fetch_calls));

namespace {
// Of a context, the first for which there is space.
constexpr std::uint64_t record_sizes[] = {std::uint64_t(256) << 20, std::uint64_t(32) << 20,
                                          std::uint64_t(4) << 20};
constexpr int max_twins = 4096, max_contexts = 64;

struct Driver {
  decltype(&cuLibraryLoadData) load_library;
  decltype(&cuLibraryUnload) unload_library;
  decltype(&cuLibraryGetGlobal) library_global;
  decltype(&cuModuleLoadDataEx) load_module;
  decltype(&cuModuleUnload) unload_module;
  decltype(&cuModuleGetGlobal_v2) module_global;
  decltype(&cuMemAlloc_v2) allocate;
  decltype(&cuMemHostRegister_v2) register_host;
  decltype(&cuMemHostGetDevicePointer_v2) device_pointer;
  decltype(&cuMemsetD8Async) clear;
  decltype(&cuMemcpyHtoDAsync_v2) to_device;
  decltype(&cuMemcpyDtoHAsync_v2) to_host;
  decltype(&cuMemcpy2DAsync_v2) rows_to_host;
  decltype(&cuStreamCreate) create_stream;
  decltype(&cuStreamSynchronize) wait;
  decltype(&cuCtxSynchronize) wait_for_all;
  decltype(&cuStreamIsCapturing) is_capturing;
  decltype(&cuThreadExchangeStreamCaptureMode) capture_mode;
  decltype(&cuCtxGetDevice) current_device;
  decltype(&cuDeviceGetAttribute) attribute;
  decltype(&cuDriverGetVersion) version;
} driver;

char folder[1024];
bool enabled = false;
std::atomic<int> captures = 0; // of streams, that the program has begun and not ended

// What `texelscope trace` asks for.
struct {
  std::uint64_t record_bytes = 0; // of a context; 0: as record_sizes says
  std::uint64_t threshold = record_all;
  std::uint64_t first_launch = 0, last_launch = 0; // of a context; 0: all are recorded, and not counted
  std::uint64_t objects[max_chosen_objects] = {};  // numbers of texture objects; 0: no further ones
} wanted;

thread_local bool inside = false; // a call of this file's own

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // of what follows
class Lock {
public:
  Lock() { ::pthread_mutex_lock(&mutex); }
  ~Lock() { ::pthread_mutex_unlock(&mutex); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

// A module that records. A library is loaded into each context that uses it.
struct Twin {
  CUlibrary library;
  CUmodule module;
  CUcontext context; // of a module
  std::uint64_t first_site;
  bool lives;
};
Twin twins[max_twins];
int twin_count = 0;
std::uint64_t used_sites = 0;            // of all twins
std::atomic<unsigned> generation = 0;    // changes with the twins and the contexts
std::atomic<std::uint64_t> launches = 0; // that have begun, of all contexts

struct Context {
  CUcontext context;
  std::uint64_t launches; // if they are counted
  bool has_twins;         // it was tried to make its file
  RingFile* file;         // null: it could not be made, and nothing is recorded in this context
  CUdeviceptr control, counts, records;
  CUstream stream;
  int armed; // twins before this one have their variable
  bool lives;
  std::uint64_t copied_launches;             // those that had begun when its counts were copied
  std::uint64_t objects[max_chosen_objects]; // handles of those that are wanted; else no_object
};
Context contexts[max_contexts];
int context_count = 0;

DeviceFacts device_facts() {
  CUdevice device = 0;
  if (driver.current_device(&device) != CUDA_SUCCESS) device = 0; // a library may be loaded without a context
  int major = 0, minor = 0, version = 0;
  driver.attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  driver.attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
  driver.version(&version);
  return {std::uint32_t(10 * major + minor), std::uint32_t(version)};
}

// The parameters of a load, of which every call has some.
template <class Params>
JitOptions jit_options(const Params& p) {
  if constexpr (requires { p.jitOptionsValues; })
    return {p.numJitOptions, p.jitOptions, p.jitOptionsValues};
  else if constexpr (requires { p.optionValues; })
    return {p.numOptions, p.options, p.optionValues};
  else
    return {};
}

template <class Params>
void exchange(const Params& p, Exchanged& ptx) {
  const DeviceFacts device = device_facts();
  if constexpr (requires { p.fname; })
    exchange_file(p.fname, device, ptx);
  else if constexpr (requires { p.fileName; })
    exchange_file(p.fileName, device, ptx);
  else if constexpr (requires { p.code; })
    exchange_image(p.code, device, ptx);
  else if constexpr (requires { p.fatCubin; })
    exchange_image(p.fatCubin, device, ptx);
  else
    exchange_image(p.image, device, ptx);
}

template <class Params>
CUresult load_twin(const Params& p, const Exchanged& ptx, std::uint32_t max_registers, CUlibrary& twin) {
  TwinOptions jit(jit_options(p), max_registers);
  if (!jit.is_whole()) return CUDA_ERROR_INVALID_VALUE;
  return driver.load_library(&twin, ptx.text, jit.options, jit.values, jit.count, p.libraryOptions,
                             p.libraryOptionValues, p.numLibraryOptions);
}
template <class Params>
CUresult load_twin(const Params& p, const Exchanged& ptx, std::uint32_t max_registers, CUmodule& twin) {
  TwinOptions jit(jit_options(p), max_registers);
  if (!jit.is_whole()) return CUDA_ERROR_INVALID_VALUE;
  return driver.load_module(&twin, ptx.text, jit.count, jit.options, jit.values);
}

// Whether CUDA reads the image of the library later too.
template <class Params>
bool keeps_image(const Params& p) {
  if constexpr (requires { p.numLibraryOptions; })
    for (unsigned i = 0; i < p.numLibraryOptions; ++i)
      if (p.libraryOptions[i] == CU_LIBRARY_BINARY_IS_PRESERVED) return true;
  return false;
}

void unload(CUlibrary library) {
  driver.unload_library(library);
}
void unload(CUmodule module) {
  driver.unload_module(module);
}

// Loads the twin, if need be once more with as few registers as the program's own kernels have. False: the
// program's own stays, and the tool knows why.
template <class Params, class Handle>
bool load_fitting(const Params& p, const Exchanged& ptx, Handle own, Handle& twin) {
  Shortage shortage;
  std::uint32_t max_registers = ptx.max_registers;
  for (int attempt = 0; attempt < 2; ++attempt) {
    const CUresult result = load_twin(p, ptx, max_registers, twin);
    if (result != CUDA_SUCCESS) {
      send_outcome(Outcome::refused, result);
      return false;
    }
    shortage = shortage_of(twin, own);
    if (shortage.threads_before == 0) return true;
    unload(twin);
    max_registers = shortage.registers;
  }
  send_outcome(Outcome::fewer_threads, 0, shortage.threads, shortage.threads_before);
  return false;
}

template <class Params, class Handle>
void take_place(const Params& p, Handle* place, CUcontext context) {
  const Lock lock;
  Exchanged ptx;
  exchange(p, ptx);
  if (!ptx.text) return;
  if (twin_count == max_twins) return send_outcome(Outcome::too_many, 0);
  Handle made = nullptr;
  if (!load_fitting(p, ptx, *place, made)) return;
  if (keeps_image(p)) ptx.text = nullptr; // it stays as long as the process
  unload(*place);
  *place = made;
  used_sites = std::max(used_sites, ptx.first_site + ptx.sites);
  Twin twin = {nullptr, nullptr, context, ptx.first_site, true};
  if constexpr (std::is_same_v<Handle, CUlibrary>)
    twin.library = made;
  else
    twin.module = made;
  twins[twin_count++] = twin;
  ++generation;
}

// Its calls do not end a capture of the program's streams.
class OwnStream {
public:
  explicit OwnStream(CUstream stream) : stream(stream) { driver.capture_mode(&mode); }
  ~OwnStream() {
    driver.wait(stream);
    driver.capture_mode(&mode);
  }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;

private:
  CUstream stream;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

RingFile* map_file(CUcontext context) {
  char path[sizeof folder + 64];
  static std::atomic<unsigned> number = 0;
  std::snprintf(path, sizeof path, "%s/fetches-%d-%u", folder, int(::getpid()), ++number);
  const int descriptor = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return nullptr;
  void* memory = MAP_FAILED;
  std::uint64_t record_bytes = 0;
  const auto try_size = [&](std::uint64_t size) {
    if (memory == MAP_FAILED && ::posix_fallocate(descriptor, 0, off_t(records_offset + size)) == 0) {
      memory = ::mmap(nullptr, records_offset + size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
      record_bytes = size;
    }
  };
  if (wanted.record_bytes != 0) try_size(wanted.record_bytes);
  for (const std::uint64_t size : record_sizes)
    if (wanted.record_bytes == 0 || size < wanted.record_bytes) try_size(size);
  ::close(descriptor);
  if (memory == MAP_FAILED) return nullptr;
  auto* file = static_cast<RingFile*>(memory);
  file->version = ring_version;
  file->process = std::uint32_t(::getpid());
  file->context = reinterpret_cast<std::uintptr_t>(context);
  file->record_bytes = record_bytes;
  file->begins = next_record();
  std::memcpy(file->magic, ring_magic, sizeof ring_magic);
  return file;
}

std::uint64_t threshold_at(std::uint64_t launch) {
  const bool recorded =
      wanted.first_launch == 0 || (launch >= wanted.first_launch && launch <= wanted.last_launch);
  return recorded ? wanted.threshold : 0;
}

// Of the thread's current context. What fails leaves `file` null.
void make_ring(Context& made) {
  RingFile* const file = map_file(made.context);
  if (file == nullptr) return;
  char* const bytes = reinterpret_cast<char*>(file);
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  driver.capture_mode(&mode);
  const bool done =
      driver.create_stream(&made.stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS &&
      driver.allocate(&made.control, sizeof(ControlBlock)) == CUDA_SUCCESS &&
      driver.allocate(&made.counts, counts_bytes) == CUDA_SUCCESS &&
      driver.register_host(bytes + records_offset, file->record_bytes,
                           CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_PORTABLE) == CUDA_SUCCESS &&
      driver.device_pointer(&made.records, bytes + records_offset, 0) == CUDA_SUCCESS;
  driver.capture_mode(&mode);
  if (!done) return;
  file->control.capacity = file->record_bytes;
  file->control.threshold = threshold_at(made.launches);
  std::ranges::copy(made.objects, file->control.objects);
  file->launches = made.launches;
  const OwnStream own(made.stream);
  if (driver.clear(made.counts, 0, counts_bytes, made.stream) == CUDA_SUCCESS &&
      driver.to_device(made.control, &file->control, sizeof(ControlBlock), made.stream) == CUDA_SUCCESS)
    made.file = file;
}

// The mutex is held; null: there are too many.
Context* known(CUcontext context) {
  for (int i = 0; i < context_count; ++i)
    if (contexts[i].lives && contexts[i].context == context) return &contexts[i];
  Context* place = context_count < max_contexts ? &contexts[context_count++] : nullptr;
  for (int i = 0; i < max_contexts && !place; ++i)
    if (!contexts[i].lives) place = &contexts[i];
  if (place == nullptr) return nullptr;
  Context& made = *place;
  if (made.file) ::munmap(made.file, records_offset + made.file->record_bytes);
  made = {};
  made.context = context;
  made.lives = true;
  std::ranges::fill(made.objects, no_object);
  return &made;
}

Context* ring_of(CUcontext context) {
  Context* const found = known(context);
  if (found && !found->has_twins) {
    found->has_twins = true;
    make_ring(*found);
  }
  return found;
}

// Null: the legacy default stream, which cannot be captured.
CUstream stream_of(const CUpti_CallbackData& call, CUpti_CallbackId id) {
  const auto given = [&]<class Params>(Params) {
    const auto& p = *static_cast<const Params*>(call.functionParams);
    if constexpr (requires { p.config; })
      return p.config ? p.config->hStream : nullptr;
    else
      return p.hStream;
  };
  const auto of_thread = [](CUstream stream) { return stream ? stream : CU_STREAM_PER_THREAD; };
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    return given(cuLaunchKernel_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
    return of_thread(given(cuLaunchKernel_ptsz_params()));
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    return given(cuLaunchKernelEx_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz:
    return of_thread(given(cuLaunchKernelEx_ptsz_params()));
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    return given(cuLaunchCooperativeKernel_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
    return of_thread(given(cuLaunchCooperativeKernel_ptsz_params()));
  case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
    return given(cuGraphLaunch_params());
  case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
    return of_thread(given(cuGraphLaunch_ptsz_params()));
  default:
    return nullptr;
  }
}

// What a stream captures is launched by its graph.
bool is_captured(CUstream stream) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return stream && stream != CU_STREAM_LEGACY && captures > 0 &&
         driver.is_capturing(stream, &status) == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE;
}

// Before a launch. Of other launches of the context none may run while the threshold changes; but while the
// program captures a stream, waiting for the device would end the capture.
void count_launch(CUcontext context, CUstream stream) {
  if (wanted.first_launch == 0 || is_captured(stream)) return;
  std::uint64_t launch = 0;
  {
    const Lock lock;
    Context* const of = known(context);
    if (of == nullptr) return;
    launch = ++of->launches;
    if (of->file) of->file->launches = launch;
  }
  if (launch != wanted.first_launch && launch != wanted.last_launch + 1) return;
  if (captures == 0) driver.wait_for_all();
  const Lock lock;
  Context* const of = known(context);
  if (of == nullptr || of->file == nullptr) return; // a file that is made later begins with its threshold
  const OwnStream own(of->stream);
  of->file->control.threshold = threshold_at(launch);
  driver.to_device(of->control + offsetof(ControlBlock, threshold), &of->file->control.threshold,
                   sizeof of->file->control.threshold, of->stream);
}

// Handles come back: the objects that get them may not be wanted.
void choose(Context& of, std::uint64_t handle, bool is_wanted) {
  std::uint64_t* const place = std::ranges::find(of.objects, handle);
  const bool is_chosen = place != std::end(of.objects);
  if (is_chosen == is_wanted) return;
  std::uint64_t* const changed = is_chosen ? place : std::ranges::find(of.objects, no_object);
  if (changed == std::end(of.objects)) return; // each number is given once: there is space
  *changed = is_wanted ? handle : no_object;
  if (of.file == nullptr) return; // a file that is made later begins with them
  const OwnStream own(of.stream);
  driver.to_device(of.control + offsetof(ControlBlock, objects), of.objects, sizeof of.objects, of.stream);
}

bool variable_of(const Twin& twin, CUdeviceptr& pointer) {
  std::size_t bytes = 0;
  const CUresult result = twin.library ? driver.library_global(&pointer, &bytes, twin.library, ring_variable)
                                       : driver.module_global(&pointer, &bytes, twin.module, ring_variable);
  return result == CUDA_SUCCESS && bytes == sizeof(RingVariable);
}

// Before a launch: the twins that the context uses get their variable.
void arm(CUcontext context) {
  thread_local CUcontext last_context = nullptr;
  thread_local unsigned last_generation = 0;
  const unsigned present = generation.load(std::memory_order_acquire);
  if (present == last_generation && context == last_context) return;
  const Lock lock;
  Context* const ring = twin_count > 0 ? ring_of(context) : nullptr;
  if (ring && ring->file) {
    const OwnStream own(ring->stream);
    for (; ring->armed < twin_count; ++ring->armed) {
      const Twin& twin = twins[ring->armed];
      CUdeviceptr pointer = 0;
      if (!twin.lives || (twin.module && twin.context != context) || !variable_of(twin, pointer)) continue;
      const RingVariable variable = {ring->control, ring->records,
                                     ring->counts + twin.first_site * sizeof(SiteCounts), twin.first_site};
      driver.to_device(pointer, &variable, sizeof variable, ring->stream);
      driver.wait(ring->stream); // the variable is on this stack
    }
  }
  last_context = context, last_generation = present;
}

// What the device counted, into the file. The mutex is held.
void copy_counts(Context& ring) {
  if (!ring.file) return;
  CUDA_MEMCPY2D rows = {}; // the used counts of each copy
  rows.srcMemoryType = CU_MEMORYTYPE_DEVICE, rows.dstMemoryType = CU_MEMORYTYPE_HOST;
  rows.srcDevice = ring.counts, rows.dstHost = reinterpret_cast<char*>(ring.file) + page;
  rows.srcPitch = rows.dstPitch = max_sites * sizeof(SiteCounts);
  rows.WidthInBytes = used_sites * sizeof(SiteCounts), rows.Height = count_copies;
  bool done = false;
  {
    const OwnStream own(ring.stream);
    done = driver.to_host(&ring.file->control, ring.control, sizeof(ControlBlock), ring.stream) ==
               CUDA_SUCCESS &&
           driver.rows_to_host(&rows, ring.stream) == CUDA_SUCCESS &&
           driver.wait(ring.stream) == CUDA_SUCCESS;
  }
  ring.file->copies += done;
}

// After the program has waited for the device. It may be the last time: what it launches is copied.
void waited(CUcontext context) {
  const Lock lock;
  for (int i = 0; i < context_count; ++i) {
    Context& of = contexts[i];
    const std::uint64_t present = launches;
    if (of.context != context || !of.lives || of.copied_launches == present) continue;
    copy_counts(of);
    of.copied_launches = present;
  }
}

template <class Handle>
void unloads(Handle handle, CUcontext context) {
  waited(context);
  const Lock lock;
  for (int i = 0; i < twin_count; ++i)
    if (reinterpret_cast<void*>(handle) == (twins[i].library ? reinterpret_cast<void*>(twins[i].library)
                                                             : reinterpret_cast<void*>(twins[i].module)))
      twins[i].lives = false;
}

// False: it loads nothing. Otherwise, `done`: what it has loaded is exchanged.
bool on_load(const CUpti_CallbackData& call, CUpti_CallbackId id, bool done) {
  const auto take = [&]<class Params>(Params) {
    const auto& p = *static_cast<const Params*>(call.functionParams);
    if constexpr (requires { p.library; }) {
      if (done) take_place(p, p.library, nullptr);
    } else {
      if (done) take_place(p, p.module, call.context);
    }
    return true;
  };
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadData:
    return take(cuLibraryLoadData_params());
  case CUPTI_DRIVER_TRACE_CBID_cuLibraryLoadFromFile:
    return take(cuLibraryLoadFromFile_params());
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoad:
    return take(cuModuleLoad_params());
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData:
    return take(cuModuleLoadData_params());
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadDataEx:
    return take(cuModuleLoadDataEx_params());
  case CUPTI_DRIVER_TRACE_CBID_cuModuleLoadFatBinary:
    return take(cuModuleLoadFatBinary_params());
  default:
    return false;
  }
}

// Kernels that record take more registers and more of the stack.
void launch_ended(std::int32_t result) {
  static bool told = false;
  if (result != CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES && result != CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
    return;
  const Lock lock;
  if (told || twin_count == 0) return;
  told = true;
  send_outcome(Outcome::launch_failed, result);
}

void capture_changed(bool begun, std::int32_t result) {
  if (begun)
    captures += result == CUDA_SUCCESS;
  else if (result == CUDA_SUCCESS || result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED)
    captures -= captures > 0;
}

std::uint64_t number_in(const char* variable, std::uint64_t otherwise) {
  const char* const given = std::getenv(variable);
  return given ? std::strtoull(given, nullptr, 10) : otherwise;
}

void read_wanted() {
  wanted.record_bytes = number_in("TEXELSCOPE_TRACE_MEMORY", 0);
  wanted.threshold = record_all / std::max<std::uint64_t>(number_in("TEXELSCOPE_TRACE_EVERY", 1), 1);
  wanted.first_launch = number_in("TEXELSCOPE_TRACE_FIRST_LAUNCH", 0);
  wanted.last_launch = number_in("TEXELSCOPE_TRACE_LAST_LAUNCH", wanted.first_launch);
  const char* next = std::getenv("TEXELSCOPE_TRACE_OBJECTS"); // "2,5"
  for (std::size_t i = 0; next && *next && i < max_chosen_objects; ++i) {
    char* end = nullptr;
    wanted.objects[i] = std::strtoull(next, &end, 10);
    next = *end == ',' ? end + 1 : nullptr;
  }
}
} // namespace

void begin_fetches(void* cuda) {
  const char* path = std::getenv("TEXELSCOPE_TRACE_FETCHES");
  if (path == nullptr || *path != '/' || std::strlen(path) >= sizeof folder) return;
  enabled =
      find(driver.load_library, cuda, "cuLibraryLoadData") &&
      find(driver.unload_library, cuda, "cuLibraryUnload") &&
      find(driver.library_global, cuda, "cuLibraryGetGlobal") &&
      find(driver.load_module, cuda, "cuModuleLoadDataEx") &&
      find(driver.unload_module, cuda, "cuModuleUnload") &&
      find(driver.module_global, cuda, "cuModuleGetGlobal_v2") &&
      find(driver.allocate, cuda, "cuMemAlloc_v2") &&
      find(driver.register_host, cuda, "cuMemHostRegister_v2") &&
      find(driver.device_pointer, cuda, "cuMemHostGetDevicePointer_v2") &&
      find(driver.clear, cuda, "cuMemsetD8Async") && find(driver.to_device, cuda, "cuMemcpyHtoDAsync_v2") &&
      find(driver.to_host, cuda, "cuMemcpyDtoHAsync_v2") &&
      find(driver.rows_to_host, cuda, "cuMemcpy2DAsync_v2") &&
      find(driver.create_stream, cuda, "cuStreamCreate") && find(driver.wait, cuda, "cuStreamSynchronize") &&
      find(driver.wait_for_all, cuda, "cuCtxSynchronize") &&
      find(driver.is_capturing, cuda, "cuStreamIsCapturing") &&
      find(driver.capture_mode, cuda, "cuThreadExchangeStreamCaptureMode") &&
      find(driver.current_device, cuda, "cuCtxGetDevice") &&
      find(driver.attribute, cuda, "cuDeviceGetAttribute") &&
      find(driver.version, cuda, "cuDriverGetVersion");
  std::strcpy(folder, path);
  exchange_in(folder);
  begin_twin_checks(cuda);
  read_wanted();
}

bool records_fetches() {
  return enabled;
}

bool on_fetch_call(const CUpti_CallbackData& call, CUpti_CallbackId id) {
  if (std::find(fetch_calls, fetch_calls + fetch_call_count, id) == fetch_calls + fetch_call_count)
    return false;
  if (inside) return true;
  inside = true;
  const bool begins = call.callbackSite == CUPTI_API_ENTER;
  std::int32_t result = 0;
  if (!begins) std::memcpy(&result, call.functionReturnValue, sizeof result);
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload:
    if (begins)
      unloads(static_cast<const cuLibraryUnload_params*>(call.functionParams)->library, call.context);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuModuleUnload:
    if (begins) unloads(static_cast<const cuModuleUnload_params*>(call.functionParams)->hmod, call.context);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz:
    if (!begins) capture_changed(true, result);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz:
    if (!begins) capture_changed(false, result);
    break;
  case CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize:
  case CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize:
  case CUPTI_DRIVER_TRACE_CBID_cuStreamSynchronize_ptsz:
  case CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoH_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpyAtoH_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2D_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy2DUnaligned_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy3D_v2_ptds:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy:
  case CUPTI_DRIVER_TRACE_CBID_cuMemcpy_ptds:
    if (!begins) waited(call.context);
    break;
  default:
    if (on_load(call, id, !begins && result == CUDA_SUCCESS)) break;
    if (begins) {
      ++launches;
      count_launch(call.context, stream_of(call, id));
      arm(call.context);
    } else {
      launch_ended(result);
    }
  }
  inside = false;
  return true;
}

std::uint64_t fetch_position(CUcontext context) {
  std::uint64_t position = 0;
  if (inside) return position;
  inside = true;
  {
    const Lock lock;
    for (int i = 0; i < context_count; ++i) {
      const Context& ring = contexts[i];
      if (!ring.lives || ring.context != context || !ring.file) continue;
      const OwnStream own(ring.stream);
      const CUdeviceptr from = ring.control + offsetof(ControlBlock, position);
      if (driver.to_host(&position, from, sizeof position, ring.stream) != CUDA_SUCCESS ||
          driver.wait(ring.stream) != CUDA_SUCCESS)
        position = ~std::uint64_t(0);
    }
  }
  inside = false;
  return position;
}

void texture_object_made(CUcontext context, std::uint64_t handle, std::uint64_t number) {
  if (!enabled || inside || wanted.objects[0] == 0 || handle == 0) return;
  inside = true;
  {
    const Lock lock;
    if (Context* const of = known(context))
      choose(*of, handle, std::ranges::find(wanted.objects, number) != std::end(wanted.objects));
  }
  inside = false;
}

void context_ends(CUcontext context) {
  if (!enabled || inside) return;
  inside = true; // the copy's own calls are none of the program's
  waited(context);
  {
    const Lock lock;
    for (int i = 0; i < context_count; ++i)
      if (contexts[i].context == context) contexts[i].lives = false;
    ++generation;
  }
  inside = false;
}

} // namespace texelscope::trace
