// Internal to import_desc: reads a source's tokens one after the other, and the values among them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/ground/files/strict_json.h"
#include "kernels/state/stored/import/desc_members.h"
#include "kernels/state/stored/import_desc.h"

namespace texelscope::desc {

class Reader {
public:
  // `name`: printed in front of messages.
  Reader(std::string_view code, std::string_view name) : source{code, name}, tokens(cpp_tokens(code)) {}

  const CppToken& peek(std::size_t ahead = 0) const {
    return tokens[std::min(at + ahead, tokens.size() - 1)];
  }
  const CppToken& next() { return tokens[std::min(at++, tokens.size() - 1)]; }
  void skip(std::size_t count) { at += count; }
  std::size_t place() const { return at; }
  void back_to(std::size_t place) { at = place; }
  bool accept(std::string_view mark);
  void expect(std::string_view mark); // throws UserError if another token follows
  bool ended() const { return peek().kind == CppToken::Kind::end; }

  static std::string shown(const CppToken& token); // as a message quotes it
  [[noreturn]] void fail(const CppToken& token,
                         const std::string& sentence) const; // UserError, with the place

  // Reads a number, an enumerator, true or false, with signs, brackets and casts, as the type allows. What it
  // cannot evaluate is skipped with a warning that `field` is not set. Throws UserError if there is no value
  // at all.
  std::optional<double> value(Type type, std::string_view field);
  void warn(const CppToken& token, const std::string& sentence); // throws UserError after many
  std::optional<double> number(const CppToken& token) const;

  void skip_value(); // to the comma, bracket or semicolon that ends it

  std::vector<ImportWarning> warnings;

private:
  struct NoValue {};
  double signed_value(Type type);
  bool ends_value() const;
  double plain_value(Type type);
  double bracketed_value(Type type);
  double typed_value(Type type);
  double named(const CppToken& token, Type type) const; // these throw NoValue
  double listed_number(const CppToken& token, Type type) const;
  void skip_type();

  JsonText source;
  std::vector<CppToken> tokens;
  std::size_t at = 0;
  int nesting = 0; // of brackets and signs in a value
};

} // namespace texelscope::desc
