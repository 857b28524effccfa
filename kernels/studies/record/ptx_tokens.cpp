#include "kernels/studies/record/ptx_tokens.h"

#include "kernels/studies/record/refusal.h"

namespace texelscope::record {

namespace {
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool follows(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

class Lexer {
public:
  explicit Lexer(std::string_view ptx) : ptx(ptx) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    for (skip_space(); at < ptx.size(); skip_space()) {
      const std::size_t from = at;
      const int start_line = line;
      const Token::Kind kind = take();
      tokens.push_back({kind, ptx.substr(from, at - from), start_line});
    }
    return tokens;
  }

private:
  char peek(std::size_t ahead = 0) const { return at + ahead < ptx.size() ? ptx[at + ahead] : '\0'; }

  void advance() { line += ptx[at++] == '\n'; }

  // Moves behind the end of what starts here.
  void find_end(std::size_t opening, std::string_view end) {
    const int start_line = line;
    for (at += opening; !ptx.substr(at).starts_with(end); advance())
      if (at >= ptx.size()) throw Refusal{Refusal::Reason::not_closed, start_line};
    at += end.size();
  }

  void skip_space() {
    while (at < ptx.size()) {
      const char c = peek();
      if (c == '/' && peek(1) == '/')
        while (at < ptx.size() && peek() != '\n')
          ++at;
      else if (c == '/' && peek(1) == '*')
        find_end(2, "*/");
      else if (c == ' ' || (c >= '\t' && c <= '\r'))
        advance();
      else
        return;
    }
  }

  Token::Kind take() {
    const char c = peek();
    if (c == '"') return take_string();
    if (is_digit(c)) return take_number();
    const bool modifier = c == '.' && follows(peek(1));
    const bool word = is_letter(c) || c == '_' || c == '$' || (c == '%' && follows(peek(1)));
    ++at;
    if (!modifier && !word) return Token::Kind::mark;
    while (follows(peek()))
      ++at;
    return modifier ? Token::Kind::modifier : Token::Kind::word;
  }

  Token::Kind take_string() {
    const int start_line = line;
    for (++at; peek() != '"'; advance()) {
      at += peek() == '\\';
      if (at >= ptx.size()) throw Refusal{Refusal::Reason::not_closed, start_line};
    }
    ++at;
    return Token::Kind::string;
  }

  // "12U", "0x1F", "0f3F800000", "1.5e-3". A point that begins a modifier does not occur behind a number.
  Token::Kind take_number() {
    const bool decimal = !(peek() == '0' && is_letter(peek(1)));
    while (follows(peek()) || (decimal && peek() == '.') ||
           (decimal && (peek() == '-' || peek() == '+') && (ptx[at - 1] == 'e' || ptx[at - 1] == 'E')))
      ++at;
    return Token::Kind::number;
  }

  std::string_view ptx;
  std::size_t at = 0;
  int line = 1;
};
} // namespace

std::vector<Token> ptx_tokens(std::string_view ptx) {
  return Lexer(ptx).all();
}

} // namespace texelscope::record
