#include "kernels/resolve.h"

#include <algorithm>

namespace texelscope {

namespace {

class Resolver {
public:
  Resolver(const Session& session, const Limits& device_limits) : asked(session), limits(device_limits) {}

  Resolution run() {
    Effective& e = result.effective;
    e = {asked.texture.width,        asked.texture.height,  asked.texture.format,      asked.sampler.normalized_coords,
         asked.sampler.address,      asked.sampler.border_color, asked.sampler.filter, asked.sampler.read_mode,
         asked.sampler.srgb,         ResultType::floating};
    size();
    element();
    read_mode();
    filter();
    addressing();
    srgb();
    fetch();
    write();
    std::stable_sort(result.notes.begin(), result.notes.end(),
                     [](const Note& a, const Note& b) { return a.kind > b.kind; });
    return std::move(result);
  }

private:
  using Fix = std::vector<std::pair<std::string, FieldValue>>;

  void note(NoteKind kind, std::string field, std::string sentence, Text rule, const char* fix_label = "", Fix fix = {}) {
    result.notes.push_back({kind, std::move(field), std::move(sentence), text(rule), fix_label, std::move(fix)});
  }

  void size() {
    Effective& e = result.effective;
    if (e.width <= limits.max_width && e.height <= limits.max_height) return;
    e.width = std::min(e.width, limits.max_width);
    e.height = std::min(e.height, limits.max_height);
    note(NoteKind::refused, "texture.width",
         say(Text::note_size, {std::to_string(asked.texture.width), std::to_string(asked.texture.height),
                               std::to_string(limits.max_width), std::to_string(limits.max_height)}),
         Text::rule_size);
  }

  void element() {
    Effective& e = result.effective;
    if (e.format.kind != ElementKind::floating || e.format.bits != 8) return;
    e.format.bits = 16;
    note(NoteKind::refused, "texture.bits", text(Text::note_float8), Text::rule_float8, text(Text::fix_bits16),
         {{"texture.bits", std::int64_t(16)}});
  }

  // Floats and 32-bit integers cannot be normalized; integers read as elements arrive as integers.
  void read_mode() {
    Effective& e = result.effective;
    const bool integer = e.format.kind != ElementKind::floating;
    if (e.read_mode == ReadMode::normalized_float && (!integer || e.format.bits == 32)) {
      e.read_mode = ReadMode::element;
      const Text sentence = integer ? Text::note_normalized32 : Text::note_read_float;
      note(NoteKind::refused, "sampler.read_mode", text(sentence), Text::rule_normalized32,
           text(Text::fix_read_element), {{"sampler.read_mode", std::string("element")}});
    }
    if (integer && e.read_mode == ReadMode::element)
      e.result = e.format.kind == ElementKind::unsigned_int ? ResultType::unsigned_int : ResultType::signed_int;
  }

  void filter() {
    Effective& e = result.effective;
    if (e.filter != FilterMode::linear || e.result == ResultType::floating) return;
    e.filter = FilterMode::point;
    if (e.format.bits == 32)
      note(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
           text(Text::fix_bits16), {{"texture.bits", std::int64_t(16)}, {"sampler.read_mode", std::string("normalized_float")}});
    else
      note(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
           text(Text::fix_read_normalized), {{"sampler.read_mode", std::string("normalized_float")}});
  }

  void addressing() {
    Effective& e = result.effective;
    const char* fields[] = {"sampler.address_x", "sampler.address_y"};
    for (int axis = 0; axis < 2; ++axis) {
      AddressMode& mode = e.address[std::size_t(axis)];
      if (e.normalized_coords || (mode != AddressMode::wrap && mode != AddressMode::mirror)) continue;
      note(NoteKind::altered, fields[axis], say(Text::note_unnormalized, {label(mode)}), Text::rule_unnormalized,
           text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
      mode = AddressMode::clamp;
    }
    if (e.address[0] != AddressMode::border && e.address[1] != AddressMode::border)
      note(NoteKind::no_effect, "sampler.border_color", text(Text::note_border_unused), Text::rule_border,
           text(Text::fix_border), {{"sampler.address_x", std::string("border")}, {"sampler.address_y", std::string("border")}});
  }

  void srgb() {
    Effective& e = result.effective;
    if (!e.srgb) return;
    const bool takes_srgb = e.format.kind == ElementKind::unsigned_int && e.format.bits == 8 &&
                            e.read_mode == ReadMode::normalized_float;
    if (takes_srgb && e.format.channels == 2)
      note(NoteKind::altered, "sampler.srgb", text(Text::note_srgb_two), Text::rule_srgb_two);
    if (takes_srgb) return;
    e.srgb = false;
    note(NoteKind::altered, "sampler.srgb", text(Text::note_srgb), Text::rule_srgb, text(Text::fix_unsigned8),
         {{"texture.kind", std::string("unsigned")}, {"texture.bits", std::int64_t(8)},
          {"sampler.read_mode", std::string("normalized_float")}});
  }

  void fetch() {
    if (asked.sampler.normalized_coords)
      note(NoteKind::no_effect, "fetch.coordinates", text(Text::note_coordinates_unused), Text::rule_coordinates,
           text(Text::fix_unnormalized), {{"sampler.normalized_coords", false}});
  }

  // The pattern covers exactly the texture, so that only the brush and the feedback reach past its edges.
  void write() {
    if (asked.write.mode == WriteMode::off || asked.write.mode == WriteMode::pattern)
      note(NoteKind::no_effect, "write.boundary", text(Text::note_boundary_unused), Text::rule_boundary,
           text(Text::fix_feedback), {{"write.mode", std::string("feedback")}});
  }

  const Session& asked;
  const Limits& limits;
  Resolution result;
};

} // namespace

bool Resolution::refused() const {
  return std::any_of(notes.begin(), notes.end(), [](const Note& n) { return n.kind == NoteKind::refused; });
}

const Note* Resolution::note_for(std::string_view field) const {
  for (const Note& note : notes)
    if (note.field == field) return &note;
  return nullptr;
}

Resolution resolve(const Session& session, const Limits& limits) { return Resolver(session, limits).run(); }

} // namespace texelscope
