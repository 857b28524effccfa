#include "kernels/resolve.h"

#include <algorithm>
#include <bit>

#include "kernels/image.h"

namespace texelscope {

namespace {

class Resolver {
public:
  Resolver(const Session& session, const Limits& device_limits) : asked(session), limits(device_limits) {}

  Resolution run() {
    take();
    element();
    shape();
    size();
    levels();
    fit();
    storage();
    function();
    read_mode();
    filter();
    normalized();
    addressing();
    srgb();
    projection();
    mips();
    cube();
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

  void take() {
    Effective& e = result.effective;
    const TextureSpec& t = asked.texture;
    const SamplerSpec& s = asked.sampler;
    e.width = t.width;
    e.height = t.height;
    e.format = t.format;
    e.dimension = t.dimension;
    e.depth = plane_count(t.dimension, t.depth) > 1 && t.dimension != Dimension::cube ? t.depth : 1;
    e.level_count = t.levels;
    e.storage = t.storage;
    e.normalized_coords = s.normalized_coords;
    e.address = s.address;
    e.border_color = s.border_color;
    e.filter = s.filter;
    e.read_mode = s.read_mode;
    e.srgb = s.srgb;
    e.mip_filter = s.mip_filter;
    e.mip_bias = s.mip_bias;
    e.mip_min = s.mip_min;
    e.mip_max = s.mip_max;
    e.max_anisotropy = s.max_anisotropy;
    e.disable_trilinear_optimization = s.disable_trilinear_optimization;
    e.seamless_cube = s.seamless_cube;
    e.function = asked.fetch.function;
    e.component = asked.fetch.component;
  }

  // Of what the dimension has not, and what it makes equal.
  void shape() {
    Effective& e = result.effective;
    if (is_1d(e.dimension)) {
      e.height = 1;
      note(NoteKind::no_effect, "texture.height", text(Text::note_one_row), Text::rule_one_row);
    }
    if (is_cube(e.dimension) && e.height != e.width) {
      note(NoteKind::refused, "texture.height", text(Text::note_square), Text::rule_square, text(Text::fix_square),
           {{"texture.height", std::int64_t(e.width)}});
      e.height = e.width;
    }
    if (plane_count(e.dimension, 1) == (e.dimension == Dimension::cube ? 6 : 1) && !is_layered(e.dimension) &&
        e.dimension != Dimension::d3)
      note(NoteKind::no_effect, "texture.depth", text(is_cube(e.dimension) ? Text::note_six_faces : Text::note_no_depth), Text::rule_depth, text(Text::fix_3d),
           {{"texture.dimension", std::string("3d")}});
  }

  void limit_depth(int fits) {
    Effective& e = result.effective;
    if (e.depth <= fits) return;
    note(NoteKind::refused, "texture.depth", say(Text::note_depth, {std::to_string(asked.texture.depth), std::to_string(fits)}),
         Text::rule_depth_limit, text(Text::fix_fewer), {{"texture.depth", std::int64_t(fits)}});
    e.depth = fits;
  }

  void planes() {
    const Dimension dimension = result.effective.dimension;
    limit_depth(dimension == Dimension::d3 ? limits.max_3d : limits.max_layers / plane_count(dimension, 1));
  }

  // Of all levels and planes.
  std::int64_t bytes() const {
    const Effective& e = result.effective;
    std::int64_t texels = 0;
    for (int level = 0; level < e.level_count; ++level) {
      const auto [width, height, depth] = level_size(e.dimension, e.width, e.height, e.planes(), level);
      texels += std::int64_t(width) * height * depth;
    }
    return texels * e.format.texel_bytes();
  }

  // Too much for memory: first less depth, then smaller sides.
  void fit() {
    Effective& e = result.effective;
    if (bytes() <= limits.max_bytes) return;
    limit_depth(std::max(1, int(double(e.depth) * double(limits.max_bytes) / double(bytes()))));
    const int width = e.width;
    while (bytes() > limits.max_bytes) {
      e.width = std::max(1, e.width / 2);
      if (!is_1d(e.dimension)) e.height = std::max(1, e.height / 2);
      e.level_count = std::min(e.level_count, int(std::bit_width(unsigned(std::max(e.width, e.height)))));
    }
    if (e.width != width)
      note(NoteKind::refused, "texture.width",
           say(Text::note_size, {std::to_string(asked.texture.width), std::to_string(asked.texture.height), std::to_string(e.width), std::to_string(e.height)}),
           Text::rule_depth_limit);
  }

  void levels() {
    planes();
    Effective& e = result.effective;
    const int depth = e.dimension == Dimension::d3 ? e.depth : 1;
    const int most = std::bit_width(unsigned(std::max({e.width, e.height, depth})));
    if (e.level_count <= most) return;
    note(NoteKind::refused, "texture.levels", say(Text::note_levels, {std::to_string(e.level_count), std::to_string(most)}),
         Text::rule_levels, text(Text::fix_fewer), {{"texture.levels", std::int64_t(most)}});
    e.level_count = most;
  }

  // Memory that is no array has one row or one plane, and one level.
  void storage() {
    Effective& e = result.effective;
    if (e.storage == Storage::array || e.storage == Storage::shared) return;
    const Dimension own = e.storage == Storage::pitch ? Dimension::d2 : Dimension::d1;
    const Text rule = e.storage == Storage::pitch ? Text::rule_pitch : Text::rule_linear_memory;
    if (e.dimension != own || e.level_count > 1) {
      note(NoteKind::refused, "texture.storage", say(Text::note_storage, {label(e.storage)}), rule, text(Text::fix_storage),
           {{"texture.dimension", std::string(identifier(own))}, {"texture.levels", std::int64_t(1)}});
      e.storage = Storage::array;
    }
  }

  void refuse_function(Text sentence, Text rule, const char* fix_label = "", Fix fix = {}) {
    note(NoteKind::refused, "fetch.function", text(sentence), rule, fix_label, std::move(fix));
    result.effective.function = result.effective.storage == Storage::linear ? FetchKind::texel : FetchKind::plain;
  }

  void function() {
    Effective& e = result.effective;
    if (e.storage == Storage::linear && e.function != FetchKind::texel)
      return refuse_function(Text::note_linear_function, Text::rule_linear_memory, text(Text::fix_texel),
                             {{"fetch.function", std::string("texel")}});
    if (e.function == FetchKind::texel && e.storage != Storage::linear)
      return refuse_function(Text::note_texel, Text::rule_linear_memory, text(Text::fix_linear_memory),
                             {{"texture.dimension", std::string("1d")}, {"texture.levels", std::int64_t(1)},
                              {"texture.storage", std::string("linear")}});
    const bool array = e.storage == Storage::array || e.storage == Storage::shared;
    if (e.function == FetchKind::gather && (e.dimension != Dimension::d2 || !array || e.level_count > 1))
      return refuse_function(Text::note_gather, Text::rule_gather, text(Text::fix_gather),
                             {{"texture.dimension", std::string("2d")}, {"texture.levels", std::int64_t(1)},
                              {"texture.storage", std::string("array")}});
    if (e.function == FetchKind::gather && e.component >= e.format.channels) {
      note(NoteKind::altered, "fetch.component", say(Text::note_component, {std::to_string(e.component)}), Text::rule_gather);
      e.component = 0;
    }
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
    if (e.filter != FilterMode::linear) return;
    if (e.function == FetchKind::texel && e.result == ResultType::floating) {
      e.filter = FilterMode::point;
      note(NoteKind::altered, "sampler.filter", text(Text::note_linear_memory_filter), Text::rule_linear_memory);
    }
    if (e.result == ResultType::floating) return;
    e.filter = FilterMode::point;
    if (e.format.bits == 32)
      note(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
           text(Text::fix_bits16), {{"texture.bits", std::int64_t(16)}, {"sampler.read_mode", std::string("normalized_float")}});
    else
      note(NoteKind::refused, "sampler.filter", text(Text::note_linear_integer), Text::rule_linear_integer,
           text(Text::fix_read_normalized), {{"sampler.read_mode", std::string("normalized_float")}});
  }

  void normalized() {
    Effective& e = result.effective;
    if (e.normalized_coords || (e.level_count == 1 && !is_cube(e.dimension))) return;
    note(NoteKind::altered, "sampler.normalized_coords", text(Text::note_mips_normalized), Text::rule_mips_normalized,
         text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
    e.normalized_coords = true;
  }

  void no_address(int from, Text sentence, Text rule, const char* fix_label = "", const Fix& fix = {}) {
    static constexpr const char* fields[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};
    for (int axis = from; axis < 3; ++axis) note(NoteKind::no_effect, fields[axis], text(sentence), rule, fix_label, fix);
  }

  void addressing() {
    Effective& e = result.effective;
    if (e.function == FetchKind::texel) {
      no_address(0, Text::note_no_sampler, Text::rule_linear_memory);
      note(NoteKind::no_effect, "sampler.border_color", text(Text::note_no_sampler), Text::rule_linear_memory);
      return;
    }
    if (is_cube(e.dimension) && e.seamless_cube) {
      no_address(0, Text::note_seamless, Text::rule_seamless, text(Text::fix_seams), {{"sampler.seamless_cube", false}});
      note(NoteKind::no_effect, "sampler.border_color", text(Text::note_border_unused), Text::rule_border);
      return;
    }
    const char* fields[] = {"sampler.address_x", "sampler.address_y", "sampler.address_z"};
    const int axes = e.dimension == Dimension::d3 ? 3 : is_1d(e.dimension) ? 1 : 2;
    const bool second_axis_mixes = e.dimension == Dimension::d1 && e.address[1] == AddressMode::border && e.filter == FilterMode::linear;
    // The second axis of a 1-D texture matters in one way; see rule_second_axis.
    if (second_axis_mixes)
      note(NoteKind::altered, "sampler.address_y", text(Text::note_second_axis), Text::rule_second_axis,
           text(Text::fix_clamp), {{"sampler.address_y", std::string("clamp")}});
    else if (is_1d(e.dimension))
      note(NoteKind::no_effect, "sampler.address_y", text(Text::note_no_axis), Text::rule_axes);
    if (axes < 3)
      note(NoteKind::no_effect, "sampler.address_z", text(Text::note_no_axis), Text::rule_axes, text(Text::fix_3d),
           {{"texture.dimension", std::string("3d")}});
    for (int axis = 0; axis < axes; ++axis) {
      AddressMode& mode = e.address[std::size_t(axis)];
      if (e.normalized_coords || (mode != AddressMode::wrap && mode != AddressMode::mirror)) continue;
      note(NoteKind::altered, fields[axis], say(Text::note_unnormalized, {label(mode)}), Text::rule_unnormalized,
           text(Text::fix_normalized), {{"sampler.normalized_coords", true}});
      mode = AddressMode::clamp;
    }
    const bool unused = std::find(e.address.begin(), e.address.begin() + axes, AddressMode::border) == e.address.begin() + axes;
    if (!unused || second_axis_mixes) return;
    Fix use_border;
    for (int axis = 0; axis < axes; ++axis) use_border.emplace_back(fields[axis], std::string("border"));
    note(NoteKind::no_effect, "sampler.border_color", text(Text::note_border_unused), Text::rule_border, text(Text::fix_border),
         std::move(use_border));
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

  // The sheet reads each level by itself.
  FetchKind called() const {
    const Effective& e = result.effective;
    const bool levels = e.projection == Projection::sheet && e.level_count > 1;
    return levels ? FetchKind::lod : e.function;
  }

  void mips() {
    Effective& e = result.effective;
    const bool sheet = e.projection == Projection::sheet && e.level_count > 1;
    const auto idle = [&](const char* field, Text sentence, Text rule, Text fix_label, Fix fix) {
      note(NoteKind::no_effect, field, text(sentence), rule, text(fix_label), std::move(fix));
    };
    if (e.level_count == 1) {
      for (const char* field : {"sampler.mip_filter", "sampler.mip_bias", "sampler.mip_min", "sampler.mip_max",
                                "sampler.disable_trilinear_optimization", "texture.mips"})
        idle(field, Text::note_one_level, Text::rule_one_level, Text::fix_levels, {{"texture.levels", std::int64_t(5)}});
    } else if (called() == FetchKind::plain) {
      idle("sampler.mip_bias", Text::note_plain_level, Text::rule_plain_level, Text::fix_lod, {{"fetch.function", std::string("lod")}});
    }
    const Fix use_grad = {{"fetch.function", std::string("grad")}};
    if (called() != FetchKind::grad) {
      for (const char* field : {"sampler.max_anisotropy", "fetch.gradients", "fetch.gradient_scale", "fetch.dx", "fetch.dy"})
        idle(field, Text::note_no_gradients, Text::rule_gradients, Text::fix_grad, use_grad);
    } else if (asked.fetch.gradients == GradientRule::given) {
      idle("fetch.gradient_scale", Text::note_given, Text::rule_gradient_source, Text::fix_view_gradients, {{"fetch.gradients", std::string("view")}});
    } else {
      for (const char* field : {"fetch.dx", "fetch.dy"})
        idle(field, Text::note_of_view, Text::rule_gradient_source, Text::fix_given_gradients, {{"fetch.gradients", std::string("given")}});
    }
    if (sheet)
      idle("fetch.lod", Text::note_sheet, Text::rule_sheet, Text::fix_flat, {{"view.projection", std::string("flat")}});
    else if (e.function != FetchKind::lod)
      idle("fetch.lod", Text::note_no_lod, Text::rule_lod, Text::fix_lod, {{"fetch.function", std::string("lod")}});
    if (e.function != FetchKind::gather)
      idle("fetch.component", Text::note_no_gather, Text::rule_gather, Text::fix_gather,
           {{"texture.dimension", std::string("2d")}, {"texture.levels", std::int64_t(1)},
            {"texture.storage", std::string("array")}, {"fetch.function", std::string("gather")}});
  }

  void cube() {
    Effective& e = result.effective;
    const Dimension dimension = e.dimension;
    if (!is_cube(dimension) && e.seamless_cube)
      note(NoteKind::refused, "sampler.seamless_cube", text(Text::note_no_cube), Text::rule_no_cube, text(Text::fix_off),
           {{"sampler.seamless_cube", false}});
    e.seamless_cube = e.seamless_cube && is_cube(dimension);
    if (!is_layered(dimension))
      note(NoteKind::no_effect, "fetch.layer", text(Text::note_no_layers), Text::rule_layers);
    else if (e.projection == Projection::sheet)
      note(NoteKind::no_effect, "fetch.layer", text(Text::note_sheet), Text::rule_sheet, text(Text::fix_flat),
           {{"view.projection", std::string("flat")}});
  }

  void projection() {
    Effective& e = result.effective;
    e.projection = asked.view.projection;
    const bool wants_cube = e.projection == Projection::net || e.projection == Projection::sphere;
    const bool wants_plane = e.projection == Projection::tilted || e.projection == Projection::grid;
    const bool linear = e.storage == Storage::linear && e.projection != Projection::flat;
    const bool fits = !linear && (!wants_cube || is_cube(e.dimension)) &&
                      (!wants_plane || e.dimension == Dimension::d2 || e.dimension == Dimension::d2_layered);
    if (fits) return;
    note(NoteKind::altered, "view.projection", say(Text::note_projection, {label(e.projection)}), Text::rule_projection,
         text(Text::fix_flat), {{"view.projection", std::string("flat")}});
    e.projection = Projection::flat;
  }

  void fetch() {
    if (result.effective.function == FetchKind::texel) {
      for (const char* field : {"sampler.normalized_coords", "fetch.coordinates"})
        note(NoteKind::no_effect, field, text(Text::note_no_sampler), Text::rule_linear_memory);
      return;
    }
    if (result.effective.normalized_coords && !asked.sampler.normalized_coords)
      note(NoteKind::no_effect, "fetch.coordinates", text(Text::note_coordinates_unused), Text::rule_mips_normalized);
    else if (asked.sampler.normalized_coords)
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
