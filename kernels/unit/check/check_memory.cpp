// Faults of memory: channels, addresses, pitches and extents.
#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/unit/check/check_notes.h"
#include "kernels/unit/check/cuda_names.h"

namespace texelscope::checking {

namespace {
constexpr std::size_t texture_alignment = 512, pitch_alignment = 32, max_pitch = 2097120;

const ChannelRequest& channels_of(const TextureRequest& request) {
  return is_array(request.resource) ? request.array->channels : request.channels;
}

std::string channels_cure(const ChannelRequest& c) {
  const bool three =
      c.x > 0 && c.y == c.x && c.z == c.x && c.w == 0 && texel_format({c.x, c.x, c.x, c.x, c.kind});
  return three ? say(Text::check_three_cure, {std::to_string(c.x)}) : text(Text::check_channels_cure);
}

void check_empty(const char* field, std::size_t size, CheckNotes& notes) {
  if (size == 0)
    notes.add(CheckKind::suspicious, field, say(Text::check_empty, {field}), Text::check_empty_rule);
}

void check_address(const char* field, std::uintptr_t address, CheckNotes& notes) {
  const std::size_t past = address % texture_alignment;
  if (address == 0)
    notes.refuse(field, text(Text::check_no_address), Text::check_address_rule);
  else if (past != 0)
    notes.refuse(field, say(Text::check_address, {std::to_string(past), std::to_string(texture_alignment)}),
                 Text::check_address_rule, say(Text::check_address_cure, {std::to_string(past)}));
}

void check_linear(const TextureRequest& request, std::size_t texel_bytes, CheckNotes& notes) {
  const char* size = "cudaResourceDesc::res.linear.sizeInBytes";
  check_address("cudaResourceDesc::res.linear.devPtr", request.address, notes);
  check_empty(size, request.size_in_bytes / texel_bytes, notes);
  const auto limit = std::size_t(common_largest_sizes[std::size_t(SizeLimit::texture_1d_linear)][0]);
  if (const std::size_t texels = request.size_in_bytes / texel_bytes; texels > limit)
    notes.add(CheckKind::suspicious, size,
              say(Text::check_linear_long,
                  {std::to_string(texels), std::to_string(limit), name(SizeLimit::texture_1d_linear)}),
              Text::check_linear_long_rule);
}

void check_pitch(const TextureRequest& request, const TexelFormatRow& texels, CheckNotes& notes) {
  const char* field = "cudaResourceDesc::res.pitch2D.pitchInBytes";
  const std::size_t pitch = request.pitch_in_bytes,
                    row = request.width * std::size_t(texels.element.texel_bytes());
  check_address("cudaResourceDesc::res.pitch2D.devPtr", request.address, notes);
  check_empty("cudaResourceDesc::res.pitch2D.width", request.width, notes);
  check_empty("cudaResourceDesc::res.pitch2D.height", request.height, notes);
  if (pitch > max_pitch)
    notes.refuse(field,
                 say(Text::check_pitch_long, {std::to_string(pitch), std::to_string(max_pitch),
                                              "cudaDeviceProp::maxTexture2DLinear[2]"}),
                 Text::rule_size);
  else if (pitch % pitch_alignment == 0 && pitch < row && request.height > 1)
    notes.add(CheckKind::altered, field,
              say(Text::check_pitch_short, {std::to_string(pitch), std::to_string(row)}),
              Text::rule_pitch_wrong, say(Text::check_pitch_cure, {std::to_string((row + 511) / 512 * 512)}));
}
} // namespace

void check_channels(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!parsed.is_known()) {
    notes.add(CheckKind::unchecked, "cudaResourceDesc::res", text(Text::check_no_array),
              Text::check_no_array_rule, text(Text::check_no_array_cure));
    return;
  }
  if (parsed.texels) return;
  const ChannelRequest& c = channels_of(parsed.request);
  const char* field = channels_field(parsed.request.resource);
  if (c.kind == kind_nv12)
    notes.refuse(field, text(Text::check_nv12), Text::check_nv12_rule, text(Text::check_nv12_cure));
  else
    notes.refuse(field,
                 say(Text::check_channels,
                     {std::to_string(c.x), std::to_string(c.y), std::to_string(c.z), std::to_string(c.w)}),
                 Text::check_channels_rule, channels_cure(c), invalid_channels);
}

void check_memory(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!parsed.texels || is_array(parsed.request.resource)) return;
  if (parsed.request.resource == ResourceKind::pitch_2d)
    return check_pitch(parsed.request, *parsed.texels, notes);
  check_linear(parsed.request, std::size_t(parsed.texels->element.texel_bytes()), notes);
}

void check_extent(const ParsedRequest& parsed, CheckNotes& notes) {
  if (!is_array(parsed.request.resource) || !parsed.request.array) return;
  const ArrayRequest& array = *parsed.request.array;
  const char *width = "cudaExtent::width", *height = "cudaExtent::height", *depth = "cudaExtent::depth";
  const auto refuse = [&](const char* field, Text sentence, const std::string& cure = {}) {
    notes.refuse(field, say(sentence, {std::to_string(array.depth)}), Text::check_extent_rule, cure);
  };
  if (array.width == 0) refuse(width, Text::check_no_width);
  // Measured: CUDA tests this before the dimension of blocks, after which resolve() says no more.
  if (is_1d(parsed.dimension) && parsed.texels && parsed.texels->kind == ChannelKind::blocks &&
      array.flags & array_surface)
    notes.refuse(array_flags, text(Text::note_write_kind), Text::rule_write_kind,
                 say(Text::check_flag_off, {"cudaArraySurfaceLoadStore"}), not_supported);
  switch (parsed.dimension) {
  case Dimension::cube:
    if (array.depth != 6) refuse(depth, Text::check_cube_depth, std::string(depth) + " = 6");
    break;
  case Dimension::cube_layered:
    if (array.depth == 0 || array.depth % 6 != 0)
      refuse(depth, Text::check_cubes_depth,
             std::string(depth) + " = " + std::to_string((array.depth / 6 + 1) * 6));
    break;
  case Dimension::d1_layered:
  case Dimension::d2_layered:
    if (array.depth == 0) refuse(depth, Text::check_no_layers, std::string(depth) + " = 1");
    break;
  case Dimension::d3:
    if (array.height == 0)
      refuse(height, Text::check_no_height, say(Text::check_flag_cure, {"cudaArrayLayered"}));
    break;
  case Dimension::d1:
  case Dimension::d2:
    break;
  }
}

} // namespace texelscope::checking
