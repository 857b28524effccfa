// What a texture object sees of memory that holds something else; see MemoryShape in resolve.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "kernels/image/image.h"
#include "kernels/resolve/resolve.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// Memory whose rows the texture object takes for others (Effective::is_reinterpreted), as it sees them.
// `texels`: as Image's.
Image make_image_view(const std::byte* texels, const Effective& effective);
// Either; `relaid` takes the rows where they have to be moved.
Texture make_texture_view(const std::byte* texels, const Effective& effective, Image& reinterpreted);

// Where a texel that the texture object sees begins in memory whose rows it takes for others.
struct MemoryTexel {
  std::int64_t byte = 0; // from the texture's first
  std::optional<std::array<int, 2>>
      texel; // column and row; nothing: that byte lies between the rows, or past the last
};
// Nothing where memory is as the texture object sees it.
std::optional<MemoryTexel> memory_texel(const Effective& effective, int x, int y);

} // namespace texelscope
