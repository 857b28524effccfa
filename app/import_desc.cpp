#include "app/import_desc.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "app/cpp_tokens.h"
#include "app/errors.h"
#include "app/strict_json.h"
#include "app/suggest.h"
#include "kernels/fields.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
using Kind = CppToken::Kind;

enum class Type { address, filter, read, flag, real, count };

// cudaTextureDesc's members in their order, `size` numbers each.
struct Member {
  std::string_view name;
  Type type;
  std::size_t size;
  std::string_view field; // of the session; arrays of address modes have one for each axis
};
constexpr Member members[] = {
    {"addressMode", Type::address, 3, "sampler.address_"},
    {"filterMode", Type::filter, 1, "sampler.filter"},
    {"readMode", Type::read, 1, "sampler.read_mode"},
    {"sRGB", Type::flag, 1, "sampler.srgb"},
    {"borderColor", Type::real, 4, "sampler.border_color"},
    {"normalizedCoords", Type::flag, 1, "sampler.normalized_coords"},
    {"maxAnisotropy", Type::count, 1, "sampler.max_anisotropy"},
    {"mipmapFilterMode", Type::filter, 1, "sampler.mip_filter"},
    {"mipmapLevelBias", Type::real, 1, "sampler.mip_bias"},
    {"minMipmapLevelClamp", Type::real, 1, "sampler.mip_min"},
    {"maxMipmapLevelClamp", Type::real, 1, "sampler.mip_max"},
    {"disableTrilinearOptimization", Type::flag, 1, "sampler.disable_trilinear_optimization"},
    {"seamlessCubemap", Type::flag, 1, "sampler.seamless_cube"},
};
constexpr std::size_t slots = 18, strange = 99;

std::size_t first_slot(std::size_t member) {
  std::size_t slot = 0;
  for (std::size_t i = 0; i < member; ++i)
    slot += members[i].size;
  return slot;
}
std::size_t member_of_slot(std::size_t slot) {
  std::size_t member = 0;
  for (; slot >= members[member].size; ++member)
    slot -= members[member].size;
  return member;
}

struct Named {
  std::string_view name;
  Type type;
  double value;
};
constexpr Named enumerators[] = {
    {"AddressModeWrap", Type::address, 0},   {"AddressModeClamp", Type::address, 1},
    {"AddressModeMirror", Type::address, 2}, {"AddressModeBorder", Type::address, 3},
    {"FilterModePoint", Type::filter, 0},    {"FilterModeLinear", Type::filter, 1},
    {"ReadModeElementType", Type::read, 0},  {"ReadModeNormalizedFloat", Type::read, 1},
};
constexpr std::string_view types[] = {"TextureAddressMode", "TextureFilterMode", "TextureReadMode"};

// Without "cuda" or "hip"; empty where the word has neither.
std::string_view bare(std::string_view word) {
  for (const std::string_view prefix : {"cuda", "hip"})
    if (word.starts_with(prefix)) return word.substr(prefix.size());
  return {};
}
bool is_desc_type(const CppToken& token) {
  return bare(token.words) == "TextureDesc";
}

class Parser {
public:
  Parser(std::string_view code, std::string_view name) : source{code, name}, tokens(cpp_tokens(code)) {}

  void run() {
    if (initialiser_alone()) {
      found = zeroed = true;
      initialiser();
    }
    while (peek().kind != Kind::end)
      statement();
    if (!found) throw UserError(source.place(0) + text(Text::import_nothing));
  }

  ImportedDesc result(const SamplerSpec& present) const;

private:
  const CppToken& peek(std::size_t ahead = 0) const { return tokens[std::min(at + ahead, tokens.size() - 1)]; }
  const CppToken& next() { return tokens[std::min(at++, tokens.size() - 1)]; }
  bool accept(std::string_view mark) {
    if (!peek().is(mark)) return false;
    ++at;
    return true;
  }
  void expect(std::string_view mark) {
    if (!accept(mark)) fail(peek(), say(Text::import_expected, {mark, shown(peek())}));
  }
  static std::string shown(const CppToken& token) {
    return token.kind == Kind::end ? text(Text::import_end) : std::string(token.words.substr(0, 40));
  }
  [[noreturn]] void fail(const CppToken& token, const std::string& sentence) const {
    throw UserError(source.place(token.offset) + sentence);
  }

