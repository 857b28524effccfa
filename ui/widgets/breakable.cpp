// Finds where a line of Chinese may break.
#include <cstdint>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
};

// The character that begins at `at`; if the bytes are not UTF-8, a single byte.
Character character(std::string_view content, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < content.size() ? std::uint8_t(content[at + i]) : 0u;
  };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80       ? 1
                             : lead >> 5 == 6  ? 2
                             : lead >> 4 == 14 ? 3
                             : lead >> 3 == 30 ? 4
                                               : 1;
  if (length == 1) return {lead, 1};
  std::uint32_t code = lead & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 2) return {lead, 1};
    code = code << 6 | (byte(i) & 0x3f);
  }
  return {code, length};
}

// Whether it is an ideograph, or punctuation of that width.
bool is_wide(std::uint32_t c) {
  return (c >= 0x3001 && c <= 0x303f) || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xff00 && c <= 0xffef);
}

bool is_one_of(std::uint32_t c, std::u32string_view set) {
  return set.find(char32_t(c)) != std::u32string_view::npos;
}

bool may_break(std::uint32_t before, std::uint32_t after) {
  if (!is_wide(before) && !is_wide(after)) return false;
  return before != ' ' && after != ' ' && !is_one_of(after, U"，。、；：！？）》】”’…,.;:!?)]}%°") &&
         !is_one_of(before, U"（《【“‘([{");
}
} // namespace

std::string breakable(const Theme& theme, std::string_view content) {
  if (!theme.fonts.chinese) return std::string(content);
  std::string drawn;
  std::uint32_t before = ' ';
  for (std::size_t at = 0; at < content.size();) {
    const Character next = character(content, at);
    if (may_break(before, next.code)) drawn += "\u3000";
    drawn += content.substr(at, next.length);
    before = next.code;
    at += next.length;
  }
  return drawn;
}

std::string elided(ImFont* font, std::string_view content, float width) {
  const auto width_of = [&](const std::string& s) {
    return font->CalcTextSizeA(font->FontSize, 1e9f, 0, s.c_str()).x;
  };
  if (width_of(std::string(content)) <= width) return std::string(content);
  std::string kept;
  for (std::size_t at = 0; at < content.size();) {
    const std::size_t length = character(content, at).length;
    const std::string longer = kept + std::string(content.substr(at, length));
    if (width_of(longer + "…") > width) break;
    kept = longer;
    at += length;
  }
  return kept + "…";
}

std::string whole_numbers(const ImFont& font, std::string drawn, float width) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t line = 0; line < drawn.size();) {
    const char* begin = drawn.c_str();
    std::size_t end =
        std::size_t(font.CalcWordWrapPositionA(1, begin + line, begin + drawn.size(), width) - begin);
    if (end >= drawn.size() || end <= line) break;
    if (drawn[end - 1] == '.' && is_digit(drawn[end])) {
      const std::size_t space = drawn.rfind(' ', end);
      if (space != std::string::npos && space > line) drawn[end = space] = '\n';
    }
    while (end < drawn.size() && (drawn[end] == ' ' || drawn[end] == '\n'))
      ++end; // ImGui skips them too
    line = end;
  }
  return drawn;
}

} // namespace texelscope::ui
