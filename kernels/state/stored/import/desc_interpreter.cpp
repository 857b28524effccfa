#include "kernels/state/stored/import/desc_interpreter.h"

#include <algorithm>
#include <utility>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::desc {

using Kind = Slot::Kind;

namespace {
constexpr std::size_t max_rounds = 64;

bool is_one_of(const CppToken& token, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return token.is(word); });
}
} // namespace

Interpreter::Interpreter(std::string_view code, std::string_view name)
    : text{code, name}, source(cpp_source(code)), tokens(source.tokens),
      steps_left(2'000'000 + 20 * tokens.size()) {
  find_bodies_and_writes();
}

void Interpreter::find_bodies_and_writes() {
  for (const CppMacro& macro : source.macros) {
    std::set<std::string_view>& named = macros[macro.name];
    for (const CppToken& token : cpp_source(macro.body).tokens)
      if (token.is_word()) named.insert(token.spelling);
    for (const CppToken& token : cpp_source(macro.parameters).tokens)
      named.erase(token.spelling);
  }
  std::vector<std::string> others; // Vulkan's samplers have members of the same names
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is_word() && !is(i, "(")) continue;
    if (is(i, "goto") && is_word(i + 1)) goto_labels.insert(tokens[i + 1].spelling);
    static constexpr std::string_view statements[] = {"if", "for", "while", "switch", "catch"};
    if (is_word(i) && is(i + 1, "(") && !is_one_of(tokens[i], statements)) {
      std::size_t brace = tokens[i + 1].partner + 1;
      while (is(brace, "const") || is(brace, "noexcept") || is(brace, "override"))
        ++brace;
      if (is(brace, "{")) bodies.emplace(tokens[i].spelling, std::pair(brace, tokens[brace].partner));
    }
    if (i > 0 && (is_access(i - 1) || is(i - 1, "::"))) continue;
    const Path path = path_at(i);
    if (is_telling_member(path.member)) telling.insert(pattern_of(path.name));
    if (const Target target = target_of(path.member); target.known && !is(path.next, ";")) {
      writes.push_back({i, pattern_of(path.name), {}});
      for (std::size_t k = 0; k < target.size; ++k)
        writes.back().slots.set(target.slot + k);
      if (target.type == Type::driver_flags)
        for (const FlagBit& flag : flag_bits())
          writes.back().slots.set(first_slot(flag.member));
    }
    const bool cleared =
        i > 2 && is(i - 1, "&") && is(i - 2, "(") &&
        (tokens[i - 3].spelling.starts_with("mem") || tokens[i - 3].spelling.ends_with("Memory"));
    if (path.member.empty() && !path.name.empty() && (cleared || is(path.next, "=")))
      writes.push_back({i, pattern_of(path.name), std::bitset<slot_count>().set()});
    for (const std::string_view other : {".sType", ".addressModeU", ".magFilter"})
      if (path.name.ends_with(other))
        others.push_back(pattern_of(std::string_view(path.name).substr(0, path.name.size() - other.size())));
  }
  for (const std::string& other : others)
    telling.erase(other);
  for (const auto& [name, body] : bodies) {
    spend(body.second - body.first);
    for (std::size_t i = body.first; i < body.second; ++i)
      if (is_word(i) && is(i + 1, "(") && bodies.contains(tokens[i].spelling))
        calls[name].insert(tokens[i].spelling);
  }
}

std::vector<DescState> Interpreter::run() {
  const bool braces =
      is(0, "{") && (is(1, ".") || is(1, "{") || is(1, "}") || find_enumerator(tokens[1].spelling) ||
                     tokens[1].kind == CppToken::Kind::number);
  const bool inside = is(0, ".") && is_word(1);
  if (braces || inside) {
    if (inside) { // the tokens are an initializer's inside
      tokens.insert(tokens.begin(), {CppToken::Kind::mark, text.text.substr(0, 0), 0, 0, 0});
      for (CppToken& token : tokens)
        ++token.partner;
      tokens.front().partner = tokens.size() - 1;
    }
  }
  named_constants.emplace(source);
  if (braces || inside) {
    declare({.name = "desc"}, 0);
    initializer(env.variables.back(), 0);
    at = tokens[0].partner + 1;
  }
  run_to(tokens.size() - 1);
  close_scope(0);
  std::ranges::stable_sort(states, {}, &DescState::offset);
  return std::move(states);
}

void Interpreter::run_to(std::size_t end) {
  while (at < end) {
    const std::size_t before = at;
    statement();
    at = std::max(at, before + 1);
  }
}

