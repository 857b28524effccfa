#include "kernels/resolve/resolve.h"

#include <algorithm>

#include "kernels/resolve/resolver.h"
#include "kernels/session/fields.h"

namespace texelscope {

Resolution Resolver::run() {
  copy_request();
  packed();
  element();
  shape();
  size();
  levels();
  fit();
  storage();
  channel_kind();
  view();
  pitch();
  function();
  read_mode();
  filter();
  type();
  normalized();
  addressing();
  srgb();
  projection();
  slab();
  mips();
  cube();
  fetch();
  write();
  std::stable_sort(result.notes.begin(), result.notes.end(),
                   [](const Note& a, const Note& b) { return a.kind > b.kind; });
  return std::move(result);
}

void Resolver::copy_request() {
  Effective& e = result.effective;
  const TextureSpec& t = requested.texture;
  e.width = t.width;
  e.height = t.height;
  e.format = t.format;
  e.dimension = t.dimension;
  e.depth = has_depth(t.dimension) ? t.depth : 1;
  e.level_count = t.levels;
  e.storage = t.storage;
  e.channel_kind = t.channel_kind;
  e.sampler = requested.sampler;
  e.function = requested.fetch.function;
  e.component = requested.fetch.component;
}

bool Resolution::refused() const {
  return std::any_of(notes.begin(), notes.end(), [](const Note& n) { return n.kind == NoteKind::refused; });
}

const Note* Resolution::note_for(std::string_view field) const {
  for (const Note& note : notes)
    if (note.field == field) return &note;
  return nullptr;
}

namespace {
// Whether the note goes when its fields are set. Where another setting stands in the way, it stays.
bool repair_happens(Session session, const Note& note, const Limits& limits) {
  for (const auto& [path, value] : note.fix)
    if (assign(session, *find_field(path), value)) return false;
  const auto same = [&](const Note& after) {
    return after.field == note.field && after.sentence == note.sentence;
  };
  return std::ranges::none_of(Resolver(session, limits).run().notes, same);
}
} // namespace

Resolution resolve(const Session& session, const Limits& limits) {
  Resolution resolution = Resolver(session, limits).run();
  for (Note& note : resolution.notes) {
    if (note.fix.empty() || repair_happens(session, note, limits)) continue;
    note.fix.clear();
    note.fix_label.clear();
  }
  return resolution;
}

} // namespace texelscope
