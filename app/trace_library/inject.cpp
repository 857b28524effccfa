// The library that CUDA loads into a traced program (CUDA_INJECTION64_PATH). CUPTI calls it at the calls that
// make and destroy textures and their memory, and it records them. The program's own calls, results and
// output stay as they are.
//
// The runtime API ends in the driver API, so that the driver's calls show both. What the runtime refuses by
// itself never gets there: of its calls those are recorded that fail without one.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <type_traits>

#include <cupti.h>
#include <dlfcn.h>
#include <unistd.h>

#include "app/trace_library/call_stack.h"
#include "app/trace_library/changes.h"
#include "app/trace_library/created.h"
#include "app/trace_library/driver_function.h"
#include "app/trace_library/facts.h"
#include "app/trace_library/fetches.h"
#include "app/trace_library/kernel_times.h"
#include "app/trace_library/texels.h"
#include "app/trace_library/trace_file.h"

namespace texelscope::trace {

namespace {
constexpr CUpti_CallbackId driver_calls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuTexObjectCreate,       CUPTI_DRIVER_TRACE_CBID_cuTexObjectDestroy,
    CUPTI_DRIVER_TRACE_CBID_cuSurfObjectCreate,      CUPTI_DRIVER_TRACE_CBID_cuSurfObjectDestroy,
    CUPTI_DRIVER_TRACE_CBID_cuArrayCreate_v2,        CUPTI_DRIVER_TRACE_CBID_cuArray3DCreate_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayCreate,  CUPTI_DRIVER_TRACE_CBID_cuArrayDestroy,
    CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayDestroy, CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2,
    CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync,          CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuTexRefSetArray,        CUPTI_DRIVER_TRACE_CBID_cuTexRefSetMipmappedArray,
    CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress_v2,   CUPTI_DRIVER_TRACE_CBID_cuTexRefSetAddress2D_v3};
constexpr CUpti_CallbackId runtime_calls[] = {CUPTI_RUNTIME_TRACE_CBID_cudaCreateTextureObject_v5000,
                                              CUPTI_RUNTIME_TRACE_CBID_cudaCreateSurfaceObject_v5000,
                                              CUPTI_RUNTIME_TRACE_CBID_cudaMallocArray_v3020,
                                              CUPTI_RUNTIME_TRACE_CBID_cudaMalloc3DArray_v3020,
                                              CUPTI_RUNTIME_TRACE_CBID_cudaMallocMipmappedArray_v5000};
// Only with texels: a callback costs each launch about a tenth of a microsecond.
constexpr CUpti_CallbackId launch_calls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,   CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz};
constexpr CUpti_CallbackId capture_calls[] = {CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture,
                                              CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz,
                                              CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2,
                                              CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz,
                                              CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph,
                                              CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz};

struct Driver {
  decltype(&cuArray3DGetDescriptor_v2) array_descriptor = nullptr;
  decltype(&cuMipmappedArrayGetLevel) level = nullptr;
  decltype(&cuMemGetAddressRange_v2) address_range = nullptr;
  decltype(&cuCtxGetDevice) device = nullptr;
  decltype(&cuDriverGetVersion) version = nullptr;
} driver;

void find_driver() {
  void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  find(driver.array_descriptor, library, "cuArray3DGetDescriptor_v2");
  find(driver.level, library, "cuMipmappedArrayGetLevel");
  find(driver.address_range, library, "cuMemGetAddressRange_v2");
  find(driver.device, library, "cuCtxGetDevice");
  find(driver.version, library, "cuDriverGetVersion");
  begin_texels(library);
  begin_fetches(library);
  begin_changes(library);
}

// Of the thread's current context, which is `context`.
std::int32_t device_of(CUcontext context) {
  thread_local CUcontext known = nullptr;
  thread_local CUdevice device = -1;
  if (context != known && driver.device && driver.device(&device) == CUDA_SUCCESS) known = context;
  return context == known ? device : -1;
}

