#include "kernels/studies/trace_report/descriptor_change.h"

#include <bit>
#include <optional>

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
} // namespace

DescriptorChange parse_change(const std::vector<std::string>& given) {
  DescriptorChange all;
  for (const std::string& list : given)
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(',', at), list.size());
      add(std::string_view(list).substr(at, end - at), all);
      at = end + 1;
    }
  return all;
}

} // namespace texelscope::trace
