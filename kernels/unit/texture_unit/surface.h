// Surface reads and writes: raw texels without a sampler. x counts bytes.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// The bytes of one texel as 32-bit values, from the lowest address. Bytes beyond the texel are 0.
using SurfaceBits = std::array<std::uint32_t, 4>;

// surf*read<T> with a T of the texel's size at byte x, row y and slice, layer or face z of level 0.
SurfaceBits surface_read(const Texture& texture, BoundaryMode boundary, int x, int y = 0, int z = 0);
// surf*write<T>: `texels` are the bytes of level 0.
void surface_write(const Texture& texture, std::byte* texels, const SurfaceBits& value, BoundaryMode boundary,
                   int x, int y = 0, int z = 0);

} // namespace texelscope
