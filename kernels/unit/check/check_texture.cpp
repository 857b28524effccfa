#include <algorithm>
#include <tuple>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/check/check_notes.h"

namespace texelscope {

namespace checking {

namespace {
Dimension dimension_of_array(const ArrayRequest& array) {
  const bool layered = array.flags & array_layered;
  if (array.flags & array_cubemap) return layered ? Dimension::cube_layered : Dimension::cube;
  if (layered) return array.height == 0 ? Dimension::d1_layered : Dimension::d2_layered;
  if (array.depth > 0) return Dimension::d3;
  return array.height == 0 ? Dimension::d1 : Dimension::d2;
}

// Measured: CUDA tests an array when it is made, and then, of a texture object, first the channels, then
// filter and read mode, then all else.
int rank(const CheckNote& note) {
  if (note.kind != CheckKind::refused) return 10 + int(note.kind);
  const bool of_object = note.field.starts_with("cudaTextureDesc") || note.field.starts_with("cudaResource");
  if (note.error == not_supported) return 0;
  if (note.error == invalid_channels) return 1;
  if (!of_object) return 2;
  if (note.error == invalid_filter) return 3;
  if (note.error == invalid_read_mode) return 4;
  return 5;
}
} // namespace

std::vector<CheckNote> CheckNotes::in_order() && {
  std::ranges::stable_sort(list, {}, rank);
  return std::move(list);
}

ParsedRequest parse_request(const TextureRequest& request) {
  ParsedRequest parsed{request};
  if (request.resource == ResourceKind::linear) parsed.dimension = Dimension::d1;
  if (!parsed.is_known()) return parsed;
  parsed.texels = texel_format(is_array(request.resource) ? request.array->channels : request.channels);
  if (is_array(request.resource)) parsed.dimension = dimension_of_array(*request.array);
  return parsed;
}

} // namespace checking

std::vector<CheckNote> check(const TextureRequest& request) {
  const checking::ParsedRequest parsed = checking::parse_request(request);
  checking::CheckNotes notes;
  if (request.resource < ResourceKind::array || request.resource > ResourceKind::pitch_2d) {
    notes.refuse("cudaResourceDesc::resType",
                 say(Text::check_enumerator, {std::to_string(int(request.resource)), "cudaResourceType"}),
                 Text::check_enumerator_rule);
    return std::move(notes).in_order();
  }
  checking::check_channels(parsed, notes);
  checking::check_memory(parsed, notes);
  checking::check_extent(parsed, notes);
  checking::check_session(parsed, notes);
  checking::check_sampler(parsed, notes);
  checking::check_view(parsed, notes);
  checking::check_use(parsed, notes);
  return std::move(notes).in_order();
}

} // namespace texelscope
