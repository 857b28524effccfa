#include "app/trace_library/fetch_driver.h"

#include "app/trace_library/driver_function.h"

namespace texelscope::trace {

FetchDriver driver;
pthread_mutex_t FetchLock::mutex = PTHREAD_MUTEX_INITIALIZER;

bool find_fetch_driver(void* cuda) {
  return find(driver.load_library, cuda, "cuLibraryLoadData") &&
         find(driver.unload_library, cuda, "cuLibraryUnload") &&
         find(driver.library_global, cuda, "cuLibraryGetGlobal") &&
         find(driver.load_module, cuda, "cuModuleLoadDataEx") &&
         find(driver.unload_module, cuda, "cuModuleUnload") &&
         find(driver.module_global, cuda, "cuModuleGetGlobal_v2") &&
         find(driver.allocate, cuda, "cuMemAlloc_v2") &&
         find(driver.register_host, cuda, "cuMemHostRegister_v2") &&
         find(driver.device_pointer, cuda, "cuMemHostGetDevicePointer_v2") &&
         find(driver.clear, cuda, "cuMemsetD8Async") &&
         find(driver.to_device, cuda, "cuMemcpyHtoDAsync_v2") &&
         find(driver.to_host, cuda, "cuMemcpyDtoHAsync_v2") &&
         find(driver.rows_to_host, cuda, "cuMemcpy2DAsync_v2") &&
         find(driver.create_stream, cuda, "cuStreamCreate") &&
         find(driver.wait, cuda, "cuStreamSynchronize") &&
         find(driver.wait_for_all, cuda, "cuCtxSynchronize") &&
         find(driver.is_capturing, cuda, "cuStreamIsCapturing") &&
         find(driver.capture_mode, cuda, "cuThreadExchangeStreamCaptureMode") &&
         find(driver.current_device, cuda, "cuCtxGetDevice") &&
         find(driver.attribute, cuda, "cuDeviceGetAttribute") &&
         find(driver.version, cuda, "cuDriverGetVersion");
}

} // namespace texelscope::trace
