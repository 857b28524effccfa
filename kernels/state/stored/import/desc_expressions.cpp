// Expressions of the interpreter: what statements do with descriptors.
#include <algorithm>
#include <utility>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/import/desc_interpreter.h"

namespace texelscope::desc {

using Kind = Slot::Kind;

namespace {
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

// Whether such a function, which may be the code's own, gets what it could set: a pointer, a texture
// reference.
bool may_set_too(std::string_view callee, bool by_pointer, bool texture_reference) {
  const std::string name = lower(callee);
  const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  const bool of_api = has("createtextureobject") || has("texobjectcreate") || has("memcpy");
  const bool keeps = has("push_back") || has("emplace");
  if (texture_reference) return !of_api && !name.starts_with("cu") && !name.starts_with("hip");
  return by_pointer && !of_api && !keeps;
}

bool is_getter(std::string_view callee) {
  const std::string name = lower(callee);
  return name.starts_with("get") || name.starts_with("is") || name.starts_with("has") || name == "size" ||
         name == "width" || name == "height" || name == "depth" || name == "data" || name == "empty";
}

bool only_reads(std::string_view callee) {
  static constexpr std::string_view readers[] = {"printf", "fprintf", "assert", "memcmp", "sizeof"};
  const std::string name = lower(callee);
  const bool fetches =
      name.starts_with("texcubemap") || (name.starts_with("tex") && name.size() > 4 && name[4] == 'd');
  return is_one_of(callee, readers) || fetches || name.find("assert") != name.npos ||
         name.find("expect") != name.npos || name.find("unbind") != name.npos ||
         name.find("gettexturereference") != name.npos || name.find("gettexref") != name.npos ||
         name.find("texrefcreate") != name.npos || name.find("texrefget") != name.npos ||
         name.find("symbol") != name.npos;
}

// Functions and casts behind which the callee of an argument stands.
bool is_transparent(std::string_view callee) {
  static constexpr std::string_view names[] = {"",           "move",        "cref",    "addressof",
                                               "const_cast", "static_cast", "forward", "reinterpret_cast",
                                               "as_const"};
  return is_one_of(callee, names);
}
} // namespace

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
  const std::optional<Quote> outer_maybe = maybe;
  for (std::size_t i = first; i < last;) {
    spend(1);
    here = i;
    if (is(i, ",")) maybe = outer_maybe;
    const bool marks_reference = is(i, "&&") && is_word(i + 1) && is(i + 2, "=");
    static constexpr std::string_view conditions[] = {"?", "&&", "||", "and", "or"};
    if (is_one_of(tokens[i].spelling, conditions) && !marks_reference)
      maybe = quote_of(std::min(first, i), i);
    if (tokens[i].is_word() || is(i, "(")) {
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
      if ((i == 0 || (!is_access(i - 1) && !is(i - 1, "::"))) && !(is(i, "(") && is_call(i))) {
        used_macro(i);
        if (const std::size_t behind = other_name(i, last); behind > i) {
          i = behind;
          continue;
        }
        const Path path = path_at(i);
        const bool alone = path.member.empty() && (is(path.next, ",") || path.next == last);
        const bool method =
            is_access(path.next) && is(path.next + 2, "(") && !is_getter(tokens[path.next + 1].spelling);
        if (alone || method) given_away(path, alone ? callee : tokens[path.next + 1].spelling);
        const bool kept = callee.empty() && i > 0 && is(i - 1, "&");
        if (path.member.empty() && (is(path.next, "=") || kept)) given_away(path, quote_of(i, path.next));
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
        (is(i - 1, ")") || is(i - 1, "]") || is(i - 1, "mutable") || has_type_before(i))) { // a lambda's body
      const Quote header = quote_of(first, i + 1);
      std::vector<Env> left; // where it returns
      std::vector<Env>* const outer_returns = std::exchange(returns, &left);
      loop_unknown(i, header, false);
      returns = outer_returns;
      for (Env& each : left)
        merge(env, std::move(each), header);
      i = std::max(at, i + 1);
    } else if (is(i, "(") || is(i, "[") || is(i, "{")) {
      const std::size_t end = std::min(tokens[i].partner, last);
      // What an expression in brackets means is not followed: (x ? a : b).sRGB = 1; auto& [a, b] = desc;
      if (is(i, "(") && is_changed(i, end)) may_be_set(i + 1, end, quote_of(i, end + 1));
      if (is(i, "[") && is_reference(i) && is(end + 1, "="))
        may_be_set(end + 2, value_end(end + 2, last), quote_of(i, end + 1));
      walk(i + 1, end, is(i, "[") ? std::string_view() : is_call(i) ? called_before(i) : callee);
      i = end + 1;
    } else {
      ++i;
    }
  }
  maybe = outer_maybe;
  --nesting;
}

// [] () -> const T* {
bool Interpreter::has_type_before(std::size_t brace) const {
  std::size_t i = brace - 1;
  while (i > 0 && (is_word(i) || is(i, "::") || is(i, "*") || is(i, "&")))
    --i;
  return is(i, "->") && i > 0 && is(i - 1, ")");
}

// (*function)(desc), functions[0](desc)
bool Interpreter::is_call(std::size_t open) const {
  if (open == 0 || !is(open, "(")) return false;
  return is(open - 1, "]") || (is(open - 1, ")") && is(tokens[open - 1].partner + 1, "*"));
}

std::string_view Interpreter::called_before(std::size_t open) const {
  const std::size_t first =
      tokens[open - 1].partner - std::min<std::size_t>(is(open - 1, "]"), tokens[open - 1].partner);
  return text.text.substr(tokens[first].offset, tokens[open].offset - tokens[first].offset);
}

bool Interpreter::is_assignment(std::size_t i) const {
  static constexpr std::string_view operators[] = {
      "=", "|=", "&=", "^=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>="};
  return is_one_of(tokens[i].spelling, operators);
}

// Whether what the brackets hold is changed, or a part of it.
bool Interpreter::is_changed(std::size_t open, std::size_t close) const {
  const bool unary = open > 0 && is(open - 1, "*") && !(open > 1 && is_operand(open - 2));
  const auto steps = [&](std::size_t i) { return is(i, "++") || is(i, "--"); };
  return is_access(close + 1) || is(close + 1, "[") || is_assignment(close + 1) || unary ||
         steps(close + 1) || (open > 0 && steps(open - 1));
}

// What tokens [first, last) name is set, or may be, in a way that is not followed.
void Interpreter::may_be_set(std::size_t first, std::size_t last, Quote by) {
  for (std::size_t i = first; i < last; ++i) {
    if (!is_word(i) || (i > 0 && (is_access(i - 1) || is(i - 1, "::")))) continue;
    spend(1 + env.variables.size());
    const Path path = path_at(i);
    const Target target = target_of(path.member);
    const std::string name = real_name(path.name);
    variable_of(path);
    for (Variable& variable : env.variables)
      if (!variable.foreign && (variable.name == name || contains(name, variable.name)))
        path.member.empty() ? spoil(variable, Text::import_may_set, by)
                            : spoil(variable, Text::import_may_set, by, target.slot, target.size);
  }
}

// A macro's body may set what it names.
void Interpreter::used_macro(std::size_t word) {
  const auto macro = macros.find(tokens[word].spelling);
  if (macro == macros.end()) return;
  for (Variable& variable : env.variables) {
    spend(1);
    const std::string_view base =
        std::string_view(variable.name).substr(0, variable.name.find_first_of(".["));
    if (!variable.foreign && macro->second.contains(base))
      spoil(variable, Text::import_may_set, quote_of(word, word + 1));
  }
}

// What a function may have changed is unknown, but no state of its own.
void Interpreter::may_change(Variable& variable, std::bitset<slot_count> slots, Quote by) {
  if (!env.dead && !variable.foreign) make_unknown(variable.slots, slots, Text::import_may_set, by);
}

// A function of this code, or one that it calls, sets variables that are not its own.
void Interpreter::called(std::string_view function) {
  if (!bodies.contains(function)) return;
  auto [set, is_new] = set_by.try_emplace(function);
  if (is_new) set->second = set_in(function);
  for (const std::size_t i : set->second) {
    spend(1 + env.variables.size());
    for (Variable& variable : env.variables)
      if ((variable.undeclared || variable.depth == 0) && pattern_of(variable.name) == writes[i].pattern)
        may_change(variable, writes[i].slots, quote_of(function));
  }
}

// The writes in the function and in those that it calls.
std::vector<std::size_t> Interpreter::set_in(std::string_view function) {
  std::vector<std::size_t> found;
  std::set<std::string_view> seen = {function};
  std::vector<std::string_view> open = {function};
  while (!open.empty()) {
    const std::string_view present = open.back();
    open.pop_back();
    for (const std::string_view next : calls[present]) {
      spend(8);
      if (seen.insert(next).second) open.push_back(next);
    }
    const auto [first, last] = bodies.equal_range(present);
    for (auto body = first; body != last; ++body) {
      auto write = std::ranges::lower_bound(writes, body->second.first, {}, &Write::at);
      for (; write != writes.end() && write->at < body->second.second; ++write)
        found.push_back(std::size_t(write - writes.begin()));
    }
  }
  return found;
}

// A function gets what contains a descriptor, or all of it is set.
void Interpreter::given_away(const Path& path, std::string_view callee) {
  if (callee.empty() || makes_texture(callee) || only_reads(callee)) return;
  given_away(path, quote_of(callee));
}

void Interpreter::given_away(const Path& path, Quote by) {
  if (path.name.empty()) return;
  for (Variable& variable : env.variables)
    if (contains(path.name, variable.name)) may_change(variable, std::bitset<slot_count>().set(), by);
}

// Whether a declaration makes the word a reference, or what the bracket names: T&& name, auto& [a, b].
bool Interpreter::is_reference(std::size_t word) const {
  return word > 0 && (is(word - 1, "&") || is(word - 1, "&&"));
}

// Behind `auto& name = desc` or `auto name = &desc`, another name for it.
std::size_t Interpreter::other_name(std::size_t word, std::size_t last) {
  if (word < 2 || !is_word(word) || !is(word + 1, "=")) return word;
  const std::size_t end = value_end(word + 2, last);
  const bool refers = is_reference(word), is_auto = is(word - 1, "auto") || is(word - 2, "auto");
  if ((refers || is_auto) && name_other(word, word + 2, end)) return end;
  if (refers && !is(word - 2, "const") && !is(word - 3, "const"))
    may_be_set(word + 2, end, quote_of(word, end));
  return word;
}

// Whether tokens [first, end) are a descriptor, or its address, for which the word stands from here on.
bool Interpreter::name_other(std::size_t word, std::size_t first, std::size_t end) {
  const bool address = is(first, "&");
  const Path path = path_at(first + address);
  const Variable* const variable = variable_of(path);
  if (!variable || variable->foreign || !path.member.empty() || path.next != end || maybe) return false;
  if (!address && !is_reference(word) && !variable->pointer && !variable->array) return false;
  aliases[std::string(tokens[word].spelling)] = {variable->name, depth};
  return true;
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
  const bool copies = lower(name).find("memcpy") != lower(name).npos;
  if (is_transparent(name) && is_changed(word, close)) may_be_set(open + 1, close, quote_of(word, close + 1));
  if (special_call(word, open)) return called(name), close + 1;
  if (const std::size_t end = value_end(open + 1, close); copies) may_be_set(open + 1, end, quote_of(name));
  walk(open + 1, close, is_transparent(name) ? callee : name);
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
    if (is(i, "&")) ++i;
  };
  skip_cast(first);
  const Path path = path_at(first);
  Variable* const variable = variable_of(path);
  if (!variable || variable->foreign || !path.member.empty() ||
      path.next != given[0].offset + given[0].length)
    return false;
  const auto filling = name == "memset"
                           ? value(given[1].offset, given[1].offset + given[1].length, Type::count)
                           : std::optional(Number{0});
  if (!is_whole_size(*variable, given.back(), !is(first - 1, "&")) || !filling || filling->value != 0) {
    spoil(*variable, Text::import_may_set, quote_of(word, tokens[open].partner + 1));
  } else if (copies) {
    std::size_t from = given[1].offset;
    skip_cast(from);
    whole_value(*variable, from, given[1].offset + given[1].length);
  } else {
    for (Variable& each : env.variables)
      if (each.name == variable->name || contains(variable->name, each.name)) clear(each);
  }
  return true;
}

