#include "kernels/unit/resolve/resolve.h"

#include <algorithm>

#include "kernels/state/session/fields.h"
#include "kernels/unit/resolve/notes.h"
#include "kernels/unit/resolve/stages.h"

namespace texelscope {

namespace resolving {
Resolution resolve_with_every_cure(const Session& session, const Limits& limits) {
  Notes notes;
  const SeenTexture memory = allocated(session, limits, notes);
  note_premultiply(session.texture, memory, notes);
  const SeenTexture texture = seen(session.texture, memory, notes);
  const FetchCall call = fetch_call(session.fetch, texture, notes);
  const ResolvedSampler sampler = resolved_sampler(session.sampler, texture, call.function, notes);
  const FetchedType fetched =
      fetched_type(session.fetch, texture.format, call.function, sampler.result, notes);
  const Projection shown = projection(session.view.projection, texture, notes);
  note_mapping(session.view, notes);
  const Slab slab_of_view = slab(session.fetch.slab, texture.dimension, shown, notes);
  note_unused_by_function(session, texture.level_count, call.function, shown, notes);
  note_layer(texture.dimension, shown, notes);
  note_body(session.fetch, texture, limits, slab_of_view, notes);
  note_coordinates(session.sampler.normalized_coords, sampler.effective.normalized_coords, call.function,
                   notes);
  const bool writable = is_writable(session.write, texture, limits, notes);
  note_unused_by_writes(session.write, texture, writable, notes);

  Effective effective{texture};
  effective.sampler = sampler.effective;
  effective.descriptor_read_mode = sampler.descriptor_read_mode;
  effective.result = fetched.result;
  effective.function = call.function;
  effective.component = call.component;
  effective.projection = shown;
  effective.type = fetched.type;
  effective.type_channels = fetched.channels;
  effective.writable = writable;
  effective.slab = slab_of_view;
  note_over(session.view, effective.result_format().channels, notes);
  effective.storage = storage_in_effect(texture, limits, notes);
  return {effective, std::move(notes).taken()};
}
} // namespace resolving

namespace {
// Whether the note disappears when its fields are set. It stays if another setting prevents that.
bool repair_happens(Session session, const Note& note, const Limits& limits) {
  for (const auto& [path, value] : note.fix)
    if (assign(session, *find_field(path), value)) return false;
  const auto same = [&](const Note& after) {
    return after.field == note.field && after.sentence == note.sentence;
  };
  return std::ranges::none_of(resolving::resolve_with_every_cure(session, limits).notes, same);
}
} // namespace

Resolution resolve(const Session& session, const Limits& limits) {
  Resolution resolution = resolving::resolve_with_every_cure(session, limits);
  std::ranges::stable_sort(resolution.notes, std::ranges::greater(), &Note::kind);
  for (Note& note : resolution.notes) {
    if (note.fix.empty() || repair_happens(session, note, limits)) continue;
    note.fix.clear();
    note.fix_label.clear();
  }
  return resolution;
}

Effective effective_settings(const Session& session, const Limits& limits) {
  return resolving::resolve_with_every_cure(session, limits).effective;
}

Sampler accepted_sampler(const Session& session, const Resolution& resolution) {
  Session effective = session, accepted = session;
  effective.sampler = resolution.effective.sampler;
  effective.sampler.read_mode = resolution.effective.descriptor_read_mode;
  for (const Note& note : resolution.notes) {
    const Field& field = *find_field(note.field);
    if (note.kind == NoteKind::refused && field.part() == "sampler")
      field.put(accepted, field.get(effective));
  }
  return accepted.sampler;
}

bool Resolution::refused() const {
  return std::any_of(notes.begin(), notes.end(), [](const Note& n) { return n.kind == NoteKind::refused; });
}

const Note* Resolution::note_for(std::string_view field) const {
  for (const Note& note : notes)
    if (note.field == field) return &note;
  return nullptr;
}

ElementFormat Effective::result_format() const {
  const int channels = type_channels != 0 ? type_channels : format.channels;
  switch (type) {
  case FetchType::f32:
    return {ElementKind::floating, 32, channels};
  case FetchType::u32:
    return {ElementKind::unsigned_int, 32, channels};
  case FetchType::s32:
    return {ElementKind::signed_int, 32, channels};
  case FetchType::u16:
    return {ElementKind::unsigned_int, 16, channels};
  case FetchType::s16:
    return {ElementKind::signed_int, 16, channels};
  case FetchType::u8:
    return {ElementKind::unsigned_int, 8, channels};
  case FetchType::s8:
    return {ElementKind::signed_int, 8, channels};
  case FetchType::native:
    break;
  }
  return {format.kind, format.bits, channels};
}

} // namespace texelscope
