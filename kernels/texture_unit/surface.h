// Surface reads and writes: raw texels, no sampler. x counts bytes.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// The bytes of one texel, as words from the lowest address on; what is beyond the texel is 0.
using SurfaceWords = std::array<std::uint32_t, 4>;

// surf*read<T> with a T of the texel's size at byte x, row y and slice, layer or face z of level 0.
SurfaceWords surface_read(const Texture& texture, BoundaryMode boundary, int x, int y = 0, int z = 0);
// surf*write<T>: `texels` are the bytes of level 0.
void surface_write(const Texture& texture, std::byte* texels, const SurfaceWords& value,
                   BoundaryMode boundary, int x, int y = 0, int z = 0);

} // namespace texelscope
