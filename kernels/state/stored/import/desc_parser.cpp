#include "kernels/state/stored/import/desc_parser.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::desc {

using Kind = CppToken::Kind;

Parsed Parser::run() {
  if (initializer_alone()) {
    found = parsed.zeroed = true;
    initializer();
  }
  while (!reader.ended())
    statement();
  if (!found) reader.fail({Kind::end, {}, 0}, text(Text::import_nothing));
  parsed.warnings = std::move(reader.warnings);
  return parsed;
}

bool Parser::is_access(std::size_t ahead) const {
  return reader.peek(ahead).is(".") || reader.peek(ahead).is("->");
}

// Whether it is an initializer rather than a block of statements: `{ desc.`, `{ cudaTextureDesc desc`.
bool Parser::initializer_alone() const {
  if (reader.peek().is(".")) return true;
  const bool named = reader.peek(1).kind == Kind::word && (is_access(2) || reader.peek(2).kind == Kind::word);
  return reader.peek().is("{") && !named;
}

void Parser::statement() {
  for (const char* mark : {";", "{", "}", "else"})
    if (reader.accept(mark)) return;
  for (const char* head : {"for", "if", "while"})
    if (reader.peek().is(head) && reader.peek(1).is("(")) return skip_head();
  std::size_t qualifiers = 0; // before the type: const, static, struct
  while (reader.peek(qualifiers).kind == Kind::word && !is_desc_type(reader.peek(qualifiers)) &&
         qualifiers < 4)
    ++qualifiers;
  if (is_desc_type(reader.peek(qualifiers)) && reader.peek(qualifiers + 1).kind == Kind::word) {
    reader.skip(qualifiers + 1);
    return declaration();
  }
  if (!clears() && !assigns()) pass_over();
}

// Skips for (...) and if (...); the controlled statement follows.
void Parser::skip_head() {
  int depth = 0;
  while (!reader.ended()) {
    const CppToken& token = reader.next();
    depth += token.is("(");
    depth -= token.is(")");
    if (depth == 0 && token.is(")")) return;
  }
}

void Parser::pass_over() {
  int depth = 0;
  while (!reader.ended()) {
    const CppToken& token = reader.next();
    if (token.is("(") || token.is("[")) ++depth;
    if (token.is(")") || token.is("]")) --depth;
    if (depth <= 0 && (token.is(";") || token.is("{") || token.is("}"))) return;
  }
}

void Parser::declaration() {
  const CppToken& name = reader.next();
  if (found && desc != name.spelling) reader.fail(name, say(Text::import_two, {desc, name.spelling}));
  desc = name.spelling;
  found = true;
  if (reader.accept(";")) return;
  const CppToken& behind = reader.peek();
  if (behind.is("(") || behind.is(")") || behind.is(",")) return pass_over(); // a parameter
  reader.accept("=");
  whole_value();
}

void Parser::clear() {
  parsed.zeroed = true;
  parsed.said = {};
}

// After "=": {...}, cudaTextureDesc{...}, (cudaTextureDesc){...}, cudaTextureDesc().
void Parser::whole_value() {
  clear();
  const bool cast = reader.accept("(");
  if (is_desc_type(reader.peek())) reader.skip(1);
  if (cast) reader.expect(")");
  if (reader.accept("(")) return reader.expect(")");
  initializer();
}

// memset(&desc, 0, ...)
bool Parser::clears() {
  const std::size_t skip = reader.peek().is("std") && reader.peek(1).is("::") ? 2 : 0;
  if (!reader.peek(skip).is("memset") || !reader.peek(skip + 1).is("(")) return false;
  const std::size_t name = skip + (reader.peek(skip + 2).is("&") ? 3 : 2);
  const CppToken& variable = reader.peek(name);
  if (desc.empty()) {
    const bool to_zero = reader.peek(name + 1).is(",") && reader.peek(name + 2).is("0");
    if (!found && to_zero && !takes_name(variable)) return false;
  } else if (variable.spelling == desc) {
    clear();
  }
  pass_over();
  return true;
}

// Whether the variable is a descriptor is known from the field that follows first.
bool Parser::takes_name(const CppToken& variable) {
  const CppToken* const field = next_field(variable.spelling);
  if (!field || !find_member(field->spelling)) return false;
  desc = variable.spelling;
  found = parsed.zeroed = true;
  return true;
}

// The field that follows first; null: none does. Code may clear thousands of variables.
const CppToken* Parser::next_field(std::string_view variable) {
  if (!fields) {
    fields.emplace();
    for (std::size_t ahead = 0; reader.peek(ahead + 2).kind != Kind::end; ++ahead)
      if (is_access(ahead + 1)) (*fields)[reader.peek(ahead).spelling].push_back(&reader.peek(ahead + 2));
  }
  const auto all = fields->find(variable);
  if (all == fields->end()) return nullptr;
  const auto next =
      std::upper_bound(all->second.begin(), all->second.end(), reader.peek().offset,
                       [](std::size_t offset, const CppToken* token) { return offset < token->offset; });
  return next == all->second.end() ? nullptr : *next;
}

