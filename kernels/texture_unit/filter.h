// Step 5: the weighted sum, as wide as the hardware's and no wider.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/texture_unit/decode.h"

namespace texelscope::unit {

// The texels of a fetch for one channel, in quads: the four of a slice or level, or one where the level is sampled by
// points.
struct Taps {
  struct Tap {
    int weight = 0;           // over 256; the sum of all is 256
    std::uint32_t stored = 0; // bits as decode.h says
    bool takes_part = true;   // its level, slice, column and row have a weight, even where the product is rounded to 0
  };
  static constexpr std::size_t most = 16, most_quads = 4;
  std::array<Tap, most> tap;
  std::size_t count = 0, quad_count = 0;
  std::array<std::size_t, most_quads + 1> quad = {}; // quad q holds taps [quad[q], quad[q + 1])

  void add(const Tap& next) { tap[count++] = next; }
  void end_quad() { quad[++quad_count] = count; }
};

// The float bits that a filtered fetch returns for one channel. `kind` is not Channel::integer.
std::uint32_t filter(Channel kind, const Taps& taps);

// The same for integers read as elements: mip levels are blended though texels cannot be.
std::uint32_t blend_integers(const ElementFormat& format, const Taps& taps);

} // namespace texelscope::unit