void Interpreter::statement() {
  spend(1);
  if (++nesting > max_levels) fail(at, say(Text::import_too_complex, {}));
  here = at;
  const CppToken& token = tokens[at];
  if (token.is("{"))
    block();
  else if (token.is(";") || token.is("}") || token.is(")") || token.is("]"))
    ++at;
  else if (!keyword() && !alias_declaration() && !declaration() && !reference_declaration() &&
           !foreign_declaration())
    expression();
  if (is(at, ";")) ++at; // "else" may follow
  --nesting;
}

bool Interpreter::keyword() {
  const CppToken& token = tokens[at];
  if (!token.is_word()) return false;
  if (token.is("if") && (is(at + 1, "(") || is(at + 1, "constexpr"))) return branch(), true;
  if (token.is("for") && is(at + 1, "(")) return loop_for(), true;
  if (token.is("while") && is(at + 1, "(")) {
    const std::size_t open = at + 1, close = tokens[open].partner;
    walk(open + 1, close, {});
    return loop_unknown(close + 1, quote_of(open + 1, close), false), true;
  }
  if (token.is("do")) {
    loop_unknown(at + 1, quote_of(at, at + 1), true);
    if (is(at, "while") && is(at + 1, "(")) at = tokens[at + 1].partner + 1;
    return true;
  }
  if (token.is("switch") && is(at + 1, "(")) return switch_cases(), true;
  if (token.is("return") || token.is("throw") || token.is("goto")) return jump(1), true;
  if (token.is("break") || token.is("continue")) return leave(), true;
  if (token.is("catch") && is(at + 1, "(")) {
    const std::size_t close = tokens[at + 1].partner;
    return loop_unknown(close + 1, quote_of(at, close + 1), false), true;
  }
  if (token.is("else") || token.is("try")) return ++at, true;
  if (token.is("case") || token.is("default")) { // outside of a switch
    while (!is(at, ":") && !is(at, ";") && at + 1 < tokens.size())
      ++at;
    return true;
  }
  if (token.is("template") && is(at + 1, "<")) {
    int open = 0;
    for (++at; at + 1 < tokens.size(); ++at) {
      open += int(is(at, "<")) - int(is(at, ">"));
      if (open == 0 || is(at, ";") || is(at, "{")) break;
    }
    return true;
  }
  if (is(at + 1, ":")) { // public:, a label, to which several ways lead
    if (goto_labels.contains(token.spelling)) {
      env.dead = false;
      for (Variable& variable : env.variables)
        may_change(variable, std::bitset<slot_count>().set(), quote_of(token.spelling));
    }
    return at += 2, true;
  }
  return transparent_block();
}

void Interpreter::block() {
  const std::size_t end = tokens[at].partner;
  ++at, ++depth;
  run_to(end);
  close_scope(depth--);
  at = end + 1;
}

// namespace, extern "C" and classes, whose functions are read like others.
bool Interpreter::transparent_block() {
  static constexpr std::string_view heads[] = {"namespace", "extern", "class", "struct", "union", "enum"};
  if (!is_one_of(tokens[at], heads)) return false;
  const bool of_class = !is(at, "namespace") && !is(at, "extern");
  std::size_t i = at + 1;
  while (i + 1 < tokens.size() && !is(i, "{")) {
    if (is(i, ";") || is(i, "=") || is(i, "(") || is(i, "}") || is_access(i)) return false;
    ++i;
  }
  if (!is(i, "{") || (is(at, "extern") && i != at + 2)) return false;
  for (std::size_t word = at + 1; word < i; ++word)
    if (is_desc_type(tokens[word])) return false;
  const std::size_t end = tokens[i].partner;
  at = i + 1;
  if (is(i - 1, "enum") || is(i - 2, "enum")) at = end;
  classes += of_class;
  run_to(end);
  classes -= of_class;
  at = end + 1;
  return true;
}

void Interpreter::branch() {
  const std::size_t open = is(at + 1, "constexpr") ? at + 2 : at + 1;
  if (!is(open, "(")) {
    at = open;
    return;
  }
  const std::size_t close = tokens[open].partner;
  const Quote condition = quote_of(open + 1, close);
  walk(open + 1, close, {});
  const auto known = value(open + 1, close, Type::count);
  const auto arm = [&](bool taken) {
    if (!taken) return without_effect([&] { statement(); });
    const Env before = env;
    const bool outer = std::exchange(returned, false);
    spend(env.variables.size() * slot_count);
    statement();
    if (env.dead && returned && !before.dead) // what the arm has set ends here
      for (std::size_t i = 0; i < std::min(before.variables.size(), env.variables.size()); ++i)
        if (env.variables[i].slots != before.variables[i].slots)
          snapshot(env.variables[i], tokens[here].offset);
    returned = outer;
  };
  const Env before = env;
  at = close + 1;
  arm(!known || known->value != 0);
  if (known) {
    if (is(at, "else")) ++at, arm(known->value == 0);
    return;
  }
  Env yes = std::exchange(env, before);
  if (is(at, "else")) ++at, arm(true);
  merge(env, std::move(yes), condition);
}

