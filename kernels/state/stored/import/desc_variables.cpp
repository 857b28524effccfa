// Variables of the interpreter: their declarations, their names and what is known of them.
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
} // namespace

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
    const std::size_t type = std::min(i + 2, tokens.size() - 1);
    const Path path = path_at(type);
    const Variable* const copied = path.member.empty() && is(path.next, ";") ? find(path.name) : nullptr;
    const bool made = is_type(type) && (is(type + 1, "{") || is(type + 1, "("));
    if (!is(i + 1, "=") || !(made || (copied && !copied->foreign && !copied->pointer && !copied->array)))
      return false;
    Variable variable{.name = std::string(tokens[i].spelling),
                      .driver = made ? is_driver_type(tokens[type]) : copied->driver};
    at = value_end(i + 2, tokens.size() - 1);
    declare(variable, i);
    initialize(env.variables.back(), i + 2, at);
    return true;
  }
  if (!is_word(i) || !is_type(i)) return false;
  const bool driver = is_driver_type(tokens[i]);
  std::size_t name = i + 1;
  while (is(name, "*") || is(name, "&") || is(name, "&&") || is(name, "const"))
    ++name;
  if (!is_word(name) || is(name + 1, "(") || is(name + 1, "::") || is(name + 1, ")") || is(name + 1, ">"))
    return false;
  for (++i; i + 1 < tokens.size() && !is(i, ";") && !is(i, "}");) {
    bool pointer = false;
    for (; is(i, "*") || is(i, "&") || is(i, "&&") || is(i, "const"); ++i)
      pointer = pointer || is(i, "*");
    if (!is_word(i)) break;
    Variable variable{.name = std::string(tokens[i].spelling), .driver = driver, .pointer = pointer};
    const std::size_t name_at = i++;
    for (; is(i, "["); i = tokens[i].partner + 1)
      variable.array = true;
    const std::size_t first = is(i, "=") ? i + 1 : i, end = value_end(first, tokens.size() - 1);
    // A name for another one: cudaTextureDesc& desc = all.desc; cudaTextureDesc* desc = &all.desc;
    const bool refers =
        is_reference(name_at) && path_at(first + is(first, "&")).next == end; // to other code's
    if (is_reference(name_at) || pointer) {
      if (name_other(name_at, first, end)) {
        i = end;
        if (is(i, ",")) ++i;
        continue;
      }
      if (pointer || !is(name_at - 2, "const")) may_be_set(first, end, quote_of(name_at, end));
    }
    const bool in_function = function_depth > 0;
    if (is_static)
      clear(variable, false);
    else if (in_function && !pointer && !refers)
      for (Slot& slot : variable.slots)
        slot.kind = Kind::garbage, slot.offset = tokens[name_at].offset;
    declare(variable, name_at);
    if (end > first && !refers) initialize(env.variables.back(), first, end);
    if (Variable* const declared = find(std::string(tokens[name_at].spelling));
        declared && classes > 0 && function_depth == 0)
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
    may_be_set(i + 1, at, quote_of(i, at));
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
  const bool other = std::ranges::find(others, tokens[at].spelling) != std::end(others);
  if (!is_access(i + 1) && !other) forget_parts(tokens[i].spelling);
  if (!telling.contains(tokens[i].spelling) || is_access(i + 1) || other || is(i - 1, "auto")) return false;
  declare({.name = std::string(tokens[i].spelling), .foreign = true}, i);
  at = i;
  if (is(at + 1, "=") || is(at + 1, "{") || is(at + 1, "(")) ++at, expression();
  return true;
}

// A new object of that name has new descriptors.
void Interpreter::forget_parts(std::string_view name) {
  spend(env.variables.size());
  const auto part = [&](const Variable& each) {
    return each.undeclared && each.depth == function_depth && contains(name, each.name);
  };
  for (Variable& variable : env.variables)
    if (part(variable)) snapshot(variable, last_offset(variable));
  std::erase_if(env.variables, part);
}

void Interpreter::declare(Variable variable, std::size_t at_token) {
  variable.depth = classes > 0 && function_depth == 0 ? 0 : depth;
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
  for (const auto& [name, alias] : aliases) // of a variable that is hidden from here on
    if (Variable* const hidden = alias.first == variable.name ? find(alias.first) : nullptr)
      spoil(*hidden, Text::import_may_set, quote_of(at_token, at_token + 1));
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
  if (variable.pointer) return walk(first, last, {});          // to what is not known
  if (variable.array && !(is(first, "{") && last - first < 4)) // {}, {0}, {{}}
    return spoil(variable, Text::import_unknown, quote_of(first, last));
  whole_value(variable, first, last);
}

