// Step 5: the weighted sum, exactly as wide as the hardware's.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/sum_trace.h"

namespace texelscope::unit {

// The texels of a fetch for one channel, in quads: the four of a slice, level or probe, or one if the level
// is sampled by points. A pass adds up some quads of one level and the sum of the passes before it.
struct Taps {
  struct Tap {
    int weight;           // over 256, or its quad's scale; the sum of all is the whole
    std::uint32_t stored; // the stored bits, see decode.h
    bool
        contributes; // its level, slice, column and row have a weight, even where the product is rounded to 0
  };
  static constexpr std::size_t max_quads = 40, max_taps = 4 * max_quads;
  std::array<Tap, max_taps> tap;
  std::size_t count = 0, quad_count = 0;
  std::array<std::size_t, max_quads + 1> quad; // quad q holds taps [quad[q], quad[q + 1])
  std::array<int, max_quads> bits;             // its weights are over 2^bits
  std::size_t pass_count = 0;
  std::array<std::size_t, max_quads + 1> pass; // pass p holds quads [pass[p], pass[p + 1])

  Taps() { quad[0] = pass[0] = 0; }

  void add(const Tap& next) { tap[count++] = next; }
  void end_quad(int weight_bits = 8) {
    bits[quad_count] = weight_bits;
    quad[++quad_count] = count;
  }
  void end_pass() { pass[++pass_count] = quad_count; }
};

// The float bits that a filtered fetch returns for one channel. `kind` is not Channel::integer. `trace`, if
// any, must be empty; it receives the intermediate results.
std::uint32_t filter(Channel kind, const Taps& taps, SumTrace* trace = nullptr);

// The same for integers read as elements: mip levels are blended although texels cannot be.
std::uint32_t blend_integers(const ElementFormat& format, const Taps& taps, SumTrace* trace = nullptr);

} // namespace texelscope::unit
