// Text that is joined, trimmed, and read as a number.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope {

// "a, b, c"
inline std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ") {
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i)
    all.append(i == 0 ? "" : between).append(parts[i]);
  return all;
}

// Without these characters at its beginning and end.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n") {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The whole text must be a number; "+3", " 3" and "3x" are none.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

} // namespace texelscope
