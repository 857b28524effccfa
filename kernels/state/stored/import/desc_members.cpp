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
    {"AddressModeWrap", Type::address, 0, "TR_ADDRESS_MODE_WRAP"},
    {"AddressModeClamp", Type::address, 1, "TR_ADDRESS_MODE_CLAMP"},
    {"AddressModeMirror", Type::address, 2, "TR_ADDRESS_MODE_MIRROR"},
    {"AddressModeBorder", Type::address, 3, "TR_ADDRESS_MODE_BORDER"},
    {"FilterModePoint", Type::filter, 0, "TR_FILTER_MODE_POINT"},
    {"FilterModeLinear", Type::filter, 1, "TR_FILTER_MODE_LINEAR"},
    {"ReadModeElementType", Type::read, 0, {}},
    {"ReadModeNormalizedFloat", Type::read, 1, {}},
};
constexpr std::array<FlagBit, 5> all_flag_bits() {
  std::array<FlagBit, 5> bits = {};
  std::size_t i = 0, index = 0;
  for_each_sampler_member([&]<class Value>(const SamplerNames& names, Value TextureDesc::*, auto) {
    const bool reads = std::is_same_v<Value, TextureReadMode>; // the flag is set where integers are returned
    if (names.driver_flag.bit != 0)
      bits[i++] = {names.driver_flag.name, names.driver_flag.bit, index, reads ? 0.0 : 1.0,
                   reads ? 1.0 : 0.0};
    ++index;
  });
  return bits;
}
constexpr std::array<FlagBit, 5> bits = all_flag_bits();
static_assert(bits.back().bit != 0);

constexpr std::string_view of_driver[] = {"addressMode",
                                          "filterMode",
                                          "flags",
                                          "maxAnisotropy",
                                          "mipmapFilterMode",
                                          "mipmapLevelBias",
                                          "minMipmapLevelClamp",
                                          "maxMipmapLevelClamp",
                                          "borderColor",
                                          "reserved"};
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

namespace {
std::string_view bare_of_driver(std::string_view word) {
  for (const std::string_view prefix : {"CU_", "HIP_"})
    if (word.starts_with(prefix)) return word.substr(prefix.size());
  return {};
}
} // namespace

const Enumerator* find_enumerator(std::string_view word) {
  const std::string_view runtime = bare(word), driver = bare_of_driver(word);
  for (const Enumerator& each : listed)
    if ((!runtime.empty() && runtime == each.name) || (!driver.empty() && driver == each.driver))
      return &each;
  return nullptr;
}

std::span<const FlagBit> flag_bits() {
  return bits;
}

std::span<const std::string_view> driver_members() {
  return of_driver;
}

std::string_view bare(std::string_view word) {
  for (const std::string_view prefix : {"cuda", "hip"})
    if (word.starts_with(prefix)) return word.substr(prefix.size());
  return {};
}

bool is_driver_type(const CppToken& token) {
  return token.is("CUDA_TEXTURE_DESC") || token.is("CUDA_TEXTURE_DESC_st") ||
         token.is("CUDA_TEXTURE_DESC_v1") || token.is("HIP_TEXTURE_DESC");
}

bool is_desc_type(const CppToken& token) {
  const std::string_view name = bare(token.spelling);
  return name == "TextureDesc" || name == "TextureDesc_v2" || is_driver_type(token);
}

std::string enum_name(Type listed) {
  return "cuda" + std::string(enum_types[std::size_t(listed)]);
}

bool is_type_name(const CppToken& token) {
  static constexpr std::string_view plain[] = {"enum",          "int",
                                               "unsigned",      "float",
                                               "bool",          "double",
                                               "char",          "short",
                                               "long",          "uint",
                                               "size_t",        "uint32_t",
                                               "int32_t",       "CUaddress_mode",
                                               "CUfilter_mode", "HIPaddress_mode",
                                               "HIPfilter_mode"};
  for (const std::string_view name : plain)
    if (token.is(name)) return true;
  for (const std::string_view name : enum_types)
    if (bare(token.spelling) == name) return true;
  return false;
}

bool is_telling_member(std::string_view name) {
  return name != "borderColor" && name != "maxAnisotropy" && find_member(name); // Vulkan has these too
}

} // namespace texelscope::desc
