#include "app/session/import/desc_members.h"

#include <vector>

#include "app/base/suggest.h"

namespace texelscope::desc {

namespace {
constexpr Member members[member_count] = {
    {"addressMode", Type::address, 3, "sampler.address_"},
    {"filterMode", Type::filter, 1, "sampler.filter"},
    {"readMode", Type::read, 1, "sampler.read_mode"},
    {"sRGB", Type::flag, 1, "sampler.srgb"},
    {"borderColor", Type::real, 4, "sampler.border_color"},
    {"normalizedCoords", Type::flag, 1, "sampler.normalized_coords"},
    {"maxAnisotropy", Type::count, 1, "sampler.max_anisotropy"},
    {"mipmapFilterMode", Type::filter, 1, "sampler.mip_filter"},
    {"mipmapLevelBias", Type::real, 1, "sampler.mip_bias"},
    {"minMipmapLevelClamp", Type::real, 1, "sampler.mip_min"},
    {"maxMipmapLevelClamp", Type::real, 1, "sampler.mip_max"},
    {"disableTrilinearOptimization", Type::flag, 1, "sampler.disable_trilinear_optimization"},
    {"seamlessCubemap", Type::flag, 1, "sampler.seamless_cube"},
};

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
  if (members[index].type == Type::address) path += "xyz"[slot - first_slot(index)];
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