// desc.field = value; desc->field[i] = value; desc = {...};
bool Parser::assigns() {
  const std::size_t star = reader.peek().is("*") ? 1 : 0;
  if (reader.peek(star).kind != Kind::word) return false;
  if (!desc.empty() && reader.peek(star).spelling == desc && reader.peek(star + 1).is("=")) {
    reader.skip(star + 2);
    whole_value();
    return true;
  }
  if (!is_access(1)) return false;
  const CppToken& name = reader.peek();
  const CppToken& field = reader.peek(2);
  if (!desc.empty() && name.spelling != desc) return false; // another variable's
  const auto to = find_member(field.spelling);
  if (!to) {
    const std::string near = nearest_member(field.spelling);
    if (desc.empty() && near.empty()) return false;
    found = found || !near.empty();
    reader.warn(field, say(Text::import_no_field, {field.spelling, did_you_mean(near)}));
    return false;
  }
  desc = name.spelling;
  found = true;
  reader.skip(3);
  assign_member(*to);
  return true;
}

// "1]"; empty if it is not an index, which is a warning.
std::optional<std::size_t> Parser::index(const Member& of) {
  const CppToken token = reader.peek();
  const double which = token.kind == Kind::number ? reader.number(token).value_or(-1) : -1;
  const bool valid =
      which >= 0 && which < double(of.size) && which == std::floor(which) && reader.peek(1).is("]");
  if (!valid)
    reader.warn(token, say(Text::import_index, {Reader::shown(token), of.name, std::to_string(of.size - 1)}));
  reader.skip_value();
  reader.expect("]");
  return valid ? std::optional(std::size_t(which)) : std::nullopt;
}

// After the member's name: "= value", "[1] = value", "[0] = desc.addressMode[1] = value".
void Parser::assign_member(std::size_t to) {
  std::vector<std::size_t> targets;
  while (true) {
    const Member& m = member(to);
    if (m.size > 1 && reader.peek().is("=") && reader.peek(1).is("{")) {
      reader.skip(1);
      array_value(to);
      break;
    }
    if (m.size > 1) reader.expect("[");
    if (const auto which = m.size > 1 ? index(m) : std::optional(std::size_t(0)))
      targets.push_back(first_slot(to) + *which);
    reader.expect("=");
    if (reader.peek().spelling != desc || !is_access(1)) {
      value_of(targets);
      break;
    }
    const CppToken& field = reader.peek(2);
    const auto chained = find_member(field.spelling);
    if (!chained) reader.fail(field, say(Text::import_no_field, {field.spelling, ""}));
    to = *chained;
    reader.skip(3);
  }
  if (!reader.accept(";") && !reader.ended() && !reader.accept(",")) reader.expect(";");
}

void Parser::value_of(const std::vector<std::size_t>& targets) {
  if (targets.empty()) return reader.skip_value();
  const auto type = [](std::size_t slot) { return member(member_of_slot(slot)).type; };
  const std::size_t first = targets.back(), place = reader.place();
  value_at(first);
  for (const std::size_t slot : targets) {
    if (type(slot) != type(first)) { // which may not have this value
      reader.back_to(place);
      value_at(slot);
    } else if (slot != first) {
      parsed.said[slot] = parsed.said[first];
      parsed.where[slot] = parsed.where[first];
    }
  }
}

void Parser::value_at(std::size_t slot) {
  const Member& of = member(member_of_slot(slot));
  parsed.where[slot] = reader.peek().offset;
  const std::string which =
      of.size > 1 ? "[" + std::to_string(slot - first_slot(member_of_slot(slot))) + "]" : "";
  parsed.said[slot] = reader.value(of.type, std::string(of.name) + which);
}

void Parser::array_value(std::size_t to) {
  reader.expect("{");
  const Member& m = member(to);
  const std::size_t first = first_slot(to);
  for (std::size_t slot = first; slot < first + m.size; ++slot) {
    parsed.said[slot] = 0;
    parsed.where[slot] = reader.peek().offset;
  }
  for (std::size_t i = 0; !reader.peek().is("}"); ++i) {
    if (i == m.size) reader.fail(reader.peek(), say(Text::import_too_many, {m.name, std::to_string(m.size)}));
    value_at(first + i);
    if (!reader.accept(",")) break;
  }
  reader.expect("}");
}

// {a, b, {c}} in the members' order, with any inner braces; or {.member = value}.
void Parser::initializer() {
  const bool brackets = reader.accept("{");
  std::size_t slot = 0;
  while (!reader.peek().is("}") && !reader.ended()) {
    if (reader.peek().is("."))
      designated();
    else
      element(slot);
    if (!reader.accept(",")) break;
  }
  if (brackets) reader.expect("}");
  reader.accept(";");
}

void Parser::designated() {
  reader.expect(".");
  const CppToken& name = reader.next();
  const auto to = find_member(name.spelling);
  if (!to) {
    reader.warn(
        name, say(Text::import_no_field, {Reader::shown(name), did_you_mean(nearest_member(name.spelling))}));
    return reader.skip_value();
  }
  const Member& m = member(*to);
  const std::size_t first = first_slot(*to);
  if (m.size > 1 && reader.accept("[")) {
    const auto which = index(m);
    reader.expect("=");
    return value_of(which ? std::vector{first + *which} : std::vector<std::size_t>());
  }
  reader.accept("=");
  if (m.size > 1) return array_value(*to);
  const bool brackets = reader.accept("{");
  value_at(first);
  if (brackets) reader.expect("}");
}

void Parser::element(std::size_t& slot) {
  if (slot >= slot_count)
    reader.fail(reader.peek(), say(Text::import_too_many, {"cudaTextureDesc", std::to_string(member_count)}));
  const std::size_t to = member_of_slot(slot);
  if (member(to).size > 1 && reader.peek().is("{") && slot == first_slot(to)) {
    array_value(to);
    slot += member(to).size;
    return;
  }
  value_at(slot++);
}

} // namespace texelscope::desc
