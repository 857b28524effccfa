// The plane of a texture that the texture panel shows.
#pragma once

#include <cstddef>

#include "kernels/unit/image/image.h"

namespace texelscope {

struct TexelRect {
  int x = 0, y = 0, width = 0, height = 0; // within the texture, at most 4096 texels
  bool operator==(const TexelRect&) const = default;
};

// A mip level, and one of its slices, layers or faces: the requested ones, limited to those of the texture.
struct TexturePlane {
  int level = 0, plane = 0;
  int width = 0, height = 0; // texels of that level
  std::size_t offset = 0;    // of its first texel in Image::texels
  bool operator==(const TexturePlane&) const = default;
};
TexturePlane shown_plane(const ViewSpec& view, const Image& image);

} // namespace texelscope
