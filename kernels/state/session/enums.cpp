#include "kernels/state/session/enums.h"

#include "kernels/ground/text/texts.h"

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
constexpr EnumEntry overs[] = {
    {0, "off", Text::over_off, Text::over_off_help},
    {1, "straight", Text::over_straight, Text::over_straight_help},
    {2, "premultiplied", Text::over_premultiplied, Text::over_premultiplied_help},
};
constexpr EnumEntry dimensions[] = {
    {0, "1d", Text::dimension_1d, Text::dimension_1d_help},
    {1, "2d", Text::dimension_2d, Text::dimension_2d_help},
    {2, "3d", Text::dimension_3d, Text::dimension_3d_help},
    {3, "1d_layered", Text::dimension_1d_layered, Text::dimension_1d_layered_help},
    {4, "2d_layered", Text::dimension_2d_layered, Text::dimension_2d_layered_help},
    {5, "cube", Text::dimension_cube, Text::dimension_cube_help},
    {6, "cube_layered", Text::dimension_cube_layered, Text::dimension_cube_layered_help},
};
constexpr EnumEntry storages[] = {
    {0, "array", Text::storage_array, Text::storage_array_help},
    {1, "pitch", Text::storage_pitch, Text::storage_pitch_help},
    {2, "linear", Text::storage_linear, Text::storage_linear_help},
    {3, "shared", Text::storage_shared, Text::storage_shared_help},
};
constexpr EnumEntry functions[] = {
    {0, "plain", Text::function_plain, Text::function_plain_help},
    {1, "lod", Text::function_lod, Text::function_lod_help},
    {2, "grad", Text::function_grad, Text::function_grad_help},
    {3, "gather", Text::function_gather, Text::function_gather_help},
    {4, "texel", Text::function_texel, Text::function_texel_help},
};
constexpr EnumEntry mip_sources[] = {
    {0, "box", Text::mips_box, Text::mips_box_help},
    {1, "drop", Text::mips_drop, Text::mips_drop_help},
    {2, "tinted", Text::mips_tinted, Text::mips_tinted_help},
    {3, "file", Text::mips_file, Text::mips_file_help},
};
constexpr EnumEntry gradient_rules[] = {
    {0, "view", Text::gradients_view, Text::gradients_view_help},
    {1, "given", Text::gradients_given, Text::gradients_given_help},
};
constexpr EnumEntry projections[] = {
    {0, "flat", Text::projection_flat, Text::projection_flat_help},
    {1, "sheet", Text::projection_sheet, Text::projection_sheet_help},
    {2, "net", Text::projection_net, Text::projection_net_help},
    {3, "sphere", Text::projection_sphere, Text::projection_sphere_help},
    {4, "tilted", Text::projection_tilted, Text::projection_tilted_help},
    {5, "grid", Text::projection_grid, Text::projection_grid_help},
};
constexpr EnumEntry mappings[] = {
    {0, "fit", Text::mapping_fit, Text::mapping_fit_help},
    {1, "resize", Text::mapping_resize, Text::mapping_resize_help},
};
constexpr EnumEntry channel_kinds[] = {
    {0, "plain", Text::channels_plain, Text::channels_plain_help},
    {1, "normalized", Text::channels_normalized, Text::channels_normalized_help},
    {2, "packed", Text::channels_packed, Text::channels_packed_help},
    {3, "blocks", Text::channels_blocks, Text::channels_blocks_help},
};
constexpr EnumEntry fetch_types[] = {
    {0, "own", Text::type_own, Text::type_own_help},    {1, "float", Text::type_f32, Text::type_f32_help},
    {2, "uint", Text::type_u32, Text::type_u32_help},   {3, "int", Text::type_s32, Text::type_s32_help},
    {4, "ushort", Text::type_u16, Text::type_u16_help}, {5, "short", Text::type_s16, Text::type_s16_help},
    {6, "uchar", Text::type_u8, Text::type_u8_help},    {7, "char", Text::type_s8, Text::type_s8_help},
};
constexpr EnumEntry axes[] = {
    {0, "x", Text::axis_x, Text::axis_x_help},
    {1, "y", Text::axis_y, Text::axis_y_help},
    {2, "z", Text::axis_z, Text::axis_z_help},
};
constexpr EnumEntry slabs[] = {
    {0, "off", Text::slab_off, Text::slab_off_help},
    {1, "minimum", Text::slab_minimum, Text::slab_minimum_help},
    {2, "maximum", Text::slab_maximum, Text::slab_maximum_help},
    {3, "mean", Text::slab_mean, Text::slab_mean_help},
};
constexpr EnumEntry written_mips[] = {
    {0, "keep", Text::written_mips_keep, Text::written_mips_keep_help},
    {1, "remake", Text::written_mips_remake, Text::written_mips_remake_help},
};
constexpr EnumEntry faces[] = {
    {0, "+x", Text::face_positive_x, Text::face_positive_x_help},
    {1, "-x", Text::face_negative_x, Text::face_negative_x_help},
    {2, "+y", Text::face_positive_y, Text::face_positive_y_help},
    {3, "-y", Text::face_negative_y, Text::face_negative_y_help},
    {4, "+z", Text::face_positive_z, Text::face_positive_z_help},
    {5, "-z", Text::face_negative_z, Text::face_negative_z_help},
};
} // namespace

template <>
EnumTable enum_table<Source>() {
  return sources;
}
template <>
EnumTable enum_table<ElementKind>() {
  return kinds;
}
template <>
EnumTable enum_table<AddressMode>() {
  return address_modes;
}
template <>
EnumTable enum_table<FilterMode>() {
  return filters;
}
template <>
EnumTable enum_table<ReadMode>() {
  return read_modes;
}
template <>
EnumTable enum_table<CoordinateRule>() {
  return coordinate_rules;
}
template <>
EnumTable enum_table<SampleAt>() {
  return sample_positions;
}
template <>
EnumTable enum_table<WriteMode>() {
  return write_modes;
}
template <>
EnumTable enum_table<BoundaryMode>() {
  return boundaries;
}
template <>
EnumTable enum_table<PatternKind>() {
  return patterns;
}
template <>
EnumTable enum_table<FeedbackRule>() {
  return feedbacks;
}
template <>
EnumTable enum_table<FalseColor>() {
  return false_colors;
}
template <>
EnumTable enum_table<Over>() {
  return overs;
}
template <>
EnumTable enum_table<Dimension>() {
  return dimensions;
}
template <>
EnumTable enum_table<Storage>() {
  return storages;
}
template <>
EnumTable enum_table<FetchKind>() {
  return functions;
}
template <>
EnumTable enum_table<MipSource>() {
  return mip_sources;
}
template <>
EnumTable enum_table<GradientRule>() {
  return gradient_rules;
}
template <>
EnumTable enum_table<Projection>() {
  return projections;
}
template <>
EnumTable enum_table<ChannelKind>() {
  return channel_kinds;
}
template <>
EnumTable enum_table<FetchType>() {
  return fetch_types;
}
template <>
EnumTable enum_table<Axis>() {
  return axes;
}
template <>
EnumTable enum_table<Slab>() {
  return slabs;
}
template <>
EnumTable enum_table<Mapping>() {
  return mappings;
}
template <>
EnumTable enum_table<WrittenMips>() {
  return written_mips;
}
template <>
EnumTable enum_table<CubeFace>() {
  return faces;
}

} // namespace texelscope
