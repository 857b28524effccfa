// What the sampler does to it.
#include "kernels/resolve/resolver.h"

#include <algorithm>

#include "kernels/text/texts.h"
#include "kernels/texture_unit/coordinate.h"

namespace texelscope {

// Floats and 32-bit integers cannot be normalized; integers read as elements arrive as integers. Normalized
// kinds and blocks are nothing else than normalized, but for BC6H; 10, 10, 10 and 2 bits arrive as floats
// without it.
void Resolver::read_mode() {
  Effective& e = result.effective;
  const bool integer = e.format.kind != ElementKind::floating;
  if (e.channel_kind == ChannelKind::packed) {
    if (e.sampler.read_mode == ReadMode::normalized_float)
      note(NoteKind::refused, "sampler.read_mode", text(Text::note_packed_read), Text::rule_kind_read,
           text(Text::fix_read_element), {{"sampler.read_mode", std::string("element")}});
    e.sampler.read_mode = ReadMode::normalized_float;
    e.descriptor_read_mode = ReadMode::element;
    return;
  }
  if (integer && e.channel_kind != ChannelKind::plain) {
    if (e.sampler.read_mode == ReadMode::element)
      note(NoteKind::refused, "sampler.read_mode", text(Text::note_kind_read), Text::rule_kind_read,
           text(Text::fix_read_normalized), {{"sampler.read_mode", std::string("normalized_float")}});
    e.sampler.read_mode = e.descriptor_read_mode = ReadMode::normalized_float;
    return;
  }
  // CUDA looks at the array, whatever a view makes of it.
  const ElementFormat& judged = is_array(e.storage) ? e.memory_shape().format : e.format;
  if (e.sampler.read_mode == ReadMode::normalized_float && !judged.is_normalizable()) {
    e.sampler.read_mode = ReadMode::element;
    const Text sentence = judged.is_integer() ? Text::note_normalized32 : Text::note_read_float;
    note(NoteKind::refused, "sampler.read_mode", text(sentence), Text::rule_normalized32,
         text(Text::fix_read_element), {{"sampler.read_mode", std::string("element")}});
  }
  e.descriptor_read_mode = e.sampler.read_mode;
  seen_read_mode(judged);
  if (integer && e.sampler.read_mode == ReadMode::element)
    e.result = e.format.kind == ElementKind::unsigned_int ? ResultType::unsigned_int : ResultType::signed_int;
}

// Measured: small integers stay integers only where the array holds such and is read by element; 32 bits
// always do.
void Resolver::seen_read_mode(const ElementFormat& array) {
  Effective& e = result.effective;
  const bool as_integers =
      array.kind != ElementKind::floating && array.bits < 32 && e.descriptor_read_mode == ReadMode::element;
  const bool small = e.format.kind != ElementKind::floating && e.format.bits < 32;
  if (e.memory.width == 0 || !is_array(e.storage)) return;
  e.sampler.read_mode = small && !as_integers ? ReadMode::normalized_float : ReadMode::element;
  if (e.sampler.read_mode != e.descriptor_read_mode)
    note(NoteKind::altered, "sampler.read_mode",
         text(small ? Text::note_view_normalized : Text::note_view_element), Text::rule_view_read);
}

void Resolver::filter() {
  Effective& e = result.effective;
  if (e.sampler.filter != FilterMode::linear) return;
  if (e.function == FetchKind::texel && e.result == ResultType::floating) {
    e.sampler.filter = FilterMode::point;
    note(NoteKind::altered, "sampler.filter", text(Text::note_linear_memory_filter),
         Text::rule_linear_memory);
  }
  // CUDA looks at the array here too.
  const bool viewed = e.memory.width != 0 && is_array(e.storage);
  const bool floats = viewed ? e.memory.format.kind == ElementKind::floating ||
                                   e.descriptor_read_mode == ReadMode::normalized_float
                             : e.result == ResultType::floating;
  if (floats && e.result != ResultType::floating)
    note(NoteKind::altered, "sampler.filter", text(Text::note_view_filter), Text::rule_view_filter);
  if (floats) return;
  e.sampler.filter = FilterMode::point;
  if (e.memory_shape().format.bits == 32)
    note(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
         text(Text::fix_bits16),
         {{"texture.bits", std::int64_t(16)}, {"sampler.read_mode", std::string("normalized_float")}});
  else
    note(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
         text(Text::fix_read_normalized), {{"sampler.read_mode", std::string("normalized_float")}});
}

void Resolver::normalized() {
  Effective& e = result.effective;
  if (e.sampler.normalized_coords || (e.memory_shape().level_count == 1 && !is_cube(e.dimension))) return;
  note(NoteKind::altered, "sampler.normalized_coords", text(Text::note_mips_normalized),
       Text::rule_mips_normalized, text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
  e.sampler.normalized_coords = true;
}

void Resolver::no_address(int from, Text sentence, Text rule, const char* fix_label, const Fix& fix) {
  static constexpr const char* fields[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};
  for (int axis = from; axis < 3; ++axis)
    note(NoteKind::no_effect, fields[axis], text(sentence), rule, fix_label, fix);
}

void Resolver::addressing() {
  Effective& e = result.effective;
  if (e.function == FetchKind::texel) {
    no_address(0, Text::note_no_sampler, Text::rule_linear_memory);
    note(NoteKind::no_effect, "sampler.border_color", text(Text::note_no_sampler), Text::rule_linear_memory);
    return;
  }
  if (is_cube(e.dimension) && e.sampler.seamless_cube) {
    no_address(0, Text::note_seamless, Text::rule_seamless, text(Text::fix_seams),
               {{"sampler.seamless_cube", false}});
    note(NoteKind::no_effect, "sampler.border_color", text(Text::note_border_unused), Text::rule_border);
    return;
  }
  const char* fields[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};
  const int axes = e.dimension == Dimension::d3 ? 3 : is_1d(e.dimension) ? 1 : 2;
  const bool second_axis_mixes = e.dimension == Dimension::d1 &&
                                 e.sampler.address[1] == AddressMode::border &&
                                 e.sampler.filter == FilterMode::linear;
  // The second axis of a 1-D texture matters in one way; see rule_second_axis.
  if (second_axis_mixes)
    note(NoteKind::altered, "sampler.address_y", text(Text::note_second_axis), Text::rule_second_axis,
         text(Text::fix_clamp), {{"sampler.address_y", std::string("clamp")}});
  else if (is_1d(e.dimension))
    note(NoteKind::no_effect, "sampler.address_y", text(Text::note_no_axis), Text::rule_axes);
  if (axes < 3)
    note(NoteKind::no_effect, "sampler.address_z", text(Text::note_no_axis), Text::rule_axes,
         text(Text::fix_3d), {{"texture.dimension", std::string("3d")}});
  for (int axis = 0; axis < axes; ++axis) {
    AddressMode& mode = e.sampler.address[std::size_t(axis)];
    // Mipmapped arrays take normalized coordinates whatever is requested; their address modes still go by the
    // request.
    const bool normalized = requested.sampler.normalized_coords || is_cube(e.dimension);
    const AddressMode acting = unit::acting_mode(mode, normalized);
    if (acting == mode) continue;
    note(NoteKind::altered, fields[axis], say(Text::note_unnormalized, {label(mode)}),
         Text::rule_unnormalized, text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
    mode = acting;
  }
  const bool unused = std::find(e.sampler.address.begin(), e.sampler.address.begin() + axes,
                                AddressMode::border) == e.sampler.address.begin() + axes;
  if (!unused || second_axis_mixes) return;
  Fix use_border;
  for (int axis = 0; axis < axes; ++axis)
    use_border.emplace_back(fields[axis], std::string("border"));
  note(NoteKind::no_effect, "sampler.border_color", text(Text::note_border_unused), Text::rule_border,
       text(Text::fix_border), std::move(use_border));
}

void Resolver::srgb() {
  Effective& e = result.effective;
  if (!e.sampler.srgb) return;
  const bool takes_srgb = e.format.kind == ElementKind::unsigned_int && e.format.bits == 8 &&
                          e.sampler.read_mode == ReadMode::normalized_float;
  if (takes_srgb && e.format.channels == 2)
    note(NoteKind::altered, "sampler.srgb", text(Text::note_srgb_two), Text::rule_srgb_two);
  if (takes_srgb) return;
  e.sampler.srgb = false;
  note(NoteKind::altered, "sampler.srgb", text(Text::note_srgb), Text::rule_srgb, text(Text::fix_unsigned8),
       {{"texture.kind", std::string("unsigned")},
        {"texture.bits", std::int64_t(8)},
        {"sampler.read_mode", std::string("normalized_float")}});
}

void Resolver::mips() {
  Effective& e = result.effective;
  const bool sheet = e.projection == Projection::sheet && e.level_count > 1;
  const auto idle = [&](const char* field, Text sentence, Text rule, Text fix_label, Fix fix) {
    note(NoteKind::no_effect, field, text(sentence), rule, text(fix_label), std::move(fix));
  };
  if (e.level_count == 1) {
    for (const char* field : {"sampler.mip_filter", "sampler.mip_bias", "sampler.mip_min", "sampler.mip_max",
                              "sampler.disable_trilinear_optimization", "texture.mips"})
      idle(field, Text::note_one_level, Text::rule_one_level, Text::fix_levels,
           {{"texture.levels", std::int64_t(5)}});
  } else if (called() == FetchKind::plain) {
    idle("sampler.mip_bias", Text::note_plain_level, Text::rule_plain_level, Text::fix_lod,
         {{"fetch.function", std::string("lod")}});
  }
  const Fix use_grad = {{"fetch.function", std::string("grad")}};
  if (called() != FetchKind::grad) {
    for (const char* field :
         {"sampler.max_anisotropy", "fetch.gradients", "fetch.gradient_scale", "fetch.dx", "fetch.dy"})
      idle(field, Text::note_no_gradients, Text::rule_gradients, Text::fix_grad, use_grad);
  } else if (requested.fetch.gradients == GradientRule::given) {
    idle("fetch.gradient_scale", Text::note_given, Text::rule_gradient_source, Text::fix_view_gradients,
         {{"fetch.gradients", std::string("view")}});
  } else {
    for (const char* field : {"fetch.dx", "fetch.dy"})
      idle(field, Text::note_of_view, Text::rule_gradient_source, Text::fix_given_gradients,
           {{"fetch.gradients", std::string("given")}});
  }
  if (sheet)
    idle("fetch.lod", Text::note_sheet, Text::rule_sheet, Text::fix_flat,
         {{"view.projection", std::string("flat")}});
  else if (e.function != FetchKind::lod)
    idle("fetch.lod", Text::note_no_lod, Text::rule_lod, Text::fix_lod,
         {{"fetch.function", std::string("lod")}});
  if (e.function != FetchKind::gather)
    idle("fetch.component", Text::note_no_gather, Text::rule_gather, Text::fix_gather,
         {{"texture.dimension", std::string("2d")},
          {"texture.levels", std::int64_t(1)},
          {"texture.storage", std::string("array")},
          {"fetch.function", std::string("gather")}});
}

// The sheet reads each level by itself.
FetchKind Resolver::called() const {
  const Effective& e = result.effective;
  const bool levels = e.projection == Projection::sheet && e.level_count > 1;
  return levels ? FetchKind::lod : e.function;
}

} // namespace texelscope
