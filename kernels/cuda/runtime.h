// CUDA's runtime with errors in words and owned handles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

#include "kernels/backend.h"
#include "kernels/cuda/handle.h"

namespace texelscope::cuda {

// Errors after which CUDA's documentation says that the process must be started anew.
bool is_sticky(cudaError_t error);

// A failed CUDA call. `lost`: the error sticks, no later call on this device can succeed.
struct CudaError : MachineError {
  CudaError(const char* call, cudaError_t error);
  cudaError_t code;
  bool lost;
};

// "cudaErrorMemoryAllocation (out of memory)"
std::string in_words(cudaError_t error);

// Throws CudaError, and clears what cudaGetLastError would report to the next caller.
inline void check(cudaError_t error, const char* call) {
  if (error != cudaSuccess) throw CudaError(call, error);
}
#define TEXELSCOPE_CUDA(call, ...) ::texelscope::cuda::check(call(__VA_ARGS__), #call)

// Destruction ignores errors: the device may be gone.
inline void destroy_stream(cudaStream_t stream) noexcept {
  cudaStreamDestroy(stream);
}
inline void destroy_event(cudaEvent_t event) noexcept {
  cudaEventDestroy(event);
}
inline void destroy_array(cudaArray_t array) noexcept {
  cudaFreeArray(array);
}
inline void destroy_texture(cudaTextureObject_t texture) noexcept {
  cudaDestroyTextureObject(texture);
}
inline void destroy_surface(cudaSurfaceObject_t surface) noexcept {
  cudaDestroySurfaceObject(surface);
}
inline void destroy_pinned(void* memory) noexcept {
  cudaFreeHost(memory);
}
inline void destroy_resource(cudaGraphicsResource_t resource) noexcept {
  cudaGraphicsUnregisterResource(resource);
}

using Stream = Handle<cudaStream_t, destroy_stream>;
using Event = Handle<cudaEvent_t, destroy_event>;
using Array = Handle<cudaArray_t, destroy_array>;
using TextureObject = Handle<cudaTextureObject_t, destroy_texture>;
using SurfaceObject = Handle<cudaSurfaceObject_t, destroy_surface>;
using PinnedMemory = Handle<void*, destroy_pinned>;
using GraphicsResource = Handle<cudaGraphicsResource_t, destroy_resource>;

Event make_event(bool timing);
PinnedMemory make_pinned(std::size_t bytes);

} // namespace texelscope::cuda
