// Resolves whether write kernels may write, and which of their settings are used.
#include "kernels/unit/resolve/stages.h"

#include <algorithm>

namespace texelscope::resolving {

bool is_writable(const WriteSpec& requested, const SeenTexture& texture, const Limits& limits, Notes& notes) {
  const TextureShape memory = texture.memory_shape();
  if (!has_surface(memory, limits.largest)) {
    if (requested.mode != WriteMode::off)
      notes.add(
          NoteKind::refused, "write.mode",
          say(Text::note_no_surface, {std::to_string(memory.width),
                                      std::to_string(limits.largest[std::size_t(SizeLimit::surface_1d)][0]),
                                      name(SizeLimit::surface_1d)}),
          Text::rule_size, text(Text::fix_off), {{"write.mode", std::string("off")}});
    return false;
  }
  const bool own_kind =
      texture.channel_kind == ChannelKind::plain || texture.channel_kind == ChannelKind::normalized;
  const bool writable = own_kind && !texture.is_reinterpreted();
  const bool blocks = texture.channel_kind == ChannelKind::blocks;
  if (!writable && requested.mode != WriteMode::off)
    notes.add(blocks ? NoteKind::refused : NoteKind::no_effect, "write.mode",
              text(texture.is_reinterpreted() ? Text::note_write_relaid : Text::note_write_kind),
              blocks ? Text::rule_write_kind : Text::rule_write_own, text(Text::fix_off),
              {{"write.mode", std::string("off")}});
  return writable;
}

namespace {
// Strokes store the plane in which they were painted, which the texture may no longer have.
void note_planes(const WriteSpec& requested, int planes, Notes& notes) {
  if (planes == 1)
    notes.add(NoteKind::no_effect, "write.all_planes", text(Text::note_one_plane), Text::rule_strokes);
  if (requested.mode != WriteMode::brush) return;
  const auto lost =
      std::ranges::count_if(requested.strokes, [&](const BrushStroke& s) { return s.plane >= planes; });
  if (lost > 0)
    notes.add(NoteKind::no_effect, "write.strokes",
              say(Text::note_strokes, {std::to_string(lost), std::to_string(planes)}), Text::rule_strokes);
}
} // namespace

// The pattern covers exactly the texture, so that only the brush and the feedback reach beyond its edges.
void note_unused_by_writes(const WriteSpec& requested, const SeenTexture& texture, bool writable,
                           Notes& notes) {
  note_planes(requested, texture.memory_shape().planes, notes);
  if (!texture.is_mipmapped())
    notes.add(NoteKind::no_effect, "write.mips", text(Text::note_one_level), Text::rule_written_mips,
              text(Text::fix_levels), {{"texture.levels", std::int64_t(5)}});
  else if (requested.mode == WriteMode::off || !writable)
    notes.add(NoteKind::no_effect, "write.mips", text(Text::note_nothing_written), Text::rule_written_mips,
              text(Text::fix_pattern), {{"write.mode", std::string("pattern")}});
  if (requested.mode == WriteMode::off || requested.mode == WriteMode::pattern)
    notes.add(NoteKind::no_effect, "write.boundary", text(Text::note_boundary_unused), Text::rule_boundary,
              text(Text::fix_feedback), {{"write.mode", std::string("feedback")}});
}

} // namespace texelscope::resolving
