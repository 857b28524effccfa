#include "kernels/state/stored/import/desc_values.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace texelscope::desc {

namespace {
struct ScalarType {
  std::string_view name;
  ElementFormat element;
};
constexpr auto scalar_types = [] {
  constexpr ElementKind U = ElementKind::unsigned_int, S = ElementKind::signed_int;
  return std::to_array<ScalarType>({{"unsigned char", {U, 8}},
                                    {"uchar", {U, 8}},
                                    {"uint8_t", {U, 8}},
                                    {"char", {S, 8}},
                                    {"signed char", {S, 8}},
                                    {"int8_t", {S, 8}},
                                    {"unsigned short", {U, 16}},
                                    {"ushort", {U, 16}},
                                    {"uint16_t", {U, 16}},
                                    {"short", {S, 16}},
                                    {"int16_t", {S, 16}},
                                    {"unsigned int", {U, 32}},
                                    {"unsigned", {U, 32}},
                                    {"uint", {U, 32}},
                                    {"uint32_t", {U, 32}},
                                    {"int", {S, 32}},
                                    {"int32_t", {S, 32}},
                                    {"half", {ElementKind::floating, 16}},
                                    {"__half", {ElementKind::floating, 16}},
                                    {"float", {ElementKind::floating, 32}}});
}();

struct NoValue {};

class Evaluator {
public:
  Evaluator(const CppTokens& all, std::size_t first, std::size_t end, Type of, const Lookup& names)
      : tokens(all), at(first), last(end), type(of), lookup(names) {}

  Number run() {
    const Number given = ternary();
    if (at != last) throw NoValue();
    return given;
  }

private:
  bool is(std::string_view mark) const { return at < last && tokens[at].is(mark); }
  bool accept(std::string_view mark) {
    if (!is(mark)) return false;
    ++at;
    return true;
  }
  void expect(std::string_view mark) {
    if (!accept(mark)) throw NoValue();
  }

  Number ternary() {
    if (++nesting > 64) throw NoValue();
    Number given = binary(0);
    if (accept("?")) {
      const Number yes = ternary();
      expect(":");
      const Number no = ternary();
      given = given.value != 0 ? yes : no;
    }
    --nesting;
    return given;
  }

