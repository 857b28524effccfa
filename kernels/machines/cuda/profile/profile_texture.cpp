#include "kernels/machines/cuda/profile/profile_texture.h"

#include <algorithm>

namespace texelscope::cuda {

using profile::Path;

namespace {
constexpr std::size_t max_staged_bytes = std::size_t(64) << 20;
} // namespace

ProfileTexture::ProfileTexture(const profile::BenchmarkCase& of, profile::WordMask texels,
                               cudaStream_t stream)
    : cell(of), texture(profile::texture_of(of)), made(texture, stream) {
  for (int level = 0; level < texture.level_count; ++level)
    fill_level(level, texels, stream);
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
}

// Copies texels to arrays from linear memory, some rows of a plane at a time.
void ProfileTexture::fill_level(int level, profile::WordMask texels, cudaStream_t stream) {
  const auto [width, height, depth] = texture.size_of(level);
  const std::size_t row = std::size_t(width) * std::size_t(texture.format.texel_bytes());
  const int row_values = int(row / sizeof(std::uint32_t));
  if (!is_array(texture.storage))
    return launch_profile_fill(made.memory(), made.pitch(), row_values, height, 0, texels, stream);
  const int rows = int(std::clamp<std::size_t>(max_staged_bytes / row, 1, std::size_t(height)));
  const DeviceMemory staged = make_device_memory(row * std::size_t(rows));
  for (int plane = 0; plane < depth; ++plane)
    for (int first = 0; first < height; first += rows) {
      const int count = std::min(rows, height - first);
      const std::uint64_t word =
          (std::uint64_t(plane) * std::uint64_t(height) + std::uint64_t(first)) * std::uint64_t(row_values);
      launch_profile_fill(static_cast<std::byte*>(staged.get()), row, row_values, count, word, texels,
                          stream);
      cudaMemcpy3DParms copy = {};
      copy.srcPtr = make_cudaPitchedPtr(staged.get(), row, std::size_t(width), std::size_t(count));
      copy.dstArray = made.array_of(level);
      copy.dstPos = {0, std::size_t(first), std::size_t(plane)};
      copy.extent = {std::size_t(width), std::size_t(count), 1};
      copy.kind = cudaMemcpyDeviceToDevice;
      TEXELSCOPE_CUDA(cudaMemcpy3DAsync, &copy, stream);
    }
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
}

ProfileArguments ProfileTexture::arguments() {
  ProfileArguments a;
  a.texture = made.object();
  if (cell.path == Path::surface) a.surface = made.surface();
  a.memory = made.memory();
  a.pitch = unsigned(made.pitch());
  a.width = texture.width;
  a.height = texture.height;
  a.pattern = profile::access_pattern_of(cell);
  return a;
}

ProfileKernel ProfileTexture::kernel() const {
  switch (cell.path) {
  case Path::tex:
    return tex_kernel_of(cell.dimension, profile::kind_of(cell), texture.result_type());
  case Path::shared:
  case Path::software:
    return filter_kernel_of(cell.path, cell.format);
  default:
    return load_kernel_of(cell.path, cell.format);
  }
}

} // namespace texelscope::cuda
