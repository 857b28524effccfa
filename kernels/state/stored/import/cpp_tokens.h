// The identifiers, numbers and marks of C++ source, and which lines the preprocessor may leave out.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace texelscope {

struct CppToken {
  enum class Kind { word, number, mark, text, end } kind;
  std::string_view
      spelling;            // of a mark: "->", "::", "|=" and other operators, or one character, of UTF-8 too
  std::size_t offset;      // in the source
  std::size_t region = 0;  // of CppSource::regions
  std::size_t partner = 0; // of a bracket: the index of the one that closes or opens it
  bool is(std::string_view what) const { return spelling == what; }
  bool is_word() const { return kind == Kind::word; }
};

// The lines between #if and #else, or #else and #endif. The first region is the whole source.
struct CppRegion {
  std::size_t parent;
  std::string_view directive; // "#ifdef USE_HALF"
};

// #define
struct CppMacro {
  std::string_view name, body;
  std::string_view parameters; // "(a, b)"
  std::size_t region;
};

// The last is of Kind::end. Pasted text may end anywhere: an index behind the last token means the last.
class CppTokens : public std::vector<CppToken> {
public:
  CppToken& operator[](std::size_t i) { return data()[std::min(i, size() - 1)]; }
  const CppToken& operator[](std::size_t i) const { return data()[std::min(i, size() - 1)]; }
};

struct CppSource {
  CppTokens tokens;
  std::vector<CppRegion> regions;
  std::vector<CppMacro> macros;
};

// Comments, other directives and what follows `#if 0` are left out. Never fails: text that is not C++ becomes
// marks; a bracket without a partner has the nearest outer bracket's end, or the source's.
CppSource cpp_source(std::string_view text);

// The end of the value that begins at token `first`: at a comma, a semicolon, a bracket that closes what is
// around it, or at `last`.
std::size_t value_end(const CppTokens& tokens, std::size_t first, std::size_t last);
// What the brackets at `open` hold between commas: tokens [first, second).
std::vector<std::pair<std::size_t, std::size_t>> values_in(const CppTokens& tokens, std::size_t open);

} // namespace texelscope
