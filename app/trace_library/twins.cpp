#include "app/trace_library/twins.h"

#include <atomic>
#include <cstring>
#include <type_traits>

#include <cuda.h>

#include "app/trace_library/fetch_driver.h"
#include "app/trace_library/fetch_rings.h"
#include "app/trace_library/module_exchange.h"
#include "app/trace_library/twin_check.h"

namespace texelscope::trace {

using namespace record;

namespace {
constexpr int max_twins = 4096;

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
std::atomic<unsigned> generation = 0; // changes with the twins and the contexts

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
  const FetchLock lock;
  Exchanged ptx;
  exchange(p, ptx);
  if (!ptx.text) return;
  if (twin_count == max_twins) return send_outcome(Outcome::too_many, 0);
  Handle made = nullptr;
  if (!load_fitting(p, ptx, *place, made)) return;
  if (keeps_image(p)) ptx.text = nullptr; // it stays as long as the process
  unload(*place);
  *place = made;
  use_sites(ptx.first_site + ptx.sites);
  Twin twin = {nullptr, nullptr, context, ptx.first_site, true};
  if constexpr (std::is_same_v<Handle, CUlibrary>)
    twin.library = made;
  else
    twin.module = made;
  twins[twin_count++] = twin;
  ++generation;
}

bool variable_of(const Twin& twin, CUdeviceptr& pointer) {
  std::size_t bytes = 0;
  const CUresult result = twin.library ? driver.library_global(&pointer, &bytes, twin.library, ring_variable)
                                       : driver.module_global(&pointer, &bytes, twin.module, ring_variable);
  return result == CUDA_SUCCESS && bytes == sizeof(RingVariable);
}
} // namespace

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

void twin_ends(const void* handle) {
  const FetchLock lock;
  for (int i = 0; i < twin_count; ++i)
    if (handle == (twins[i].library ? static_cast<const void*>(twins[i].library)
                                    : static_cast<const void*>(twins[i].module)))
      twins[i].lives = false;
}

void arm(CUcontext context) {
  thread_local CUcontext last_context = nullptr;
  thread_local unsigned last_generation = 0;
  const unsigned present = generation.load(std::memory_order_acquire);
  if (present == last_generation && context == last_context) return;
  const FetchLock lock;
  FetchRing* const ring = twin_count > 0 ? ring_of(context) : nullptr;
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

void contexts_changed() {
  const FetchLock lock;
  ++generation;
}

// Kernels that record take more registers and more of the stack.
void launch_ended(std::int32_t result) {
  static bool told = false;
  if (result != CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES && result != CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
    return;
  const FetchLock lock;
  if (told || twin_count == 0) return;
  told = true;
  send_outcome(Outcome::launch_failed, result);
}

} // namespace texelscope::trace
