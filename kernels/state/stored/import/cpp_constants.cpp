#include "kernels/state/stored/import/cpp_constants.h"

#include <algorithm>
#include <cmath>

namespace texelscope::desc {

namespace {
constexpr std::size_t max_steps = 2'000'000;

bool is_number_type(const CppToken& token) {
  return is_type_name(token) || token.is("auto") || token.is("uint64_t") || token.is("int64_t") ||
         token.is("uint16_t") || token.is("uint8_t");
}

// Whether a function of this name is known to take its arguments by value.
bool is_known(std::string_view callee) {
  static constexpr std::string_view starts[] = {"cuda",   "hip",     "make_", "mem",    "malloc", "calloc",
                                                "printf", "fprintf", "dim3",  "sizeof", "return"};
  static constexpr std::string_view names[] = {"min", "max", "if", "while", "switch"};
  const bool driver = callee.starts_with("cu") && callee.size() > 2 && callee[2] >= 'A' && callee[2] <= 'Z';
  return driver || std::ranges::find(names, callee) != std::end(names) ||
         std::ranges::any_of(starts, [&](std::string_view start) { return callee.starts_with(start); });
}
} // namespace

CppConstants::CppConstants(const CppSource& source)
    : tokens(source.tokens), regions(source.regions), in_block(source.tokens.size()) {
  find_variables();
  find_functions();
  find_changes();
  find_macros(source);
}

void CppConstants::find_macros(const CppSource& source) {
  for (const CppMacro& macro : source.macros) {
    bodies.push_back(cpp_source(macro.body));
    const bool plain = macro.parameters.empty();
    add(macro.name, Definition{.tokens = plain ? &bodies.back().tokens : nullptr,
                               .last = bodies.back().tokens.size() - 1,
                               .end = tokens.size(),
                               .region = macro.region,
                               .is_const = true});
  }
}

// Brackets around each token tell scopes.
void CppConstants::find_variables() {
  std::vector<std::size_t> open;
  std::size_t braces = 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    for (; !open.empty() && tokens[open.back()].partner <= i; open.pop_back())
      braces -= is(open.back(), "{");
    const std::size_t bracket = open.empty() ? tokens.size() : open.back();
    in_block[i] = braces > 0;
    braces += is(i, "{");
    if (is(i, "{") || is(i, "(") || is(i, "[")) open.push_back(i);
    if (!tokens[i].is_word() || i == 0) continue;
    static constexpr std::string_view enums[] = {"enum"};
    if (is(bracket, "{") && opens(bracket, enums) && (is(i - 1, "{") || is(i - 1, ","))) {
      const bool given = is(i + 1, "=");
      define(i, {.tokens = given ? &tokens : nullptr,
                 .first = i + 2,
                 .last = given ? value_end(tokens, i + 2, tokens.size()) : 0,
                 .begin = i,
                 .end = tokens.size(),
                 .is_const = true});
    } else if (is_number_type(tokens[i - 1]) && !is_number_type(tokens[i]) && !is(i, "const") &&
               !is(i + 1, "::")) {
      declarators(i, i - 1, bracket);
    }
  }
}

// name = value, name = value; of one declaration.
void CppConstants::declarators(std::size_t name, std::size_t type, std::size_t bracket) {
  static constexpr std::string_view classes[] = {"struct", "class", "union"},
                                    spaces[] = {"namespace", "extern"};
  Definition each{.tokens = nullptr, .begin = name, .end = tokens.size(), .type = tokens[type].spelling};
  for (std::size_t i = type, back = 0; back < 5 && i > 0 && tokens[i].is_word(); --i, ++back)
    each.is_const =
        each.is_const || is(i, "const") || is(i, "constexpr") || is(i - 1, "const") || is(i - 1, "constexpr");
  const bool braced = is(bracket, "{"), loop = is(bracket, "(") && bracket > 0 && is(bracket - 1, "for");
  each.is_member = braced && opens(bracket, classes);
  const bool fixed = each.is_const || (!each.is_member && !(braced && opens(bracket, spaces)));
  if (bracket < tokens.size()) each.end = tokens[bracket].partner;
  const bool parameter = is(bracket, "(") && !loop;
  if (is(bracket, "(")) { // of a function, or a loop: to the end of its body
    std::size_t body = tokens[bracket].partner + 1;
    while (is(body, "const") || is(body, "noexcept") || is(body, "override"))
      ++body;
    if (!is(body, "{")) return;
    each.end = tokens[body].partner;
  }
  for (std::size_t i = name; i < tokens.size() && tokens[i].is_word();) {
    const bool brace = is(i + 1, "{");
    const std::size_t end = is(i + 1, "=") ? value_end(tokens, i + 2, tokens.size())
                            : brace        ? tokens[i + 1].partner + 1
                                           : i + 1;
    if (end > i + 1 && !parameter && fixed) {
      each.tokens = &tokens;
      each.first = i + 2, each.last = end - brace;
    }
    each.begin = i;
    define(i, each);
    each.tokens = nullptr;
    if (!is(end, ",") || parameter) return;
    i = end + 1;
  }
}

void CppConstants::define(std::size_t name, Definition definition) {
  definition.region = tokens[name].region;
  add(tokens[name].spelling, definition);
}

void CppConstants::add(std::string_view name, const Definition& definition) {
  constexpr std::size_t max_same = 64;
  if (definitions.count(name) < max_same)
    definitions.emplace(name, definition);
  else // too many to tell apart
    for (auto [each, last] = definitions.equal_range(name); each != last; ++each)
      each->second.tokens = nullptr;
}

