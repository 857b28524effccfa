// Decodes blocks to texels, as the texture unit does before it filters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/state/session/spec.h"
#include "kernels/unit/image/block_compression/block_info.h"

namespace texelscope::bc {

// The stored bits of each channel of decoded_element(format); channels that it lacks are 0. BC6H's alpha is
// the half 1.
using Texel = std::array<std::uint16_t, 4>;
using Texels = std::array<Texel, 16>; // row after row

// `block` holds block_bytes(format) bytes.
Texels decode(Format format, const std::byte* block);

// The channels that an index of the plane selects in a subset, before BC7's rotation; other channels are 0.
// BC1's colors include their alpha.
Texel palette_entry(const BlockInfo& info, const Plane& plane, int subset, int index);

// A texel by the format's specification, without any rounding between the end points, as real values: from 0
// to 1, from -1 to 1 where the format is signed; BC6H and BC7 are specified bit for bit.
std::array<double, 4> specified_value(const BlockInfo& info, std::size_t texel);

// Decodes all blocks of a surface of width x height texels: rows of (width + 3) / 4 blocks become tightly
// packed rows of texels of decoded_element(format).
void decode_surface(Format format, const std::byte* blocks, int width, int height, std::byte* texels);

} // namespace texelscope::bc
