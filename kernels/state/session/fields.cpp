#include "kernels/state/session/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

// Reads or writes one member through a function that finds it, so that the table below has one line per
// field.
template <auto Find>
FieldValue get_value(const Session& session) {
  const auto& member = Find(const_cast<Session&>(session));
  using T = std::decay_t<decltype(member)>;
  if constexpr (std::is_same_v<T, bool>)
    return member;
  else if constexpr (std::is_enum_v<T>)
    return std::string(identifier(member));
  else if constexpr (std::is_integral_v<T>)
    return std::int64_t(member);
  else if constexpr (std::is_floating_point_v<T>)
    return double(member);
  else if constexpr (std::is_same_v<T, std::string>)
    return member;
  else if constexpr (std::is_same_v<T, std::vector<BrushStroke>>) {
    std::vector<double> flat;
    for (const BrushStroke& s : member)
      for (double v : std::initializer_list<double>{s.x0, s.y0, s.x1, s.y1, s.radius, s.color[0], s.color[1],
                                                    s.color[2], s.color[3], double(s.plane)})
        flat.push_back(v);
    return flat;
  } else
    return std::vector<double>(member.begin(), member.end());
}

template <auto Find>
void put_value(Session& session, const FieldValue& value) {
  auto& member = Find(session);
  using T = std::decay_t<decltype(member)>;
  if constexpr (std::is_same_v<T, bool>)
    member = std::get<bool>(value);
  else if constexpr (std::is_enum_v<T>) {
    for (const EnumEntry& entry : enum_table<T>())
      if (entry.identifier == std::get<std::string>(value)) member = static_cast<T>(entry.value);
  } else if constexpr (std::is_integral_v<T>)
    member = static_cast<T>(std::get<std::int64_t>(value));
  else if constexpr (std::is_floating_point_v<T>)
    member = static_cast<T>(std::get<double>(value));
  else if constexpr (std::is_same_v<T, std::string>)
    member = std::get<std::string>(value);
  else if constexpr (std::is_same_v<T, std::vector<BrushStroke>>) {
    const auto& flat = std::get<std::vector<double>>(value);
    member.clear();
    for (std::size_t i = 0; i + stroke_numbers <= flat.size(); i += stroke_numbers) {
      const auto at = [&](std::size_t k) { return static_cast<float>(flat[i + k]); };
      member.push_back({at(0), at(1), at(2), at(3), at(4), {at(5), at(6), at(7), at(8)}, int(at(9))});
    }
  } else {
    const auto& list = std::get<std::vector<double>>(value);
    for (std::size_t i = 0; i < member.size(); ++i)
      member[i] = static_cast<float>(list[i]);
  }
}

constexpr double big = 9007199254740992.0; // 2^53: integers up to here survive JSON
constexpr double wide = 1e6;               // the limit of the view's distance from the texture
constexpr int largest_resize = 8192;       // a result of 8192 x 8192 pixels has 1 GB
constexpr int last_plane = 98303;          // of 16384 cubes

#define MEMBER(m)                                                                                            \
  &get_value < [](Session & s) -> auto& {                                                                    \
    return s.m;                                                                                              \
  }                                                                                                          \
  >, &put_value < [](Session & s) -> auto& {                                                                 \
    return s.m;                                                                                              \
  }                                                                                                          \
  >
