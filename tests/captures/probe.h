// texelscope_probe: finds out what the machine's texture unit accepts and what it returns.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "kernels/machines/cuda/device/handle.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::captures {

using cuda::Handle;

// Ends the probe: for calls that must work wherever there is a GPU.
void must(cudaError_t error, const char* call);

inline void destroy_array(cudaArray_t array) {
  cudaFreeArray(array);
}
inline void destroy_texture(cudaTextureObject_t texture) {
  cudaDestroyTextureObject(texture);
}
inline void destroy_memory(void* memory) {
  cudaFree(memory);
}
using Array = Handle<cudaArray_t, destroy_array>;
using Texture = Handle<cudaTextureObject_t, destroy_texture>;
using Memory = Handle<void*, destroy_memory>;

cudaChannelFormatDesc channel_desc(const ElementFormat& format);
// No array where CUDA refuses the format.
Array make_array(const ElementFormat& format, int width, int height, const void* texels);

struct Sampler {
  bool normalized = false;
  AddressMode address[2] = {AddressMode::clamp, AddressMode::clamp};
  float border[4] = {0, 0, 0, 0};
  FilterMode filter = FilterMode::point;
  ReadMode read_mode = ReadMode::element;
  bool srgb = false;
};
cudaError_t make_texture(cudaArray_t array, const Sampler& sampler, Texture& texture);

// Fetches at `coordinates` (x, y float bits each) with the return type of `format` and `result`; four
// components a sample.
std::vector<uint4> fetch(cudaTextureObject_t texture, const ElementFormat& format, ResultType result,
                         const std::vector<std::uint32_t>& coordinates);

ResultType result_type(const ElementFormat& format, ReadMode read_mode);

void probe_srgb(const std::filesystem::path& folder);
void probe_gl_formats();
void probe_block_compression(const std::filesystem::path& file);

} // namespace texelscope::captures
