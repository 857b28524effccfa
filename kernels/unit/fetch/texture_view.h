// The texels that a texture object sees if memory is laid out differently; see MemoryShape in resolve.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// Memory whose rows the texture object interprets differently (Effective::is_reinterpreted), as it sees them.
// `texels`: laid out like Image::texels.
Image make_image_view(const std::byte* texels, const Effective& effective);
// Makes either kind of view; `reinterpreted` receives the rows if they have to be moved.
Texture make_texture_view(const std::byte* texels, const Effective& effective, Image& reinterpreted);

// Where a texel of the texture object begins in memory whose rows it interprets differently.
struct MemoryTexel {
  std::int64_t byte = 0; // from the texture's first
  std::optional<std::array<int, 2>>
      texel; // column and row; empty: that byte lies between the rows, or past the last
};
// Empty if memory is laid out as the texture object sees it.
std::optional<MemoryTexel> memory_texel(const Effective& effective, int x, int y);

} // namespace texelscope
