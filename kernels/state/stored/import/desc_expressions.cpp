// Declarations, expressions and values of the interpreter.
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/import/desc_interpreter.h"

namespace texelscope::desc {

using Kind = Slot::Kind;

namespace {
constexpr std::size_t max_variables = 400, max_states = 1000;

constexpr std::string_view statement_words[] = {"if",    "for",      "while", "do",   "switch", "return",
                                                "break", "continue", "goto",  "case", "else",   "throw"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

std::string lower(std::string_view word) {
  std::string all(word);
  for (char& c : all)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  return all;
}

// Whether a function of this name makes a texture of a descriptor, or keeps a copy of it.
bool makes_texture(std::string_view callee) {
  const std::string name = lower(callee);
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (has("createtextureobject") || has("texobjectcreate")) return true;
  if (has("desc") || has("unbind")) return false;
  return has("create") || has("make") || has("bind") || has("push_back") || has("emplace") || has("memcpy") ||
         name.starts_with("from");
}

bool only_reads(std::string_view callee) {
  static constexpr std::string_view readers[] = {"printf", "fprintf", "assert", "memcmp", "sizeof"};
  const std::string name = lower(callee);
  const bool fetches =
      name.starts_with("texcubemap") || (name.starts_with("tex") && name.size() > 4 && name[4] == 'd');
  return is_one_of(callee, readers) || fetches || name.find("unbind") != name.npos ||
         name.find("gettexturereference") != name.npos || name.find("gettexref") != name.npos ||
         name.find("texrefcreate") != name.npos || name.find("symbol") != name.npos;
}

// Functions and casts behind which the callee of an argument stands.
bool is_transparent(std::string_view callee) {
  static constexpr std::string_view names[] = {"",
                                               "move",
                                               "ref",
                                               "cref",
                                               "addressof",
                                               "const_cast",
                                               "static_cast",
                                               "forward",
                                               "reinterpret_cast",
                                               "as_const"};
  return is_one_of(callee, names);
}
} // namespace

// Declarations.

// using Desc = cudaTextureDesc; typedef cudaTextureDesc Desc;
bool Interpreter::alias_declaration() {
  if (!is(at, "using") && !is(at, "typedef")) return false;
  std::size_t end = at;
  bool of_desc = false;
  for (; end + 1 < tokens.size() && !is(end, ";"); ++end) {
    if (is(end, "{")) end = tokens[end].partner;
    of_desc = of_desc || is_desc_type(tokens[end]);
  }
  const std::size_t name = is(at, "using") ? at + 1 : end - 1;
  if (of_desc && is_word(name) && !is_desc_type(tokens[name])) types.insert(tokens[name].spelling);
  at = end;
  return true;
}

// cudaTextureDesc a = {}, *b; auto a = cudaTextureDesc{};
bool Interpreter::declaration() {
  const auto is_type = [&](std::size_t i) {
    return is_desc_type(tokens[i]) || types.contains(tokens[i].spelling);
  };
  std::size_t i = at;
  bool is_static = false, is_auto = false;
  for (; is_word(i) && !is_type(i) && i < at + 6; ++i) {
    is_static = is_static || is(i, "static");
    if (is(i, "auto")) is_auto = true;
    if (is(i + 1, "::")) ++i;
  }
  if (is_auto) { // its name stands before "="
    --i;
    const std::size_t type = i + 2;
    if (!is(i + 1, "=") || type >= tokens.size() || !is_type(type) ||
        !(is(type + 1, "{") || is(type + 1, "(")))
      return false;
    Variable variable{.name = std::string(tokens[i].spelling), .driver = is_driver_type(tokens[type])};
    at = value_end(i + 2, tokens.size() - 1);
    declare(variable, i);
    initialize(env.variables.back(), i + 2, at);
    return true;
  }
  if (!is_word(i) || !is_type(i)) return false;
  const bool driver = is_driver_type(tokens[i]);
  std::size_t name = i + 1;
  while (is(name, "*") || is(name, "&") || is(name, "const"))
    ++name;
  if (!is_word(name) || is(name + 1, "(") || is(name + 1, "::") || is(name + 1, ")") || is(name + 1, ">"))
    return false;
  for (++i; i + 1 < tokens.size() && !is(i, ";") && !is(i, "}");) {
    bool pointer = false;
    for (; is(i, "*") || is(i, "&") || is(i, "const"); ++i)
      pointer = pointer || is(i, "*");
    if (!is_word(i)) break;
    Variable variable{.name = std::string(tokens[i].spelling), .driver = driver, .pointer = pointer};
    const std::size_t name_at = i++;
    while (is(i, "["))
      i = tokens[i].partner + 1;
    const std::size_t first = is(i, "=") ? i + 1 : i, end = value_end(first, tokens.size() - 1);
    // A name for another one: cudaTextureDesc& desc = all.desc; cudaTextureDesc* desc = &all.desc;
    const std::size_t path_first = is(first, "&") ? first + 1 : first;
    const Path path = path_at(path_first);
    const bool refers = (is(first, "&") || is(name_at - 1, "&")) && path.next == end && path.member.empty();
    if (refers) {
      if (Variable* const other = variable_of(path); other && !other->foreign) {
        aliases[variable.name] = other->name;
        i = end;
        if (is(i, ",")) ++i;
        continue;
      }
    }
    const bool in_function = function_depth > 0;
    if (is_static)
      clear(variable, false);
    else if (in_function && !pointer)
      for (Slot& slot : variable.slots)
        slot.kind = Kind::garbage, slot.offset = tokens[name_at].offset;
    declare(variable, name_at);
    if (end > first && !refers) initialize(env.variables.back(), first, end);
    if (Variable* const declared = find(std::string(tokens[name_at].spelling)); declared && classes > 0)
      declared->changed = false;
    i = end;
    if (is(i, ",")) ++i;
  }
  at = i;
  return true;
}

// texture<float, 2, cudaReadModeElementType> tex(1, cudaFilterModeLinear); textureReference* tex;
bool Interpreter::reference_declaration() {
  std::size_t i = at;
  while (is(i, "static") || is(i, "extern") || is(i, "const") || is(i, "__device__") || is(i, "struct") ||
         is(i, "inline"))
    ++i;
  Variable variable{.reference = true};
  if (is(i, "textureReference") || is(i, "CUtexref") || is(i, "hipTexRef")) {
    variable.promotes = !is(i, "textureReference");
    while (is(++i, "*")) {
    }
    if (!is_word(i) || is(i + 1, "(")) return false;
    variable.name = tokens[i].spelling;
    declare(variable, i);
    at = i + 1;
    while (at + 1 < tokens.size() && !is(at, ";") && !is(at, "{") && !is(at, "}"))
      ++at;
    return true;
  }
  if (!is(i, "texture") || !is(i + 1, "<")) return false;
  double read = 0;
  std::size_t close = i + 2;
  for (; close < std::min(tokens.size() - 1, i + 40) && !is(close, ">") && !is(close, ";") && !is(close, "{");
       ++close)
    if (const Enumerator* const mode = find_enumerator(tokens[close].spelling);
        mode && mode->type == Type::read)
      read = mode->value;
  if (!is(close, ">") || !is_word(close + 1) || is_access(close + 2)) return false;
  const std::size_t name = close + 1;
  if (!is(name + 1, ";") && !is(name + 1, "(") && !is(name + 1, "=") && !is(name + 1, ",") &&
      !is(name + 1, "["))
    return false;
  variable.name = tokens[name].spelling;
  clear(variable, false);
  for (std::size_t axis = 0; axis < 3; ++axis)
    variable.slots[axis].value = 1, variable.slots[axis].said = true; // the constructor's default is clamp
  variable.slots[first_slot(*find_member("readMode"))].value = read;
  variable.slots[first_slot(*find_member("readMode"))].said = true;
  for (Slot& slot : variable.slots)
    slot.offset = tokens[name].offset;
  declare(variable, name);
  Variable& declared = env.variables.back();
  at = name + 1;
  if (is(at, "(")) {
    static constexpr std::string_view members[] = {"normalizedCoords", "filterMode", "addressMode"};
    const std::vector<Quote> given = arguments(at);
    for (std::size_t k = 0; k < std::min(given.size(), std::size(members)); ++k) {
      Target target = target_of(members[k]);
      for (std::size_t size = std::exchange(target.size, 1); size > 0; --size, ++target.slot)
        put_value(declared, target, given[k].offset, given[k].offset + given[k].length);
    }
    at = tokens[at].partner + 1;
  } else if (is(at, "=")) { // another constructor
    spoil(declared, Text::import_unknown, quote_of(at + 1, value_end(at + 1, tokens.size() - 1)));
    at = value_end(at + 1, tokens.size() - 1);
  }
  declared.changed = classes == 0;
  return true;
}

// Something else by the name of a descriptor elsewhere in the code: VkSamplerCreateInfo desc = {};
bool Interpreter::foreign_declaration() {
  static constexpr std::string_view others[] = {"return", "delete", "auto", "co_return", "throw"};
  std::size_t i = at;
  while (is_word(i) && (is_word(i + 1) || is(i + 1, "::")))
    i += is(i + 1, "::") ? 2 : 1;
  if (i == at || !is_word(i) || is(i - 1, "::") || !is_word(i - 1)) return false;
  if (!telling.contains(tokens[i].spelling) || is_access(i + 1) || is_one_of(tokens[at].spelling, others) ||
      is(i - 1, "auto"))
    return false;
  declare({.name = std::string(tokens[i].spelling), .foreign = true}, i);
  at = i;
  if (is(at + 1, "=") || is(at + 1, "{") || is(at + 1, "(")) ++at, expression();
  return true;
}

void Interpreter::declare(Variable variable, std::size_t at_token) {
  variable.depth = classes > 0 ? 0 : depth;
  variable.region = tokens[at_token].region;
  variable.promotes = variable.promotes || variable.driver;
  if (env.variables.size() == max_variables) fail(at_token, say(Text::import_too_complex, {}));
  const auto same = [&](Variable& other) {
    return other.depth == variable.depth && other.name == variable.name;
  };
  for (Variable& other : env.variables)
    if (same(other) && !other.foreign) snapshot(other, last_offset(other));
  std::erase_if(env.variables, same);
  aliases.erase(variable.name);
  env.variables.push_back(std::move(variable));
}

// The value of a new variable, in tokens [first, last).
void Interpreter::initialize(Variable& variable, std::size_t first, std::size_t last) {
  here = first;
  if (is(first, "new")) {
    if (is(last - 1, ")") || is(last - 1, "}")) clear(variable);
    if (is(last - 1, "}")) initializer(variable, tokens[last - 1].partner);
    return;
  }
  if (variable.pointer) return walk(first, last, {}); // to what is not known
  whole_value(variable, first, last);
}

void Interpreter::parameters(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    if (!is_desc_type(tokens[i]) && !types.contains(tokens[i].spelling) && !is(i, "textureReference") &&
        !is(i, "CUtexref"))
      continue;
    std::size_t name = i + 1;
    while (is(name, "*") || is(name, "&") || is(name, "const"))
      ++name;
    if (is_word(name) && name < last && (is(name + 1, ",") || is(name + 1, ")") || is(name + 1, "=")))
      declare({.name = std::string(tokens[name].spelling),
               .driver = is_driver_type(tokens[i]),
               .reference = !is_desc_type(tokens[i]),
               .pointer = true},
              name);
  }
}

Interpreter::Variable Interpreter::fresh(const std::string& name) const {
  Variable variable{.name = name, .depth = function_depth, .region = function_region, .undeclared = true};
  const std::size_t bracket = name.find('['); // an element of an array that is declared
  for (const Variable& other : env.variables)
    if (bracket != name.npos && other.name == name.substr(0, bracket) && !other.foreign) {
      variable.slots = other.slots;
      variable.promotes = other.promotes;
      variable.driver = other.driver;
      return variable;
    }
  if (const auto other = set_elsewhere.find(name); other != set_elsewhere.end() && function_depth > 0)
    make_unknown(variable.slots, other->second.first, Text::import_elsewhere, {other->second.second, 1});
  return variable;
}

// Expressions.

// To the end of the statement, which a function's body or a keyword ends too.
void Interpreter::expression() {
  const std::size_t first = at;
  bool brackets = false, equals = false, members = false;
  std::size_t i = first;
  for (; i + 1 < tokens.size() && !is(i, ";") && !is(i, "}"); ++i) {
    spend(1);
    equals = equals || is(i, "=");
    if (i > first && tokens[i].is_word() && is_one_of(tokens[i].spelling, statement_words) &&
        !is_access(i - 1))
      break;
    if (is(i, ":") && brackets) members = true;
    if (is(i, "{")) {
      const bool of_member = members && is_word(i - 1) && !is(i - 1, "noexcept") && !is(i - 1, "const");
      if (function_depth == 0 && brackets && !equals && !of_member) return function(first, i);
    }
    if (is(i, "(") || is(i, "[") || is(i, "{")) {
      brackets = brackets || is(i, "(");
      i = std::min(tokens[i].partner, tokens.size() - 2);
    }
  }
  at = i;
  walk(first, i, {});
  at = i;
}

// What tokens [first, last) do with descriptors, as arguments of `callee`.
void Interpreter::walk(std::size_t first, std::size_t last, std::string_view callee) {
  if (++nesting > max_levels) fail(first, say(Text::import_too_complex, {}));
  for (std::size_t i = first; i < last;) {
    spend(1);
    here = i;
    if (tokens[i].is_word() || (is(i, "(") && is(i + 1, "*"))) {
      if (is(i, "sizeof") || is(i, "decltype")) {
        i = is(i + 1, "(") ? tokens[i + 1].partner + 1 : i + 2;
        continue;
      }
      if (const auto element = elements.find(tokens[i].spelling);
          element != elements.end() && is(i + 1, "=")) {
        const std::size_t end = value_end(i + 2, last);
        if (Variable* const variable = find(element->second.first)) {
          const Type type = member(member_of_slot(element->second.second)).type;
          put_value(*variable, {.type = type, .slot = element->second.second, .size = 1}, i + 2, end);
        }
        i = end;
        continue;
      }
      if (i == 0 || (!is_access(i - 1) && !is(i - 1, "::"))) {
        if (const std::size_t behind = other_name(i, last); behind > i) {
          i = behind;
          continue;
        }
        const Path path = path_at(i);
        if (path.member.empty() && (is(path.next, ",") || path.next == last)) given_away(path, callee);
        if (Variable* const variable = variable_of(path); variable && !variable->foreign) {
          i = path.member.empty() ? whole(*variable, path, last, callee)
                                  : access(*variable, path, last, callee);
          continue;
        }
      }
      if (tokens[i].is_word()) {
        if (const std::size_t behind = call(i, callee); behind > i) {
          i = behind;
          continue;
        }
      }
    }
    if (is(i, "{") && i > first &&
        (is(i - 1, ")") || is(i - 1, "]") || is(i - 1, "mutable"))) { // a lambda's body
      loop_unknown(i, quote_of(i, i + 1), false);
      i = std::max(at, i + 1);
    } else if (is(i, "(") || is(i, "[") || is(i, "{")) {
      const std::size_t end = std::min(tokens[i].partner, last);
      walk(i + 1, end, is(i, "[") ? std::string_view() : callee);
      i = end + 1;
    } else {
      ++i;
    }
  }
  --nesting;
}

// What a function may have changed is unknown, but no state of its own.
void Interpreter::may_change(Variable& variable, std::bitset<slot_count> slots, std::string_view callee) {
  if (!env.dead && !variable.foreign)
    make_unknown(variable.slots, slots, Text::import_may_set, quote_of(callee));
}

// A function of this code sets variables that are not its own.
void Interpreter::called(std::string_view function) {
  const auto [first, last] = bodies.equal_range(function);
  for (auto body = first; body != last; ++body) {
    const auto from =
        std::lower_bound(writes.begin(), writes.end(), body->second.first,
                         [](const Write& write, std::size_t first) { return write.at < first; });
    for (auto write = from; write != writes.end() && write->at < body->second.second; ++write) {
      spend(1 + env.variables.size());
      for (Variable& variable : env.variables)
        if ((variable.undeclared || variable.depth == 0) && pattern_of(variable.name) == write->pattern)
          may_change(variable, write->slots, function);
    }
  }
}

// A function gets what contains a descriptor.
void Interpreter::given_away(const Path& path, std::string_view callee) {
  if (callee.empty() || path.name.empty() || makes_texture(callee) || only_reads(callee)) return;
  for (Variable& variable : env.variables)
    if (variable.name.size() > path.name.size() && variable.name.starts_with(path.name) &&
        (variable.name[path.name.size()] == '.' || variable.name[path.name.size()] == '['))
      may_change(variable, std::bitset<slot_count>().set(), callee);
}

// Behind `auto& name = desc` or `auto name = &desc`, another name for it.
std::size_t Interpreter::other_name(std::size_t word, std::size_t last) {
  if (word < 2 || !is_word(word) || !is(word + 1, "=")) return word;
  const bool marked = is(word - 1, "&") || is(word - 1, "*"), address = is(word + 2, "&");
  if (!(marked ? is(word - 2, "auto") || is(word - 2, "const") : address && is(word - 1, "auto")))
    return word;
  const Path path = path_at(address ? word + 3 : word + 2);
  const Variable* const variable = variable_of(path);
  if (!variable || variable->foreign || !path.member.empty() || path.next != last) return word;
  aliases[std::string(tokens[word].spelling)] = variable->name;
  return path.next;
}

// Behind the call at `word`, if it is one.
std::size_t Interpreter::call(std::size_t word, std::string_view callee) {
  std::size_t open = word + 1;
  if (is(open, "<")) { // a template's arguments
    while (open < word + 16 && !is(open, ">") && !is(open, ";") && !is(open, "("))
      ++open;
    if (!is(open++, ">")) return word;
  }
  if (!is(open, "(")) return word;
  const std::size_t close = tokens[open].partner;
  const std::string_view name = tokens[word].spelling;
  if (!special_call(word, open)) walk(open + 1, close, is_transparent(name) ? callee : name);
  called(name);
  return close + 1;
}

// memset, memcpy and what sets a texture reference.
bool Interpreter::special_call(std::size_t word, std::size_t open) {
  static constexpr std::string_view zeroing[] = {
      "memset", "bzero", "ZeroMemory", "RtlZeroMemory", "SecureZeroMemory", "explicit_bzero"};
  const std::string_view name = tokens[word].spelling;
  const std::vector<Quote> given = arguments(open);
  for (const std::string_view prefix : {"cuTexRefSet", "hipTexRefSet"})
    if (name.starts_with(prefix)) {
      reference_call(name.substr(prefix.size()), given);
      return true;
    }
  const bool clears = is_one_of(name, zeroing), copies = name == "memcpy" || name == "memmove";
  if ((!clears && !copies) || given.size() < 2) return false;
  std::size_t first = given[0].offset;
  const auto skip_cast = [&](std::size_t& i) {
    if (is(i, "(") && is(tokens[i].partner - 1, "*")) i = tokens[i].partner + 1;
    while (is(i, "&"))
      ++i;
  };
  skip_cast(first);
  const Path path = path_at(first);
  Variable* const variable = variable_of(path);
  if (!variable || variable->foreign || !path.member.empty()) return false;
  const Quote whole_call = quote_of(word, tokens[open].partner + 1);
  if (copies) {
    std::size_t from = given[1].offset;
    skip_cast(from);
    whole_value(*variable, from, given[1].offset + given[1].length);
    return true;
  }
  const Quote& size = given.back();
  bool whole_size = false; // of the descriptor, not of a pointer to it
  for (std::size_t i = size.offset; i < size.offset + size.length; ++i)
    whole_size =
        whole_size || is_desc_type(tokens[i]) || types.contains(tokens[i].spelling) ||
        (tokens[i].is_word() &&
         (tokens[i].spelling.ends_with("Desc") || tokens[i].spelling.ends_with("DESC"))) ||
        (is(i, tokens[path.next - 1].spelling) && !is(i - 1, "&") && (!variable->pointer || is(i - 1, "*")));
  const auto filling = name == "memset"
                           ? value(given[1].offset, given[1].offset + given[1].length, Type::count)
                           : std::optional(Number{0});
  if (whole_size && filling && filling->value == 0)
    clear(*variable);
  else
    spoil(*variable, Text::import_may_set, whole_call);
  return true;
}

// cuTexRefSetFilterMode(ref, CU_TR_FILTER_MODE_LINEAR)
void Interpreter::reference_call(std::string_view what, const std::vector<Quote>& given) {
  if (given.size() < 2) return;
  Path path = path_at(given[0].offset);
  const bool alone = path.next == given[0].offset + given[0].length; // a prototype has a type before it
  if (path.name.empty() || !path.member.empty() || !alone) return;
  Variable* variable = find(path.name);
  if (!variable || variable->foreign) {
    variable = &add_undeclared(path.name);
  }
  variable->reference = variable->promotes = true;
  const auto put_member = [&](std::string_view name, std::size_t argument, std::size_t axis = 0,
                              bool one = false) {
    Target target = target_of(name);
    if (one) target.slot += axis, target.size = 1;
    if (argument < given.size())
      put_value(*variable, target, given[argument].offset, given[argument].offset + given[argument].length);
  };
  if (what == "AddressMode") {
    const auto axis = value(given[1].offset, given[1].offset + given[1].length, Type::count);
    const Target target = target_of("addressMode");
    if (axis && axis->value >= 0 && axis->value < 3)
      put_member("addressMode", 2, std::size_t(axis->value), true);
    else
      spoil(*variable, Text::import_unknown, quote_of(given[1].offset, given[1].offset + given[1].length),
            target.slot, target.size);
  }
  if (what == "FilterMode") put_member("filterMode", 1);
  if (what == "MipmapFilterMode") put_member("mipmapFilterMode", 1);
  if (what == "MipmapLevelBias") put_member("mipmapLevelBias", 1);
  if (what == "MaxAnisotropy") put_member("maxAnisotropy", 1);
  if (what == "MipmapLevelClamp") put_member("minMipmapLevelClamp", 1), put_member("maxMipmapLevelClamp", 2);
  if (what == "Flags") put_member("flags", 1);
  if (what == "BorderColor") {
    const Target target = target_of("borderColor");
    spoil(*variable, Text::import_unknown, quote_of(given[1].offset, given[1].offset + given[1].length),
          target.slot, target.size);
  }
}

// The whole variable: assigned, or used.
std::size_t Interpreter::whole(Variable& variable, const Path& path, std::size_t last,
                               std::string_view callee) {
  if (is(path.next, "=") && path.next < last) {
    const std::size_t end = value_end(path.next + 1, last);
    if (!variable.pointer || is(path.first - 1, "*") || !is(path.next + 1, "&"))
      whole_value(variable, path.next + 1, end);
    return end;
  }
  if (is_access(path.next) && !variable.undeclared && !is_word(path.next + 1)) member_target(path.next + 1);
  if (env.dead || is_access(path.next)) return path.next;
  if (callee.empty()) {
    snapshot(variable, tokens[here].offset);
  } else if (makes_texture(callee)) {
    snapshot(variable, tokens[here].offset);
  } else if (!only_reads(callee)) {
    spoil(variable, Text::import_may_set, quote_of(callee));
  }
  return path.next;
}

// A member: assigned, changed or read.
std::size_t Interpreter::access(Variable& variable, const Path& path, std::size_t last,
                                std::string_view callee) {
  static constexpr std::string_view operators[] = {"|=", "&=", "^=", "+=", "-=", "*=", "/=", "%="};
  const Target target = target_of(path.member);
  if (is(path.next, "=") && path.next < last) return assign(variable, path, last);
  if (is_one_of(tokens[path.next].spelling, operators)) {
    const std::size_t end = value_end(path.next + 1, last);
    put_value(variable, target_at(target, path), path.next + 1, end, tokens[path.next].spelling);
    return end;
  }
  const CppToken& next = tokens[path.next];
  const bool ends_early =
      target.size > 1 && path.index == 0 ? false : next.is_word() || next.kind == CppToken::Kind::number;
  if (callee.empty() && path.next < last && ends_early)
    fail(path.next, say(Text::import_expected, {"=", shown(path.next)}));
  const bool steps = is(path.next, "++") || is(path.next, "--") ||
                     (path.first > 0 && (is(path.first - 1, "++") || is(path.first - 1, "--")));
  const bool given_away = (path.first > 0 && is(path.first - 1, "&")) || (target.size > 1 && path.index == 0);
  if ((steps || (given_away && !callee.empty() && !only_reads(callee))) && target.size > 0)
    spoil(variable, Text::import_may_set, callee.empty() ? quote_of(path.first, path.next) : quote_of(callee),
          target.slot, target.size);
  return path.next;
}

// "desc.a = value", "desc.a[0] = desc.a[1] = value"
std::size_t Interpreter::assign(Variable& variable, const Path& path, std::size_t last) {
  std::vector<std::pair<std::string, Path>> targets = {{variable.name, path}};
  std::size_t first = path.next + 1;
  while (true) {
    const Path chained = path_at(first);
    Variable* const other = variable_of(chained);
    if (!other || other->foreign || chained.member.empty() || !is(chained.next, "=") || chained.next >= last)
      break;
    targets.emplace_back(other->name, chained);
    first = chained.next + 1;
  }
  const std::size_t end = value_end(first, last);
  walk(first, end, {});
  for (const auto& [name, each] : targets)
    if (Variable* const to = find(name)) {
      here = each.first;
      const Target target = target_at(target_of(each.member), each);
      if (target.size > 1 && is(first, "{"))
        array_value(*to, target, first);
      else
        put_value(*to, target, first, end);
    }
  return end;
}

// A value for all: {...}, cudaTextureDesc{...}, (cudaTextureDesc){...}, cudaTextureDesc(), another variable.
void Interpreter::whole_value(Variable& variable, std::size_t first, std::size_t last) {
  std::size_t i = first;
  const auto is_type = [&](std::size_t at_) {
    return is_desc_type(tokens[at_]) || types.contains(tokens[at_].spelling);
  };
  if (is(i, "(") && (is_type(i + 1) || is_type(i + 2)) && is(tokens[i].partner + 1, "{"))
    i = tokens[i].partner + 1;
  if (is(i, "struct")) ++i;
  const std::size_t type = i;
  if (is_type(i)) ++i;
  if (is(i, "{")) return initializer(variable, i);
  if (i > type && is(i, "(") && tokens[i].partner == i + 1) return clear(variable);
  if (i > type && is(i, "(")) ++i;
  while (is(i, "*"))
    ++i;
  const Path path = path_at(i);
  if (const Variable* const other = variable_of(path);
      other && !other->foreign && path.member.empty() && path.next <= last) {
    const Variable from = *other;
    for (std::size_t slot = 0; slot < slot_count; ++slot)
      if (from.slots[slot].kind == Kind::kept)
        spoil(variable, Text::import_unknown, quote_of(first, last), slot, 1);
      else
        put(variable, slot, from.slots[slot]);
    variable.promotes = from.promotes;
    return;
  }
  const std::string name = variable.name;
  walk(first, last, {});
  here = first;
  if (Variable* const still = find(name)) spoil(*still, Text::import_unknown, quote_of(first, last));
}

// {a, b, {c}} in the members' order, with any inner braces; or {.member = value}.
void Interpreter::initializer(Variable& variable, std::size_t open) {
  const std::size_t close = tokens[open].partner;
  if (tokens[close].kind == CppToken::Kind::end && open > 0)
    fail(close, say(Text::import_expected, {"}", shown(close)}));
  here = open;
  clear(variable);
  std::size_t position = 0, element = 0; // the member, and which number of it
  for (const Quote& each : arguments(open)) {
    const std::size_t first = each.offset, end = first + each.length;
    here = first;
    if (is(first, ".")) {
      const Target target = member_target(first + 1);
      std::size_t i = first + 2;
      Path path{.index = is(i, "[") ? i : 0};
      if (path.index > 0) i = tokens[i].partner + 1;
      if (is(i, "="))
        ++i;
      else if (!is(i, "{"))
        fail(i, say(Text::import_expected, {"=", shown(i)}));
      fill(variable, target_at(target, path), i, end);
      continue;
    }
    const std::size_t count = variable.driver ? driver_members().size() : member_count;
    if (position == count)
      fail(first, say(Text::import_too_many,
                      {variable.driver ? "CUDA_TEXTURE_DESC" : "cudaTextureDesc", std::to_string(count)}));
    Target target = target_of(variable.driver ? driver_members()[position] : member(position).name);
    if (target.size > 1 && !(is(first, "{") && element == 0)) {
      const std::size_t size = std::exchange(target.size, 1);
      target.slot += element;
      fill(variable, target, first, end);
      if (++element == size) ++position, element = 0;
      continue;
    }
    fill(variable, target, first, end);
    ++position;
  }
}

// An initializer's value, perhaps in braces.
void Interpreter::fill(Variable& variable, const Target& target, std::size_t first, std::size_t end) {
  if (is(first, "{") && target.size > 1) return array_value(variable, target, first);
  if (is(first, "{") && tokens[first].partner == end - 1) ++first, --end;
  if (first == end && is(first, "}") && is(first - 1, "{")) return; // {}: 0
  put_value(variable, target, first, end);
}

void Interpreter::array_value(Variable& variable, const Target& target, std::size_t open) {
  for (std::size_t i = 0; i < target.size; ++i)
    put(variable, target.slot + i, {.kind = Kind::value, .said = true, .offset = tokens[open].offset});
  std::size_t i = 0;
  for (const Quote& each : arguments(open)) {
    std::size_t first = each.offset;
    const std::size_t end = first + each.length;
    if (is(first, "[")) { // [1] = value
      const auto index = value(first + 1, tokens[first].partner, Type::count);
      i = index && index->value >= 0 ? std::size_t(std::min(index->value, 99.0)) : 99;
      first = tokens[first].partner + 1;
      if (is(first, "=")) ++first;
    }
    if (i >= target.size)
      fail(first, say(Text::import_too_many,
                      {member(member_of_slot(target.slot)).name, std::to_string(target.size)}));
    put_value(variable, {.type = target.type, .slot = target.slot + i, .size = 1}, first, end);
    ++i;
  }
}

// Names.

// this->all.desc[0]->filterMode[1]; without a name where there is none.
Interpreter::Path Interpreter::path_at(std::size_t first) const {
  Path path{.first = first};
  std::size_t i = first;
  std::size_t close = 0; // (*desc).filterMode
  if (is(i, "(") && is(i + 1, "*") && is_word(i + 2) && tokens[i].partner == i + 3) close = i + 3, i += 2;
  const bool own = is(i, "this") && is_access(i + 1) && is_telling_member(tokens[i + 2].spelling);
  if (is(i, "this") && is_access(i + 1) && !own) i += 2;
  if (!is_word(i) || is_type_name(tokens[i])) return {.first = first, .next = first};
  path.name = tokens[i].spelling;
  if (close > 0) i = close;
  path.next = i + 1;
  while (path.name.size() < 200) {
    if (is(path.next, "[")) {
      const std::size_t end = tokens[path.next].partner;
      if (end > path.next + 12) break;
      for (std::size_t k = path.next; k <= end; ++k) {
        const auto constant = constants.find(tokens[k].spelling);
        path.name += constant != constants.end() ? std::to_string(int(constant->second))
                                                 : std::string(tokens[k].spelling);
      }
      path.next = end + 1;
      continue;
    }
    if (is(path.next, "(") && is_access(tokens[path.next].partner + 1)) { // a function returns what has it
      path.name += "()";
      path.next = tokens[path.next].partner + 1;
    }
    if (!(is_access(path.next) || is(path.next, "::")) || !is_word(path.next + 1)) break;
    const std::string_view word = tokens[path.next + 1].spelling;
    const bool of_any = target_of(word).known;
    if (is_access(path.next) && (of_any || is_declared(path.name))) {
      path.member = word;
      path.member_at = path.next + 1;
      path.next += 2;
      if (is(path.next, "[")) {
        path.index = path.next;
        path.next = tokens[path.next].partner + 1;
      }
      return path;
    }
    if (is(path.next + 2, "(") && !is_access(tokens[path.next + 2].partner + 1)) break; // a function of it
    path.name += "." + std::string(word);
    path.next += 2;
  }
  return path;
}

bool Interpreter::is_declared(const std::string& name) const {
  const auto alias = aliases.find(name);
  const std::string& real = alias == aliases.end() ? name : alias->second;
  return std::ranges::any_of(env.variables, [&](const Variable& each) {
    return each.name == real && !each.foreign && !each.undeclared;
  });
}

Interpreter::Target Interpreter::target_of(std::string_view name) {
  Target target{.known = true};
  if (name == "flags") {
    target.type = Type::driver_flags;
    target.size = 1;
    return target;
  }
  if (name == "reserved" || name == "channelDesc") return target;
  if (name == "normalized") name = "normalizedCoords";
  const auto found = find_member(name);
  if (!found) return {};
  target.type = member(*found).type;
  target.slot = first_slot(*found);
  target.size = member(*found).size;
  return target;
}

// The member that a designator or an access names, which must be one.
Interpreter::Target Interpreter::member_target(std::size_t token) const {
  const Target target = target_of(tokens[token].spelling);
  if (!target.known)
    fail(token,
         say(Text::import_no_field, {shown(token), did_you_mean(nearest_member(tokens[token].spelling))}));
  return target;
}

// One element of it, where the path has an index; without a slot if the index is not known.
Interpreter::Target Interpreter::target_at(Target target, const Path& path) {
  if (path.index == 0 || target.size < 2) return target;
  const auto index = value(path.index + 1, tokens[path.index].partner, Type::count);
  target.any_index = !index;
  if (!index) return target;
  if (index->value < 0 || index->value >= double(target.size) || index->value != std::floor(index->value))
    fail(path.index + 1,
         say(Text::import_index, {shown(path.index + 1), member(member_of_slot(target.slot)).name,
                                  std::to_string(target.size - 1)}));
  target.slot += std::size_t(index->value);
  target.size = 1;
  return target;
}

Interpreter::Variable* Interpreter::find(const std::string& name) {
  const auto alias = aliases.find(name);
  const std::string& real = alias == aliases.end() ? name : alias->second;
  for (std::size_t i = env.variables.size(); i-- > 0;)
    if (env.variables[i].name == real) return &env.variables[i];
  return nullptr;
}

// Creates what no code here declares, such as a class's member.
Interpreter::Variable* Interpreter::variable_of(const Path& path) {
  if (path.name.empty()) return nullptr;
  if (Variable* const known = find(path.name)) {
    if (!path.member.empty() && !known->foreign && !target_of(path.member).known && !known->undeclared)
      member_target(path.member_at);
    return known;
  }
  if (!telling.contains(pattern_of(path.name)) || (function_depth == 0 && classes > 0)) return nullptr;
  return &add_undeclared(path.name);
}

Interpreter::Variable& Interpreter::add_undeclared(const std::string& name) {
  if (env.variables.size() >= max_variables) fail(here, say(Text::import_too_complex, {}));
  env.variables.push_back(fresh(name));
  return env.variables.back();
}

// The name of any element: "all[].desc".
std::string Interpreter::pattern_of(std::string_view name) {
  std::string pattern;
  int open = 0;
  for (const char c : name) {
    open -= c == ']';
    if (open == 0) pattern += c;
    open += c == '[';
  }
  return pattern;
}

std::vector<Quote> Interpreter::arguments(std::size_t open) const {
  std::vector<Quote> list;
  const std::size_t close = std::min(tokens[open].partner, tokens.size() - 1);
  for (std::size_t first = open + 1; first < close;) {
    const std::size_t end = std::min(value_end(first, close), close);
    list.push_back({first, end - first});
    first = end + 1;
  }
  return list;
}

std::size_t Interpreter::value_end(std::size_t first, std::size_t last) const {
  std::size_t i = first;
  while (i < last && !is(i, ",") && !is(i, ";") && !is(i, ")") && !is(i, "}") && !is(i, "]"))
    i = is(i, "(") || is(i, "[") || is(i, "{") ? tokens[i].partner + 1 : i + 1;
  return std::min(i, last);
}

// Values.

std::optional<Number> Interpreter::value(std::size_t first, std::size_t last, Type type) {
  const Lookup lookup = [&](std::size_t& i) -> std::optional<Number> {
    if (const auto constant = constants.find(tokens[i].spelling); constant != constants.end()) {
      ++i;
      return Number{constant->second};
    }
    const Path path = path_at(i);
    const Variable* const variable = path.member.empty() ? nullptr : find(path.name);
    if (!variable || variable->foreign) return std::nullopt;
    const Target target = target_at(target_of(path.member), path);
    if (target.size != 1 || target.type == Type::driver_flags ||
        (is_listed(target.type) && target.type != type))
      return std::nullopt;
    const Slot& slot = variable->slots[target.slot];
    if (slot.kind != Kind::value) return std::nullopt;
    i = path.next;
    return Number{slot.value, target.type != Type::real};
  };
  spend(last > first ? last - first : 0);
  return evaluate(tokens, first, last, type, lookup);
}

namespace {
// What C++ makes of a number in a member of the type; none if it has no such value.
std::optional<double> converted(Number number, Type type) {
  if (type == Type::real) return double(float(number.value));
  if (type == Type::flag) return double(number.value != 0);
  if (is_listed(type) && !number.integer) return std::nullopt;
  const double whole = std::trunc(number.value);
  if (!(whole >= -2147483648.0 && whole <= 4294967295.0)) return std::nullopt;
  return type == Type::count && whole < 0 ? whole + 4294967296.0 : whole;
}
} // namespace

void Interpreter::put_value(Variable& variable, const Target& target, std::size_t first, std::size_t last,
                            std::string_view operation) {
  if (first >= last) fail(first, say(Text::import_value, {shown(first)}));
  const auto given = value(first, last, target.type);
  if (target.type == Type::driver_flags) return put_flags(variable, given, operation, first, last);
  const auto number = given && operation == "=" ? converted(*given, target.type) : std::nullopt;
  if (target.any_index || !number)
    return spoil(variable, Text::import_unknown,
                 target.any_index ? quote_of(here, first - 1) : quote_of(first, last), target.slot,
                 target.size);
  for (std::size_t i = 0; i < target.size; ++i)
    put(variable, target.slot + i,
        {.kind = Kind::value, .said = true, .value = *number, .offset = tokens[first].offset});
}

void Interpreter::put_flags(Variable& variable, std::optional<Number> bits, std::string_view operation,
                            std::size_t first, std::size_t last) {
  variable.promotes = true;
  const bool keeps = operation == "|=" || operation == "&=";
  for (const FlagBit& flag : flag_bits()) {
    const std::size_t slot = first_slot(flag.member);
    if (!bits || !bits->integer || std::abs(bits->value) > 4294967295.0 || (operation != "=" && !keeps)) {
      spoil(variable, Text::import_unknown, quote_of(first, last), slot, 1);
      continue;
    }
    const bool set = (std::uint64_t(std::int64_t(bits->value)) & flag.bit) != 0;
    if (keeps && set == (operation == "&=")) continue;
    put(variable, slot,
        {.kind = Kind::value,
         .said = true,
         .value = set ? flag.set : flag.clear,
         .offset = tokens[first].offset});
  }
}

void Interpreter::put(Variable& variable, std::size_t slot, Slot next) {
  if (env.dead) return;
  variable.changed = true;
  variable.set_here.set(slot);
  if (!is_certain(variable.region)) {
    const std::string_view line = source.regions[tokens[here].region].directive;
    next = merged(variable.slots[slot], next, quote_of(line));
  }
  variable.slots[slot] = next;
}

// Whether the preprocessor keeps the present token wherever it keeps the function, or what is in `region`.
bool Interpreter::is_certain(std::size_t region) const {
  const std::size_t present = tokens[here].region;
  for (std::size_t of : {region, function_region})
    while (true) {
      if (of == present) return true;
      if (of == 0) break;
      of = source.regions[of].parent;
    }
  return false;
}

void Interpreter::make_unknown(Slots& slots, std::bitset<slot_count> of, Text why, Quote quote) {
  for (std::size_t slot = 0; slot < slot_count; ++slot)
    if (of[slot]) slots[slot] = {.kind = Kind::unknown, .offset = quote.offset, .why = why, .quote = quote};
}

void Interpreter::clear(Variable& variable, bool changes) {
  const Slot zero{.kind = Kind::value, .offset = tokens[here].offset};
  for (std::size_t slot = 0; slot < slot_count; ++slot)
    if (changes)
      put(variable, slot, zero);
    else
      variable.slots[slot] = zero;
  // Without the driver's flag to read integers they are converted.
  if (variable.driver)
    for (const FlagBit& flag : flag_bits()) {
      Slot slot = zero;
      slot.value = flag.clear;
      if (changes)
        put(variable, first_slot(flag.member), slot);
      else
        variable.slots[first_slot(flag.member)] = slot;
    }
}

void Interpreter::spoil(Variable& variable, Text why, Quote quote, std::size_t first, std::size_t count) {
  for (std::size_t slot = first; slot < first + count; ++slot)
    put(variable, slot,
        {.kind = Kind::unknown, .said = true, .offset = quote.offset, .why = why, .quote = quote});
}

Slot Interpreter::merged(const Slot& a, const Slot& b, Quote condition) {
  if (a.kind == Kind::unknown) return a;
  if (b.kind == Kind::unknown) return b;
  if (a.kind == b.kind && (a.value == b.value || a.kind != Kind::value)) {
    Slot both = b;
    both.said = a.said || b.said;
    return both;
  }
  return {.kind = Kind::unknown,
          .said = true,
          .offset = std::max(a.offset, b.offset),
          .why = Text::import_depends,
          .quote = condition};
}

void Interpreter::merge(Env& into, Env other, Quote condition) {
  std::erase_if(other.variables, [&](const Variable& variable) { return variable.depth > depth; });
  if (other.dead) return;
  if (into.dead) {
    into = std::move(other);
    return;
  }
  const auto of = [](Env& from, const Variable& like, std::size_t hint) -> Variable* {
    const auto same = [&](const Variable& each) {
      return each.depth == like.depth && each.name == like.name;
    };
    if (hint < from.variables.size() && same(from.variables[hint])) return &from.variables[hint];
    const auto found = std::ranges::find_if(from.variables, same);
    return found == from.variables.end() ? nullptr : &*found;
  };
  for (std::size_t i = 0; i < other.variables.size(); ++i)
    if (!of(into, other.variables[i], i)) {
      Variable absent = other.variables[i];
      if (absent.undeclared) absent.slots = fresh(absent.name).slots;
      into.variables.push_back(absent);
    }
  for (std::size_t i = 0; i < into.variables.size(); ++i) {
    Variable& variable = into.variables[i];
    const Variable* const that = of(other, variable, i);
    const Slots& slots = that                  ? that->slots
                         : variable.undeclared ? fresh(variable.name).slots
                                               : variable.slots;
    const Slots before = variable.slots;
    for (std::size_t slot = 0; slot < slot_count; ++slot)
      variable.slots[slot] = merged(variable.slots[slot], slots[slot], condition);
    // One side has made a texture of what holds on both.
    const bool made = that && slots == before && variable.changed != that->changed;
    if (that) variable.changed = !made && (variable.changed || that->changed);
    if (that) variable.set_here |= that->set_here;
    if (that) variable.promotes = variable.promotes || that->promotes;
  }
}

void Interpreter::snapshot(Variable& variable, std::size_t offset) {
  if (!variable.changed || variable.foreign) return;
  variable.changed = false;
  if (states.size() == max_states) fail(here, say(Text::import_too_complex, {}));
  states.push_back({variable.name, offset, variable.promotes, variable.slots});
}

Quote Interpreter::quote_of(std::string_view part) const {
  return {std::size_t(part.data() - text.text.data()), part.size()};
}

Quote Interpreter::quote_of(std::size_t first, std::size_t last) const {
  if (first >= last) return {tokens[std::min(first, tokens.size() - 1)].offset, 0};
  const CppToken& end = tokens[last - 1];
  return {tokens[first].offset, end.offset + end.spelling.size() - tokens[first].offset};
}

void Interpreter::spend(std::size_t steps) {
  if (steps > steps_left) fail(here, say(Text::import_too_complex, {}));
  steps_left -= steps;
}

void Interpreter::fail(std::size_t token, const std::string& sentence) const {
  throw PlacedError(text.place(tokens[std::min(token, tokens.size() - 1)].offset), sentence);
}

std::string Interpreter::shown(std::size_t token) const {
  const CppToken& shown = tokens[std::min(token, tokens.size() - 1)];
  return shown.kind == CppToken::Kind::end ? texelscope::text(Text::import_end)
                                           : std::string(utf8_start(shown.spelling, 40));
}

} // namespace texelscope::desc
