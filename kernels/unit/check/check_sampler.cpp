// Faults of a cudaTextureDesc, and of what the program does with the texture besides.
#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/check/check_notes.h"
#include "kernels/unit/check/cuda_names.h"

namespace texelscope::checking {

namespace {
std::size_t axis_count(Dimension dimension) {
  return dimension == Dimension::d3 ? 3 : is_1d(dimension) ? 1 : 2;
}

void check_enumerator(const std::string& member, const char* type, int value, int count, Text rule,
                      CheckNotes& notes) {
  if (value >= 0 && value < count) return;
  const std::string sentence = say(Text::check_enumerator, {std::to_string(value), type}),
                    cure = say(Text::check_enumerator_cure, {});
  if (rule == Text::check_enumerator_rule)
    notes.refuse(texture_member(member), sentence, rule, cure);
  else
    notes.add(CheckKind::altered, texture_member(member), sentence, rule, cure);
}

void check_enumerators(const ParsedRequest& parsed, CheckNotes& notes) {
  const TextureDesc& sampler = parsed.request.sampler;
  constexpr Text refused = Text::check_enumerator_rule;
  for (std::size_t axis = 0; axis < axis_count(parsed.dimension); ++axis)
    check_enumerator(address_member(axis), "cudaTextureAddressMode", int(sampler.addressMode[axis]), 4,
                     refused, notes);
  check_enumerator("filterMode", "cudaTextureFilterMode", int(sampler.filterMode), 2, refused, notes);
  check_enumerator("mipmapFilterMode", "cudaTextureFilterMode", int(sampler.mipmapFilterMode), 2, refused,
                   notes);
  check_enumerator("readMode", "cudaTextureReadMode", int(sampler.readMode), 2, Text::check_read_mode_rule,
                   notes);
}

// The last axes of a texture are easily forgotten. Without normalized coordinates all zeros act as clamp,
// which resolve() notes.
void check_axes_left(const ParsedRequest& parsed, CheckNotes& notes) {
  const TextureDesc& sampler = parsed.request.sampler;
  const auto& modes = sampler.addressMode;
  constexpr auto wrap = TextureAddressMode::wrap; // 0
  const std::size_t axes = axis_count(parsed.dimension);
  if (!parsed.is_known() || !sampler.normalizedCoords || is_cube(parsed.dimension) || modes[0] == wrap)
    return;
  for (std::size_t axis = 1; axis < axes; ++axis)
    if (std::all_of(modes.begin() + int(axis), modes.begin() + int(axes),
                    [](auto mode) { return mode == wrap; }))
      notes.add(CheckKind::suspicious, texture_member(address_member(axis)),
                say(Text::check_axis_left, {std::to_string(axis)}), Text::check_axis_left_rule,
                texture_member(address_member(axis)) + " = " + address_enumerator(int(modes[0])));
}

void check_max_level(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!parsed.is_mipmapped() || !parsed.request.array || parsed.request.array->levels < 2 ||
      parsed.request.sampler.maxMipmapLevelClamp != 0)
    return;
  const std::string field = texture_member("maxMipmapLevelClamp");
  notes.add(CheckKind::suspicious, field, text(Text::check_max_level), Text::check_max_level_rule,
            field + " = " + std::to_string(parsed.request.array->levels - 1));
}

void check_surface(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!is_array(parsed.request.resource))
    return notes.refuse("cudaResourceDesc::resType", text(Text::check_surface_memory),
                        Text::check_surface_memory_rule, text(Text::check_surface_memory_cure));
  if (!parsed.request.array || parsed.request.array->flags & array_surface)
    return; // allocated so, or refused
  if (parsed.texels && parsed.texels->kind == ChannelKind::blocks)
    notes.refuse("cudaResourceDesc::resType", text(Text::check_surface_blocks),
                 Text::check_surface_blocks_rule);
  else
    notes.add(CheckKind::suspicious, array_flags, text(Text::check_surface_flag),
              Text::check_surface_flag_rule, say(Text::check_flag_cure, {"cudaArraySurfaceLoadStore"}));
}

void check_gather(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!is_array(parsed.request.resource))
    notes.add(CheckKind::suspicious, "cudaResourceDesc::resType", text(Text::check_gather_memory),
              Text::rule_gather);
  else if (parsed.request.array && !(parsed.request.array->flags & array_gather))
    notes.add(CheckKind::suspicious, array_flags, text(Text::check_gather_flag), Text::rule_gather,
              say(Text::check_flag_cure, {"cudaArrayTextureGather"}));
}
} // namespace

void check_sampler(const ParsedRequest& parsed, CheckNotes& notes) {
  check_enumerators(parsed, notes);
  check_axes_left(parsed, notes);
  check_max_level(parsed, notes);
  if (parsed.texels && parsed.texels->block.srgb && is_array(parsed.request.resource) &&
      !parsed.request.sampler.sRGB)
    notes.refuse(texture_member("sRGB"), text(Text::check_block_srgb), Text::check_block_srgb_rule,
                 texture_member("sRGB = 1"));
}

void check_use(const ParsedRequest& parsed, CheckNotes& notes) {
  if (parsed.request.use.surface) check_surface(parsed, notes);
  if (parsed.request.use.gather) check_gather(parsed, notes);
}

} // namespace texelscope::checking