template <class Run>
void Interpreter::without_effect(Run&& run) {
  const Env before = env;
  const std::size_t count = states.size();
  run();
  env = before;
  states.resize(count);
}

void Interpreter::loop_for() {
  const std::size_t open = at + 1, close = tokens[open].partner;
  if (loop_over(open) || loop_constant(open)) return;
  for (std::size_t i = open + 2; i < close; ++i) // for (auto& each : all)
    if (is(i, ":") && is_word(i - 1) && is_reference(i - 1) && !is(i - 3, "const") && !is(i - 4, "const"))
      may_be_set(i + 1, close, quote_of(open + 1, close));
  walk(open + 1, close, {});
  loop_unknown(close + 1, quote_of(open + 1, close), false);
}

// for (auto& mode : desc.addressMode)
bool Interpreter::loop_over(std::size_t open) {
  const std::size_t close = tokens[open].partner;
  std::size_t colon = open + 1;
  while (colon < close && !is(colon, ":") && !is(colon, ";"))
    ++colon;
  if (!is(colon, ":") || !is_word(colon - 1)) return false;
  const Path path = path_at(colon + 1);
  Variable* const variable = variable_of(path);
  if (!variable || path.next != close) return false;
  const Target target = target_of(path.member);
  if (target.size < 2) return false;
  const std::string_view name = tokens[colon - 1].spelling;
  const std::string of = variable->name;
  for (std::size_t i = 0; i < target.size; ++i) {
    elements[name] = {of, target.slot + i};
    body_at(close + 1, quote_of(open + 1, close));
  }
  elements.erase(name);
  return true;
}

// for (int i = 0; i < 3; ++i)
bool Interpreter::loop_constant(std::size_t open) {
  const std::size_t close = tokens[open].partner;
  std::vector<std::size_t> ends;
  for (std::size_t i = open + 1; i < close; ++i)
    if (is(i, ";")) ends.push_back(i);
  std::size_t equals = open + 1;
  while (equals < close && !is(equals, "="))
    ++equals;
  if (ends.size() != 2 || equals >= ends[0] || !is_word(equals - 1)) return false;
  const std::string_view name = tokens[equals - 1].spelling;
  const auto first = value(equals + 1, ends[0], Type::count);
  const auto end = value(ends[0] + 3, ends[1], Type::count);
  const std::size_t step = ends[1] + 1;
  const auto by = is(step + 1, "+=") ? value(step + 2, close, Type::count) : std::optional(Number{1});
  const bool steps =
      is(step, "++") ? is(step + 1, name) && step + 2 == close
                     : is(step, name) && (is(step + 1, "+=") || (is(step + 1, "++") && step + 2 == close));
  const std::string_view compares = tokens[ends[0] + 2].spelling;
  if (!first || !end || !by || !steps || !is(ends[0] + 1, name) || by->value < 1) return false;
  if (compares != "<" && compares != "<=" && compares != "!=") return false;
  std::size_t body_end = close + 1;
  if (is(body_end, "{"))
    body_end = tokens[body_end].partner;
  else
    body_end = value_end(body_end, tokens.size() - 1);
  for (std::size_t i = close + 1; i < body_end; ++i) // the body sets the variable itself
    if (is(i, name) && (is_assignment(i + 1) || is(i + 1, "++") || is(i + 1, "--") || is(i - 1, "++") ||
                        is(i - 1, "--") || is(i - 1, "&")))
      return false;
  const double last = compares == "<=" ? end->value : end->value - 1;
  if (!((last - first->value) / by->value < double(max_rounds))) return false;
  if (last < first->value) {
    at = close + 1;
    without_effect([&] { statement(); });
  }
  for (double i = first->value; i <= last; i += by->value) {
    constants[name] = i;
    body_at(close + 1, quote_of(open + 1, close));
  }
  constants.erase(name);
  return true;
}

// What holds where the body is left early may hold behind it.
void Interpreter::body_at(std::size_t first, Quote condition) {
  std::vector<Env> mine;
  std::vector<Env>* const outer = std::exchange(exits, &mine);
  at = first;
  statement();
  exits = outer;
  for (Env& each : mine)
    merge(env, std::move(each), condition);
}

