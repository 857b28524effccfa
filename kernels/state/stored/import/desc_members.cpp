#include "kernels/state/stored/import/desc_members.h"

#include <array>
#include <type_traits>
#include <vector>

#include "kernels/ground/files/suggest.h"
#include "kernels/state/session/sampler_members.h"

namespace texelscope::desc {

namespace {
template <class Value>
constexpr Type type_of() {
  if constexpr (std::is_same_v<Value, TextureAddressMode>)
    return Type::address;
  else if constexpr (std::is_same_v<Value, TextureFilterMode>)
    return Type::filter;
  else if constexpr (std::is_same_v<Value, TextureReadMode>)
    return Type::read;
  else if constexpr (std::is_same_v<Value, std::int32_t>)
    return Type::flag;
  else if constexpr (std::is_same_v<Value, std::uint32_t>)
    return Type::count;
  else
    return Type::real;
}

constexpr std::array<Member, member_count> all_members() {
  std::array<Member, member_count> list = {};
  std::size_t i = 0;
  for_each_sampler_member([&]<class Value>(const SamplerNames& names, Value TextureDesc::*, auto) {
    if constexpr (requires { std::tuple_size<Value>::value; })
      list[i++] = {names.cuda, type_of<typename Value::value_type>(), std::tuple_size_v<Value>, names.field};
    else
      list[i++] = {names.cuda, type_of<Value>(), 1, names.field};
  });
  return list;
}
constexpr std::array<Member, member_count> members = all_members();

constexpr std::size_t all_slots() {
  std::size_t slots = 0;
  for (const Member& m : members)
    slots += m.size;
  return slots;
}
static_assert(all_slots() == slot_count);

constexpr Enumerator listed[] = {
    {"AddressModeWrap", Type::address, 0},   {"AddressModeClamp", Type::address, 1},
    {"AddressModeMirror", Type::address, 2}, {"AddressModeBorder", Type::address, 3},
    {"FilterModePoint", Type::filter, 0},    {"FilterModeLinear", Type::filter, 1},
    {"ReadModeElementType", Type::read, 0},  {"ReadModeNormalizedFloat", Type::read, 1},
};
constexpr std::string_view enum_types[] = {"TextureAddressMode", "TextureFilterMode", "TextureReadMode"};
} // namespace

const Member& member(std::size_t index) {
  return members[index];
}

std::optional<std::size_t> find_member(std::string_view name) {
  for (std::size_t i = 0; i < member_count; ++i)
    if (members[i].name == name) return i;
  return std::nullopt;
}

std::string nearest_member(std::string_view word) {
  std::vector<std::string> names;
  for (const Member& m : members)
    names.emplace_back(m.name);
  return nearest_word(word, names);
}

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

std::string field_path(std::size_t slot) {
  const std::size_t index = member_of_slot(slot);
  std::string path(members[index].field);
  if (members[index].type == Type::address) path += {'_', "xyz"[slot - first_slot(index)]};
  return path;
}

std::span<const Enumerator> enumerators() {
  return listed;
}

std::string_view bare(std::string_view word) {
  for (const std::string_view prefix : {"cuda", "hip"})
    if (word.starts_with(prefix)) return word.substr(prefix.size());
  return {};
}

bool is_desc_type(const CppToken& token) {
  return bare(token.spelling) == "TextureDesc";
}

std::string enum_name(Type listed) {
  return "cuda" + std::string(enum_types[std::size_t(listed)]);
}

bool is_type_name(const CppToken& token) {
  static constexpr std::string_view plain[] = {"enum", "int", "unsigned", "float", "bool"};
  for (const std::string_view name : plain)
    if (token.is(name)) return true;
  for (const std::string_view name : enum_types)
    if (bare(token.spelling) == name) return true;
  return false;
}

} // namespace texelscope::desc