  // Not a block of statements: `{ desc.`, `{ cudaTextureDesc desc`.
  bool initialiser_alone() const {
    if (peek().is(".")) return true;
    const bool named = peek(1).kind == Kind::word && (peek(2).is(".") || peek(2).is("->") || peek(2).kind == Kind::word);
    return peek().is("{") && !named;
  }
  void statement();
  void pass_over();
  void declaration();
  bool clears();
  bool assigns();
  void whole_value();
  void initialiser();
  void designated();
  void element(std::size_t& slot);
  std::size_t index(const Member& member);
  std::size_t member_named(const CppToken& token) const;
  void assign_member(std::size_t member);
  void array_value(std::size_t member);
  void set(std::size_t slot, double value, const CppToken& token);
  double value(Type type);
  double plain_value(Type type);
  double named(const CppToken& token, Type type);
  double number(const CppToken& token, Type type) const;
  bool is_type_name(const CppToken& token) const;

  JsonText source;
  std::vector<CppToken> tokens;
  std::size_t at = 0;
  int nesting = 0; // of brackets and signs in a value
  std::string desc; // the variable's name, once it is known
  bool found = false, zeroed = false;
  std::array<std::optional<double>, slots> said;
  std::array<std::size_t, slots> where = {}; // offsets of the values
};

void Parser::statement() {
  if (accept(";") || accept("{") || accept("}")) return;
  std::size_t words = 0; // before the type: const, static, struct
  while (peek(words).kind == Kind::word && !is_desc_type(peek(words)) && words < 4)
    ++words;
  if (is_desc_type(peek(words)) && peek(words + 1).kind == Kind::word) {
    at += words + 1;
    return declaration();
  }
  if (!clears() && !assigns()) pass_over();
}

void Parser::pass_over() {
  int depth = 0;
  while (peek().kind != Kind::end) {
    const CppToken& token = next();
    if (token.is("(") || token.is("[")) ++depth;
    if (token.is(")") || token.is("]")) --depth;
    if (depth <= 0 && (token.is(";") || token.is("{") || token.is("}"))) return;
  }
}

void Parser::declaration() {
  const CppToken& name = next();
  if (found && desc != name.words) fail(name, say(Text::import_two, {desc, name.words}));
  desc = name.words;
  found = true;
  if (accept(";")) return;
  if (peek().is("(") || peek().is(")") || peek().is(",")) return pass_over(); // a parameter
  accept("=");
  whole_value();
}

// After "=": {...}, cudaTextureDesc{...}, (cudaTextureDesc){...}, cudaTextureDesc().
void Parser::whole_value() {
  zeroed = true;
  said = {};
  const bool cast = accept("(");
  if (is_desc_type(peek())) ++at;
  if (cast) expect(")");
  if (accept("(")) return expect(")");
  initialiser();
}

// memset(&desc, 0, ...)
bool Parser::clears() {
  const std::size_t skip = peek().is("std") && peek(1).is("::") ? 2 : 0;
  if (!peek(skip).is("memset") || !peek(skip + 1).is("(")) return false;
  const std::size_t name = skip + (peek(skip + 2).is("&") ? 3 : 2);
  const CppToken& variable = peek(name);
  const bool ours = desc.empty() ? !found && peek(name + 1).is(",") && peek(name + 2).is("0") : variable.words == desc;
  if (desc.empty() && ours) { // which variable it is shows by the fields that follow
    for (std::size_t i = at; i + 2 < tokens.size(); ++i)
      if (tokens[i].words == variable.words && (tokens[i + 1].is(".") || tokens[i + 1].is("->"))) {
        if (member_named(tokens[i + 2]) == strange) return false;
        desc = variable.words;
        found = zeroed = true;
        break;
      }
    if (desc.empty()) return false;
  } else if (ours) {
    zeroed = true;
    said = {};
  }
  pass_over();
  return true;
}

// desc.field = value; desc->field[i] = value; desc = {...};
bool Parser::assigns() {
  const std::size_t star = peek().is("*") ? 1 : 0;
  if (peek(star).kind != Kind::word) return false;
  if (!desc.empty() && peek(star).words == desc && peek(star + 1).is("=")) {
    at += star + 2;
    whole_value();
    return true;
  }
  if (!peek(1).is(".") && !peek(1).is("->")) return false;
  const CppToken& name = peek();
  const CppToken& field = peek(2);
  if (!desc.empty() && name.words != desc) return false; // another's
  const std::size_t member = member_named(field);
  if (member == strange) {
    std::vector<std::string> known;
    for (const Member& m : members)
      known.emplace_back(m.name);
    const std::string near = nearest_word(field.words, known);
    if (desc.empty() && near.empty()) return false;
    fail(field, say(Text::import_no_field, {field.words, did_you_mean(near)}));
  }
  desc = name.words;
  found = true;
  at += 3;
  assign_member(member);
  return true;
}

std::size_t Parser::member_named(const CppToken& token) const {
  for (std::size_t i = 0; i < std::size(members); ++i)
    if (members[i].name == token.words) return i;
  return strange;
}

