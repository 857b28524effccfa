// Internal: cosine and sine of an angle, and the length of a vector, computed with operations that round
// correctly, so that every compiler and library gives the same bits. Cosine and sine are within 3e-15 of the
// true values, and exact at quarter turns.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace texelscope {

struct Turn {
  double cosine = 1;
  double sine = 0;
};

// Taylor series for an angle of at most an eighth of a turn: the first term left out is below 1e-17.
inline Turn small_turn(double radians) {
  const double square = radians * radians;
  double cosine = 0, sine = 0;
  for (int n = 16; n > 0; n -= 2) {
    cosine = (1 - cosine) * square / (n * (n - 1));
    sine = (1 - sine) * square / (n * (n + 1));
  }
  return {1 - cosine, radians * (1 - sine)};
}

// The turn plus a number of quarter turns.
inline Turn turned(const Turn& t, int quarters) {
  switch (quarters & 3) {
  case 1:
    return {-t.sine, t.cosine};
  case 2:
    return {-t.cosine, -t.sine};
  case 3:
    return {t.sine, -t.cosine};
  default:
    return t;
  }
}

// The angle part / whole of a turn; whole > 0 and |part| < 2^60.
inline Turn turn_of(std::int64_t part, std::int64_t whole) {
  const std::int64_t p = (part % whole + whole) % whole;
  // Counted from the nearest quarter turn: p / whole = quarter / 4 + rest / (4 whole).
  const std::int64_t quarter = (8 * p + whole) / (2 * whole);
  const std::int64_t rest = 4 * p - quarter * whole;
  return turned(small_turn(double(rest) / double(4 * whole) * 6.283185307179586477), int(quarter % 4));
}

// An angle in degrees, of at most 1e6 of them either way.
inline Turn turn_of_degrees(double degrees) {
  const double rest = std::remainder(degrees, 90.0); // exact
  return turned(small_turn(rest * (3.14159265358979323846 / 180)), int((degrees - rest) / 90));
}

// NaN where a component is infinite.
inline double vector_length(double x, double y, double z) {
  x = std::fabs(x), y = std::fabs(y), z = std::fabs(z);
  const double longest = x < y ? (y < z ? z : y) : (x < z ? z : x);
  if (longest == 0) return 0;
  x /= longest, y /= longest,
      z /= longest; // squares of small and large components then neither vanish nor overflow
  return longest * std::sqrt(x * x + y * y + z * z);
}
// Infinite where a component is, even beside NaN, like std::hypot().
inline double vector_length(double x, double y) {
  return std::isinf(x) || std::isinf(y) ? std::numeric_limits<double>::infinity() : vector_length(x, y, 0);
}

} // namespace texelscope