// sizeof(cudaTextureDesc), sizeof desc, sizeof(*pointer): of the descriptor, not of a pointer to it or a
// part.
bool Interpreter::is_whole_size(const Variable& variable, Quote size, bool by_pointer) {
  std::size_t i = size.offset, end = i + size.length;
  if (!is(i++, "sizeof")) return false;
  while (i < end && is(i, "(") && tokens[i].partner == end - 1)
    ++i, --end;
  if (is(i, "struct")) ++i;
  if (i + 1 == end && (is_desc_type(tokens[i]) || types.contains(tokens[i].spelling) ||
                       lower(tokens[i].spelling).ends_with("texturedesc") || is(i, "textureReference")))
    return true;
  const bool points = is(i, "*");
  const Path path = path_at(i + points);
  const Variable* const of = variable_of(path);
  return of && path.member.empty() && path.next == end && !of->foreign &&
         points == (of->undeclared ? by_pointer : of->pointer) && of->driver == variable.driver;
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
  const auto before = [&](std::string_view mark) { return path.first > 0 && is(path.first - 1, mark); };
  if (is(path.next, "=") && path.next < last) {
    const std::size_t end = value_end(path.next + 1, last);
    const std::string name = variable.name;
    std::size_t value_first = path.next + 1, value_last = end;
    const Path chained = path_at(value_first); // a = b = c
    if (Variable* const other = variable_of(chained);
        other && !other->foreign && chained.member.empty() && is(chained.next, "=")) {
      whole(*other, chained, end, {});
      value_last = chained.next;
    }
    Variable* const still = find(name);
    if (!still) return end;
    if (!still->pointer || before("*")) return whole_value(*still, value_first, value_last), end;
    if (is(value_first, "new")) return initialize(*still, value_first, value_last), end;
    spoil(*still, Text::import_unknown, quote_of(value_first, value_last)); // it points to another one
    may_be_set(value_first, value_last, quote_of(path.first, end));
    walk(value_first, value_last, {});
    return end;
  }
  if (is_access(path.next) && !variable.undeclared && !is_word(path.next + 1)) member_target(path.next + 1);
  if (env.dead || is_access(path.next)) return path.next;
  // Its address may be kept, and operators may change it.
  static constexpr std::string_view ends[] = {",", ";", ")", "]", "}", "(", "{", ":", "?", "==", "!="};
  const bool kept = (before("&") && !variable.pointer) || before(">") || before("++") || before("--") ||
                    (path.next < last && !is_one_of(tokens[path.next].spelling, ends));
  const bool made = makes_texture(callee) && !may_set_too(callee, before("&"), variable.reference);
  if (callee.empty() ? !kept : made)
    snapshot(variable, tokens[here].offset);
  else if (!only_reads(callee))
    spoil(variable, Text::import_may_set,
          callee.empty() ? quote_of(path.first - before("&"), path.next + (path.next < last && !before("&")))
                         : quote_of(callee));
  return path.next;
}