// The array as CUDA knows it, unless its creation is recorded: another API may have made it.
void look_at_array(ResourceFacts& resource) {
  const bool mipmapped = resource.kind == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  auto array = reinterpret_cast<CUarray>(resource.array_handle);
  if (array == nullptr || driver.array_descriptor == nullptr || is_noted(resource.array_handle)) return;
  if (mipmapped && (driver.level == nullptr ||
                    driver.level(&array, reinterpret_cast<CUmipmappedArray>(array), 0) != CUDA_SUCCESS))
    return;
  CUDA_ARRAY3D_DESCRIPTOR desc = {};
  if (driver.array_descriptor(&desc, array) != CUDA_SUCCESS) return;
  resource.array = facts(&desc, mipmapped ? 0 : 1);
  resource.array_known = 1;
}

void look_at_memory(ResourceFacts& resource) {
  CUdeviceptr base = 0;
  std::size_t bytes = 0;
  if (resource.address == 0 || driver.address_range == nullptr ||
      driver.address_range(&base, &bytes, resource.address) != CUDA_SUCCESS)
    return;
  resource.allocation = base;
  resource.allocation_bytes = bytes;
  note(base);
}

void look_at(ResourceFacts& resource) {
  if (resource.kind == CU_RESOURCE_TYPE_ARRAY || resource.kind == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
    look_at_array(resource);
  else
    look_at_memory(resource);
}

// CUpti_CallbackData::correlationId: a call of the runtime and those that it makes of the driver share it.
thread_local std::uint32_t last_driver_call = 0, last_runtime_call = 0;

// One call, as CUPTI reports it.
struct Call {
  const CUpti_CallbackData& data;
  Api api;

  std::int32_t result() const {
    std::int32_t value = 0; // CUresult and cudaError_t are as large
    std::memcpy(&value, data.functionReturnValue, sizeof value);
    return value;
  }
  bool succeeded() const { return result() == 0; }
  // Whether CUDA has certainly read the descriptors. Other errors, such as one of the context, may come
  // before.
  bool descriptors_were_read() const {
    switch (result()) {
    case CUDA_SUCCESS:
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_OUT_OF_MEMORY:
    case CUDA_ERROR_INVALID_HANDLE:
    case CUDA_ERROR_NOT_SUPPORTED:
      return true;
    default:
      return api == Api::runtime &&
             (result() == cudaErrorInvalidChannelDescriptor || result() == cudaErrorInvalidFilterSetting ||
              result() == cudaErrorInvalidNormSetting);
    }
  }
  bool begins() const { return data.callbackSite == CUPTI_API_ENTER; }
  std::uint64_t context() const { return reinterpret_cast<std::uintptr_t>(data.context); }
  Event event(RecordKind kind) const { return {kind, api, result(), context()}; }
  template <class Params>
  const Params& params() const {
    return *static_cast<const Params*>(data.functionParams);
  }
};

template <class Handle>
std::uint64_t created(const Call& call, const Handle* handle) {
  if (!call.succeeded() || handle == nullptr) return 0;
  std::uint64_t number = 0;
  std::memcpy(&number, handle, sizeof *handle);
  return number;
}

template <class Handle>
void array_created(const Call& call, RecordKind kind, const Handle* handle, const ArrayFacts& array) {
  ArrayRecord record = {created(call, handle), device_of(call.data.context), 0, array};
  note(record.handle);
  append_creation({call.event(kind), &record, sizeof record, nullptr});
}

std::atomic<std::uint64_t> textures_made = 0; // calls that were to make a texture object

template <class Params>
void texture_created(const Call& call) {
  const std::uint64_t number = ++textures_made;
  const auto& p = call.params<Params>();
  const bool read = call.descriptors_were_read();
  TextureRecord record = {created(call, p.pTexObject),
                          device_of(call.data.context),
                          0,
                          facts(read ? p.pResDesc : nullptr),
                          facts(read ? p.pTexDesc : nullptr),
                          facts(read ? p.pResViewDesc : nullptr),
                          {}};
  look_at(record.resource);
  if constexpr (std::is_same_v<Params, cuTexObjectCreate_params>)
    if (record.object != 0)
      change_object(p.pTexObject, p.pResDesc, p.pTexDesc, p.pResViewDesc, number, record);
  if (records_fetches() && record.object != 0 && handle_was_used(call.context(), record.object))
    append({RecordKind::fetch_position, call.api, 0, call.context()},
           FetchPositionRecord{record.object, fetch_position(call.data.context)});
  const std::uint64_t object = record.object; // append_creation() takes it out of the record
  append_creation({call.event(RecordKind::texture_create), &record, sizeof record, &record.resource});
  texture_made(object, call.context());
  texture_object_made(call.data.context, object, number);
}

template <class Params>
void surface_created(const Call& call) {
  const auto& p = call.params<Params>();
  SurfaceRecord record = {created(call, p.pSurfObject), device_of(call.data.context), 0,
                          facts(call.descriptors_were_read() ? p.pResDesc : nullptr)};
  look_at(record.resource);
  append_creation({call.event(RecordKind::surface_create), &record, sizeof record, &record.resource});
}

// Recorded when the call begins, since another thread may soon be given the same handle; and once more if it
// failed.
template <class Handle>
void destroyed(const Call& call, RecordKind kind, Handle handle) {
  HandleRecord record = {};
  std::memcpy(&record.handle, &handle, sizeof handle);
  Event event = {kind, call.api, 0, call.context()};
  if (!call.begins()) {
    if (call.succeeded()) return;
    event.result = call.result();
    append_stack();
  }
  append(event, record);
}

// Only of memory that texture objects read.
void memory_freed(const Call& call, CUdeviceptr address) {
  if (!is_noted(address)) return;
  destroyed(call, RecordKind::memory_free, address);
  if (!call.begins()) forget(address);
}

void array_destroyed(const Call& call, RecordKind kind, void* handle) {
  if (call.begins()) forget(reinterpret_cast<std::uintptr_t>(handle));
  destroyed(call, kind, handle);
}

// Of the calls of the legacy texture references only a few are recorded: the report says that there are some.
void reference_set(const Call& call) {
  static std::atomic<int> count = 0;
  if (count.load(std::memory_order_relaxed) >= 16 || ++count > 16) return;
  append_stack();
  append(call.event(RecordKind::texture_reference), HandleRecord{});
}

// Calls that destroy, at their begin and at their end. False: it is none.
bool on_destruction(const Call& call, CUpti_CallbackId id) {
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuTexObjectDestroy:
    if (call.begins()) save_destroyed(call.params<cuTexObjectDestroy_params>().texObject, call.context());
    destroyed(call, RecordKind::texture_destroy, call.params<cuTexObjectDestroy_params>().texObject);
    return true;
  case CUPTI_DRIVER_TRACE_CBID_cuSurfObjectDestroy:
    destroyed(call, RecordKind::surface_destroy, call.params<cuSurfObjectDestroy_params>().surfObject);
    return true;
  case CUPTI_DRIVER_TRACE_CBID_cuArrayDestroy:
    array_destroyed(call, RecordKind::array_destroy, call.params<cuArrayDestroy_params>().hArray);
    return true;
  case CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayDestroy:
    array_destroyed(call, RecordKind::mipmapped_destroy,
                    call.params<cuMipmappedArrayDestroy_params>().hMipmappedArray);
    return true;
  case CUPTI_DRIVER_TRACE_CBID_cuMemFree_v2:
    memory_freed(call, call.params<cuMemFree_v2_params>().dptr);
    return true;
  case CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync:
    memory_freed(call, call.params<cuMemFreeAsync_params>().dptr);
    return true;
  case CUPTI_DRIVER_TRACE_CBID_cuMemFreeAsync_ptsz:
    memory_freed(call, call.params<cuMemFreeAsync_ptsz_params>().dptr);
    return true;
  default:
    return false;
  }
}

