#include "kernels/state/stored/import/cpp_tokens.h"

#include <algorithm>

#include "kernels/ground/base/visible_text.h"

namespace texelscope {

namespace {
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Scanner {
public:
  explicit Scanner(std::string_view text) : source(text) {}

  std::vector<CppToken> run() {
    while (at < source.size())
      if (!pass_over()) take();
    tokens.push_back({CppToken::Kind::end, source.substr(source.size()), source.size()});
    return std::move(tokens);
  }

private:
  bool starts(std::string_view with) const { return source.substr(at).starts_with(with); }
  void skip_to(std::string_view end) {
    const auto found = source.find(end, at);
    at = found == std::string_view::npos ? source.size() : found + end.size();
  }

  bool pass_over() {
    const char c = source[at];
    if (c == '\n') new_line = true;
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at;
      return true;
    }
    if (starts("//") || (c == '#' && new_line)) {
      at = std::min(source.find('\n', at), source.size());
      return true;
    }
    new_line = false;
    if (!starts("/*")) return false;
    at += 2;
    skip_to("*/");
    return true;
  }

  void take() {
    const std::size_t first = at;
    const char c = source[at];
    auto kind = CppToken::Kind::mark;
    if (is_letter(c)) {
      kind = CppToken::Kind::word;
      while (at < source.size() && (is_letter(source[at]) || is_digit(source[at])))
        ++at;
    } else if (is_digit(c) || (c == '.' && at + 1 < source.size() && is_digit(source[at + 1]))) {
      kind = CppToken::Kind::number;
      take_number();
    } else if (c == '"' || c == '\'') {
      kind = CppToken::Kind::text;
      take_text(c);
    } else {
      at += starts("->") || starts("::") ? 2 : std::max<std::size_t>(utf8_bytes(source.substr(at)), 1);
    }
    tokens.push_back({kind, source.substr(first, at - first), first});
  }

  void take_number() {
    const bool hex = starts("0x") || starts("0X");
    while (at < source.size()) {
      const char c = source[at];
      const char before = at > 0 ? source[at - 1] : ' ';
      const bool exponent = hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
      const bool exponent_sign = (c == '+' || c == '-') && exponent;
      if (!is_digit(c) && !is_letter(c) && c != '.' && c != '\'' && !exponent_sign) return;
      ++at;
    }
  }

  void take_text(char quote) {
    for (++at; at < source.size() && source[at] != quote && source[at] != '\n'; ++at)
      if (source[at] == '\\') ++at;
    at = std::min(at + 1, source.size());
  }

  std::string_view source;
  std::size_t at = 0;
  bool new_line = true;
  std::vector<CppToken> tokens;
};
} // namespace

std::vector<CppToken> cpp_tokens(std::string_view source) {
  return Scanner(source).run();
}

} // namespace texelscope
