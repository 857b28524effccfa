#include "kernels/texture_unit/srgb.h"

#include <cmath>

#include "kernels/half.h"

namespace texelscope::unit {

namespace {
std::array<std::uint16_t, 256> make_table() {
  std::array<std::uint16_t, 256> table = {};
  for (std::size_t code = 0; code < table.size(); ++code) {
    const double s = double(code) / 255;
    table[code] = float_to_half(float(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4)));
  }
  return table;
}
} // namespace

const std::array<std::uint16_t, 256>& srgb_table() {
  static const std::array<std::uint16_t, 256> table = make_table();
  return table;
}

} // namespace texelscope::unit
