// Where the texels lie, and which function fetches them.
#include "kernels/resolve/resolver.h"

#include <algorithm>

#include "kernels/text/texts.h"

namespace texelscope {

// Memory that is no array has one row or one plane, and one level.
void Resolver::storage() {
  Effective& e = result.effective;
  if (is_array(e.storage)) return;
  const Dimension own = e.storage == Storage::pitch ? Dimension::d2 : Dimension::d1;
  const Text rule = e.storage == Storage::pitch ? Text::rule_pitch : Text::rule_linear_memory;
  if (e.dimension != own || e.level_count > 1) {
    note(NoteKind::refused, "texture.storage", say(Text::note_storage, {label(e.storage)}), rule,
         text(Text::fix_storage),
         {{"texture.dimension", std::string(identifier(own))}, {"texture.levels", std::int64_t(1)}});
    e.storage = Storage::array;
  }
}

void Resolver::refuse_function(Text sentence, Text rule, const char* fix_label, Fix fix) {
  note(NoteKind::refused, "fetch.function", text(sentence), rule, fix_label, std::move(fix));
  result.effective.function =
      result.effective.storage == Storage::linear ? FetchKind::texel : FetchKind::plain;
}

void Resolver::function() {
  Effective& e = result.effective;
  if (e.storage == Storage::linear && e.function != FetchKind::texel)
    return refuse_function(Text::note_linear_function, Text::rule_linear_memory, text(Text::fix_texel),
                           {{"fetch.function", std::string("texel")}});
  if (e.function == FetchKind::texel && e.storage != Storage::linear)
    return refuse_function(Text::note_texel, Text::rule_linear_memory, text(Text::fix_linear_memory),
                           {{"texture.dimension", std::string("1d")},
                            {"texture.levels", std::int64_t(1)},
                            {"texture.storage", std::string("linear")}});
  if (e.function == FetchKind::gather &&
      (e.dimension != Dimension::d2 || !is_array(e.storage) || e.memory_shape().level_count > 1))
    return refuse_function(Text::note_gather, Text::rule_gather, text(Text::fix_gather),
                           {{"texture.dimension", std::string("2d")},
                            {"texture.levels", std::int64_t(1)},
                            {"texture.storage", std::string("array")}});
  if (e.function == FetchKind::gather && e.component >= e.format.channels) {
    note(NoteKind::altered, "fetch.component", say(Text::note_component, {std::to_string(e.component)}),
         Text::rule_gather);
    e.component = 0;
  }
}

void Resolver::cube() {
  Effective& e = result.effective;
  const Dimension dimension = e.dimension;
  if (!is_cube(dimension) && e.sampler.seamless_cube)
    note(NoteKind::refused, "sampler.seamless_cube", text(Text::note_no_cube), Text::rule_no_cube,
         text(Text::fix_off), {{"sampler.seamless_cube", false}});
  e.sampler.seamless_cube = e.sampler.seamless_cube && is_cube(dimension);
  if (!is_layered(dimension))
    note(NoteKind::no_effect, "fetch.layer", text(Text::note_no_layers), Text::rule_layers);
  else if (e.projection == Projection::sheet)
    note(NoteKind::no_effect, "fetch.layer", text(Text::note_sheet), Text::rule_sheet, text(Text::fix_flat),
         {{"view.projection", std::string("flat")}});
}

void Resolver::projection() {
  Effective& e = result.effective;
  e.projection = requested.view.projection;
  const bool wants_cube = e.projection == Projection::net || e.projection == Projection::sphere;
  const bool wants_plane = e.projection == Projection::tilted || e.projection == Projection::grid;
  const bool linear = e.storage == Storage::linear && e.projection != Projection::flat;
  const bool fits = !linear && (!wants_cube || is_cube(e.dimension)) &&
                    (!wants_plane || e.dimension == Dimension::d2 || e.dimension == Dimension::d2_layered);
  if (fits) return;
  note(NoteKind::altered, "view.projection", say(Text::note_projection, {label(e.projection)}),
       Text::rule_projection, text(Text::fix_flat), {{"view.projection", std::string("flat")}});
  e.projection = Projection::flat;
}

// Only the flat view of a 3-D texture has room for a slab.
void Resolver::slab() {
  Effective& e = result.effective;
  const bool fits = e.dimension == Dimension::d3 && e.projection == Projection::flat;
  if (fits) e.slab = requested.fetch.slab;
  const Fix make_flat = {{"texture.dimension", std::string("3d")}, {"view.projection", std::string("flat")}};
  if (!fits && requested.fetch.slab != Slab::off)
    note(NoteKind::no_effect, "fetch.slab", text(Text::note_no_slab), Text::rule_slab, text(Text::fix_slab),
         make_flat);
  if (e.slab != Slab::off) return;
  for (const char* field : {"fetch.slab_thickness", "fetch.slab_samples"})
    note(NoteKind::no_effect, field, text(Text::note_slab_off), Text::rule_slab);
}

void Resolver::body() {
  if (requested.fetch.body.empty()) return;
  if (!limits.runs_bodies)
    note(NoteKind::altered, "fetch.body", text(Text::note_body_cpu), Text::rule_body_cpu,
         text(Text::fix_no_body), {{"fetch.body", std::string()}});
  else if (result.effective.slab != Slab::off)
    note(NoteKind::no_effect, "fetch.slab", text(Text::note_body_slab), Text::rule_body_slab);
}

void Resolver::fetch() {
  body();
  if (result.effective.function == FetchKind::texel) {
    for (const char* field : {"sampler.normalized_coords", "fetch.coordinates"})
      note(NoteKind::no_effect, field, text(Text::note_no_sampler), Text::rule_linear_memory);
    return;
  }
  if (result.effective.sampler.normalized_coords && !requested.sampler.normalized_coords)
    note(NoteKind::no_effect, "fetch.coordinates", text(Text::note_coordinates_unused),
         Text::rule_mips_normalized);
  else if (requested.sampler.normalized_coords)
    note(NoteKind::no_effect, "fetch.coordinates", text(Text::note_coordinates_unused),
         Text::rule_coordinates, text(Text::fix_unnormalized), {{"sampler.normalized_coords", false}});
}

// Strokes name the plane that they were painted in, which the texture may have no more.
void Resolver::planes_written() {
  const int planes = plane_count(result.effective.dimension, result.effective.memory_shape().depth);
  if (planes == 1)
    note(NoteKind::no_effect, "write.all_planes", text(Text::note_one_plane), Text::rule_strokes);
  if (requested.write.mode != WriteMode::brush) return;
  const auto& strokes = requested.write.strokes;
  const auto lost =
      std::count_if(strokes.begin(), strokes.end(), [&](const BrushStroke& s) { return s.plane >= planes; });
  if (lost > 0)
    note(NoteKind::no_effect, "write.strokes",
         say(Text::note_strokes, {std::to_string(lost), std::to_string(planes)}), Text::rule_strokes);
}

// The pattern covers exactly the texture, so that only the brush and the feedback reach past its edges.
void Resolver::write() {
  Effective& e = result.effective;
  e.writable = !e.is_reinterpreted() &&
               (e.channel_kind == ChannelKind::plain || e.channel_kind == ChannelKind::normalized);
  if (!e.writable && requested.write.mode != WriteMode::off)
    note(e.channel_kind == ChannelKind::blocks ? NoteKind::refused : NoteKind::no_effect, "write.mode",
         text(e.is_reinterpreted() ? Text::note_write_relaid : Text::note_write_kind),
         e.channel_kind == ChannelKind::blocks ? Text::rule_write_kind : Text::rule_write_own,
         text(Text::fix_off), {{"write.mode", std::string("off")}});
  planes_written();
  if (e.memory_shape().level_count == 1)
    note(NoteKind::no_effect, "write.mips", text(Text::note_one_level), Text::rule_written_mips,
         text(Text::fix_levels), {{"texture.levels", std::int64_t(5)}});
  else if (requested.write.mode == WriteMode::off || !e.writable)
    note(NoteKind::no_effect, "write.mips", text(Text::note_nothing_written), Text::rule_written_mips,
         text(Text::fix_pattern), {{"write.mode", std::string("pattern")}});
  if (requested.write.mode == WriteMode::off || requested.write.mode == WriteMode::pattern)
    note(NoteKind::no_effect, "write.boundary", text(Text::note_boundary_unused), Text::rule_boundary,
         text(Text::fix_feedback), {{"write.mode", std::string("feedback")}});
}

} // namespace texelscope
