// CUDA's runtime, with errors as sentences and owned handles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

#include "kernels/machines/backend/backend.h"
#include "kernels/machines/cuda/device/handle.h"
#include "kernels/state/session/texel_format.h"

namespace texelscope::cuda {

// Whether it is an error after which, by CUDA's documentation, the process must be restarted.
bool is_sticky(cudaError_t error);

// A failed CUDA call. device_lost is set if the error is sticky.
struct CudaError : MachineError {
  CudaError(const char* failed_call, cudaError_t error);
  const char* call; // a string literal
  cudaError_t code;
};

// "cudaErrorMemoryAllocation (out of memory)"
std::string error_string(cudaError_t error);

// Throws CudaError, and clears the error that cudaGetLastError would report to the next caller.
inline void check(cudaError_t error, const char* call) {
  if (error != cudaSuccess) throw CudaError(call, error);
}
#define TEXELSCOPE_CUDA(call, ...) ::texelscope::cuda::check(call(__VA_ARGS__), #call)

// For clean-up when the device or the GL context may be gone: leaves no error behind for cudaGetLastError.
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

cudaChannelFormatDesc channel_desc(const TexelFormatRow& format);
cudaChannelFormatDesc channel_desc(const ElementFormat& format); // plain channels
Event make_event(bool timing);
PinnedMemory make_pinned(std::size_t bytes);

} // namespace texelscope::cuda
