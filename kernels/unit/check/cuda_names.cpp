#include "kernels/unit/check/cuda_names.h"

#include <array>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/sampler_members.h"

namespace texelscope::checking {

namespace {
constexpr std::array<std::string_view, 4> address_enumerators = {
    "cudaAddressModeWrap", "cudaAddressModeClamp", "cudaAddressModeMirror", "cudaAddressModeBorder"};

struct Enumerator {
  std::string_view field, identifier, name;
};
constexpr Enumerator enumerators[] = {
    {"addressMode", "wrap", address_enumerators[0]},
    {"addressMode", "clamp", address_enumerators[1]},
    {"addressMode", "mirror", address_enumerators[2]},
    {"addressMode", "border", address_enumerators[3]},
    {"filterMode", "point", "cudaFilterModePoint"},
    {"filterMode", "linear", "cudaFilterModeLinear"},
    {"readMode", "element", "cudaReadModeElementType"},
    {"readMode", "normalized_float", "cudaReadModeNormalizedFloat"},
};

// "addressMode[0]" of "sampler.address_x"; empty if the field is none of the sampler's.
std::string texture_member_of(std::string_view path) {
  std::string found;
  for_each_sampler_member([&](const SamplerNames& names, auto, auto) {
    if (path == names.field)
      found = names.cuda;
    else if (names.field == "sampler.address" && path.starts_with("sampler.address_"))
      found = address_member(std::size_t(path.back() - 'x'));
  });
  return found;
}

std::string size_field(std::string_view axis, ResourceKind resource) {
  if (resource == ResourceKind::linear) return "cudaResourceDesc::res.linear.sizeInBytes";
  if (resource == ResourceKind::pitch_2d) return "cudaResourceDesc::res.pitch2D." + std::string(axis);
  return "cudaExtent::" + std::string(axis);
}

std::string enumerator(std::string_view member, const std::string& identifier) {
  for (const Enumerator& one : enumerators)
    if (member.starts_with(one.field) && identifier == one.identifier) return std::string(one.name);
  return identifier;
}

// "normalizedCoords = 1": the sampler's fixes are flags and enumerators.
std::string sampler_cure(std::string_view member, const FieldValue& value) {
  const bool* flag = std::get_if<bool>(&value);
  const std::string number =
      flag ? std::string(*flag ? "1" : "0") : enumerator(member, std::get<std::string>(value));
  return texture_member(member) + " = " + number;
}

// The fix of one field; empty if CUDA has another way to say it, which another field of the fix then names.
std::string cure_of(std::string_view path, const FieldValue& value, ResourceKind resource) {
  if (const auto member = texture_member_of(path); !member.empty()) return sampler_cure(member, value);
  if (path == "texture.bits")
    return say(Text::check_bits_cure, {std::to_string(std::get<std::int64_t>(value))});
  if (path == "texture.kind") return "cudaChannelFormatDesc::f = cudaChannelFormatKindUnsigned";
  if (path == "texture.height" || path == "texture.depth")
    return size_field(path.substr(8), resource) + " = " + std::to_string(std::get<std::int64_t>(value));
  if (path == "texture.view") return text(Text::check_no_view_cure);
  if (path == "texture.levels") return "numLevels = " + std::to_string(std::get<std::int64_t>(value));
  if (path == "write.mode") return say(Text::check_flag_off, {"cudaArraySurfaceLoadStore"});
  if (path == "texture.gather_flag") return say(Text::check_flag_off, {"cudaArrayTextureGather"});
  return {};
}
} // namespace

std::string address_member(std::size_t axis) {
  return "addressMode[" + std::to_string(axis) + "]";
}
std::string address_enumerator(int mode) {
  return mode >= 0 && mode < int(address_enumerators.size())
             ? std::string(address_enumerators[std::size_t(mode)])
             : std::to_string(mode);
}

std::string cuda_field(const Note& note, ResourceKind resource) {
  const std::string_view path = note.field;
  if (const auto member = texture_member_of(path); !member.empty()) return texture_member(member);
  if (path == "texture.width" || path == "texture.height" || path == "texture.depth")
    return size_field(path.substr(8), resource);
  if (path == "texture.levels") return "cudaMallocMipmappedArray::numLevels";
  if (path == "texture.channel_kind") return channels_field(resource);
  if (path == "texture.pitch_offset") return "cudaResourceDesc::res.pitch2D.pitchInBytes";
  const bool past = note.kind == NoteKind::altered; // the range of a view ends too late
  if (path == "texture.view") return view_member("format");
  if (path == "texture.view_first_level") return view_member(past ? "lastMipmapLevel" : "firstMipmapLevel");
  if (path == "texture.view_first_layer") return view_member(past ? "lastLayer" : "firstLayer");
  if (path == "write.mode" || path == "texture.gather_flag") return array_flags;
  return {};
}

std::string cuda_cure(const Note& note, ResourceKind resource) {
  std::string cure;
  for (const auto& [path, value] : note.fix)
    if (const std::string one = cure_of(path, value, resource); !one.empty())
      cure += (cure.empty() ? "" : "; ") + one;
  return cure;
}

} // namespace texelscope::checking
