// The tokens of PTX.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace texelscope::record {

struct Token {
  enum class Kind : std::uint8_t {
    word,     // an identifier, "%rd1"; "tex" of "tex.2d"
    modifier, // ".2d"
    number,   // "0f3F800000", without a sign
    string,   // with its quotation marks
    mark      // one character
  };
  Kind kind = Kind::mark;
  std::string_view text; // in the PTX
  int line = 1;

  bool is(std::string_view expected) const { return text == expected; }
  bool is_word() const { return kind == Kind::word; }
  bool is_modifier() const { return kind == Kind::modifier; }
  bool is_number() const { return kind == Kind::number; }
};

// Without white space and comments. Throws a Refusal if a comment or a string does not end.
std::vector<Token> ptx_tokens(std::string_view ptx);

} // namespace texelscope::record
