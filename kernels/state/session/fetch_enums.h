// The enums of spec.h that fetch kernels use. NVRTC compiles this header too: it needs nothing but <cstdint>.
#pragma once

#include <cstdint>

#include "kernels/ground/base/host_device.h"

namespace texelscope {

enum class Dimension : std::uint8_t { d1, d2, d3, d1_layered, d2_layered, cube, cube_layered };
// The CUDA function that fetches: tex*(), tex*Lod(), tex*Grad(), tex2Dgather(), tex1Dfetch().
enum class FetchKind : std::uint8_t { plain, lod, grad, gather, texel };
// How a flat view combines several fetches along the slice's axis: not at all (one fetch), or to one value,
// channel by channel; see slab_rules.h.
enum class Slab : std::uint8_t { off, minimum, maximum, mean };
// How pixels become coordinates; see fetch_rules.h.
enum class Projection : std::uint8_t { flat, sheet, net, sphere, tilted, grid };
// The T of tex2D<T>: the texel's own type, or another one, which CUDA leaves undefined.
enum class FetchType : std::uint8_t { native, f32, u32, s32, u16, s16, u8, s8 };
enum class CubeFace : std::uint8_t { positive_x, negative_x, positive_y, negative_y, positive_z, negative_z };
// The type that tex2D<T> returned: float4, uint4 or int4. Channels that the texture lacks are 0.
enum class ResultType : std::uint8_t { floating, unsigned_int, signed_int };

// The longest mip chain: from 32768 texels down to one.
inline constexpr int max_mip_levels = 16;

// The number of planes (slices, layers or faces) of width x height texels in a texture of `depth`.
TEXELSCOPE_HOST_DEVICE constexpr int plane_count(Dimension dimension, int depth) {
  switch (dimension) {
  case Dimension::d1:
  case Dimension::d2:
    return 1;
  case Dimension::cube:
    return 6;
  case Dimension::cube_layered:
    return 6 * depth;
  default:
    return depth;
  }
}
TEXELSCOPE_HOST_DEVICE constexpr bool is_cube(Dimension d) {
  return d == Dimension::cube || d == Dimension::cube_layered;
}
TEXELSCOPE_HOST_DEVICE constexpr bool is_1d(Dimension d) {
  return d == Dimension::d1 || d == Dimension::d1_layered;
}
TEXELSCOPE_HOST_DEVICE constexpr bool is_layered(Dimension d) {
  return d == Dimension::d1_layered || d == Dimension::d2_layered || d == Dimension::cube_layered;
}

} // namespace texelscope
