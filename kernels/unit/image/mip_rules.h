// How the texels of a mip level are computed, as pure functions that are compiled both for the CPU and for
// CUDA; mips.h describes the rules. Doubles are added, divided and converted with one rounding each, in this
// order, so that both give the same bits.
#pragma once

#include <array>

#include "kernels/unit/image/element.h"
#include "kernels/unit/image/srgb.h"

namespace texelscope::rules {

// The source of a level's texels: up to two texels along each axis of the level above.
struct MipStep {
  int from[3] = {1, 1, 1}, to[3] = {1, 1, 1}; // sizes
  bool deep = false;                          // slices are halved too
  bool drop = false;                          // only the first texel

  MipStep(const std::array<int, 3>& above, const std::array<int, 3>& level, Dimension dimension,
          MipSource source)
      : from{above[0], above[1], above[2]}, to{level[0], level[1], level[2]},
        deep(dimension == Dimension::d3), drop(source == MipSource::subsample) {}

  TEXELSCOPE_HOST_DEVICE int count(int axis) const {
    return drop || (axis == 2 && !deep) || from[axis] == to[axis] ? 1 : 2;
  }
  TEXELSCOPE_HOST_DEVICE int first(int axis, int index) const {
    return (axis == 2 && !deep) || from[axis] == to[axis] ? index : 2 * index;
  }
};

// One channel's mean over texel(0) to texel(count - 1), where count is 1, 2, 4 or 8. For floats, any NaN
// gives the one with all bits set, because it differs between machines which NaN a sum returns; a single NaN
// is unchanged.
template <class E, class TexelAt>
TEXELSCOPE_HOST_DEVICE inline typename E::Word mip_average(int count, TexelAt&& texel) {
  if (count == 1) return texel(0);
  if constexpr (E::kind == ElementKind::floating) {
    double sum = 0;
    for (int i = 0; i < count; ++i)
      sum += E::real(texel(i));
    return sum != sum ? E::nan : E::encode(sum / count);
  } else {
    std::int64_t sum = count / 2; // counts are powers of two, so that the shift rounds halves up
    for (int i = 0; i < count; ++i) {
      if constexpr (E::is_signed)
        sum += static_cast<typename E::Signed>(texel(i));
      else
        sum += texel(i);
    }
    return static_cast<typename E::Word>(sum >> (count == 8 ? 3 : count == 4 ? 2 : 1));
  }
}

// The elements that hold sRGB codes.
template <class E>
inline constexpr bool is_srgb_code = E::kind == ElementKind::unsigned_int&& E::bits == 8;

// The same for channel `channel` of texels that are decoded as sRGB: colors are averaged as light.
template <class TexelAt>
TEXELSCOPE_HOST_DEVICE inline std::uint8_t mip_average_light(const SrgbCurve& curve, int channels,
                                                             int channel, int count, TexelAt&& texel) {
  if (count == 1 || !is_srgb_channel(channels, channel))
    return mip_average<Element<ElementKind::unsigned_int, 8>>(count, texel);
  std::uint64_t sum = 0;
  for (int i = 0; i < count; ++i)
    sum += curve.light[texel(i)];
  return curve.code(sum, count);
}

// Averages the texel and the tint, as real values.
template <class E>
TEXELSCOPE_HOST_DEVICE inline typename E::Word mip_tinted(typename E::Word texel, double tint) {
  const double value = (E::real(texel) + tint) / 2;
  if constexpr (E::kind == ElementKind::floating)
    if (value != value) return E::nan;
  return E::encode(value);
}

} // namespace texelscope::rules
