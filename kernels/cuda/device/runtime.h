// CUDA's runtime, with errors as sentences and owned handles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

#include "kernels/backend/backend.h"
#include "kernels/cuda/device/handle.h"

namespace texelscope::cuda {

// Errors after which CUDA's documentation says that the process must be started anew.
bool is_sticky(cudaError_t error);

// A failed CUDA call. device_lost where the error sticks.
struct CudaError : MachineError {
  CudaError(const char* call, cudaError_t error);
  cudaError_t code;
};

// "cudaErrorMemoryAllocation (out of memory)"
std::string error_string(cudaError_t error);

// Throws CudaError, and clears what cudaGetLastError would report to the next caller.
inline void check(cudaError_t error, const char* call) {
  if (error != cudaSuccess) throw CudaError(call, error);
}
#define TEXELSCOPE_CUDA(call, ...) ::texelscope::cuda::check(call(__VA_ARGS__), #call)

// For clean-up, where the device or the GL context may be gone: leaves nothing behind for cudaGetLastError.
inline void ignore(cudaError_t error) noexcept {
  if (error != cudaSuccess) cudaGetLastError();
}
template <auto Destroy, class Raw>
void destroy(Raw raw) noexcept {
  ignore(Destroy(raw));
}

using Stream = Handle<cudaStream_t, destroy<cudaStreamDestroy, cudaStream_t>>;
using Event = Handle<cudaEvent_t, destroy<cudaEventDestroy, cudaEvent_t>>;
using Array = Handle<cudaArray_t, destroy<cudaFreeArray, cudaArray_t>>;
using TextureObject = Handle<cudaTextureObject_t, destroy<cudaDestroyTextureObject, cudaTextureObject_t>>;
using SurfaceObject = Handle<cudaSurfaceObject_t, destroy<cudaDestroySurfaceObject, cudaSurfaceObject_t>>;
using PinnedMemory = Handle<void*, destroy<cudaFreeHost, void*>>;
using GraphicsResource =
    Handle<cudaGraphicsResource_t, destroy<cudaGraphicsUnregisterResource, cudaGraphicsResource_t>>;

cudaChannelFormatDesc channel_desc(const ElementFormat& format);
Event make_event(bool timing);
PinnedMemory make_pinned(std::size_t bytes);

} // namespace texelscope::cuda
