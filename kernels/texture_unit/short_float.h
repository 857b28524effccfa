// The texture unit's arithmetic on gradients: floats of 10 significant bits, always cut toward zero.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

namespace texelscope::unit {

// magnitude * 2^exponent; the magnitude is 0 or from 512 to 1023.
struct Short {
  int magnitude = 0, exponent = -1000;
  bool negative = false;
};

constexpr Short make_short(std::int64_t magnitude, int exponent, bool negative) {
  if (magnitude <= 0) return {};
  const int surplus = int(std::bit_width(std::uint64_t(magnitude))) - 10;
  return {int(surplus >= 0 ? magnitude >> surplus : magnitude << -surplus), exponent + surplus, negative};
}

// Measured: NaN counts as 0 and infinity as 2^128.
constexpr Short make_short(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const int exponent = int(bits >> 23 & 255);
  const std::uint32_t mantissa = bits & 0x7fffff;
  const bool negative = bits >> 31;
  if (exponent == 255) return mantissa != 0 ? Short{} : Short{512, 119, negative};
  return exponent != 0 ? make_short(mantissa | 0x800000, exponent - 150, negative) : make_short(mantissa, -149, negative);
}
constexpr Short make_short(int value) { return make_short(value, 0, false); }

constexpr Short operator-(Short a) {
  a.negative = !a.negative;
  return a;
}
// By magnitude.
constexpr bool smaller(const Short& a, const Short& b) { return a.exponent != b.exponent ? a.exponent < b.exponent : a.magnitude < b.magnitude; }

constexpr Short times_power(Short a, int power) {
  if (a.magnitude != 0) a.exponent += power;
  return a;
}

// Fitted: an array multiplier without its six lowest columns, and a constant that makes up for them.
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
  return a.magnitude != 0 ? make_short(std::int64_t(a.magnitude) * factor + 256, a.exponent - shift, false) : Short{};
}

// The smaller number keeps one bit below the larger one's last.
constexpr Short operator+(Short a, Short b) {
  if (smaller(a, b)) std::swap(a, b);
  if (b.magnitude == 0) return a;
  const int apart = a.exponent - b.exponent, low = apart > 12 ? 0 : b.magnitude * 2 >> apart, high = a.magnitude * 2;
  return make_short(a.negative == b.negative ? high + low : high - low, a.exponent - 1, a.negative);
}
constexpr Short operator-(const Short& a, const Short& b) { return a + -b; }

} // namespace texelscope::unit