#define BOOLEAN(path, id, m)                                                                                 \
  { path, FieldType::boolean, Text::id, Text::id##_help, 0, 1, 0, false, {}, MEMBER(m) }
#define INTEGER(path, id, m, low, high)                                                                      \
  { path, FieldType::integer, Text::id, Text::id##_help, low, high, 0, false, {}, MEMBER(m) }
#define NUMBER(path, id, m, low, high)                                                                       \
  { path, FieldType::number, Text::id, Text::id##_help, low, high, 0, false, {}, MEMBER(m) }
#define CHOICE(path, id, m, E)                                                                               \
  { path, FieldType::choice, Text::id, Text::id##_help, 0, 0, 0, false, enum_table<E>(), MEMBER(m) }
#define WORDS(path, id, m)                                                                                   \
  { path, FieldType::text, Text::id, Text::id##_help, 0, 0, 0, false, {}, MEMBER(m) }
#define COLOR(path, id, m)                                                                                   \
  { path, FieldType::numbers, Text::id, Text::id##_help, 0, 0, 4, true, {}, MEMBER(m), "rgba" }
#define RGB(path, id, m)                                                                                     \
  { path, FieldType::numbers, Text::id, Text::id##_help, 0, 0, 3, true, {}, MEMBER(m), "rgb" }
#define VECTOR(path, id, m)                                                                                  \
  { path, FieldType::numbers, Text::id, Text::id##_help, 0, 0, 3, true, {}, MEMBER(m), "xyz" }

const std::vector<Field>& table() {
  static const std::vector<Field> all = {
      CHOICE("texture.source", field_source, texture.source, Source),
      WORDS("texture.path", field_path, texture.path),
      INTEGER("texture.width", field_width, texture.width, 1, 268435456),
      INTEGER("texture.height", field_height, texture.height, 1, 65536),
      CHOICE("texture.kind", field_kind, texture.format.kind, ElementKind),
      INTEGER("texture.bits", field_bits, texture.format.bits, 8, 32),
      INTEGER("texture.channels", field_channels, texture.format.channels, 1, 4),
      INTEGER("texture.cell", field_cell, texture.cell, 1, 4096),
      INTEGER("texture.seed", field_seed, texture.seed, 0, 4294967295.0),
      INTEGER("texture.hot_x", field_hot_x, texture.hot_x, 0, 268435455),
      INTEGER("texture.hot_y", field_hot_y, texture.hot_y, 0, 65535),
      INTEGER("texture.hot_z", field_hot_z, texture.hot_z, 0, 16383),
      INTEGER("texture.raw_width", field_raw_width, texture.raw.width, 0, 131072),
      INTEGER("texture.raw_height", field_raw_height, texture.raw.height, 0, 131072),
      CHOICE("texture.raw_kind", field_raw_kind, texture.raw.format.kind, ElementKind),
      INTEGER("texture.raw_bits", field_raw_bits, texture.raw.format.bits, 8, 32),
      INTEGER("texture.raw_channels", field_raw_channels, texture.raw.format.channels, 1, 4),
      INTEGER("texture.raw_offset", field_raw_offset, texture.raw.offset, 0, big),
      BOOLEAN("texture.premultiply", field_premultiply, texture.premultiply),
      CHOICE("texture.dimension", field_dimension, texture.dimension, Dimension),
      INTEGER("texture.depth", field_depth, texture.depth, 1, 16384),
      INTEGER("texture.levels", field_levels, texture.levels, 1, max_mip_levels),
      CHOICE("texture.mips", field_mips, texture.mips, MipSource),
      BOOLEAN("texture.gamma_correct_mips", field_gamma_correct_mips, texture.gamma_correct_mips),
      CHOICE("texture.storage", field_storage, texture.storage, Storage),
      BOOLEAN("texture.gather_flag", field_gather_flag, texture.gather_flag),
      CHOICE("texture.channel_kind", field_channel_kind, texture.channel_kind, ChannelKind),
      INTEGER("texture.pitch_offset", field_pitch_offset, texture.pitch_offset, -65536, 65536),
      BOOLEAN("texture.view", field_view, texture.view.on),
      CHOICE("texture.view_kind", field_view_kind, texture.view.format.kind, ElementKind),
      INTEGER("texture.view_bits", field_view_bits, texture.view.format.bits, 8, 32),
      INTEGER("texture.view_channels", field_view_channels, texture.view.format.channels, 1, 4),
      INTEGER("texture.view_first_level", field_view_first_level, texture.view.first_level, 0,
              max_mip_levels - 1),
      INTEGER("texture.view_levels", field_view_levels, texture.view.levels, 0, max_mip_levels),
      INTEGER("texture.view_first_layer", field_view_first_layer, texture.view.first_layer, 0, 16383),
      INTEGER("texture.view_layers", field_view_layers, texture.view.layers, 0, 16384),
      BOOLEAN("sampler.normalized_coords", field_normalized, sampler.normalized_coords),
      CHOICE("sampler.address_x", field_address_x, sampler.address[0], AddressMode),
      CHOICE("sampler.address_y", field_address_y, sampler.address[1], AddressMode),
      CHOICE("sampler.address_z", field_address_z, sampler.address[2], AddressMode),
      COLOR("sampler.border_color", field_border_color, sampler.border_color),
      CHOICE("sampler.filter", field_filter, sampler.filter, FilterMode),
      CHOICE("sampler.read_mode", field_read_mode, sampler.read_mode, ReadMode),
      BOOLEAN("sampler.srgb", field_srgb, sampler.srgb),
      CHOICE("sampler.mip_filter", field_mip_filter, sampler.mip_filter, FilterMode),
      NUMBER("sampler.mip_bias", field_mip_bias, sampler.mip_bias, -64, 64),
      NUMBER("sampler.mip_min", field_mip_min, sampler.mip_min, -64, 64),
      NUMBER("sampler.mip_max", field_mip_max, sampler.mip_max, -64, 64),
      INTEGER("sampler.max_anisotropy", field_max_anisotropy, sampler.max_anisotropy, 0, 16),
      BOOLEAN("sampler.disable_trilinear_optimization", field_no_trilinear,
              sampler.disable_trilinear_optimization),
      BOOLEAN("sampler.seamless_cube", field_seamless, sampler.seamless_cube),
      CHOICE("fetch.function", field_function, fetch.function, FetchKind),
      CHOICE("fetch.coordinates", field_coordinates, fetch.coordinates, CoordinateRule),
      CHOICE("fetch.sample_at", field_sample_at, fetch.sample_at, SampleAt),
      INTEGER("fetch.layer", field_layer, fetch.layer, -2147483648.0, 2147483647.0),
      CHOICE("fetch.face", field_face, fetch.face, CubeFace),
      NUMBER("fetch.slice", field_slice, fetch.slice, -wide, wide),
      CHOICE("fetch.slice_axis", field_slice_axis, fetch.slice_axis, Axis),
      CHOICE("fetch.slab", field_slab, fetch.slab, Slab),
      NUMBER("fetch.slab_thickness", field_slab_thickness, fetch.slab_thickness, 0, 1),
      INTEGER("fetch.slab_samples", field_slab_samples, fetch.slab_samples, 2, 256),
      NUMBER("fetch.lod", field_lod, fetch.lod, -1024, 1024),
      CHOICE("fetch.gradients", field_gradients, fetch.gradients, GradientRule),
      NUMBER("fetch.gradient_scale", field_gradient_scale, fetch.gradient_scale, 0, 1e6),
      VECTOR("fetch.dx", field_dx, fetch.dx),
      VECTOR("fetch.dy", field_dy, fetch.dy),
      INTEGER("fetch.component", field_component, fetch.component, 0, 3),
      CHOICE("fetch.type", field_type, fetch.type, FetchType),
      INTEGER("fetch.type_channels", field_type_channels, fetch.type_channels, 0, 4),
      WORDS("fetch.body", field_body, fetch.body),
      CHOICE("write.mode", field_write_mode, write.mode, WriteMode),
      CHOICE("write.boundary", field_boundary, write.boundary, BoundaryMode),
      INTEGER("write.frame", field_frame, write.frame, 0, 1e9),
      CHOICE("write.pattern", field_pattern, write.pattern, PatternKind),
      INTEGER("write.speed", field_speed, write.speed, -1024, 1024),
      NUMBER("write.brush_radius", field_brush_radius, write.brush_radius, 0.5, 1024),
      COLOR("write.brush_color", field_brush_color, write.brush_color),
      {"write.strokes",
       FieldType::strokes,
       Text::field_strokes,
       Text::field_strokes_help,
       -1e6,
       1e6,
       max_strokes,
       true,
       {},
       MEMBER(write.strokes)},
      BOOLEAN("write.all_planes", field_all_planes, write.all_planes),
      CHOICE("write.mips", field_written_mips, write.mips, WrittenMips),
      CHOICE("write.feedback", field_feedback, write.feedback, FeedbackRule),
      INTEGER("write.feedback_start", field_feedback_start, write.feedback_start, 0, 1e9),
      NUMBER("view.center_x", field_center_x, view.center_x, -wide, wide),
      NUMBER("view.center_y", field_center_y, view.center_y, -wide, wide),
      NUMBER("view.span", field_span, view.span, 1e-30, wide),
      NUMBER("view.rotation", field_rotation, view.rotation, -360, 360),
      NUMBER("view.exposure", field_exposure, view.exposure, -32, 32),
      NUMBER("view.range_low", field_range_low, view.range_low, -1e38, 1e38),
      NUMBER("view.range_high", field_range_high, view.range_high, -1e38, 1e38),
      BOOLEAN("view.show_r", field_show_r, view.show_channel[0]),
      BOOLEAN("view.show_g", field_show_g, view.show_channel[1]),
      BOOLEAN("view.show_b", field_show_b, view.show_channel[2]),
      BOOLEAN("view.show_a", field_show_a, view.show_channel[3]),
      CHOICE("view.false_color", field_false_color, view.false_color, FalseColor),
      CHOICE("view.over", field_over, view.over, Over),
      RGB("view.over_color", field_over_color, view.over_color),
      BOOLEAN("view.mark_nonfinite", field_mark_nonfinite, view.mark_nonfinite),
      BOOLEAN("view.mark_out_of_range", field_mark_out_of_range, view.mark_out_of_range),
      BOOLEAN("view.grid", field_grid, view.grid),
      BOOLEAN("view.dim_repeats", field_dim_repeats, view.dim_repeats),
      CHOICE("view.projection", field_projection, view.projection, Projection),
      NUMBER("view.yaw", field_yaw, view.yaw, -360, 360),
      NUMBER("view.pitch", field_pitch, view.pitch, -90, 90),
      NUMBER("view.tilt", field_tilt, view.tilt, 0, 85),
      CHOICE("view.mapping", field_mapping, view.mapping, Mapping),
      INTEGER("view.resize_width", field_resize_width, view.resize_width, 1, largest_resize),
      INTEGER("view.resize_height", field_resize_height, view.resize_height, 1, largest_resize),
      BOOLEAN("view.align_corners", field_align_corners, view.align_corners),
      INTEGER("view.level", field_view_level, view.level, 0, max_mip_levels - 1),
      INTEGER("view.slice", field_view_slice, view.slice, 0, last_plane),
  };
  return all;
}

std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

// Colors are floats: shows the digits that distinguish floats rather than those of the nearest double.
std::string shortest(float value) {
  if (!std::isfinite(value)) return shortest(double(value));
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::optional<double> parse_number(std::string_view input) {
  input = trimmed(input, " ");
  if (input.starts_with('+') && !input.starts_with("+-")) input.remove_prefix(1);
  if (input == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (input == "inf") return std::numeric_limits<double>::infinity();
  if (input == "-inf") return -std::numeric_limits<double>::infinity();
  double value = 0;
  const auto [end, error] = std::from_chars(input.data(), input.data() + input.size(), value);
  if (error != std::errc() || end != input.data() + input.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string allowed(EnumTable choices) {
  std::string list;
  for (const EnumEntry& entry : choices)
    list += (list.empty() ? "" : ", ") + std::string(entry.identifier);
  return list;
}

std::optional<std::string> check_number(const Field& field, double value, double low, double high) {
  if (!std::isfinite(value) && field.any_float) return std::nullopt;
  if (!std::isfinite(value)) return say(Text::error_not_finite, {shortest(value)});
  if (value < low || value > high)
    return say(Text::error_range, {shortest(value), shortest(low), shortest(high)});
  return std::nullopt;
}

std::optional<std::string> check_integer(const Field& field, std::int64_t value) {
  const auto low = static_cast<std::int64_t>(field.low), high = static_cast<std::int64_t>(field.high);
  if (value < low || value > high)
    return say(Text::error_range, {std::to_string(value), std::to_string(low), std::to_string(high)});
  if (field.path.ends_with("bits") && value != 8 && value != 16 && value != 32)
    return say(Text::error_bits, {std::to_string(value)});
  if ((field.path == "texture.channels" || field.path == "texture.view_channels" ||
       field.path == "fetch.type_channels") &&
      value == 3)
    return say(Text::error_three_channels, {});
  return std::nullopt;
}

std::optional<std::string> check_text(const Field& field, const std::string& value) {
  if (value.find('\0') != std::string::npos) return text(Text::error_zero_byte);
  if (field.path != "fetch.body" || value.size() <= max_body_bytes) return std::nullopt;
  return say(Text::error_body_long, {std::to_string(max_body_bytes), std::to_string(value.size())});
}

std::optional<std::string> check_list(const Field& field, const std::vector<double>& list) {
  if (field.type == FieldType::numbers) {
    if (list.size() != field.count)
      return say(Text::error_count, {std::to_string(field.count), std::to_string(list.size())});
    for (double value : list)
      if (auto error = check_number(field, value, -std::numeric_limits<float>::max(),
                                    std::numeric_limits<float>::max()))
        return error;
    return std::nullopt;
  }
  if (list.size() % stroke_numbers != 0) return say(Text::error_stroke, {});
  if (list.size() / stroke_numbers > field.count)
    return say(Text::error_strokes, {std::to_string(field.count)});
  for (std::size_t i = 0; i < list.size(); ++i) {
    const bool geometry = i % stroke_numbers < 5, plane = i % stroke_numbers == 9;
    if (plane && (list[i] != std::floor(list[i]) || !(list[i] >= -1 && list[i] <= last_plane)))
      return say(Text::error_plane, {shortest(list[i]), std::to_string(last_plane)});
    if (geometry && !std::isfinite(list[i])) return say(Text::error_not_finite, {shortest(list[i])});
    const double limit = geometry ? field.high : double(std::numeric_limits<float>::max());
    if (auto error = check_number(field, list[i], -limit, limit)) return error;
  }
  return std::nullopt;
}

} // namespace

std::span<const Field> fields() {
  return table();
}

const Field* find_field(std::string_view path) {
  for (const Field& field : table())
    if (field.path == path) return &field;
  return nullptr;
}

std::optional<std::string> assign(Session& session, const Field& field, const FieldValue& value) {
  if (value.index() != field.get(session).index()) return say(Text::error_type, {});
  std::optional<std::string> error;
  switch (field.type) {
  case FieldType::boolean:
    break;
  case FieldType::integer:
    error = check_integer(field, std::get<std::int64_t>(value));
    break;
  case FieldType::number:
    error = check_number(field, std::get<double>(value), field.low, field.high);
    break;
  case FieldType::text:
    error = check_text(field, std::get<std::string>(value));
    break;
  case FieldType::choice: {
    bool known = false;
    for (const EnumEntry& entry : field.choices)
      known |= entry.identifier == std::get<std::string>(value);
    if (!known) error = say(Text::error_choice, {std::get<std::string>(value), allowed(field.choices)});
    break;
  }
  case FieldType::numbers:
  case FieldType::strokes:
    error = check_list(field, std::get<std::vector<double>>(value));
    break;
  }
  if (!error) field.put(session, value);
  return error;
}

std::variant<FieldValue, std::string> parse_value(const Field& field, std::string_view input) {
  switch (field.type) {
  case FieldType::boolean:
    if (input == "true" || input == "on" || input == "1") return FieldValue(true);
    if (input == "false" || input == "off" || input == "0") return FieldValue(false);
    return say(Text::error_switch, {input});
  case FieldType::integer: {
    const auto value = parse_number(input);
    if (!value || std::floor(*value) != *value || std::abs(*value) > big)
      return say(Text::error_integer, {input});
    return FieldValue(std::int64_t(*value));
  }
  case FieldType::number: {
    const auto value = parse_number(input);
    if (!value) return say(Text::error_number, {input});
    return FieldValue(*value);
  }
  case FieldType::text:
    return FieldValue(std::string(input));
  case FieldType::choice: { // normalized-float too
    std::string name(input);
    std::ranges::replace(name, '-', '_');
    const bool known =
        std::ranges::any_of(field.choices, [&](const EnumEntry& entry) { return entry.identifier == name; });
    return FieldValue(known ? name : std::string(input));
  }
  case FieldType::numbers:
  case FieldType::strokes: {
    std::vector<double> list;
    while (!input.empty()) {
      const auto comma = input.find(',');
      const auto value = parse_number(input.substr(0, comma));
      if (!value) return say(Text::error_number, {trimmed(input.substr(0, comma), " ")});
      list.push_back(*value);
      input = comma == std::string_view::npos ? std::string_view() : input.substr(comma + 1);
    }
    return FieldValue(std::move(list));
  }
  }
  return say(Text::error_type, {});
}

std::string format_value(const Field& field, const FieldValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return shortest(*number);
  if (const auto* string = std::get_if<std::string>(&value)) return *string;
  const auto& list = std::get<std::vector<double>>(value);
  if (field.type == FieldType::strokes) return std::to_string(list.size() / stroke_numbers);
  std::string joined;
  for (double v : list)
    joined += (joined.empty() ? "" : ", ") + shortest(float(v));
  return joined;
}

std::string shown_value(const Field& field, const FieldValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return text(*flag ? Text::on : Text::off);
  const std::string written = format_value(field, value);
  for (const EnumEntry& choice : field.choices)
    if (choice.identifier == written) return text(choice.label);
  return written;
}

std::vector<const Field*> differing_fields(const Session& a, const Session& b) {
  std::vector<const Field*> changed;
  for (const Field& field : table())
    if (field.get(a) != field.get(b)) changed.push_back(&field);
  return changed;
}

} // namespace texelscope
