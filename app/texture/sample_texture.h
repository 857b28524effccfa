// The texture of `texelscope sample`: one .npy file per mip level.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// A texture that owns its texels. Its sampler is CUDA's default.
struct SampleTexture {
  SampleTexture() = default;
  SampleTexture(SampleTexture&&) = default;

  Texture texture;
  std::vector<std::vector<std::byte>> levels; // each with Image::padding bytes at its end
  std::string type;                           // "uint8"
};

// A file's axes are those of its dimension: (W,), (H, W), (D, H, W), (layers, W), (layers, H, W), (6, H, W)
// or (6 * layers, H, W). Without `channels`, one more axis holds the channels. Throws a FileError that names
// the file.
SampleTexture load_sample_texture(const std::vector<std::filesystem::path>& files, Dimension dimension,
                                  std::optional<int> channels);

} // namespace texelscope
