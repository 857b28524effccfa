// For import_desc and for changes of a program's descriptors: cudaTextureDesc's members in their order, each
// with one slot for each of its numbers, and the enumerators that they take.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/state/stored/import/cpp_tokens.h"

namespace texelscope::desc {

enum class Type { address, filter, read, flag, real, count, driver_flags };
inline bool is_listed(Type type) {
  return type == Type::address || type == Type::filter || type == Type::read;
}

struct Member {
  std::string_view name;
  Type type;
  std::size_t size;       // slots
  std::string_view field; // of the session; arrays of address modes have one for each axis
};
inline constexpr std::size_t member_count = 13, slot_count = 18;

const Member& member(std::size_t index);
std::optional<std::size_t> find_member(std::string_view name);
std::string nearest_member(std::string_view word); // empty: none is similar
std::size_t first_slot(std::size_t member);
std::size_t member_of_slot(std::size_t slot);
std::string field_path(std::size_t slot); // the session's: "sampler.address_x"

struct Enumerator {
  std::string_view name; // without "cuda" or "hip"
  Type type;
  double value;
  std::string_view driver; // the driver API's, without "CU_" or "HIP_"
};
std::span<const Enumerator> enumerators();
// Of a name in any of the APIs; null: it is none.
const Enumerator* find_enumerator(std::string_view word);

// In place of some members the driver API has a bit of CUDA_TEXTURE_DESC::flags.
struct FlagBit {
  std::string_view name; // "CU_TRSF_SRGB"
  unsigned bit;
  std::size_t member;
  double set, clear; // the member's values
};
std::span<const FlagBit> flag_bits();
// The driver API's descriptor: its members in their order, of which `flags` and `reserved` are not in the
// table of members.
std::span<const std::string_view> driver_members();

// The word without "cuda" or "hip"; empty if it has neither.
std::string_view bare(std::string_view word);
bool is_desc_type(const CppToken& token);   // cudaTextureDesc, CUDA_TEXTURE_DESC or HIP's
bool is_driver_type(const CppToken& token); // CUDA_TEXTURE_DESC or HIP's
std::string enum_name(Type listed);         // "cudaTextureFilterMode"
// Whether the token can name a type in a cast: an enum's name, or int, float or bool.
bool is_type_name(const CppToken& token);
// Whether only textures have a member of this name.
bool is_telling_member(std::string_view name);

} // namespace texelscope::desc