void Interpreter::loop_unknown(std::size_t body, Quote condition, bool at_least_once) {
  spend(2 * env.variables.size() * slot_count);
  if (at_least_once) return body_at(body, condition);
  const Env before = env;
  const std::size_t count = states.size();
  body_at(body, condition); // a round may start where another one ended
  states.resize(count);
  merge(env, before, condition);
  for (std::size_t i = 0; i < std::min(before.variables.size(), env.variables.size()); ++i)
    env.variables[i].changed = env.variables[i].changed || before.variables[i].changed;
  body_at(body, condition);
  merge(env, before, condition);
}

void Interpreter::switch_cases() {
  const std::size_t open = at + 1, close = tokens[open].partner;
  const Quote condition = quote_of(open + 1, close);
  walk(open + 1, close, {});
  at = close + 1;
  if (!is(at, "{")) return;
  const std::size_t end = tokens[at].partner;
  const Env entry = env;
  std::vector<Env> mine;
  std::vector<Env>* const outer = std::exchange(exits, &mine);
  bool any = false;
  env.dead = true;
  ++at, ++depth;
  while (at < end) {
    if (is(at, "case") || is(at, "default")) {
      any = any || is(at, "default");
      while (at < end && !is(at, ":"))
        ++at;
      spend(env.variables.size() * slot_count);
      merge(env, entry, condition);
      ++at;
      continue;
    }
    const std::size_t before = at;
    statement();
    at = std::max(at, before + 1);
  }
  if (!any) merge(env, entry, condition);
  for (Env& each : mine)
    merge(env, std::move(each), condition);
  exits = outer;
  close_scope(depth--);
  at = end + 1;
}

void Interpreter::leave() {
  ++at;
  if (exits && !env.dead) {
    spend(env.variables.size() * slot_count);
    exits->push_back(env);
  }
  env.dead = env.dead || is_certain(function_region);
}

void Interpreter::jump(std::size_t length) {
  const bool of_return = is(at, "return");
  at += length;
  if (!is(at, ";")) expression();
  returned = returned || of_return;
  if (of_return && returns && !env.dead) {
    spend(env.variables.size() * slot_count);
    returns->push_back(env);
  }
  env.dead = env.dead || is_certain(function_region);
}

// Runs a function's body. What another function has set too is unknown here.
void Interpreter::function(std::size_t header, std::size_t brace) {
  const std::size_t globals = env.variables.size();
  std::vector<bool> was_changed;
  for (Variable& variable : env.variables) {
    was_changed.push_back(std::exchange(variable.changed, false));
    variable.outside = variable.slots;
    variable.set_here.reset();
    make_unknown(variable.slots, variable.elsewhere, Text::import_elsewhere, {variable.elsewhere_at, 1});
  }
  const std::size_t outer = std::exchange(function_depth, ++depth);
  const std::size_t outer_region = std::exchange(function_region, tokens[brace].region);
  parameters(header, brace);
  std::vector<Env>* const outer_exits = std::exchange(exits, nullptr);
  const bool outer_returned = std::exchange(returned, false);
  const bool outer_dead = std::exchange(env.dead, false);
  at = brace;
  block();
  close_scope(depth--);
  exits = outer_exits;
  returned = outer_returned;
  env.dead = outer_dead;
  function_depth = outer;
  function_region = outer_region;
  for (std::size_t i = 0; i < std::min(globals, env.variables.size()); ++i) {
    Variable& variable = env.variables[i];
    const std::size_t last = last_offset(variable);
    snapshot(variable, last);
    if (variable.set_here.any())
      variable.elsewhere_at = last;
    else
      variable.changed = was_changed[i];
    variable.elsewhere |= variable.set_here;
    variable.slots = variable.outside;
  }
}

std::size_t Interpreter::last_offset(const Variable& variable) {
  std::size_t last = 0;
  for (const Slot& slot : variable.slots)
    last = std::max(last, slot.offset);
  return last;
}

void Interpreter::close_scope(std::size_t closed) {
  for (Variable& variable : env.variables) {
    if (variable.depth < closed || variable.foreign) continue;
    const std::size_t last = last_offset(variable);
    if (variable.undeclared && variable.set_here.any()) {
      auto& [slots, offset] = set_elsewhere[variable.name];
      slots |= variable.set_here;
      offset = last;
    }
    snapshot(variable, last);
  }
  std::erase_if(env.variables, [&](const Variable& variable) { return variable.depth >= closed; });
  std::erase_if(aliases, [&](const auto& alias) { return alias.second.second >= closed; });
}

} // namespace texelscope::desc
