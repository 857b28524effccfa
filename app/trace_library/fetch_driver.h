// What the files that record fetches share: the functions of the driver that they call, the lock of what they
// know, and how they call the driver beside the program.
#pragma once

#include <cuda.h>
#include <pthread.h>

namespace texelscope::trace {

struct FetchDriver {
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
};
extern FetchDriver driver;
// `cuda`: the driver's library. False: it lacks one of them.
bool find_fetch_driver(void* cuda);

class FetchLock {
public:
  FetchLock() { ::pthread_mutex_lock(&mutex); }
  ~FetchLock() { ::pthread_mutex_unlock(&mutex); }
  FetchLock(const FetchLock&) = delete;
  FetchLock& operator=(const FetchLock&) = delete;

private:
  static pthread_mutex_t mutex;
};

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

} // namespace texelscope::trace
