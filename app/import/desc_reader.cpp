#include "app/import/desc_reader.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "app/errors.h"
#include "app/suggest.h"
#include "kernels/texts.h"

namespace texelscope::desc {

using Kind = CppToken::Kind;

bool Reader::accept(std::string_view mark) {
  if (!peek().is(mark)) return false;
  ++at;
  return true;
}

void Reader::expect(std::string_view mark) {
  if (!accept(mark)) fail(peek(), say(Text::import_expected, {mark, shown(peek())}));
}

std::string Reader::shown(const CppToken& token) {
  return token.kind == Kind::end ? text(Text::import_end) : std::string(token.words.substr(0, 40));
}

void Reader::fail(const CppToken& token, const std::string& sentence) const {
  throw UserError(source.place(token.offset) + sentence);
}

double Reader::value(Type type) {
  if (++nesting > 64) fail(peek(), say(Text::import_value, {shown(peek())}));
  const double given = plain_value(type);
  --nesting;
  return given;
}

double Reader::plain_value(Type type) {
  if (accept("-")) return -value(type);
  if (accept("+")) return value(type);
  if (accept("(")) return bracketed_value(type);
  const CppToken& token = next();
  if (token.is("static_cast")) {
    expect("<");
    skip_type();
    expect(">");
    return value(type);
  }
  if (is_type_name(token)) return typed_value(type);
  if (token.kind == Kind::number) return number(token, type);
  if (token.kind == Kind::word) return named(token, type);
  fail(token, say(Text::import_value, {shown(token)}));
}

// After "(": a cast's type, or a value.
double Reader::bracketed_value(Type type) {
  const bool cast = is_type_name(peek());
  skip_type();
  const double inner = cast ? 0 : value(type);
  expect(")");
  return cast ? value(type) : inner;
}

// After a type's name: cudaTextureFilterMode::..., cudaTextureFilterMode(1), float{1}.
double Reader::typed_value(Type type) {
  if (accept("::")) return named(next(), type);
  if (!accept("{")) return value(type);
  const double inner = value(type);
  expect("}");
  return inner;
}

void Reader::skip_type() {
  while (is_type_name(peek()))
    ++at;
}

double Reader::named(const CppToken& token, Type type) const {
  if (!is_listed(type) && (token.is("true") || token.is("false"))) return token.is("true");
  if (type == Type::real && token.is("INFINITY")) return std::numeric_limits<double>::infinity();
  if (type == Type::real && token.is("NAN")) return std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> known;
  for (const Enumerator& name : enumerators()) {
    if (name.type == type) known.push_back("cuda" + std::string(name.name));
    if (bare(token.words) != name.name) continue;
    if (name.type == type) return name.value;
    const std::string wanted = is_listed(type) ? enum_name(type) : text(Text::import_a_number);
    fail(token, say(Text::import_wrong_type, {token.words, wanted}));
  }
  fail(token, say(Text::import_unknown, {token.words, did_you_mean(nearest_word(token.words, known))}));
}

double Reader::number(const CppToken& token, Type type) const {
  std::string digits(token.words);
  std::erase(digits, '\'');
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  const std::string_view suffixes = hex ? "uUlL" : "uUlLfF";
  while (!digits.empty() && suffixes.find(digits.back()) != std::string_view::npos)
    digits.pop_back();
  double given = 0;
  const char *first = digits.data() + (hex ? 2 : 0), *last = digits.data() + digits.size();
  const auto [end, error] =
      std::from_chars(first, last, given, hex ? std::chars_format::hex : std::chars_format::general);
  if (error != std::errc() || end != last) fail(token, say(Text::import_value, {shown(token)}));
  const double most = type == Type::address ? 3 : 1;
  if (is_listed(type) && (given != std::floor(given) || given > most))
    fail(token, say(Text::import_unknown, {token.words, ""}));
  if (type == Type::real) return double(float(given));
  return given;
}

} // namespace texelscope::desc
