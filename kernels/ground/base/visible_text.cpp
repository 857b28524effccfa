#include "kernels/ground/base/visible_text.h"

#include <cstdint>

#include <fmt/format.h>

namespace texelscope {

namespace {
struct Character {
  char32_t code = 0;
  std::size_t bytes = 0; // 0: not valid UTF-8
};

// The character at the front of `text`, which is not empty. Not valid UTF-8 are: a longer form than needed,
// half of a surrogate pair, a value past U+10FFFF, and a sequence that is cut off.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::uint8_t(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc0 || byte(0) > 0xf7 || text.size() < bytes) return {};
  char32_t code = byte(0) & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3fu);
  }
  constexpr char32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < smallest[bytes] || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) return {};
  return {code, bytes};
}

bool steers(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xfffe || code == 0xffff;
}

template <class Escape>
std::string escaped(std::string_view text, std::string_view kept, Escape&& escape) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const Character first = first_character(text);
    const std::size_t bytes = first.bytes > 0 ? first.bytes : 1;
    const bool stays = first.bytes > 0 && (!steers(first.code) || kept.find(text[0]) != kept.npos);
    shown += stays ? std::string(text.substr(0, bytes)) : escape(first, std::uint8_t(text[0]));
    text.remove_prefix(bytes);
  }
  return shown;
}

std::string for_people(const Character& character, std::uint8_t byte) {
  return character.code < 0x80 ? fmt::format("\\x{:02x}", byte)
                               : fmt::format("\\u{:04x}", unsigned(character.code));
}
} // namespace

std::size_t utf8_bytes(std::string_view text) {
  return first_character(text).bytes;
}

std::string_view utf8_start(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (std::uint8_t(text[bytes]) & 0xc0) == 0x80)
    --bytes;
  return text.substr(0, bytes);
}

std::string visible_text(std::string_view text) {
  return escaped(text, "\n\t", for_people);
}

std::string visible_line(std::string_view text) {
  return escaped(text, "", for_people);
}

std::string visible_json(std::string_view json) {
  return escaped(json, "\n\t\r", [](const Character& character, std::uint8_t byte) {
    return character.bytes > 0 ? fmt::format("\\u{:04x}", unsigned(character.code))
                               : std::string(1, char(byte));
  });
}

} // namespace texelscope