// [1]
std::size_t Parser::index(const Member& member) {
  const CppToken& token = next();
  const double which = token.kind == Kind::number ? number(token, Type::count) : -1;
  if (which < 0 || which >= double(member.size) || which != std::floor(which))
    fail(token, say(Text::import_index, {shown(token), member.name, std::to_string(member.size - 1)}));
  expect("]");
  return std::size_t(which);
}

// After the member's name: "= value", "[1] = value", "[0] = desc.addressMode[1] = value".
void Parser::assign_member(std::size_t member) {
  std::vector<std::size_t> targets;
  while (true) {
    const Member& m = members[member];
    if (m.size > 1 && peek().is("=") && peek(1).is("{")) {
      ++at;
      array_value(member);
      break;
    }
    if (m.size > 1) expect("[");
    targets.push_back(first_slot(member) + (m.size > 1 ? index(m) : 0));
    expect("=");
    const bool chained = peek().words == desc && (peek(1).is(".") || peek(1).is("->"));
    if (!chained) break;
    member = member_named(peek(2));
    if (member == strange) fail(peek(2), say(Text::import_no_field, {peek(2).words, ""}));
    at += 3;
  }
  if (!targets.empty()) {
    const CppToken& token = peek();
    const double given = value(members[member_of_slot(targets.back())].type);
    for (const std::size_t slot : targets)
      set(slot, given, token);
  }
  if (!accept(";") && peek().kind != Kind::end && !accept(",")) expect(";");
}

void Parser::array_value(std::size_t member) {
  expect("{");
  const std::size_t first = first_slot(member), size = members[member].size;
  for (std::size_t i = 0; i < size; ++i)
    set(first + i, 0, peek());
  for (std::size_t i = 0; !peek().is("}"); ++i) {
    if (i == size) fail(peek(), say(Text::import_too_many, {members[member].name, std::to_string(size)}));
    const CppToken& token = peek();
    set(first + i, value(members[member].type), token);
    if (!accept(",")) break;
  }
  expect("}");
}

// {a, b, {c}} in the members' order, inner brackets as one likes; or {.member = value}.
void Parser::initialiser() {
  const bool brackets = accept("{");
  std::size_t slot = 0;
  while (!peek().is("}") && peek().kind != Kind::end) {
    if (peek().is("."))
      designated();
    else
      element(slot);
    if (!accept(",")) break;
  }
  if (brackets) expect("}");
  accept(";");
}

void Parser::designated() {
  expect(".");
  const CppToken& name = next();
  const std::size_t member = member_named(name);
  if (member == strange) {
    std::vector<std::string> known;
    for (const Member& m : members)
      known.emplace_back(m.name);
    fail(name, say(Text::import_no_field, {shown(name), did_you_mean(nearest_word(name.words, known))}));
  }
  const Member& m = members[member];
  const std::size_t first = first_slot(member);
  if (m.size > 1 && accept("[")) {
    const std::size_t slot = first + index(m);
    expect("=");
    const CppToken& token = peek();
    return set(slot, value(m.type), token);
  }
  accept("=");
  if (m.size > 1) return array_value(member);
  const bool brackets = accept("{");
  const CppToken& token = peek();
  set(first, value(m.type), token);
  if (brackets) expect("}");
}

void Parser::element(std::size_t& slot) {
  if (slot >= slots) fail(peek(), say(Text::import_too_many, {"cudaTextureDesc", std::to_string(std::size(members))}));
  const std::size_t member = member_of_slot(slot);
  if (members[member].size > 1 && peek().is("{") && slot == first_slot(member)) {
    array_value(member);
    slot += members[member].size;
    return;
  }
  const CppToken& token = peek();
  set(slot++, value(members[member].type), token);
}

void Parser::set(std::size_t slot, double given, const CppToken& token) {
  said[slot] = given;
  where[slot] = token.offset;
}

bool Parser::is_type_name(const CppToken& token) const {
  static constexpr std::string_view plain[] = {"enum", "int", "unsigned", "float", "bool"};
  for (const std::string_view name : plain)
    if (token.is(name)) return true;
  for (const std::string_view name : types)
    if (bare(token.words) == name) return true;
  return false;
}

double Parser::value(Type type) {
  if (++nesting > 64) fail(peek(), say(Text::import_value, {shown(peek())}));
  const double given = plain_value(type);
  --nesting;
  return given;
}

