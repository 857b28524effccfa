#include "kernels/unit/texture_unit/srgb.h"

#include <algorithm>
#include <array>

namespace texelscope::unit {

namespace {
// Measured: all codes, by point sampling.
constexpr std::array<std::uint16_t, 256> table = {
#include "kernels/unit/texture_unit/srgb_table.inc"
};

// Measured by the bits that linear filtering loses beside each code. The first segment has exponent -6, each
// following one 1 more.
constexpr std::array<std::uint32_t, 7> segment_starts = {32, 48, 64, 96, 136, 184, 248};
} // namespace

std::uint16_t srgb_half(std::uint32_t code) {
  return table[code & 255u];
}

int srgb_exponent(std::uint32_t code) {
  return int(std::upper_bound(segment_starts.begin(), segment_starts.end(), code) - segment_starts.begin()) -
         6;
}

} // namespace texelscope::unit
