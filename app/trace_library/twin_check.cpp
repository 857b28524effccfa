#include "app/trace_library/twin_check.h"

#include <algorithm>
#include <cstdlib>

#include "app/trace_library/driver_function.h"

namespace texelscope::trace {

namespace {
struct Driver {
  decltype(&cuCtxGetDevice) current_device;
  decltype(&cuDeviceGetAttribute) attribute;
  decltype(&cuLibraryGetKernelCount) kernel_count;
  decltype(&cuLibraryEnumerateKernels) kernels;
  decltype(&cuLibraryGetKernel) kernel;
  decltype(&cuKernelGetName) kernel_name;
  decltype(&cuKernelGetAttribute) kernel_attribute;
  decltype(&cuModuleGetFunctionCount) function_count;
  decltype(&cuModuleEnumerateFunctions) functions;
  decltype(&cuModuleGetFunction) function;
  decltype(&cuFuncGetName) function_name;
  decltype(&cuFuncGetAttribute) function_attribute;
} driver;
bool checks = false;

// The same questions to a library and to a module.
struct Libraries {
  using Handle = CUlibrary;
  using Kernel = CUkernel;
  CUdevice device;
  bool count(unsigned& to, Handle of) const { return driver.kernel_count(&to, of) == CUDA_SUCCESS; }
  bool list(Kernel* to, unsigned count, Handle of) const {
    return driver.kernels(to, count, of) == CUDA_SUCCESS;
  }
  bool named(Kernel& to, Handle in, const char* name) const {
    return driver.kernel(&to, in, name) == CUDA_SUCCESS;
  }
  const char* name(Kernel of) const {
    const char* name = nullptr;
    return driver.kernel_name(&name, of) == CUDA_SUCCESS ? name : nullptr;
  }
  int attribute(CUfunction_attribute which, Kernel of) const { // 0: not known
    int value = 0;
    return driver.kernel_attribute(&value, which, of, device) == CUDA_SUCCESS ? value : 0;
  }
};
struct Modules {
  using Handle = CUmodule;
  using Kernel = CUfunction;
  CUdevice device;
  bool count(unsigned& to, Handle of) const { return driver.function_count(&to, of) == CUDA_SUCCESS; }
  bool list(Kernel* to, unsigned count, Handle of) const {
    return driver.functions(to, count, of) == CUDA_SUCCESS;
  }
  bool named(Kernel& to, Handle in, const char* name) const {
    return driver.function(&to, in, name) == CUDA_SUCCESS;
  }
  const char* name(Kernel of) const {
    const char* name = nullptr;
    return driver.function_name(&name, of) == CUDA_SUCCESS ? name : nullptr;
  }
  int attribute(CUfunction_attribute which, Kernel of) const {
    int value = 0;
    return driver.function_attribute(&value, which, of) == CUDA_SUCCESS ? value : 0;
  }
};

template <class Kind>
void compare(const Kind& kind, typename Kind::Kernel twin, typename Kind::Handle own, Shortage& found) {
  // The hardware divides registers among threads in these steps.
  constexpr int every_launch = 1024, thread_step = 128, register_step = 8;
  const int threads = kind.attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, twin);
  if (threads == 0 || threads >= every_launch) return;
  typename Kind::Kernel before = nullptr;
  const char* const name = kind.name(twin);
  if (name == nullptr || !kind.named(before, own, name)) return;
  const int threads_before = kind.attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, before);
  if (threads >= threads_before) return;
  if (found.threads_before == 0 || std::uint32_t(threads) < found.threads)
    found.threads = std::uint32_t(threads), found.threads_before = std::uint32_t(threads_before);
  int all = 0;
  driver.attribute(&all, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, kind.device);
  const int rounded = (threads_before + thread_step - 1) / thread_step * thread_step;
  const auto limit = std::uint32_t(all / rounded / register_step * register_step);
  found.registers = found.registers == 0 ? limit : std::min(found.registers, limit);
}

template <class Kind>
Shortage shortage(const Kind& kind, typename Kind::Handle twin, typename Kind::Handle own) {
  Shortage found;
  unsigned count = 0;
  if (!kind.count(count, twin) || count == 0) return found;
  auto* const kernels =
      static_cast<typename Kind::Kernel*>(std::calloc(count, sizeof(typename Kind::Kernel)));
  if (kernels && kind.list(kernels, count, twin))
    for (unsigned i = 0; i < count; ++i)
      compare(kind, kernels[i], own, found);
  std::free(kernels);
  return found;
}

bool returns_something(CUjit_option option) {
  return option == CU_JIT_WALL_TIME || option == CU_JIT_INFO_LOG_BUFFER ||
         option == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES || option == CU_JIT_ERROR_LOG_BUFFER ||
         option == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES;
}
} // namespace

TwinOptions::TwinOptions(const JitOptions& given, std::uint32_t max_registers) {
  for (unsigned i = 0; i < given.count; ++i) {
    if (given.options[i] == CU_JIT_MAX_REGISTERS) {
      const auto limit = std::uint32_t(reinterpret_cast<std::uintptr_t>(given.values[i]));
      if (limit != 0) max_registers = max_registers == 0 ? limit : std::min(limit, max_registers);
    } else if (!returns_something(given.options[i])) {
      add(given.options[i], given.values[i]);
    }
  }
  if (max_registers != 0) add(CU_JIT_MAX_REGISTERS, reinterpret_cast<void*>(std::uintptr_t(max_registers)));
}

void TwinOptions::add(CUjit_option option, void* value) {
  whole = whole && count < sizeof values / sizeof *values;
  if (!whole) return;
  options[count] = option;
  values[count++] = value;
}

void begin_twin_checks(void* cuda) {
  checks = find(driver.current_device, cuda, "cuCtxGetDevice") &&
           find(driver.attribute, cuda, "cuDeviceGetAttribute") &&
           find(driver.kernel_count, cuda, "cuLibraryGetKernelCount") &&
           find(driver.kernels, cuda, "cuLibraryEnumerateKernels") &&
           find(driver.kernel, cuda, "cuLibraryGetKernel") &&
           find(driver.kernel_name, cuda, "cuKernelGetName") &&
           find(driver.kernel_attribute, cuda, "cuKernelGetAttribute") &&
           find(driver.function_count, cuda, "cuModuleGetFunctionCount") &&
           find(driver.functions, cuda, "cuModuleEnumerateFunctions") &&
           find(driver.function, cuda, "cuModuleGetFunction") &&
           find(driver.function_name, cuda, "cuFuncGetName") &&
           find(driver.function_attribute, cuda, "cuFuncGetAttribute");
}

Shortage shortage_of(CUlibrary twin, CUlibrary own) {
  CUdevice device = 0;
  if (!checks || driver.current_device(&device) != CUDA_SUCCESS) return {};
  return shortage(Libraries{device}, twin, own);
}

Shortage shortage_of(CUmodule twin, CUmodule own) {
  CUdevice device = 0;
  if (!checks || driver.current_device(&device) != CUDA_SUCCESS) return {};
  return shortage(Modules{device}, twin, own);
}

} // namespace texelscope::trace
