// Numbers for people.
#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

namespace texelscope {

// With `digits` significant digits; whole numbers of up to 32 bits with all of theirs. `plus`: with a sign.
inline std::string brief_number(double value, int digits, bool plus = false) {
  constexpr double largest = 4294967295.0;
  const bool whole = std::fabs(value) <= largest && value == std::trunc(value);
  if (plus) return whole ? fmt::format("{:+.0f}", value) : fmt::format("{:+.{}g}", value, digits);
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

// 9 significant digits as floats need, "nan", "inf".
inline std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return fmt::format("{:.9g}", value);
}

} // namespace texelscope
