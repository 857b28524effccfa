// The threads of a warp that share the texture unit's passes over an anisotropic fetch.
//
// Measured: a quad is threads 4i to 4i + 3 of a warp, as two rows of two. Threads with equal gradients are
// fetched as a whole quad if two of them lie diagonally: 0 and 3, or 1 and 2. Then pairs of threads share
// passes, first and second along the longer gradient. The unit sums four probes per pass. If the first
// thread's probes do not fill the last pass, the second's first probes do, and the second's passes are
// shifted. (For texels of more than four bytes it sums two, and a level's probes fill their passes.) Sums of
// floats show that in the last bit. All other threads are fetched alone, as firsts.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/unit/texture_unit/fetch_at.h"

namespace texelscope::unit {

// Measured: the unit compares the upper 18 bits of each gradient component's float.
constexpr std::uint32_t compared_bits(float component) {
  return std::bit_cast<std::uint32_t>(component) & 0xffffc000;
}
constexpr bool equal_gradients(const Gradient& a, const Gradient& b) {
  return compared_bits(a.x) == compared_bits(b.x) && compared_bits(a.y) == compared_bits(b.y);
}

// Calls set(i, lane) for fetches [0, count) of consecutive threads, the first of which is a quad's first:
// `lane` is the thread's number in its quad, or 0 if it is fetched alone. together(i, j): both fetch, with
// equal gradients.
template <class Together, class Set>
void find_quad_lanes(std::size_t count, Together together, Set set) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i & ~std::size_t(3);
    const auto has = [&](std::size_t lane) {
      const std::size_t j = first + lane;
      return j == i || (j < count && together(i, j));
    };
    const bool whole = (has(0) && has(3)) || (has(1) && has(2));
    set(i, whole ? int(i - first) : 0);
  }
}

// For fetches of consecutive threads, the first of which is a quad's first.
inline void set_quad_lanes(std::span<FetchAt> at) {
  const auto together = [&](std::size_t i, std::size_t j) {
    return equal_gradients(at[i].dx, at[j].dx) && equal_gradients(at[i].dy, at[j].dy);
  };
  find_quad_lanes(at.size(), together, [&](std::size_t i, int lane) { at[i].quad_lane = lane; });
}

} // namespace texelscope::unit