bool is_launch(CUpti_CallbackId id) {
  return std::find(std::begin(launch_calls), std::end(launch_calls), id) != std::end(launch_calls);
}
bool is_capture(CUpti_CallbackId id) {
  return std::find(std::begin(capture_calls), std::end(capture_calls), id) != std::end(capture_calls);
}

// Calls that only saving texels listens to. False: it is none.
bool on_texels_call(const CUpti_CallbackData& data, CUpti_CallbackId id) {
  if (is_capture(id)) return capture_begins(), true;
  if (!is_launch(id)) return false;
  const Call call = {data, Api::driver};
  if (!call.begins()) launched(call.context());
  return true;
}

void on_driver_call(const CUpti_CallbackData& data, CUpti_CallbackId id) {
  if (saves_texels() && on_texels_call(data, id) && !records_fetches()) return;
  if (records_fetches() && on_fetch_call(data, id)) return;
  if (on_destruction({data, Api::driver}, id) || data.callbackSite == CUPTI_API_ENTER) return;
  last_driver_call = data.correlationId;
  const Call call = {data, data.correlationId == last_runtime_call ? Api::through_runtime : Api::driver};
  switch (id) {
  case CUPTI_DRIVER_TRACE_CBID_cuTexObjectCreate:
    return texture_created<cuTexObjectCreate_params>(call);
  case CUPTI_DRIVER_TRACE_CBID_cuSurfObjectCreate:
    return surface_created<cuSurfObjectCreate_params>(call);
  case CUPTI_DRIVER_TRACE_CBID_cuArrayCreate_v2: {
    const auto& p = call.params<cuArrayCreate_v2_params>();
    return array_created(call, RecordKind::array_create, p.pHandle, facts(p.pAllocateArray));
  }
  case CUPTI_DRIVER_TRACE_CBID_cuArray3DCreate_v2: {
    const auto& p = call.params<cuArray3DCreate_v2_params>();
    return array_created(call, RecordKind::array_create, p.pHandle, facts(p.pAllocateArray, 1));
  }
  case CUPTI_DRIVER_TRACE_CBID_cuMipmappedArrayCreate: {
    const auto& p = call.params<cuMipmappedArrayCreate_params>();
    return array_created(call, RecordKind::mipmapped_create, p.pHandle,
                         facts(p.pMipmappedArrayDesc, p.numMipmapLevels));
  }
  default:
    return reference_set(call);
  }
}