void Interpreter::parameters(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    if (!is_desc_type(tokens[i]) && !types.contains(tokens[i].spelling) && !is(i, "textureReference") &&
        !is(i, "CUtexref"))
      continue;
    std::size_t name = i + 1;
    bool pointer = false;
    for (; is(name, "*") || is(name, "&") || is(name, "&&") || is(name, "const"); ++name)
      pointer = pointer || is(name, "*");
    if (is_word(name) && name < last && (is(name + 1, ",") || is(name + 1, ")") || is(name + 1, "=")))
      declare({.name = std::string(tokens[name].spelling),
               .driver = is_driver_type(tokens[i]),
               .reference = !is_desc_type(tokens[i]),
               .pointer = pointer},
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
    }
  for (const Variable& other : env.variables)
    if (may_be_same(other.name, name))
      for (std::size_t slot = 0; slot < slot_count; ++slot)
        variable.slots[slot] = merged(variable.slots[slot], other.slots[slot], quote_of(here, here + 1));
  if (const auto other = set_elsewhere.find(name); other != set_elsewhere.end() && function_depth > 0)
    make_unknown(variable.slots, other->second.first, Text::import_elsewhere, {other->second.second, 1});
  return variable;
}
// Names.

// this->all.desc[0]->filterMode[1]; without a name where there is none.
Interpreter::Path Interpreter::path_at(std::size_t first) const {
  Path path{.first = first};
  std::size_t i = first, close = 0; // (*desc).filterMode, (&desc)->filterMode, (desc).filterMode
  if (is(i, "(") && tokens[i].partner < i + 16) {
    const bool marked = is(i + 1, "*") || is(i + 1, "&");
    path = path_at(i + 1 + marked);
    if (path.name.empty() || !path.member.empty() || path.next != tokens[i].partner)
      return {.first = first, .next = first};
    close = path.next;
    path.first = first;
  }
  if (close > 0 && path.name == "this" && is_access(close + 1)) i = close + 2, close = 0;
  const bool own = is(i, "this") && is_access(i + 1) && is_telling_member(tokens[i + 2].spelling);
  if (is(i, "this") && is_access(i + 1) && !own) i += 2;
  if (close == 0) {
    if (!is_word(i) || is_type_name(tokens[i])) return {.first = first, .next = first};
    path.name = tokens[i].spelling;
    close = i;
  }
  path.next = close + 1;
  while (path.name.size() < 200) {
    if (is(path.next, "[")) {
      const std::size_t end = tokens[path.next].partner;
      if (end > path.next + 12 || is(path.next + 1, "&")) break;
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
    if (is(path.next, "->") && is_array(path.name)) path.name += "[0]";
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

// What a reference's or pointer's name stands for.
std::string Interpreter::real_name(const std::string& name) const {
  const std::size_t end = std::min(name.find_first_of(".["), name.size());
  std::string base = name.substr(0, end);
  if (const auto alias = aliases.find(base); alias != aliases.end()) base = alias->second.first;
  std::string_view rest = std::string_view(name).substr(end);
  const auto is_single = [&](const Variable& each) {
    return each.name == base && !each.array && !each.undeclared && !each.foreign;
  };
  if (rest.starts_with("[0]") && std::ranges::any_of(env.variables, is_single)) rest.remove_prefix(3);
  return base + std::string(rest);
}

bool Interpreter::is_array(const std::string& name) const {
  const auto alias = aliases.find(name);
  const std::string& real = alias == aliases.end() ? name : alias->second.first;
  return std::ranges::any_of(env.variables,
                             [&](const Variable& each) { return each.name == real && each.array; });
}

// Whether the variable `inner` is a part of `outer`.
bool Interpreter::contains(std::string_view outer, std::string_view inner) {
  return inner.size() > outer.size() && inner.starts_with(outer) &&
         (inner[outer.size()] == '.' || inner[outer.size()] == '[');
}

// all[i] and all[0], of which neither is surely another element.
bool Interpreter::may_be_same(std::string_view a, std::string_view b) {
  const auto known = [](std::string_view name) {
    const std::size_t open = name.find('[');
    return name.substr(open + 1, name.find(']') - open - 1).find_first_not_of("0123456789") == name.npos;
  };
  return a != b && a.find('[') != a.npos && b.find('[') != b.npos && !(known(a) && known(b)) &&
         pattern_of(a) == pattern_of(b);
}

bool Interpreter::is_declared(const std::string& name) const {
  const std::string real = real_name(name);
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
  const std::string real = real_name(name);
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
  const bool element = is_array(path.name.substr(0, std::min(path.name.find('['), path.name.size()))) &&
                       path.name.ends_with(']');
  if ((!telling.contains(pattern_of(path.name)) && !element) || (function_depth == 0 && classes > 0))
    return nullptr;
  return &add_undeclared(real_name(path.name));
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
  for (const auto& [first, last] : values_in(tokens, open))
    list.push_back({first, last - first});
  return list;
}

std::size_t Interpreter::value_end(std::size_t first, std::size_t last) const {
  return texelscope::value_end(tokens, first, last);
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
    if (!variable && named_constants) return named_constants->named(i, type);
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
  if (maybe) next = merged(variable.slots[slot], next, *maybe);
  if (!is_certain(variable.region)) {
    const std::string_view line = source.regions[tokens[here].region].directive;
    next = merged(variable.slots[slot], next, quote_of(line));
  }
  variable.slots[slot] = next;
  if (variable.name.find('[') == std::string::npos) return;
  spend(env.variables.size());
  for (Variable& other : env.variables)
    if (may_be_same(other.name, variable.name))
      other.slots[slot] = merged(other.slots[slot], next, quote_of(here, here + 1));
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