// Whether one of the words stands before the brace, in the same declaration.
bool CppConstants::opens(std::size_t brace, std::span<const std::string_view> words) const {
  for (std::size_t i = brace; i-- > 0 && brace - i < 12;) {
    if (is(i, ";") || is(i, "{") || is(i, "}") || is(i, ")") || is(i, "=")) return false;
    for (const std::string_view word : words)
      if (is(i, word)) return true;
  }
  return false;
}

// A variable that is set anew, or may be, has no value.
void CppConstants::find_changes() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    while (!open.empty() && tokens[open.back()].partner <= i)
      open.pop_back();
    const std::size_t bracket = open.empty() ? tokens.size() : open.back();
    if (is(i, "{") || is(i, "(") || is(i, "[")) open.push_back(i);
    if (!tokens[i].is_word() || i == 0 || is(i - 1, ".") || is(i - 1, "->") || is(i - 1, "::")) continue;
    Definition* const of = find(i);
    if (of && of->tokens && !of->is_const && of->begin != i && changes(i, bracket)) of->tokens = nullptr;
  }
}

bool CppConstants::changes(std::size_t name, std::size_t bracket) const {
  static constexpr std::string_view after[] = {
      "=", "|=", "&=", "^=", "+=", "-=", "*=", "/=", "%=", "++", "--", "<<=", ">>="};
  for (const std::string_view mark : after)
    if (is(name + 1, mark)) return true;
  if (is(name - 1, "++") || is(name - 1, "--") || is(name - 1, "&")) return true;
  if (name > 1 && is(name - 1, ">") && is(name - 2, ">")) return true;                         // in >> name
  if (name > 2 && is(name - 1, "=") && (is(name - 3, "&") || is(name - 3, "&&"))) return true; // a reference
  const bool argument = (is(name - 1, "(") || is(name - 1, ",")) && (is(name + 1, ")") || is(name + 1, ","));
  if (!argument || !is(bracket, "(") || bracket == 0) return false;
  const auto function = functions.find(tokens[bracket - 1].spelling);
  const bool by_value = function != functions.end() && function->second;
  return tokens[bracket - 1].is_word() && !is_known(tokens[bracket - 1].spelling) &&
         !is_number_type(tokens[bracket - 1]) && !by_value;
}

// Functions that the code declares, and whether without references.
void CppConstants::find_functions() {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    static constexpr std::string_view others[] = {"return", "else", "throw", "new", "case", "co_return"};
    if (!tokens[i].is_word() || !is(i + 1, "(") || !tokens[i - 1].is_word() ||
        std::ranges::find(others, tokens[i - 1].spelling) != std::end(others))
      continue;
    const std::size_t end = tokens[i + 1].partner;
    bool by_value = end < i + 200;
    for (std::size_t k = i + 2; by_value && k < end; ++k)
      by_value = !is(k, "&") && !is(k, "&&");
    const auto [function, is_new] = functions.try_emplace(tokens[i].spelling, by_value);
    function->second = function->second && by_value;
  }
}

// The innermost one at the token.
CppConstants::Definition* CppConstants::find(std::size_t at) {
  Definition* found = nullptr;
  const auto [first, last] = definitions.equal_range(tokens[at].spelling);
  for (auto each = first; each != last; ++each)
    if (Definition& of = each->second; of.begin <= at && at < of.end && (!found || of.begin >= found->begin))
      found = &of;
  return found;
}

std::optional<Number> CppConstants::value(std::size_t first, std::size_t last, Type type) const {
  return evaluated(tokens, first, last, first, type);
}

std::optional<Number> CppConstants::named(std::size_t& at, Type type) const {
  return named_in(tokens, at, at, type);
}

std::optional<Number> CppConstants::evaluated(const CppTokens& of, std::size_t first, std::size_t last,
                                              std::size_t used_at, Type type) const {
  return evaluate(of, first, last, type, [&](std::size_t& at) { return named_in(of, at, used_at, type); });
}

std::optional<Number> CppConstants::named_in(const CppTokens& of, std::size_t& at, std::size_t used_at,
                                             Type type) const {
  const CppToken& token = of[at];
  if (++steps > max_steps) return std::nullopt;
  if (token.is("sizeof") && at + 3 < of.size() && of[at + 1].is("(")) {
    std::string name;
    for (std::size_t i = at + 2; i < of[at + 1].partner && i < at + 6; ++i)
      name += (name.empty() ? "" : " ") + std::string(of[i].spelling);
    const auto element = element_of_type(name);
    if (!element) return std::nullopt;
    at = of[at + 1].partner + 1;
    return Number{double(element->texel_bytes())};
  }
  const Definition* found = nullptr;
  bool several = false, member = false;
  const auto [first, last] = definitions.equal_range(token.spelling);
  for (auto each = first; each != last; ++each) {
    const Definition& one = each->second;
    member = member || one.is_member;
    if (one.begin > used_at || used_at >= one.end) continue;
    several = found && found->end == one.end; // in one scope
    if (!found || one.begin >= found->begin) found = &one;
  }
  const bool global = found && found->end == tokens.size();
  if (!found || several || !found->tokens || (global && member && !found->is_member)) return std::nullopt;
  if (global && !found->is_const && in_block[used_at]) return std::nullopt; // other code may set it
  for (std::size_t region = tokens[used_at].region; region != found->region; region = regions[region].parent)
    if (region == 0) return std::nullopt; // the preprocessor may leave it out
  if (depth > 16) return std::nullopt;    // a macro of itself
  ++depth;
  const auto number = evaluated(*found->tokens, found->first, found->last,
                                found->tokens == &tokens ? found->first : used_at, type);
  --depth;
  if (!number) return std::nullopt;
  ++at;
  const bool real =
      found->type == "float" || found->type == "double" || found->type.empty() || found->type == "auto";
  return real ? number
              : Number{found->type == "bool" ? double(number->value != 0) : std::trunc(number->value)};
}

} // namespace texelscope::desc
