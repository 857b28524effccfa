// The texture of `texelscope sample`: NumPy files, pictures or a DDS file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// A texture that owns its texels. Its sampler is CUDA's default.
struct SampleTexture {
  SampleTexture() = default;
  SampleTexture(SampleTexture&&) = default;

  Texture texture;
  std::vector<Image> images; // of each file
  std::string type;          // "uint8"
  std::optional<bool> srgb;  // whether a picture says that its codes are sRGB
};

// Whether the file's ending, or standard input's first bytes, say that it is a picture, which has a dimension
// of its own; all other files are .npy.
bool is_picture(const std::filesystem::path& file);

struct SampleTextureRequest {
  std::vector<std::filesystem::path> files; // one for each mip level, or one that holds all
  std::optional<Dimension> dimension;       // empty: the picture's
  std::optional<int> channels;              // empty: the file's
  FetchKind function = FetchKind::plain;    // which fetches: tex1Dfetch() reads linear memory
  bool gather_flag = false;                 // made with cudaArrayTextureGather, as for a gather in any case
};

// An array's axes are those of its dimension: (W,), (H, W), (D, H, W), (layers, W), (layers, H, W), (6, H, W)
// or (6 * layers, H, W). Without `channels`, one more axis holds the channels. A picture has its own levels,
// layers and faces. Throws a FileError that names the file.
SampleTexture load_sample_texture(const SampleTextureRequest& request);

} // namespace texelscope
