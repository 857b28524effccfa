// Resolves what a texture object sees of memory: through a resource view, or by the descriptor's element and
// pitch.
#include "kernels/unit/resolve/stages.h"

#include <algorithm>

namespace texelscope::resolving {

namespace {
// The pitch of cudaMallocPitch; the descriptor's must be a multiple of texturePitchAlignment.
constexpr int malloc_pitch = 512, pitch_alignment = 32;

void refuse_view(Text sentence, Notes& notes) {
  notes.add(NoteKind::refused, "texture.view", text(sentence), Text::rule_view, text(Text::fix_view_off),
            {{"texture.view", false}});
}

// For linear and pitch memory the descriptor may name any element; a row then holds as many of its texels as
// fit.
SeenTexture with_described_element(SeenTexture resource, const ElementFormat& element, Notes& notes) {
  const int row = int(resource.row_bytes()), texel = element.texel_bytes();
  if (row < texel) {
    refuse_view(Text::note_view_too_wide, notes);
    return resource;
  }
  resource.memory = MemoryShape{resource, 0, 0, row, row};
  resource.width = row / texel;
  resource.format = element;
  return resource;
}

// How many of `all` are visible from `first`: `count` (0: the rest). Empty if CUDA rejects it.
std::optional<int> counted(const char* field, int first, int count, int all, Notes& notes) {
  if (first >= all) {
    notes.add(NoteKind::refused, field,
              say(Text::note_view_first, {std::to_string(first), std::to_string(all)}), Text::rule_view);
    return std::nullopt;
  }
  if (count > all - first)
    notes.add(NoteKind::altered, field, say(Text::note_view_past, {std::to_string(all - first)}),
              Text::rule_view_past);
  return count == 0 ? all - first : std::min(count, all - first);
}

SeenTexture with_view(SeenTexture resource, const ResourceView& view, Notes& notes) {
  if (!view.on) return resource;
  if (resource.channel_kind != ChannelKind::plain) {
    notes.add(NoteKind::no_effect, "texture.view", text(Text::note_view_kind), Text::rule_view);
    return resource;
  }
  if (view.format.kind == ElementKind::floating && view.format.bits == 8) {
    refuse_view(Text::note_float8, notes);
    return resource;
  }
  if (!is_array(resource.storage)) return with_described_element(resource, view.format, notes);
  if (view.format.texel_bytes() != resource.format.texel_bytes()) {
    refuse_view(Text::note_view_bytes, notes);
    return resource;
  }
  if (is_cube(resource.dimension)) {
    notes.add(NoteKind::no_effect, "texture.view", text(Text::note_view_cube), Text::rule_view);
    return resource;
  }
  const auto levels =
      counted("texture.view_first_level", view.first_level, view.levels, resource.level_count, notes);
  if (!levels) return resource;
  const bool layered = is_layered(resource.dimension);
  const auto layers =
      layered ? counted("texture.view_first_layer", view.first_layer, view.layers, resource.planes, notes)
              : resource.size_of(view.first_level)[2];
  if (!layers) return resource;
  resource.memory = MemoryShape{resource, view.first_level, layered ? view.first_layer : 0};
  const auto [width, height, planes] = resource.size_of(view.first_level);
  resource.width = width;
  resource.height = height;
  resource.planes = *layers;
  resource.level_count = *levels;
  resource.format = view.format;
  return resource;
}

SeenTexture with_pitch(SeenTexture resource, int pitch_offset, Notes& notes) {
  const auto unused = [&](Text sentence) {
    if (pitch_offset != 0)
      notes.add(NoteKind::no_effect, "texture.pitch_offset", text(sentence), Text::rule_pitch);
    return resource;
  };
  if (resource.storage != Storage::pitch) return unused(Text::note_no_pitch);
  if (resource.channel_kind == ChannelKind::packed) return unused(Text::note_view_kind);
  MemoryShape memory = resource.memory_shape();
  const int row = int(memory.row_bytes());
  const int pitch = (row + malloc_pitch - 1) / malloc_pitch * malloc_pitch;
  const int descriptor_pitch = pitch + pitch_offset;
  const auto mend = [&](NoteKind kind, Text sentence, Text rule) {
    notes.add(kind, "texture.pitch_offset",
              say(sentence, {std::to_string(descriptor_pitch), std::to_string(pitch)}), rule,
              text(Text::fix_pitch), {{"texture.pitch_offset", std::int64_t(0)}});
  };
  const bool refused = descriptor_pitch < 0 || descriptor_pitch % pitch_alignment != 0;
  const bool wrong = !refused && descriptor_pitch != pitch;
  if (refused) mend(NoteKind::refused, Text::note_pitch_refused, Text::rule_pitch_alignment);
  if (wrong) mend(NoteKind::altered, Text::note_pitch_wrong, Text::rule_pitch_wrong);
  if (!resource.memory && !wrong) return resource;
  memory.pitch = pitch;
  memory.descriptor_pitch = refused ? pitch : descriptor_pitch;
  resource.memory = memory;
  return resource;
}
} // namespace

SeenTexture seen(const TextureSpec& requested, const SeenTexture& allocated, Notes& notes) {
  return with_pitch(with_view(allocated, requested.view, notes), requested.pitch_offset, notes);
}

} // namespace texelscope::resolving