// A member: assigned, changed or read.
std::size_t Interpreter::access(Variable& variable, const Path& path, std::size_t last,
                                std::string_view callee) {
  const Target target = target_of(path.member);
  const auto before = [&](std::string_view mark) { return path.first > 0 && is(path.first - 1, mark); };
  const bool address = before("&"), elements_are = target.size > 1 && path.index == 0;
  // *(int*)&desc.filterMode = 1, *desc.addressMode = mode
  const bool through = address || (before("*") && elements_are);
  if (is(path.next, "=") && path.next < last && !through) return assign(variable, path, last);
  if (is_assignment(path.next) && !is(path.next, "=")) {
    const std::size_t end = value_end(path.next + 1, last);
    put_value(variable, target_at(target, path), path.next + 1, end, tokens[path.next].spelling);
    return end;
  }
  const CppToken& next = tokens[path.next];
  const bool ends_early = !elements_are && (next.is_word() || next.kind == CppToken::Kind::number);
  if (callee.empty() && path.next < last && ends_early)
    fail(path.next, say(Text::import_expected, {"=", shown(path.next)}));
  const bool steps = is(path.next, "++") || is(path.next, "--") || before("++") || before("--");
  const bool argument = (before("(") || before(",")) && (is(path.next, ",") || is(path.next, ")"));
  const bool by_reference = !callee.empty() && argument && !makes_texture(callee);
  if ((steps || ((address || elements_are || by_reference) && !only_reads(callee))) && target.size > 0)
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
  const std::size_t inside = is(i, "{") || is(i, "(") ? i + 1 : i; // desc{other}, desc(other)
  const Path same = path_at(inside);
  const Variable* const copied = inside > i && same.next == tokens[i].partner ? variable_of(same) : nullptr;
  if (copied && !copied->foreign && same.member.empty())
    i = inside, last = same.next;
  else if (is(i, "{"))
    return initializer(variable, i);
  if (i > type && is(i, "(") && tokens[i].partner == i + 1) return clear(variable);
  if (i > type && is(i, "(")) ++i;
  const bool first_element = is(i, "*");
  while (is(i, "*"))
    ++i;
  Path path = path_at(i);
  if (first_element && is_array(path.name)) path.name += "[0]";
  if (const Variable* const other = variable_of(path);
      other && !other->foreign && path.member.empty() && (path.next == last || is(path.next, ")"))) {
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

} // namespace texelscope::desc