double Parser::plain_value(Type type) {
  if (accept("-")) return -value(type);
  if (accept("+")) return value(type);
  if (accept("(")) {
    const bool cast = is_type_name(peek());
    if (cast)
      while (is_type_name(peek()))
        ++at;
    const double inner = cast ? 0 : value(type);
    expect(")");
    return cast ? value(type) : inner;
  }
  const CppToken& token = next();
  if (token.is("static_cast")) {
    expect("<");
    while (is_type_name(peek()))
      ++at;
    expect(">");
    return value(type);
  }
  if (is_type_name(token)) { // cudaTextureFilterMode::..., cudaTextureFilterMode(1), float{1}
    if (accept("::")) return named(next(), type);
    if (accept("{")) {
      const double inner = value(type);
      expect("}");
      return inner;
    }
    return value(type);
  }
  if (token.kind == Kind::number) return number(token, type);
  if (token.kind == Kind::word) return named(token, type);
  fail(token, say(Text::import_value, {shown(token)}));
}

double Parser::named(const CppToken& token, Type type) {
  const bool number_type = type == Type::flag || type == Type::real || type == Type::count;
  if (number_type && (token.is("true") || token.is("false"))) return token.is("true");
  if (type == Type::real && token.is("INFINITY")) return std::numeric_limits<double>::infinity();
  if (type == Type::real && token.is("NAN")) return std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> known;
  for (const Named& name : enumerators) {
    if (name.type == type) known.push_back("cuda" + std::string(name.name));
    if (bare(token.words) != name.name) continue;
    if (name.type == type) return name.value;
    fail(token, say(Text::import_wrong_type, {token.words, number_type ? text(Text::import_a_number) : "cuda" + std::string(types[std::size_t(type)])}));
  }
  fail(token, say(Text::import_unknown, {token.words, did_you_mean(nearest_word(token.words, known))}));
}

double Parser::number(const CppToken& token, Type type) const {
  std::string digits(token.words);
  std::erase(digits, '\'');
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  while (!digits.empty() && std::string_view(hex ? "uUlL" : "uUlLfF").find(digits.back()) != std::string_view::npos)
    digits.pop_back();
  double given = 0;
  const char *first = digits.data() + (hex ? 2 : 0), *last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(first, last, given, hex ? std::chars_format::hex : std::chars_format::general);
  if (error != std::errc() || end != last) fail(token, say(Text::import_value, {shown(token)}));
  const double most = type == Type::address ? 3 : 1;
  const bool listed = type == Type::address || type == Type::filter || type == Type::read;
  if (listed && (given != std::floor(given) || given > most))
    fail(token, say(Text::import_unknown, {token.words, ""}));
  if (type == Type::real) return double(float(given));
  return given;
}

std::string field_path(std::size_t slot) {
  const std::size_t member = member_of_slot(slot);
  std::string path(members[member].field);
  if (members[member].type == Type::address) path += "xyz"[slot - first_slot(member)];
  return path;
}

FieldValue field_value(const Field& field, double given) {
  if (field.type == FieldType::boolean) return given != 0;
  if (field.type == FieldType::choice) return std::string(field.choices[std::size_t(given)].identifier);
  if (field.type == FieldType::integer) return std::int64_t(given);
  return given;
}

ImportedDesc Parser::result(const SamplerSpec& present) const {
  ImportedDesc imported;
  imported.zeroed = zeroed;
  Session session;
  session.sampler = present;
  const auto put = [&](const Field& field, const FieldValue& given, std::size_t slot) {
    if (const auto reason = assign(session, field, given))
      throw UserError(source.place(where[slot]) + say(Text::session_bad_field, {members[member_of_slot(slot)].name, *reason}));
  };
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Field& field = *find_field(field_path(slot));
    if (field.type == FieldType::numbers) {
      bool any = false;
      auto list = std::get<std::vector<double>>(field.get(session));
      for (std::size_t i = 0; i < field.count; ++i) {
        any = any || said[slot + i];
        if (said[slot + i] || zeroed) list[i] = said[slot + i].value_or(0);
      }
      put(field, list, slot);
      if (any) imported.said.push_back(std::string(field.path) + ": " + to_words(field, list));
      slot += field.count - 1;
      continue;
    }
    if (!said[slot] && !zeroed) continue;
    const FieldValue given = field_value(field, said[slot].value_or(0));
    put(field, given, slot);
    if (said[slot]) imported.said.push_back(std::string(field.path) + ": " + to_words(field, given));
  }
  imported.sampler = session.sampler;
  return imported;
}
} // namespace

ImportedDesc import_desc(std::string_view code, std::string_view name, const SamplerSpec& present) {
  Parser parser(code, name);
  parser.run();
  return parser.result(present);
}

bool is_texture_desc(std::string_view words) {
  for (const CppToken& token : cpp_tokens(words)) {
    if (is_desc_type(token)) return true;
    for (const Member& member : members)
      if (token.words == member.name) return true;
    for (const Named& name : enumerators)
      if (bare(token.words) == name.name) return true;
  }
  return false;
}

} // namespace texelscope
