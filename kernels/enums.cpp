#include "kernels/enums.h"

namespace texelscope {

namespace {
constexpr EnumEntry sources[] = {
    {0, "checkerboard", Text::source_checkerboard, Text::source_checkerboard_help},
    {1, "ramp", Text::source_ramp, Text::source_ramp_help},
    {2, "zone_plate", Text::source_zone_plate, Text::source_zone_plate_help},
    {3, "uv_grid", Text::source_uv_grid, Text::source_uv_grid_help},
    {4, "noise", Text::source_noise, Text::source_noise_help},
    {5, "one_hot", Text::source_one_hot, Text::source_one_hot_help},
    {6, "file", Text::source_file, Text::source_file_help},
};
constexpr EnumEntry kinds[] = {
    {0, "unsigned", Text::kind_unsigned, Text::kind_unsigned_help},
    {1, "signed", Text::kind_signed, Text::kind_signed_help},
    {2, "float", Text::kind_float, Text::kind_float_help},
};
constexpr EnumEntry address_modes[] = {
    {0, "wrap", Text::address_wrap, Text::address_wrap_help},
    {1, "clamp", Text::address_clamp, Text::address_clamp_help},
    {2, "mirror", Text::address_mirror, Text::address_mirror_help},
    {3, "border", Text::address_border, Text::address_border_help},
};
constexpr EnumEntry filters[] = {
    {0, "point", Text::filter_point, Text::filter_point_help},
    {1, "linear", Text::filter_linear, Text::filter_linear_help},
};
constexpr EnumEntry read_modes[] = {
    {0, "element", Text::read_element, Text::read_element_help},
    {1, "normalized_float", Text::read_normalized, Text::read_normalized_help},
};
constexpr EnumEntry coordinate_rules[] = {
    {0, "scaled", Text::coordinates_scaled, Text::coordinates_scaled_help},
    {1, "unscaled", Text::coordinates_unscaled, Text::coordinates_unscaled_help},
};
constexpr EnumEntry sample_positions[] = {
    {0, "center", Text::sample_center, Text::sample_center_help},
    {1, "corner", Text::sample_corner, Text::sample_corner_help},
};
constexpr EnumEntry write_modes[] = {
    {0, "off", Text::write_off, Text::write_off_help},
    {1, "pattern", Text::write_pattern, Text::write_pattern_help},
    {2, "brush", Text::write_brush, Text::write_brush_help},
    {3, "feedback", Text::write_feedback, Text::write_feedback_help},
};
constexpr EnumEntry boundaries[] = {
    {0, "zero", Text::boundary_zero, Text::boundary_zero_help},
    {1, "clamp", Text::boundary_clamp, Text::boundary_clamp_help},
};
constexpr EnumEntry patterns[] = {
    {0, "waves", Text::pattern_waves, Text::pattern_waves_help},
    {1, "rings", Text::pattern_rings, Text::pattern_rings_help},
    {2, "sweep", Text::pattern_sweep, Text::pattern_sweep_help},
};
constexpr EnumEntry feedbacks[] = {
    {0, "diffuse", Text::feedback_diffuse, Text::feedback_diffuse_help},
    {1, "life", Text::feedback_life, Text::feedback_life_help},
    {2, "drift", Text::feedback_drift, Text::feedback_drift_help},
};
constexpr EnumEntry false_colors[] = {
    {0, "off", Text::false_color_off, Text::false_color_off_help},
    {1, "gray", Text::false_color_gray, Text::false_color_gray_help},
    {2, "viridis", Text::false_color_viridis, Text::false_color_viridis_help},
    {3, "signed", Text::false_color_signed, Text::false_color_signed_help},
};
} // namespace

template <> EnumTable enum_table<Source>() { return sources; }
template <> EnumTable enum_table<ElementKind>() { return kinds; }
template <> EnumTable enum_table<AddressMode>() { return address_modes; }
template <> EnumTable enum_table<FilterMode>() { return filters; }
template <> EnumTable enum_table<ReadMode>() { return read_modes; }
template <> EnumTable enum_table<CoordinateRule>() { return coordinate_rules; }
template <> EnumTable enum_table<SampleAt>() { return sample_positions; }
template <> EnumTable enum_table<WriteMode>() { return write_modes; }
template <> EnumTable enum_table<BoundaryMode>() { return boundaries; }
template <> EnumTable enum_table<PatternKind>() { return patterns; }
template <> EnumTable enum_table<FeedbackRule>() { return feedbacks; }
template <> EnumTable enum_table<FalseColor>() { return false_colors; }

} // namespace texelscope
