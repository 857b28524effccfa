// The texture unit's arithmetic on gradients: floats of 10 significant bits, always truncated toward zero.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace texelscope::unit {

// magnitude * 2^exponent; the magnitude is 0 or has exactly `digits` bits.
template <int digits>
struct CutFloat {
  int magnitude = 0, exponent = -1000;
  bool negative = false;
};
using Short = CutFloat<10>;
using Single = CutFloat<24>;

template <int digits>
constexpr CutFloat<digits> cut(std::int64_t magnitude, int exponent, bool negative) {
  if (magnitude <= 0) return {};
  const int surplus = int(std::bit_width(std::uint64_t(magnitude))) - digits;
  return {int(surplus >= 0 ? magnitude >> surplus : magnitude << -surplus), exponent + surplus, negative};
}

// Measured: NaN counts as 0 and infinity as 2^128.
template <int digits>
constexpr CutFloat<digits> cut(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const int exponent = int(bits >> 23 & 255);
  const std::uint32_t mantissa = bits & 0x7fffff;
  const bool negative = bits >> 31;
  if (exponent == 255) return mantissa != 0 ? CutFloat<digits>{} : cut<digits>(1, 128, negative);
  return exponent != 0 ? cut<digits>(mantissa | 0x800000, exponent - 150, negative)
                       : cut<digits>(mantissa, -149, negative);
}
constexpr Short make_short(std::int64_t magnitude, int exponent, bool negative) {
  return cut<10>(magnitude, exponent, negative);
}
constexpr Short make_short(float value) {
  return cut<10>(value);
}
constexpr Short make_short(int value) {
  return make_short(value, 0, false);
}
constexpr Short make_short(const Single& a) {
  return make_short(a.magnitude, a.exponent, a.negative);
}

template <int digits>
constexpr CutFloat<digits> operator-(CutFloat<digits> a) {
  a.negative = !a.negative;
  return a;
}
// Compares magnitudes.
template <int digits>
constexpr bool smaller(const CutFloat<digits>& a, const CutFloat<digits>& b) {
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.magnitude < b.magnitude;
}

constexpr Short times_power(Short a, int power) {
  if (a.magnitude != 0) a.exponent += power;
  return a;
}

// Fitted: an array multiplier without its six lowest columns, and a constant that compensates for them.
constexpr Short operator*(const Short& a, const Short& b) {
  if (a.magnitude == 0 || b.magnitude == 0) return {};
  int product = 448;
  for (int i = 0; i < 10; ++i) {
    const int cut = i < 6 ? (1 << (6 - i)) - 1 : 0;
    if (a.magnitude >> i & 1) product += (b.magnitude & ~cut) << i;
  }
  return make_short(product, a.exponent + b.exponent, a.negative != b.negative);
}

// |a| * factor / 2^shift, for the constants of lengths.
constexpr Short scaled(const Short& a, int factor, int shift) {
  return a.magnitude != 0 ? make_short(std::int64_t(a.magnitude) * factor + 256, a.exponent - shift, false)
                          : Short{};
}

// The smaller number keeps one bit below the last bit of the larger.
template <int digits>
constexpr CutFloat<digits> operator+(CutFloat<digits> a, CutFloat<digits> b) {
  if (smaller(a, b)) std::swap(a, b);
  if (b.magnitude == 0) return a;
  const int exponent_difference = a.exponent - b.exponent,
            low = exponent_difference > digits + 1 ? 0 : b.magnitude * 2 >> exponent_difference,
            high = a.magnitude * 2;
  return cut<digits>(a.negative == b.negative ? high + low : high - low, a.exponent - 1, a.negative);
}
template <int digits>
constexpr CutFloat<digits> operator-(const CutFloat<digits>& a, const CutFloat<digits>& b) {
  return a + -b;
}

} // namespace texelscope::unit
