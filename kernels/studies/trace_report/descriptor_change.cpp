#include "kernels/studies/trace_report/descriptor_change.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/suggest.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/session/enums.h"
#include "kernels/state/stored/import/desc_members.h"

namespace texelscope::trace {

namespace {
using desc::Type;
static_assert(desc::slot_count == desc_words);

EnumTable session_table(Type type) {
  return type == Type::address  ? enum_table<AddressMode>()
         : type == Type::filter ? enum_table<FilterMode>()
                                : enum_table<ReadMode>();
}

std::string names_of(Type type) {
  if (!desc::is_listed(type)) return text(type == Type::flag ? Text::trace_set_flag : Text::trace_set_number);
  std::string names;
  for (const EnumEntry& entry : session_table(type))
    names += (names.empty() ? "" : ", ") + std::string(entry.identifier);
  return names;
}

// The value as the member's bits.
std::optional<std::uint32_t> bits_of(std::string_view value, Type type) {
  if (desc::is_listed(type)) {
    for (const EnumEntry& entry : session_table(type))
      if (entry.identifier == value) return std::uint32_t(entry.value);
    for (const desc::Enumerator& each : desc::enumerators())
      if (each.type == type && desc::bare(value) == each.name) return std::uint32_t(each.value);
    return std::nullopt;
  }
  if (type == Type::flag)
    return value == "1" || value == "true"    ? std::optional(1u)
           : value == "0" || value == "false" ? std::optional(0u)
                                              : std::nullopt;
  if (type == Type::count) return number_from<std::uint32_t>(value);
  const auto number = number_from<float>(value);
  return number ? std::optional(std::bit_cast<std::uint32_t>(*number)) : std::nullopt;
}

// "addressMode[0]=clamp"
void add(std::string_view change, DescriptorChange& all) {
  const std::size_t equals = change.find('='), bracket = std::min(change.find('['), equals);
  if (equals == change.npos) throw UserError(say(Text::trace_set_syntax, {std::string(change)}));
  const std::string_view name = change.substr(0, bracket), index = change.substr(bracket, equals - bracket),
                         value = change.substr(equals + 1);
  const auto found = desc::find_member(name);
  if (!found)
    throw UserError(
        say(Text::trace_set_no_member, {std::string(name), did_you_mean(desc::nearest_member(name))}));
  const desc::Member& member = desc::member(*found);
  std::size_t first = 0, last = member.size;
  if (!index.empty()) {
    const auto element =
        index.back() == ']' ? number_from<std::size_t>(index.substr(1, index.size() - 2)) : std::nullopt;
    if (!element || *element >= member.size || member.size == 1)
      throw UserError(say(Text::trace_set_syntax, {std::string(change)}));
    first = *element, last = first + 1;
  }
  const auto bits = bits_of(value, member.type);
  if (!bits)
    throw UserError(
        say(Text::trace_set_value, {std::string(name), std::string(value), names_of(member.type)}));
  for (std::size_t i = first; i < last; ++i) {
    all.values[desc::first_slot(*found) + i] = *bits;
    all.masks[desc::first_slot(*found) + i] = ~std::uint32_t(0);
  }
}

// "app+0xa4b0", "2"
void read_place(std::string_view place, ObjectChange& into) {
  if (const auto number = number_from<std::uint64_t>(place); number && *number > 0) {
    into.number = *number;
    return;
  }
  constexpr std::string_view mark = "+0x";
  const std::size_t plus = place.rfind(mark);
  const std::string_view module = place.substr(0, std::min(plus, place.size())),
                         digits = plus == place.npos ? "" : place.substr(plus + mark.size());
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, into.offset, 16);
  if (error != std::errc() || stop != end || module.empty() || module.size() >= into.module.size() ||
      module.find('/') != module.npos)
    throw UserError(say(Text::trace_set_place, {std::string(place)}));
  std::ranges::copy(module, into.module.begin());
}

ObjectChange parse_change(std::string_view given) {
  ObjectChange all;
  const std::size_t mark = given.find('@');
  if (mark != given.npos) read_place(given.substr(mark + 1), all);
  const std::string_view list = given.substr(0, mark);
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    add(list.substr(at, end - at), all.change);
    at = end + 1;
  }
  return all;
}

bool is_made_at(const TracedObject& object, const std::string& module, std::uint64_t offset) {
  return object.kind == ObjectKind::texture && std::ranges::any_of(object.stack, [&](const Frame& frame) {
           return frame.offset == offset && module_name(frame) == module;
         });
}
} // namespace

std::vector<ObjectChange> parse_changes(const std::vector<std::string>& given) {
  if (given.size() > max_changes) throw UserError(say(Text::trace_set_many, {std::to_string(max_changes)}));
  std::vector<ObjectChange> all;
  std::ranges::transform(given, std::back_inserter(all), parse_change);
  return all;
}

std::vector<Finding> changes_of_nothing(const std::vector<ObjectChange>& changes, const TraceReport& report) {
  std::vector<Finding> findings;
  for (const ObjectChange& each : changes) {
    const std::string module = each.module.data();
    const bool found = module.empty() ? each.number <= max_textures(report)
                                      : std::ranges::any_of(report.objects, [&](const TracedObject& object) {
                                          return is_made_at(object, module, each.offset);
                                        });
    if (found) continue;
    const Sentence sentence =
        module.empty() ? Sentence(Text::trace_object_none, {std::to_string(each.number)})
                       : Sentence(Text::trace_set_nowhere, {fmt::format("{}+{:#x}", module, each.offset)});
    findings.push_back({FindingKind::unused,
                        "--set",
                        sentence,
                        module.empty() ? Sentence() : Text::trace_set_nowhere_rule,
                        {},
                        {}});
  }
  return findings;
}

} // namespace texelscope::trace
