#include "kernels/state/stored/import_desc.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/fields.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/state/stored/import/desc_interpreter.h"
#include "kernels/state/stored/import/stated_texture.h"

namespace texelscope {

using namespace desc;

namespace {
std::string slot_name(std::size_t slot) {
  const Member& of = member(member_of_slot(slot));
  const std::size_t index = slot - first_slot(member_of_slot(slot));
  return std::string(of.name) + (of.size > 1 ? "[" + std::to_string(index) + "]" : "");
}

// Each state's name: "desc", or "desc#2" where a variable has several.
std::vector<std::string> names_of(const std::vector<DescState>& states) {
  std::map<std::string, int> count, next;
  for (const DescState& state : states)
    ++count[state.name];
  std::vector<std::string> names;
  for (const DescState& state : states)
    names.push_back(state.name + (count[state.name] > 1 ? "#" + std::to_string(++next[state.name]) : ""));
  return names;
}

const DescState& chosen(const std::vector<DescState>& states, const JsonText& source,
                        std::string_view which) {
  if (states.empty()) throw PlacedError(source.place(0), text(Text::import_nothing));
  const std::vector<std::string> names = names_of(states);
  const auto number = number_from<std::size_t>(which);
  std::vector<std::size_t> fit;
  for (std::size_t i = 0; i < states.size(); ++i)
    if (which.empty() || number == i + 1 || which == names[i] || which == states[i].name ||
        (!which.empty() && states[i].name.ends_with("." + std::string(which))))
      fit.push_back(i);
  if (fit.size() == 1) return states[fit[0]];
  constexpr std::size_t max_listed = 20;
  const bool none = fit.empty();
  std::vector<std::string> list;
  for (std::size_t i = 0; i < states.size() && list.size() < max_listed; ++i)
    if (none || std::ranges::find(fit, i) != fit.end()) {
      const std::string place = source.place(states[i].offset);
      const std::string_view line = std::string_view(place).substr(source.name.size() + 1);
      list.push_back(say(Text::import_choice, {std::to_string(i + 1), std::string(utf8_start(names[i], 40)),
                                               std::string(line.substr(0, line.find(':')))}));
    }
  if ((none ? states.size() : fit.size()) > max_listed) list.emplace_back("…");
  const std::string last = std::to_string(none ? 1 : fit.back() + 1);
  throw PlacedError(source.place(states[none ? 0 : fit[1]].offset),
                    none ? say(Text::import_no_such, {std::string(utf8_start(which, 40)), joined(list)})
                         : say(Text::import_choose, {std::to_string(fit.size()), joined(list), last}));
}

std::string quoted(const JsonText& source, Quote quote) {
  const std::string_view whole = source.text.substr(quote.offset, quote.length);
  std::string start(utf8_start(whole, 40));
  std::ranges::replace_if(
      start, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return whole.size() > start.size() ? start + "…" : start;
}

std::string line_of(const JsonText& source, std::size_t offset) {
  const std::string place = source.place(offset).substr(source.name.size() + 1);
  return place.substr(0, place.find(':'));
}

// The expected values of the type, in a message.
std::string expected(Type type) {
  if (!is_listed(type)) return text(type == Type::flag ? Text::import_a_flag : Text::import_a_number);
  std::vector<std::string> names;
  for (const Enumerator& name : enumerators())
    if (name.type == type) names.push_back("cuda" + std::string(name.name));
  return joined(names);
}

std::string suggestion(std::string_view word, Type type) {
  std::vector<std::string> known;
  for (const Enumerator& name : enumerators())
    if (name.type == type) known.push_back("cuda" + std::string(name.name));
  return did_you_mean(nearest_word(word, known));
}

// Throws if a member is only known while the program runs.
void require_known(const DescState& state, const JsonText& source) {
  std::vector<std::size_t> unknown;
  for (std::size_t slot = 0; slot < slot_count; ++slot)
    if (state.slots[slot].kind == Slot::Kind::unknown) unknown.push_back(slot);
  if (unknown.empty()) return;
  // What other functions set comes last: it is rarely what a reader wants to know first.
  const auto order = [&](std::size_t slot) {
    return std::pair(state.slots[slot].why == Text::import_elsewhere, state.slots[slot].offset);
  };
  std::ranges::stable_sort(unknown, {}, order);
  const Slot& first = state.slots[unknown[0]];
  const Type type = member(member_of_slot(unknown[0])).type;
  std::vector<std::vector<std::string>> members; // by what makes them unknown
  std::vector<std::string> others;
  for (std::size_t i = 0; i < unknown.size(); ++i) {
    const bool another = i == 0 || state.slots[unknown[i]].quote != state.slots[unknown[i - 1]].quote;
    if (another) members.emplace_back();
    members.back().push_back(slot_name(unknown[i]));
    const bool last =
        i + 1 == unknown.size() || state.slots[unknown[i + 1]].quote != state.slots[unknown[i]].quote;
    if (last && members.size() > 1)
      others.push_back(say(Text::import_member_line,
                           {joined(members.back()), line_of(source, state.slots[unknown[i]].offset)}));
  }
  const std::string_view expression = source.text.substr(first.quote.offset, first.quote.length);
  const std::string what = members[0].size() == slot_count ? state.name : joined(members[0]);
  std::string sentence =
      first.why == Text::import_elsewhere
          ? say(first.why, {line_of(source, first.quote.offset), what})
          : say(first.why, {quoted(source, first.quote), what, expected(type), suggestion(expression, type)});
  if (!others.empty()) sentence += " " + say(Text::import_also_unknown, {joined(others)});
  throw PlacedError(source.place(first.offset), sentence + " " + text(Text::import_trace));
}

FieldValue field_value(const Field& field, double given) {
  if (field.type == FieldType::boolean) return given != 0;
  if (field.type == FieldType::choice) return std::string(field.choices[std::size_t(given)].identifier);
  if (field.type == FieldType::integer) return std::int64_t(given);
  return given;
}

// The value that the hardware takes in place of one that it does not know.
double effective(Type type, const Field& field, double given) {
  if (type == Type::address) return double(to_sampler(TextureAddressMode(std::int64_t(given))));
  if (type == Type::filter) return double(to_sampler(TextureFilterMode(std::int64_t(given))));
  if (type == Type::read) return double(to_sampler(TextureReadMode(std::int64_t(given))));
  if (type == Type::count) return to_sampler(std::uint32_t(given));
  if (type == Type::real && !field.any_float) return std::clamp(given, field.low, field.high);
  return given;
}

ImportedDesc taken(const DescState& state, const JsonText& source, const Sampler& present) {
  require_known(state, source);
  ImportedDesc imported;
  imported.promotes = state.promotes;
  Session session;
  session.sampler = present;
  std::vector<std::string> garbage;
  std::size_t declared = 0;
  for (std::size_t slot = 0; slot < slot_count; ++slot) {
    if (state.slots[slot].kind == Slot::Kind::garbage) {
      garbage.push_back(slot_name(slot));
      declared = state.slots[slot].offset;
    }
  }
  imported.zeroed =
      std::ranges::all_of(state.slots, [](const Slot& slot) { return slot.kind == Slot::Kind::value; });
  if (!garbage.empty())
    imported.warnings.push_back(
        {source.place(declared), say(Text::import_garbage, {state.name, joined(garbage)})});
  for (std::size_t slot = 0; slot < slot_count; ++slot) {
    const Member& of = member(member_of_slot(slot));
    const Field& field = *find_field(field_path(slot));
    const std::size_t count = field.type == FieldType::numbers ? of.size : 1;
    std::vector<double> list =
        count > 1 ? std::get<std::vector<double>>(field.get(session)) : std::vector<double>(1);
    bool any = false, said = false;
    for (std::size_t i = 0; i < count; ++i) {
      const Slot& from = state.slots[slot + i];
      if (from.kind != Slot::Kind::value) continue;
      any = true;
      said = said || from.said;
      list[i] = effective(of.type, field, from.value);
      if (!field.any_float && std::isnan(from.value))
        throw PlacedError(source.place(from.offset), say(Text::import_nan, {slot_name(slot + i)}));
      if (list[i] != from.value && !std::isnan(from.value))
        imported.warnings.push_back(
            {source.place(from.offset),
             say(Text::import_altered, {slot_name(slot + i), json_number(from.value),
                                        format_value(field, field_value(field, list[i]))})});
    }
    const FieldValue given = count > 1 ? FieldValue(list) : field_value(field, list[0]);
    if (any) assign(session, field, given);
    if (any && said) imported.said.push_back(std::string(field.path) + ": " + format_value(field, given));
    slot += count - 1;
  }
  imported.sampler = session.sampler;
  return imported;
}
} // namespace

ImportedDesc import_desc(std::string_view code, std::string_view name, const Sampler& present,
                         std::string_view which) {
  const JsonText source{code, name};
  const std::vector<DescState> states = Interpreter(code, name).run();
  ImportedDesc imported = taken(chosen(states, source, which), source, present);
  for (const auto& [offset, bytes] : stated_texture(code).bad_pitches)
    imported.warnings.push_back({source.place(offset), say(Text::import_pitch, {std::to_string(bytes)})});
  return imported;
}

ImportedTexture take_texture(std::string_view code, Session& session) {
  const StatedTexture stated = stated_texture(code);
  TextureSpec& texture = session.texture;
  ImportedTexture imported;
  const auto tell = [&](std::initializer_list<std::string_view> paths, bool known) {
    for (const std::string_view path : paths) {
      const Field& field = *find_field(path);
      if (known)
        imported.said.push_back(std::string(path) + ": " + format_value(field, field.get(session)));
      else
        imported.invented.emplace_back(path);
    }
  };
  const auto take = [&](std::string_view path, std::optional<int> size, int& into) {
    const Field& field = *find_field(path);
    const bool known = size && *size >= field.low && *size <= field.high;
    if (known) into = *size;
    tell({path}, known);
  };
  if (stated.format) texture.format = *stated.format;
  tell({"texture.kind", "texture.bits", "texture.channels"}, stated.format.has_value());
  if (stated.dimension) texture.dimension = *stated.dimension;
  if (stated.storage) texture.storage = *stated.storage;
  tell({"texture.dimension"}, stated.dimension.has_value());
  tell({"texture.storage"}, stated.storage.has_value());
  const bool has_rows =
      !stated.dimension || (*stated.dimension != Dimension::d1 && *stated.dimension != Dimension::d1_layered);
  take("texture.width", stated.width, texture.width);
  if (has_rows) take("texture.height", stated.height, texture.height);
  if (has_depth(texture.dimension)) take("texture.depth", stated.depth, texture.depth);
  if (stated.levels) take("texture.levels", stated.levels, texture.levels);
  if (stated.gather) texture.gather_flag = true, tell({"texture.gather_flag"}, true);
  imported.several = stated.several;
  return imported;
}

void take_desc(const ImportedDesc& imported, Session& session) {
  session.sampler = imported.sampler;
  if (imported.promotes && !session.texture.format.is_normalizable())
    session.sampler.read_mode = ReadMode::element;
}

bool is_texture_desc(std::string_view source) {
  for (const CppToken& token : cpp_source(source).tokens)
    if (is_desc_type(token) || find_member(token.spelling) || find_enumerator(token.spelling) ||
        token.spelling.starts_with("cuTexRefSet") || token.spelling.starts_with("hipTexRefSet"))
      return true;
  return false;
}

} // namespace texelscope
