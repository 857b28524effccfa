#include "kernels/unit/resolve/settings_rows.h"

namespace texelscope {

namespace {
#define WHEN(condition)                                                                                      \
  [](const Session& s, const Effective& e) {                                                                 \
    static_cast<void>(s), static_cast<void>(e);                                                              \
    return (condition) ? Visibility::shown : Visibility::hidden;                                             \
  }
#define FOLDED_WHEN(condition)                                                                               \
  [](const Session& s, const Effective& e) {                                                                 \
    static_cast<void>(s), static_cast<void>(e);                                                              \
    return (condition) ? Visibility::folded : Visibility::hidden;                                            \
  }

constexpr int element_bits[] = {8, 16, 32}, element_channels[] = {1, 2, 4}, file_channels[] = {1, 2, 3, 4};
constexpr int components[] = {0, 1, 2, 3}, type_channels[] = {0, 1, 2, 4}; // 0: the texel's own
constexpr SettingsRow::Where window = SettingsRow::Where::window, page = SettingsRow::Where::page;

bool is_headerless_file(const TextureSpec& texture) {
  return texture.source == Source::file && (texture.path.ends_with(".raw") || texture.path.ends_with(".bin"));
}
bool views_layers(const TextureSpec& texture) {
  return texture.view.on &&
         (texture.dimension == Dimension::d1_layered || texture.dimension == Dimension::d2_layered);
}
bool is_flat(const Effective& effective) {
  return effective.projection == Projection::flat;
}
bool slices(const Session& session, const Effective& effective) {
  return is_flat(effective) && session.texture.dimension == Dimension::d3;
}
bool resizes(const Session& session, const Effective& effective) {
  return is_flat(effective) && session.view.mapping == Mapping::resize;
}

constexpr SettingsRow texture_rows[] = {
    {.path = "texture.source", .listed = true},
    {.path = "texture.cell",
     .when = WHEN(s.texture.source == Source::checkerboard || s.texture.source == Source::uv_grid),
     .speed = 0.1f},
    {.path = "texture.seed", .when = WHEN(s.texture.source == Source::noise), .speed = 0.2f},
    {.path = "texture.hot_x", .when = WHEN(s.texture.source == Source::one_hot), .speed = 0.1f},
    {.path = "texture.hot_y", .when = WHEN(s.texture.source == Source::one_hot), .speed = 0.1f},
    {.path = "texture.hot_z",
     .when = WHEN(s.texture.source == Source::one_hot && e.planes > 1),
     .speed = 0.1f},
    {.path = "texture.raw_width",
     .when = WHEN(is_headerless_file(s.texture)),
     .speed = 0.5f,
     .where = window},
    {.path = "texture.raw_height",
     .when = WHEN(is_headerless_file(s.texture)),
     .speed = 0.5f,
     .where = window},
    {.path = "texture.raw_kind", .when = WHEN(is_headerless_file(s.texture)), .where = window},
    {.path = "texture.raw_bits",
     .when = WHEN(is_headerless_file(s.texture)),
     .values = element_bits,
     .where = window},
    {.path = "texture.raw_channels",
     .when = WHEN(is_headerless_file(s.texture)),
     .values = file_channels,
     .where = window},
    {.path = "texture.raw_offset", .when = WHEN(is_headerless_file(s.texture)), .speed = 1, .where = window},
    {.path = "texture.premultiply", .when = WHEN(s.texture.source == Source::file), .where = window},
    {.path = "texture.dimension", .listed = true},
    {.path = "texture.width", .speed = 0.5f},
    {.path = "texture.height", .when = WHEN(!is_1d(s.texture.dimension)), .speed = 0.5f},
    {.path = "texture.depth", .when = WHEN(has_depth(s.texture.dimension)), .speed = 0.1f},
    {.path = "texture.kind"},
    {.path = "texture.bits", .values = element_bits},
    {.path = "texture.channels", .values = element_channels},
    {.path = "texture.levels", .slider = SettingsRow::Slider{1, 16, 1}, .speed = 0.05f},
    {.path = "texture.mips", .when = WHEN(s.texture.levels > 1)},
    {.path = "texture.gamma_correct_mips",
     .when = WHEN(s.texture.levels > 1 && (e.sampler.srgb || !s.texture.gamma_correct_mips))},
    {.path = "texture.storage"},
    {.path = "texture.gather_flag",
     .when = FOLDED_WHEN((is_array(s.texture.storage) && s.texture.dimension == Dimension::d2) ||
                         s.texture.gather_flag)},
    {.path = "texture.channel_kind", .when = FOLDED_WHEN(true)},
    {.path = "texture.pitch_offset",
     .when = FOLDED_WHEN(s.texture.storage == Storage::pitch || s.texture.pitch_offset != 0),
     .speed = 0.25f},
    {.path = "texture.view", .when = FOLDED_WHEN(true)},
    {.path = "texture.view_kind", .when = WHEN(s.texture.view.on)},
    {.path = "texture.view_bits", .when = WHEN(s.texture.view.on), .values = element_bits},
    {.path = "texture.view_channels", .when = WHEN(s.texture.view.on), .values = element_channels},
    {.path = "texture.view_first_level",
     .when = WHEN(s.texture.view.on && s.texture.levels > 1),
     .speed = 0.05f},
    {.path = "texture.view_levels", .when = WHEN(s.texture.view.on && s.texture.levels > 1), .speed = 0.05f},
    {.path = "texture.view_first_layer", .when = WHEN(views_layers(s.texture)), .speed = 0.05f},
    {.path = "texture.view_layers", .when = WHEN(views_layers(s.texture)), .speed = 0.05f},
};

constexpr SettingsRow::Slider levels = {0, 15, 0.0625};
constexpr SettingsRow sampler_rows[] = {
    {.path = "sampler.normalized_coords"},
    {.path = "sampler.address_x"},
    {.path = "sampler.address_y"},
    {.path = "sampler.address_z", .when = WHEN(s.texture.dimension == Dimension::d3)},
    {.path = "sampler.border_color"},
    {.path = "sampler.filter"},
    {.path = "sampler.read_mode"},
    {.path = "sampler.srgb"},
    {.path = "sampler.seamless_cube", .when = WHEN(is_cube(s.texture.dimension) || s.sampler.seamless_cube)},
    {.path = "sampler.mip_filter", .when = WHEN(s.texture.levels > 1)},
    {.path = "sampler.mip_bias",
     .when = WHEN(s.texture.levels > 1),
     .slider = SettingsRow::Slider{-4, 4, 0.0625},
     .speed = 0.01f},
    {.path = "sampler.mip_min", .when = WHEN(s.texture.levels > 1), .slider = levels, .speed = 0.01f},
    {.path = "sampler.mip_max", .when = WHEN(s.texture.levels > 1), .slider = levels, .speed = 0.01f},
    {.path = "sampler.disable_trilinear_optimization", .when = WHEN(s.texture.levels > 1)},
    {.path = "sampler.max_anisotropy",
     .when = WHEN(s.fetch.function == FetchKind::grad),
     .slider = SettingsRow::Slider{0, 16, 1},
     .speed = 0.05f},
};

constexpr SettingsRow fetch_rows[] = {
    {.path = "fetch.function", .listed = true},
    {.path = "fetch.lod",
     .when = WHEN(s.fetch.function == FetchKind::lod),
     .slider = SettingsRow::Slider{-1, 15, 0.0625},
     .speed = 0.01f},
    {.path = "fetch.gradients", .when = WHEN(s.fetch.function == FetchKind::grad)},
    {.path = "fetch.gradient_scale",
     .when = WHEN(s.fetch.function == FetchKind::grad && s.fetch.gradients == GradientRule::view),
     .slider = SettingsRow::Slider{0, 8, 0.0625},
     .speed = 0.01f},
    {.path = "fetch.dx",
     .when = WHEN(s.fetch.function == FetchKind::grad && s.fetch.gradients != GradientRule::view)},
    {.path = "fetch.dy",
     .when = WHEN(s.fetch.function == FetchKind::grad && s.fetch.gradients != GradientRule::view)},
    {.path = "fetch.component", .when = WHEN(s.fetch.function == FetchKind::gather), .values = components},
    {.path = "fetch.type", .when = FOLDED_WHEN(true), .listed = true},
    {.path = "fetch.type_channels", .when = FOLDED_WHEN(true), .values = type_channels},
    {.path = "fetch.coordinates"},
    {.path = "fetch.sample_at"},
};

// What of the texture the picture shows, and how it lies in it.
constexpr SettingsRow scene_rows[] = {
    {.path = "view.projection", .listed = true},
    {.path = "view.tilt",
     .when = WHEN(e.projection == Projection::tilted),
     .slider = SettingsRow::Slider{0, 85, 1},
     .speed = 0.2f,
     .decimals = 1},
    {.path = "view.yaw",
     .when = WHEN(e.projection == Projection::sphere),
     .slider = SettingsRow::Slider{-180, 180, 1},
     .speed = 0.5f,
     .decimals = 1},
    {.path = "view.pitch",
     .when = WHEN(e.projection == Projection::sphere),
     .slider = SettingsRow::Slider{-90, 90, 1},
     .speed = 0.5f,
     .decimals = 1},
    {.path = "fetch.layer",
     .when = WHEN(is_layered(s.texture.dimension) && e.projection != Projection::sheet),
     .speed = 0.05f},
    {.path = "view.mapping", .when = WHEN(is_flat(e))},
    {.path = "view.resize_width", .when = WHEN(resizes(s, e)), .speed = 0.5f},
    {.path = "view.resize_height", .when = WHEN(resizes(s, e)), .speed = 0.5f},
    {.path = "view.align_corners", .when = WHEN(resizes(s, e))},
    {.path = "fetch.face", .when = WHEN(is_flat(e) && is_cube(s.texture.dimension)), .listed = true},
    {.path = "fetch.slice_axis", .when = WHEN(slices(s, e))},
    {.path = "fetch.slice",
     .when = WHEN(slices(s, e)),
     .slider = SettingsRow::Slider{-0.5, 1.5, 0.005},
     .speed = 0.002f,
     .decimals = 4},
    {.path = "fetch.slab", .when = WHEN(slices(s, e))},
    {.path = "fetch.slab_thickness",
     .when = WHEN(slices(s, e) && s.fetch.slab != Slab::off),
     .slider = SettingsRow::Slider{0, 1, 0.01},
     .speed = 0.002f,
     .decimals = 4},
    {.path = "fetch.slab_samples", .when = WHEN(slices(s, e) && s.fetch.slab != Slab::off), .speed = 0.2f},
    {.path = "view.over",
     .when =
         [](const Session& s, const Effective&) {
           return s.texture.source == Source::file ? Visibility::shown : Visibility::folded;
         },
     .where = window},
    {.path = "view.over_color", .when = WHEN(s.view.over != Over::off), .where = window},
};

constexpr SettingsRow write_rows[] = {
    {.path = "write.mode", .where = window},
    {.path = "write.pattern", .when = WHEN(s.write.mode == WriteMode::pattern), .where = window},
    {.path = "write.speed", .when = WHEN(s.write.mode == WriteMode::pattern), .speed = 0.1f, .where = window},
    {.path = "write.feedback", .when = WHEN(s.write.mode == WriteMode::feedback), .where = window},
    {.path = "write.frame",
     .when = WHEN(s.write.mode == WriteMode::pattern || s.write.mode == WriteMode::feedback),
     .speed = 1,
     .where = window},
    {.path = "write.brush_radius",
     .when = WHEN(s.write.mode == WriteMode::brush),
     .speed = 0.05f,
     .decimals = 2,
     .where = window},
    {.path = "write.brush_color", .when = WHEN(s.write.mode == WriteMode::brush), .where = window},
    {.path = "write.all_planes",
     .when = WHEN(s.write.mode == WriteMode::brush && e.planes > 1),
     .where = window},
    {.path = "write.boundary", .where = window},
    {.path = "write.mips", .when = WHEN(s.texture.levels > 1), .where = window},
};

// In the window the result's own controls change these.
constexpr SettingsRow view_rows[] = {
    {.path = "view.center_x", .where = page},
    {.path = "view.center_y", .when = WHEN(!is_1d(s.texture.dimension)), .where = page},
    {.path = "view.span", .where = page},
    {.path = "view.rotation", .slider = SettingsRow::Slider{-180, 180, 1}, .where = page},
    {.path = "view.range_low", .where = page},
    {.path = "view.range_high", .where = page},
    {.path = "view.exposure", .slider = SettingsRow::Slider{-8, 8, 0.25}, .where = page},
    {.path = "view.false_color", .where = page},
    {.path = "view.show_r", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.show_g", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.show_b", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.show_a", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.mark_nonfinite", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.mark_out_of_range", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.dim_repeats", .when = FOLDED_WHEN(true), .where = page},
    {.path = "view.level", .when = WHEN(s.texture.levels > 1), .where = page},
    {.path = "view.slice",
     .when = WHEN(has_depth(s.texture.dimension) || is_cube(s.texture.dimension)),
     .where = page},
};
#undef WHEN
#undef FOLDED_WHEN

constexpr SettingsSection sections[] = {{"sampler", sampler_rows}, {"texture", texture_rows},
                                        {"fetch", fetch_rows},     {"scene", scene_rows},
                                        {"write", write_rows},     {"view", view_rows}};
} // namespace

std::span<const SettingsSection> settings_sections() {
  return sections;
}

} // namespace texelscope
