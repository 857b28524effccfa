// The identifiers, numbers and marks of C++ source; comments, preprocessor lines and white space are skipped.
#pragma once

#include <string_view>
#include <vector>

namespace texelscope {

struct CppToken {
  enum class Kind { word, number, mark, text, end } kind;
  std::string_view spelling; // one character of a mark, of UTF-8 too, except for "->" and "::"
  std::size_t offset;        // in the source
  bool is(std::string_view what) const { return spelling == what; }
};

// Ends with a token of Kind::end. Never fails: text that is not C++ becomes marks.
std::vector<CppToken> cpp_tokens(std::string_view source);

} // namespace texelscope
