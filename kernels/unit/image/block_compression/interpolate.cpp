#include "kernels/unit/image/block_compression/interpolate.h"

#include <array>
#include <cstdlib>

namespace texelscope::bc {

namespace {

// A step over 256 from one endpoint toward the other.
struct Step {
  bool from_second;
  int weight;
  int shift; // for 8 bits: adds the difference shifted right
};
constexpr std::array<Step, 6> sevenths = {
    {{false, 36, 3}, {false, 72, 2}, {true, 144, 1}, {false, 144, 1}, {true, 72, 2}, {true, 36, 3}}};
constexpr std::array<Step, 4> fifths = {{{false, 48, 3}, {false, 96, 2}, {true, 96, 2}, {true, 48, 3}}};
constexpr Step third = {false, 80, 2}, half = {false, 128, 2};

// The step for indices 2 to 7, or to 5.
Step step_of(Palette palette, int index) {
  const auto i = std::size_t(index - 2);
  return palette == Palette::eight_values ? sevenths[i] : fifths[i];
}

int of_8_bits(const Step& step, int first, int second) {
  const int from = step.from_second ? second : first,
            difference = step.from_second ? first - second : second - first;
  return (256 * from + (difference >> step.shift) + 128 + difference * step.weight) >> 8;
}

int signed_16(int code) { // from -127 .. 127 to -32767 .. 32767
  const int wide = widened(std::abs(code), 7, 15);
  return code < 0 ? -wide : wide;
}

int of_16_bits(const Step& step, bool is_signed, int first, int second) {
  const int from = step.from_second ? second : first, to = step.from_second ? first : second;
  return (is_signed ? signed_16(from) : 257 * from) + step.weight * (to - from);
}

} // namespace

int widened(int code, int bits, int to_bits) {
  int wide = 0;
  for (int shift = to_bits - bits; shift > -bits; shift -= bits)
    wide |= shift >= 0 ? code << shift : code >> -shift;
  return wide;
}

int interpolate_color(Palette palette, int bits, int first, int second, int index) {
  if (index < 2) return widened(index == 0 ? first : second, bits, 8);
  if (palette == Palette::three_colors && index == 3) return 0;
  if (bits == 6) {
    const int from = widened(first, 6, 8), to = widened(second, 6, 8);
    if (palette == Palette::three_colors) return of_8_bits(half, from, to);
    return index == 2 ? of_8_bits(third, from, to) : of_8_bits(third, to, from);
  }
  if (palette == Palette::three_colors) return (first + second) * 33 >> 3;
  return (index == 2 ? 2 * first + second : first + 2 * second) * 22 >> 3;
}

int interpolate_alpha(Palette palette, int first, int second, int index) {
  if (index < 2) return index == 0 ? first : second;
  if (palette == Palette::six_values && index >= 6) return index == 6 ? 0 : 255;
  return of_8_bits(step_of(palette, index), first, second);
}

int interpolate_value(Palette palette, bool is_signed, int first, int second, int index) {
  if (index < 2) return of_16_bits({index == 1, 0, 0}, is_signed, first, second);
  if (palette == Palette::six_values && index >= 6) {
    if (is_signed) return index == 6 ? -32767 : 32767;
    return index == 6 ? 0 : 65535;
  }
  return of_16_bits(step_of(palette, index), is_signed, first, second);
}

// The last step scales 16 bits to the halves from 0 to 65504, or from -65504. There is no negative zero.
int interpolate_half(bool is_signed, int first, int second, int weight) {
  const int value = ((64 - weight) * first + weight * second + 32) >> 6;
  if (!is_signed) return value * 31 >> 6;
  const int magnitude = std::abs(value) * 31 >> 5;
  return value < 0 && magnitude > 0 ? magnitude | 0x8000 : magnitude;
}

int interpolate_bc7(int first, int second, int weight) {
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
