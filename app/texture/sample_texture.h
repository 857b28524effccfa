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

inline constexpr int max_sample_side = 16384; // the limit up to which the model was verified

// `axes`: 1, 2 or 3. Without `channels`, one more axis holds the channels. Throws a FileError that names the
// file.
SampleTexture load_sample_texture(const std::vector<std::filesystem::path>& files, int axes,
                                  std::optional<int> channels);

// "1d"
std::string dimension_name(int axes);

} // namespace texelscope
