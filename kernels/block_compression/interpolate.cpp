#include "kernels/block_compression/interpolate.h"

#include <array>

namespace texelscope::bc {

std::int32_t interpolate_color(Palette palette, int first, int second, int index) {
  if (index == 0) return 6 * first;
  if (index == 1) return 6 * second;
  if (palette == Palette::three_colors) return index == 2 ? 3 * (first + second) : 0;
  return index == 2 ? 2 * (2 * first + second) : 2 * (first + 2 * second);
}

std::int32_t interpolate_value(Palette palette, int first, int second, int index, int least, int largest) {
  if (index == 0) return 35 * first;
  if (index == 1) return 35 * second;
  if (palette == Palette::eight_values) return 5 * ((8 - index) * first + (index - 1) * second);
  if (index >= 6) return 35 * (index == 6 ? least : largest);
  return 7 * ((6 - index) * first + (index - 1) * second);
}

// The last step scales 16 bits to the halves from 0 to 65504, or from -65504.
std::int32_t interpolate_half(bool is_signed, int first, int second, int weight) {
  const int value = ((64 - weight) * first + weight * second + 32) >> 6;
  if (!is_signed) return value * 31 >> 6;
  return value < 0 ? (-value * 31 >> 5) | 0x8000 : value * 31 >> 5;
}

std::int32_t interpolate_bc7(int first, int second, int weight) {
  return ((64 - weight) * first + weight * second + 32) >> 6;
}

int weight_of(int index_bits, int index) {
  constexpr std::array<std::uint8_t, 4> of_two = {0, 21, 43, 64};
  constexpr std::array<std::uint8_t, 8> of_three = {0, 9, 18, 27, 37, 46, 55, 64};
  constexpr std::array<std::uint8_t, 16> of_four = {0,  4,  9,  13, 17, 21, 26, 30,
                                                    34, 38, 43, 47, 51, 55, 60, 64};
  const auto i = std::size_t(index);
  return index_bits == 2 ? of_two[i] : index_bits == 3 ? of_three[i] : of_four[i];
}

} // namespace texelscope::bc