  static int rank(std::string_view mark) {
    static constexpr std::string_view ranks[][4] = {
        {"||"},     {"&&"},         {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
        {"+", "-"}, {"*", "/", "%"}};
    for (std::size_t i = 0; i < std::size(ranks); ++i)
      if (!mark.empty() && std::ranges::find(ranks[i], mark) != std::end(ranks[i])) return int(i);
    return -1;
  }

  Number binary(int lowest) {
    Number left = unary();
    while (at < last) {
      const std::string_view mark = tokens[at].spelling;
      const int here = rank(mark);
      if (here < lowest) break;
      ++at;
      left = applied(mark, left, binary(here + 1));
    }
    return left;
  }

  static Number applied(std::string_view mark, Number a, Number b) {
    const bool integer = a.integer && b.integer;
    if (mark == "||") return {double(a.value != 0 || b.value != 0)};
    if (mark == "&&") return {double(a.value != 0 && b.value != 0)};
    if (mark == "==") return {double(a.value == b.value)};
    if (mark == "!=") return {double(a.value != b.value)};
    if (mark == "<") return {double(a.value < b.value)};
    if (mark == ">") return {double(a.value > b.value)};
    if (mark == "<=") return {double(a.value <= b.value)};
    if (mark == ">=") return {double(a.value >= b.value)};
    if (mark == "+") return {a.value + b.value, integer};
    if (mark == "-") return {a.value - b.value, integer};
    if (mark == "*") return {a.value * b.value, integer};
    if (mark == "/" && !integer) return {a.value / b.value, false};
    return of_integers(mark, whole(a), whole(b));
  }

  static std::int64_t whole(Number number) {
    if (!number.integer || !(std::abs(number.value) < 9e15)) throw NoValue();
    return std::int64_t(number.value);
  }

  static Number of_integers(std::string_view mark, std::int64_t a, std::int64_t b) {
    if (mark == "|") return {double(a | b)};
    if (mark == "^") return {double(a ^ b)};
    if (mark == "&") return {double(a & b)};
    if (b == 0) throw NoValue();
    return {double(mark == "/" ? a / b : a % b)};
  }

  Number unary() {
    if (++nesting > 64) throw NoValue();
    const Number given = unary_inside();
    --nesting;
    return given;
  }

  Number unary_inside() {
    if (accept("+")) return unary();
    if (accept("!")) return {double(unary().value == 0)};
    if (accept("~")) return {double(~whole(unary()))};
    if (accept("-")) {
      const Number number = unary();
      return {-number.value, number.integer};
    }
    if (accept("(")) return bracketed();
    accept("::");
    if (at >= last) throw NoValue();
    const CppToken& token = tokens[at];
    if (token.is("static_cast")) {
      ++at;
      expect("<");
      const std::string_view to = type_name();
      expect(">");
      return cast(to, unary());
    }
    if (is_type_name(token)) return typed();
    if (token.kind == CppToken::Kind::number) {
      ++at;
      if (const auto number = number_of(token.spelling)) return *number;
      throw NoValue();
    }
    return named();
  }

  // The type that decides how a cast rounds.
  std::string_view type_name() {
    std::string_view name;
    for (; at < last && is_type_name(tokens[at]); ++at)
      name = tokens[at].spelling;
    if (name.empty()) throw NoValue();
    return name;
  }

  static Number cast(std::string_view to, Number number) {
    if (to == "float") return {double(float(number.value)), false};
    if (to == "double") return {number.value, false};
    if (to == "bool") return {double(number.value != 0)};
    return {std::trunc(number.value)};
  }

  // After "(": a cast's type, or a value.
  Number bracketed() {
    if (at < last && is_type_name(tokens[at])) {
      const std::size_t before = at;
      const std::string_view to = type_name();
      if (accept(")")) return cast(to, unary());
      at = before;
    }
    const Number inner = ternary();
    expect(")");
    return inner;
  }

  // cudaTextureFilterMode::..., cudaTextureFilterMode(1), float{1}
  Number typed() {
    const std::string_view to = type_name();
    if (accept("::")) return named();
    const bool braces = accept("{");
    if (!braces) expect("(");
    const Number inner = is("}") || is(")") ? Number() : ternary();
    expect(braces ? "}" : ")");
    return cast(to, inner);
  }

  Number named() {
    if (at >= last) throw NoValue();
    if (const auto found = lookup(at)) return *found;
    const CppToken& token = tokens[at++];
    if (token.is("true") || token.is("TRUE")) return {is_listed(type) ? throw NoValue() : 1.0};
    if (token.is("false") || token.is("FALSE")) return {is_listed(type) ? throw NoValue() : 0.0};
    if (token.is("INFINITY") || token.is("HUGE_VALF"))
      return {std::numeric_limits<double>::infinity(), false};
    if (token.is("NAN")) return {std::numeric_limits<double>::quiet_NaN(), false};
    if (token.is("FLT_MAX")) return {double(std::numeric_limits<float>::max()), false};
    if (const Enumerator* const each = find_enumerator(token.spelling); each && each->type == type)
      return {each->value};
    for (const FlagBit& flag : flag_bits())
      if (type == Type::driver_flags && token.spelling.ends_with(flag.name.substr(2)) &&
          (token.is(flag.name) || token.spelling.starts_with("HIP_")))
        return {double(flag.bit)};
    throw NoValue();
  }

  const CppTokens& tokens;
  std::size_t at, last;
  Type type;
  const Lookup& lookup;
  int nesting = 0;
};
} // namespace

std::optional<ElementFormat> element_of_type(std::string_view name) {
  int count = 1;
  if (!name.empty() && name.back() >= '1' && name.back() <= '4') {
    count = name.back() - '0';
    name.remove_suffix(1);
  }
  const auto found = std::ranges::find(scalar_types, name, &ScalarType::name);
  if (found == scalar_types.end()) return std::nullopt;
  return ElementFormat{found->element.kind, found->element.bits, count};
}

std::optional<Number> evaluate(const CppTokens& tokens, std::size_t first, std::size_t last, Type type,
                               const Lookup& lookup) try {
  return Evaluator(tokens, first, last, type, lookup).run();
} catch (const NoValue&) {
  return std::nullopt;
}

std::optional<Number> number_of(std::string_view spelling) {
  std::string digits(spelling);
  std::erase(digits, '\'');
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  const bool integer = digits.find_first_of(hex ? ".pP" : ".eEfF") == std::string::npos;
  const bool octal = integer && !hex && digits[0] == '0';
  const std::string_view suffixes = hex && integer ? "uUlLzZ" : "uUlLzZfF";
  while (digits.size() > 1 && suffixes.find(digits.back()) != std::string_view::npos)
    digits.pop_back();
  const char *first = digits.data() + (hex ? 2 : 0), *last = digits.data() + digits.size();
  if (octal) {
    std::uint64_t given = 0;
    const auto [end, error] = std::from_chars(first, last, given, 8);
    return error == std::errc() && end == last ? std::optional(Number{double(given)}) : std::nullopt;
  }
  double given = 0;
  const auto [end, error] =
      std::from_chars(first, last, given, hex ? std::chars_format::hex : std::chars_format::general);
  if (error != std::errc() || end != last) return std::nullopt;
  return Number{given, integer};
}

} // namespace texelscope::desc
