// to_chars() and from_chars() of floats, for missing.h.
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace std {

namespace {
template <class Float>
bool reads_back(const string& digits, Float value) {
  if (sizeof(Float) == sizeof(float)) return strtof(digits.c_str(), nullptr) == value;
  return strtod(digits.c_str(), nullptr) == value;
}

// "1.5e+20" with the fewest digits.
template <class Float>
string scientific(Float value) {
  int digits = 0;
  while (digits < 16 && !reads_back(fmt::format("{:.{}e}", value, digits), value))
    ++digits;
  return fmt::format("{:.{}e}", value, digits);
}

// "150000000000000000000": whole numbers in full, others with the fewest digits.
template <class Float>
string fixed(Float value, const string& shortest) {
  if (value == floor(value)) return fmt::format("{:.0f}", value);
  const auto e = shortest.find('e'), point = shortest.find('.');
  const int decimals = int(e - (point < e ? point + 1 : e)) - stoi(shortest.substr(e + 1));
  return fmt::format("{:.{}f}", value, decimals);
}

template <class Float>
to_chars_result shortest_to_chars(char* first, char* last, Float value) {
  string shown = fmt::format("{}", value);
  if (isfinite(value)) {
    const string by_power = scientific(value);
    const int power = stoi(by_power.substr(by_power.find('e') + 1));
    shown = power > -8 && power < 25 ? fixed(value, by_power) : by_power;
    if (by_power.size() < shown.size()) shown = by_power;
  }
  if (ptrdiff_t(shown.size()) > last - first) return {last, errc::value_too_large};
  return {copy(shown.begin(), shown.end(), first), errc()};
}
} // namespace

to_chars_result to_chars(char* first, char* last, double value) {
  return shortest_to_chars(first, last, value);
}
to_chars_result to_chars(char* first, char* last, float value) {
  return shortest_to_chars(first, last, value);
}

from_chars_result from_chars(const char* first, const char* last, double& value, chars_format format) {
  const bool hex = format == chars_format::hex;
  const bool negative = first < last && *first == '-';
  const string digits(first + negative, last);
  // strtod() skips white space, takes a plus sign, and tells hexadecimal digits by 0x.
  const string_view starts = hex ? ".0123456789abcdefABCDEFiInN" : ".0123456789iInN";
  if (digits.empty() || starts.find(digits[0]) == string_view::npos) return {first, errc::invalid_argument};
  if (!hex && digits.size() > 1 && digits[0] == '0' && (digits[1] | 32) == 'x') {
    value = negative ? -0.0 : 0.0;
    return {first + negative + 1, errc()};
  }
  const string input = (hex ? "0x" : "") + digits;
  char* end = nullptr;
  const double read = strtod(input.c_str(), &end);
  if (end == input.c_str()) return {first, errc::invalid_argument};
  const char* const after = first + negative + (end - input.c_str()) - (hex ? 2 : 0);
  if (isinf(read) && (digits[0] | 32) != 'i') return {after, errc::result_out_of_range};
  value = negative ? -read : read;
  return {after, errc()};
}

} // namespace std
