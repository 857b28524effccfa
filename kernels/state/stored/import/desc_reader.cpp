#include "kernels/state/stored/import/desc_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"

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
  return token.kind == Kind::end ? text(Text::import_end) : std::string(utf8_start(token.spelling, 40));
}

void Reader::warn(const CppToken& token, const std::string& sentence) {
  constexpr std::size_t max_warnings = 100; // nobody reads more, and each place is counted from the start
  if (warnings.size() == max_warnings)
    fail(token, say(Text::import_too_many_warnings, {std::to_string(max_warnings)}));
  warnings.push_back({source.place(token.offset), sentence});
}

void Reader::fail(const CppToken& token, const std::string& sentence) const {
  throw PlacedError(source.place(token.offset), sentence);
}

namespace {
// The expected values of the type, in a message.
std::string expected(Type type) {
  if (!is_listed(type)) return text(type == Type::flag ? Text::import_a_flag : Text::import_a_number);
  std::string names;
  for (const Enumerator& name : enumerators())
    if (name.type == type) names += (names.empty() ? "cuda" : ", cuda") + std::string(name.name);
  return names;
}

std::string suggestion(std::string_view word, Type type) {
  std::vector<std::string> known;
  for (const Enumerator& name : enumerators())
    if (name.type == type) known.push_back("cuda" + std::string(name.name));
  return did_you_mean(nearest_word(word, known));
}
} // namespace

namespace {
// Enumerators have no other values, and a count must fit the C++ type.
bool fits(Type type, double given) {
  if (is_listed(type))
    return std::ranges::any_of(
        enumerators(), [&](const Enumerator& name) { return name.type == type && name.value == given; });
  return type != Type::count || std::abs(given) <= std::numeric_limits<std::uint32_t>::max();
}
} // namespace

bool Reader::ends_value() const {
  return ended() || peek().is(",") || peek().is(";") || peek().is("}") || peek().is(")") || peek().is("]");
}

void Reader::skip_value() {
  int depth = 0;
  while (!ended() && (depth > 0 ? !peek().is(";") : !ends_value())) {
    depth += peek().is("(") || peek().is("[") || peek().is("{");
    depth -= peek().is(")") || peek().is("]") || peek().is("}");
    ++at;
  }
}

std::optional<double> Reader::value(Type type, std::string_view field) {
  const std::size_t first = at;
  if (ends_value()) fail(peek(), say(Text::import_value, {shown(peek())}));
  nesting = 0;
  try {
    const double given = signed_value(type);
    if (ends_value() && fits(type, given)) return given;
  } catch (const NoValue&) {
  }
  at = first;
  skip_value();
  const CppToken &from = tokens[first], &to = tokens[at - 1];
  const std::string_view expression =
      source.text.substr(from.offset, to.offset + to.spelling.size() - from.offset);
  std::string quoted(utf8_start(expression, 40));
  std::ranges::replace_if(
      quoted, [](char mark) { return mark == '\n' || mark == '\r' || mark == '\t'; }, ' ');
  if (expression.size() > quoted.size()) quoted += "…";
  warn(from, say(Text::import_cannot,
                 {quoted, expected(type), at == first + 1 ? suggestion(expression, type) : "", field}));
  return std::nullopt;
}

double Reader::signed_value(Type type) {
  if (++nesting > 64) throw NoValue();
  const double given = plain_value(type);
  --nesting;
  return given;
}

double Reader::plain_value(Type type) {
  if (accept("-")) return -signed_value(type);
  if (accept("+")) return signed_value(type);
  if (accept("(")) return bracketed_value(type);
  const CppToken& token = next();
  if (token.is("static_cast")) {
    const bool opens = accept("<");
    skip_type();
    if (!opens || !accept(">")) throw NoValue();
    return signed_value(type);
  }
  if (is_type_name(token)) return typed_value(type);
  if (token.kind == Kind::number) return listed_number(token, type);
  if (token.kind == Kind::word) return named(token, type);
  throw NoValue();
}

// After "(": a cast's type, or a value.
double Reader::bracketed_value(Type type) {
  const bool cast = is_type_name(peek());
  skip_type();
  const double inner = cast ? 0 : signed_value(type);
  if (!accept(")")) throw NoValue();
  return cast ? signed_value(type) : inner;
}

// After a type's name: cudaTextureFilterMode::..., cudaTextureFilterMode(1), float{1}.
double Reader::typed_value(Type type) {
  if (accept("::")) return named(next(), type);
  if (!accept("{")) return signed_value(type);
  const double inner = signed_value(type);
  if (!accept("}")) throw NoValue();
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
  for (const Enumerator& name : enumerators())
    if (bare(token.spelling) == name.name && name.type == type) return name.value;
  throw NoValue();
}

double Reader::listed_number(const CppToken& token, Type type) const {
  std::string digits(token.spelling);
  std::erase(digits, '\'');
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  const bool hex_integer = hex && digits.find_first_of("pP") == std::string::npos; // whose f is a digit
  const std::string_view suffixes = hex_integer ? "uUlL" : "uUlLfF";
  while (!digits.empty() && suffixes.find(digits.back()) != std::string_view::npos)
    digits.pop_back();
  double given = 0;
  const char *first = digits.data() + (hex ? 2 : 0), *last = digits.data() + digits.size();
  const auto [end, error] =
      std::from_chars(first, last, given, hex ? std::chars_format::hex : std::chars_format::general);
  if (error != std::errc() || end != last) throw NoValue();
  if (type == Type::real) return double(float(given));
  return given;
}

std::optional<double> Reader::number(const CppToken& token) const try {
  return listed_number(token, Type::count);
} catch (const NoValue&) {
  return std::nullopt;
}

} // namespace texelscope::desc
