// Internal: cosine and sine of a rational part of a turn, computed with additions and multiplications only,
// so that every compiler and library gives the same bits. Within 3e-15 of the true values; exact at quarter
// turns.
#pragma once

#include <cstdint>

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

// The angle part / whole of a turn; whole > 0 and |part| < 2^60.
inline Turn turn_of(std::int64_t part, std::int64_t whole) {
  const std::int64_t p = (part % whole + whole) % whole;
  // Counted from the nearest quarter turn: p / whole = quarter / 4 + rest / (4 whole).
  const std::int64_t quarter = (8 * p + whole) / (2 * whole);
  const std::int64_t rest = 4 * p - quarter * whole;
  const Turn t = small_turn(double(rest) / double(4 * whole) * 6.283185307179586477);
  switch (quarter % 4) {
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

} // namespace texelscope