void on_runtime_call(const Call& call, CUpti_CallbackId id) {
  if (call.begins()) {
    last_runtime_call = call.data.correlationId;
    return;
  }
  if (call.succeeded() || last_driver_call == call.data.correlationId) return;
  switch (id) {
  case CUPTI_RUNTIME_TRACE_CBID_cudaCreateTextureObject_v5000:
    return texture_created<cudaCreateTextureObject_v5000_params>(call);
  case CUPTI_RUNTIME_TRACE_CBID_cudaCreateSurfaceObject_v5000:
    return surface_created<cudaCreateSurfaceObject_v5000_params>(call);
  case CUPTI_RUNTIME_TRACE_CBID_cudaMallocArray_v3020: {
    const auto& p = call.params<cudaMallocArray_v3020_params>();
    return array_created(call, RecordKind::array_create, p.array,
                         facts(p.desc, {p.width, p.height, 0}, p.flags, 1));
  }
  case CUPTI_RUNTIME_TRACE_CBID_cudaMalloc3DArray_v3020: {
    const auto& p = call.params<cudaMalloc3DArray_v3020_params>();
    return array_created(call, RecordKind::array_create, p.array, facts(p.desc, p.extent, p.flags, 1));
  }
  case CUPTI_RUNTIME_TRACE_CBID_cudaMallocMipmappedArray_v5000: {
    const auto& p = call.params<cudaMallocMipmappedArray_v5000_params>();
    return array_created(call, RecordKind::mipmapped_create, p.mipmappedArray,
                         facts(p.desc, p.extent, p.flags, p.numLevels));
  }
  default:
    return;
  }
}

