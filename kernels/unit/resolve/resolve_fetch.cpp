// Resolves the function that fetches, the type that it returns, and which view and fetch settings it uses.
#include "kernels/unit/resolve/stages.h"

#include <cmath>

#include "kernels/unit/resolve/shipped_body.h"
#include "kernels/unit/texture_unit/gradient.h"
#include "kernels/unit/texture_unit/lod.h"

namespace texelscope::resolving {

using Fix = Notes::Fix;

FetchCall fetch_call(const FetchSpec& requested, const SeenTexture& texture, Notes& notes) {
  FetchCall call{requested.function, requested.component};
  const bool linear = texture.storage == Storage::linear;
  const auto refuse = [&](Text sentence, Text rule, Text fix_label, Fix fix) {
    notes.add(NoteKind::refused, "fetch.function", text(sentence), rule, text(fix_label), std::move(fix));
    call.function = linear ? FetchKind::texel : FetchKind::plain;
    return call;
  };
  if (linear && call.function != FetchKind::texel)
    return refuse(Text::note_linear_function, Text::rule_linear_memory, Text::fix_texel,
                  {{"fetch.function", std::string("texel")}});
  if (call.function == FetchKind::texel && !linear)
    return refuse(Text::note_texel, Text::rule_linear_memory, Text::fix_linear_memory,
                  {{"texture.dimension", std::string("1d")},
                   {"texture.levels", std::int64_t(1)},
                   {"texture.storage", std::string("linear")}});
  if (call.function != FetchKind::gather) return call;
  if (texture.dimension != Dimension::d2 || !is_array(texture.storage) || texture.is_mipmapped())
    return refuse(Text::note_gather, Text::rule_gather, Text::fix_gather,
                  {{"texture.dimension", std::string("2d")},
                   {"texture.levels", std::int64_t(1)},
                   {"texture.storage", std::string("array")}});
  if (call.component >= texture.format.channels) {
    notes.add(NoteKind::altered, "fetch.component",
              say(Text::note_component, {std::to_string(call.component)}), Text::rule_gather);
    call.component = 0;
  }
  return call;
}

namespace {
ResultType result_of(FetchType type, ResultType of_texel) {
  switch (type) {
  case FetchType::native:
    break;
  case FetchType::f32:
    return ResultType::floating;
  case FetchType::u32:
  case FetchType::u16:
  case FetchType::u8:
    return ResultType::unsigned_int;
  case FetchType::s32:
  case FetchType::s16:
  case FetchType::s8:
    return ResultType::signed_int;
  }
  return of_texel;
}
} // namespace

FetchedType fetched_type(const FetchSpec& requested, const ElementFormat& texel, FetchKind function,
                         ResultType of_texel, Notes& notes) {
  FetchedType fetched{requested.type, requested.type_channels, of_texel};
  if (function == FetchKind::gather && fetched.channels != 0) {
    notes.add(NoteKind::no_effect, "fetch.type_channels", text(Text::note_gather_type), Text::rule_gather);
    fetched.channels = 0;
  }
  const FetchType native = of_texel == ResultType::floating       ? FetchType::f32
                           : of_texel == ResultType::unsigned_int ? FetchType::u32
                                                                  : FetchType::s32;
  if (fetched.type == native) fetched.type = FetchType::native;
  if (fetched.channels == texel.channels) fetched.channels = 0;
  if (fetched.channels > texel.channels)
    notes.add(NoteKind::altered, "fetch.type_channels",
              say(Text::note_type_more, {std::to_string(texel.channels)}), Text::rule_type_channels);
  if (fetched.type == FetchType::native) return fetched;
  notes.add(NoteKind::altered, "fetch.type", say(Text::note_type, {label(fetched.type)}), Text::rule_type,
            text(Text::fix_type), {{"fetch.type", std::string("own")}});
  fetched.result = result_of(fetched.type, of_texel);
  return fetched;
}

Projection projection(Projection requested, const SeenTexture& texture, Notes& notes) {
  const bool wants_cube = requested == Projection::net || requested == Projection::sphere;
  const bool wants_plane = requested == Projection::tilted || requested == Projection::grid;
  const bool linear = texture.storage == Storage::linear && requested != Projection::flat;
  const bool fits =
      !linear && (!wants_cube || is_cube(texture.dimension)) &&
      (!wants_plane || texture.dimension == Dimension::d2 || texture.dimension == Dimension::d2_layered);
  if (fits) return requested;
  notes.add(NoteKind::altered, "view.projection", say(Text::note_projection, {label(requested)}),
            Text::rule_projection, text(Text::fix_flat), {{"view.projection", std::string("flat")}});
  return Projection::flat;
}

void note_mapping(const ViewSpec& requested, Notes& notes) {
  const bool flat = requested.projection == Projection::flat, resize = requested.mapping == Mapping::resize;
  const auto unused = [&](const char* field, Text sentence, Text fix_label, const Fix& fix) {
    notes.add(NoteKind::no_effect, field, text(sentence), Text::rule_resize, text(fix_label), fix);
  };
  const Fix to_resize = {{"view.mapping", std::string("resize")}, {"view.projection", std::string("flat")}};
  if (resize && !flat)
    notes.add(NoteKind::altered, "view.mapping", say(Text::note_resize_flat, {label(requested.projection)}),
              Text::rule_resize, text(Text::fix_flat), {{"view.projection", std::string("flat")}});
  if (!resize || !flat) {
    if (requested.align_corners)
      unused("view.align_corners", Text::note_no_resize, Text::fix_resize, to_resize);
    return;
  }
  unused("view.rotation", Text::note_resize_rotation, Text::fix_fit, {{"view.mapping", std::string("fit")}});
  if (requested.align_corners)
    unused("fetch.sample_at", Text::note_corners_aligned, Text::fix_align_off,
           {{"view.align_corners", false}});
}

void note_over(const ViewSpec& requested, int channels, Notes& notes) {
  const auto unused = [&](const char* field, Text sentence) {
    notes.add(NoteKind::no_effect, field, text(sentence), Text::rule_over);
  };
  const bool off = requested.over == Over::off, has_alpha = channels == 4;
  if (!off && !has_alpha) unused("view.over", Text::note_no_alpha);
  if (requested.over_color == ViewSpec().over_color || (!off && has_alpha)) return;
  unused("view.over_color", off ? Text::note_over_off : Text::note_no_alpha);
}

// Only the flat view of a 3-D texture supports a slab.
Slab slab(Slab requested, Dimension dimension, Projection projection, Notes& notes) {
  const bool fits = dimension == Dimension::d3 && projection == Projection::flat;
  if (!fits && requested != Slab::off)
    notes.add(NoteKind::no_effect, "fetch.slab", text(Text::note_no_slab), Text::rule_slab,
              text(Text::fix_slab),
              {{"texture.dimension", std::string("3d")}, {"view.projection", std::string("flat")}});
  if (fits && requested != Slab::off) return requested;
  for (const char* field : {"fetch.slab_thickness", "fetch.slab_samples"})
    notes.add(NoteKind::no_effect, field, text(Text::note_slab_off), Text::rule_slab);
  return Slab::off;
}

namespace {
void note_unused(std::initializer_list<const char*> fields, Text sentence, Text rule, Text fix_label,
                 const Fix& fix, Notes& notes) {
  for (const char* field : fields)
    notes.add(NoteKind::no_effect, field, text(sentence), rule, text(fix_label), fix);
}
} // namespace

namespace {
// A sampler's numbers that act as others, where the fetch uses them.
void note_bias(float bias, Notes& notes) {
  if (std::fabs(bias) <= 15) return;
  const int held = unit::held_bias({.mip_bias = bias});
  notes.add(NoteKind::altered, "sampler.mip_bias",
            say(Text::note_bias,
                {format_value(*find_field("sampler.mip_bias"), double(bias)), std::to_string(held / 256)}),
            Text::rule_bias);
}

void note_anisotropy(int requested, Notes& notes) {
  const int held = unit::anisotropy_step(requested);
  if (requested > 1 && held != requested)
    notes.add(NoteKind::altered, "sampler.max_anisotropy",
              say(Text::note_anisotropy, {std::to_string(requested), std::to_string(held)}),
              Text::rule_anisotropy_steps);
}
} // namespace

void note_unused_by_function(const Session& requested, int level_count, FetchKind function,
                             Projection projection, Notes& notes) {
  const bool sheet = projection == Projection::sheet && level_count > 1; // it reads each level separately
  const FetchKind called = sheet ? FetchKind::lod : function;
  if (level_count == 1)
    note_unused({"sampler.mip_filter", "sampler.mip_bias", "sampler.mip_min", "sampler.mip_max",
                 "sampler.disable_trilinear_optimization", "texture.mips"},
                Text::note_one_level, Text::rule_one_level, Text::fix_levels,
                {{"texture.levels", std::int64_t(5)}}, notes);
  else if (called == FetchKind::plain)
    note_unused({"sampler.mip_bias"}, Text::note_plain_level, Text::rule_plain_level, Text::fix_lod,
                {{"fetch.function", std::string("lod")}}, notes);
  else
    note_bias(requested.sampler.mip_bias, notes);
  // With several levels, anisotropy makes the fraction between two of them steeper for an explicit LOD too.
  if (called == FetchKind::plain || called == FetchKind::gather ||
      (called == FetchKind::lod && level_count == 1))
    note_unused({"sampler.max_anisotropy"}, Text::note_no_gradients, Text::rule_gradients, Text::fix_grad,
                {{"fetch.function", std::string("grad")}}, notes);
  else
    note_anisotropy(requested.sampler.max_anisotropy, notes);
  if (called != FetchKind::grad)
    note_unused({"fetch.gradients", "fetch.gradient_scale", "fetch.dx", "fetch.dy"}, Text::note_no_gradients,
                Text::rule_gradients, Text::fix_grad, {{"fetch.function", std::string("grad")}}, notes);
  else if (requested.fetch.gradients == GradientRule::given)
    note_unused({"fetch.gradient_scale"}, Text::note_given, Text::rule_gradient_source,
                Text::fix_view_gradients, {{"fetch.gradients", std::string("view")}}, notes);
  else
    note_unused({"fetch.dx", "fetch.dy"}, Text::note_of_view, Text::rule_gradient_source,
                Text::fix_given_gradients, {{"fetch.gradients", std::string("given")}}, notes);
  if (sheet)
    note_unused({"fetch.lod"}, Text::note_sheet, Text::rule_sheet, Text::fix_flat,
                {{"view.projection", std::string("flat")}}, notes);
  else if (function != FetchKind::lod)
    note_unused({"fetch.lod"}, Text::note_no_lod, Text::rule_lod, Text::fix_lod,
                {{"fetch.function", std::string("lod")}}, notes);
  if (function != FetchKind::gather)
    note_unused({"fetch.component"}, Text::note_no_gather, Text::rule_gather, Text::fix_gather,
                {{"texture.dimension", std::string("2d")},
                 {"texture.levels", std::int64_t(1)},
                 {"texture.storage", std::string("array")},
                 {"fetch.function", std::string("gather")}},
                notes);
}

void note_layer(Dimension dimension, Projection projection, Notes& notes) {
  if (!is_layered(dimension))
    notes.add(NoteKind::no_effect, "fetch.layer", text(Text::note_no_layers), Text::rule_layers);
  else if (projection == Projection::sheet)
    note_unused({"fetch.layer"}, Text::note_sheet, Text::rule_sheet, Text::fix_flat,
                {{"view.projection", std::string("flat")}}, notes);
}

void note_body(const FetchSpec& requested, const SeenTexture& texture, const Limits& limits, Slab slab,
               Notes& notes) {
  if (requested.body.empty()) return;
  if (!limits.runs_bodies && !cpu_body(requested.body, texture))
    notes.add(NoteKind::altered, "fetch.body", text(Text::note_body_cpu), Text::rule_body_cpu,
              text(Text::fix_no_body), {{"fetch.body", std::string()}});
  else if (slab != Slab::off)
    notes.add(NoteKind::no_effect, "fetch.slab", text(Text::note_body_slab), Text::rule_body_slab);
}

void note_coordinates(bool requested_normalized, bool normalized, FetchKind function, Notes& notes) {
  if (function == FetchKind::texel)
    for (const char* field : {"sampler.normalized_coords", "fetch.coordinates"})
      notes.add(NoteKind::no_effect, field, text(Text::note_no_sampler), Text::rule_linear_memory);
  else if (requested_normalized)
    note_unused({"fetch.coordinates"}, Text::note_coordinates_unused, Text::rule_coordinates,
                Text::fix_unnormalized, {{"sampler.normalized_coords", false}}, notes);
  else if (normalized)
    notes.add(NoteKind::no_effect, "fetch.coordinates", text(Text::note_coordinates_unused),
              Text::rule_mips_normalized);
}

} // namespace texelscope::resolving
