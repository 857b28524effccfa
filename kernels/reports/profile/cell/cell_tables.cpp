#include "kernels/reports/profile/cell/cell.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry filters[] = {
    {0, "point", Text::profile_point, Text::profile_point_help},
    {1, "bilinear", Text::profile_bilinear, Text::profile_bilinear_help},
    {2, "trilinear", Text::profile_trilinear, Text::profile_trilinear_help},
    {3, "aniso2", Text::profile_aniso2, Text::profile_aniso2_help},
    {4, "aniso4", Text::profile_aniso4, Text::profile_aniso4_help},
    {5, "aniso8", Text::profile_aniso8, Text::profile_aniso8_help},
    {6, "aniso16", Text::profile_aniso16, Text::profile_aniso16_help},
};
constexpr EnumEntry patterns[] = {
    {0, "tile", Text::profile_tile, Text::profile_tile_help},
    {1, "row", Text::profile_row, Text::profile_row_help},
    {2, "column", Text::profile_column, Text::profile_column_help},
    {3, "rotated", Text::profile_rotated, Text::profile_rotated_help},
    {4, "strided", Text::profile_strided, Text::profile_strided_help},
    {5, "minified", Text::profile_minified, Text::profile_minified_help},
    {6, "window", Text::profile_window, Text::profile_window_help},
    {7, "gather", Text::profile_gather, Text::profile_gather_help},
    {8, "divergent", Text::profile_divergent, Text::profile_divergent_help},
};
constexpr EnumEntry paths[] = {
    {0, "tex", Text::profile_tex, Text::profile_tex_help},
    {1, "surface", Text::profile_surface, Text::profile_surface_help},
    {2, "ldg", Text::profile_ldg, Text::profile_ldg_help},
    {3, "load", Text::profile_load, Text::profile_load_help},
    {4, "shared", Text::profile_shared, Text::profile_shared_help},
    {5, "software", Text::profile_software, Text::profile_software_help},
};
constexpr EnumEntry obstacles[] = {
    {0, "integers_not_filtered", Text::profile_integers, Text::profile_integers},
    {1, "srgb_format", Text::profile_srgb, Text::profile_srgb},
    {2, "mips_need_array", Text::profile_mips, Text::profile_mips},
    {3, "storage_dimension", Text::profile_storage, Text::profile_storage},
    {4, "linear_is_point", Text::profile_linear_point, Text::profile_linear_point},
    {5, "anisotropy_needs_2d", Text::profile_aniso_2d, Text::profile_aniso_2d},
    {6, "pattern_needs_2d", Text::profile_pattern_2d, Text::profile_pattern_2d},
    {7, "gather_needs_2d", Text::profile_gather_2d, Text::profile_gather_2d},
    {8, "path_filters", Text::profile_path_filter, Text::profile_path_filter},
    {9, "path_layout", Text::profile_path_layout, Text::profile_path_layout},
    {10, "too_small", Text::profile_too_small, Text::profile_too_small},
    {11, "too_large", Text::profile_too_large, Text::profile_too_large},
    {12, "amount", Text::profile_amount, Text::profile_amount},
    {13, "no_backend_path", Text::profile_no_path, Text::profile_no_path},
    {14, "no_memory", Text::profile_no_memory, Text::profile_no_memory},
    {15, "failed", Text::profile_failed, Text::profile_failed},
};
} // namespace

template <>
EnumTable enum_table<profile::Filter>() {
  return filters;
}
template <>
EnumTable enum_table<profile::Pattern>() {
  return patterns;
}
template <>
EnumTable enum_table<profile::Path>() {
  return paths;
}
template <>
EnumTable enum_table<profile::Obstacle>() {
  return obstacles;
}

} // namespace texelscope