void CUPTIAPI on_call(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (!is_recording()) return;
  if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
    flush_kernel_times();
    const auto* resource = static_cast<const CUpti_ResourceData*>(data);
    context_ends(resource->context);
    append({RecordKind::context_destroy},
           HandleRecord{std::uint64_t(reinterpret_cast<std::uintptr_t>(resource->context))});
    return;
  }
  if (is_changing()) return;
  const auto& call = *static_cast<const CUpti_CallbackData*>(data);
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API)
    on_driver_call(call, id);
  else
    on_runtime_call({call, Api::runtime}, id);
}

struct Cupti {
  void* library = nullptr;
  decltype(&cuptiSubscribe) subscribe = nullptr;
  decltype(&cuptiEnableCallback) enable = nullptr;
  decltype(&cuptiGetVersion) version = nullptr;

  // What the program has loaded, else the file that `texelscope trace` found: two copies of CUPTI in a
  // process do not work together.
  explicit Cupti(const char* path) {
    library = ::dlopen("libcupti.so.13", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr) library = ::dlopen("libcupti.so.12", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr && path && *path == '/') library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    find(subscribe, library, "cuptiSubscribe");
    find(enable, library, "cuptiEnableCallback");
    find(version, library, "cuptiGetVersion");
  }
  bool is_whole() const { return subscribe && enable && version; }

  CUptiResult listen() const {
    CUpti_SubscriberHandle subscriber = nullptr;
    CUptiResult result = subscribe(&subscriber, on_call, nullptr);
    const auto add = [&](CUpti_CallbackDomain domain, CUpti_CallbackId id) {
      if (result == CUPTI_SUCCESS) result = enable(1, subscriber, domain, id);
    };
    for (const CUpti_CallbackId id : driver_calls)
      add(CUPTI_CB_DOMAIN_DRIVER_API, id);
    if (saves_texels())
      for (const CUpti_CallbackId id : capture_calls)
        add(CUPTI_CB_DOMAIN_DRIVER_API, id);
    if (saves_at_launches())
      for (const CUpti_CallbackId id : launch_calls)
        add(CUPTI_CB_DOMAIN_DRIVER_API, id);
    if (records_fetches())
      for (int i = 0; i < fetch_call_count; ++i)
        if (fetch_calls[i] != ctx_synchronize_v2) add(CUPTI_CB_DOMAIN_DRIVER_API, fetch_calls[i]);
    if (records_fetches() && result == CUPTI_SUCCESS)
      enable(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, ctx_synchronize_v2); // an older CUPTI refuses it
    for (const CUpti_CallbackId id : runtime_calls)
      add(CUPTI_CB_DOMAIN_RUNTIME_API, id);
    add(CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING);
    return result;
  }
};

void begin() {
  const char* file = std::getenv("TEXELSCOPE_TRACE_FILE");
  if (file == nullptr || !open_trace_file(file)) return;
  ProcessRecord process = {};
  process.parent = std::uint32_t(::getppid());
  if (::readlink("/proc/self/exe", process.program, sizeof process.program - 1) < 0) process.program[0] = 0;
  find_driver();
  if (driver.version) driver.version(&process.driver_version);
  const Cupti cupti(std::getenv("TEXELSCOPE_TRACE_CUPTI"));
  process.cupti_error = -1;
  if (cupti.is_whole()) {
    cupti.version(&process.cupti_version);
    process.cupti_error = cupti.listen();
    if (process.cupti_error == CUPTI_SUCCESS) begin_kernel_times(cupti.library);
  }
  append({RecordKind::process}, &process,
         std::uint32_t(sizeof process - sizeof process.program + std::strlen(process.program)));
  if (process.cupti_error != CUPTI_SUCCESS) stop_recording();
}
} // namespace

} // namespace texelscope::trace

// CUDA calls this once in each process that begins to use it.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  texelscope::trace::begin();
  return 1;
}
