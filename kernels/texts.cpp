#include "kernels/texts.h"

#include <array>
#include <cctype>

namespace texelscope {

namespace {
constexpr std::array english = {
#define TEXT(id, words) words,
#include "kernels/texts.def"
#undef TEXT
};
} // namespace

const char* text(Text id) { return english.at(static_cast<std::size_t>(id)); }

std::string say(Text id, std::initializer_list<std::string_view> values) {
  const std::string_view pattern = text(id);
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '{' && i + 1 < pattern.size() && pattern[i + 1] == '{') {
      out += '{';
      ++i;
    } else if (pattern[i] == '{' && i + 2 < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[i + 1])) &&
               pattern[i + 2] == '}') {
      const auto which = static_cast<std::size_t>(pattern[i + 1] - '0');
      if (which < values.size()) out += values.begin()[which];
      i += 2;
    } else {
      out += pattern[i];
    }
  }
  return out;
}

} // namespace texelscope
