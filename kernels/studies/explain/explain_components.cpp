#include "kernels/studies/explain/explain_components.h"

#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/brief_number.h"
#include "kernels/ground/base/float_steps.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/texture_unit/footprint.h"

namespace texelscope {

std::string shortest_float(float value) {
  return fmt::format("{}", value);
}

std::string brief_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return text(value > 0 ? Text::infinite : Text::minus_infinite);
  return brief_number(value, 6);
}

std::string float_text(float value) {
  return fmt::format("{} {:08x}", shortest_float(value), float_bits(value));
}

const char* channel_name(std::size_t channel) {
  static constexpr Text names[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};
  return text(names[channel]);
}

std::string word_name(const Explanation& e, std::size_t word) {
  if (e.function == FetchKind::gather)
    return fmt::format("{} {}", channel_name(std::size_t(e.at.component)), word);
  return channel_name(word);
}

namespace {
std::string number_text(ResultType type, std::uint32_t word) {
  switch (type) {
  case ResultType::floating:
    return shortest_float(bits_float(word));
  case ResultType::unsigned_int:
    return std::to_string(word);
  case ResultType::signed_int:
    break;
  }
  return std::to_string(std::int32_t(word));
}
} // namespace

std::string value_text(const Explanation& e, std::uint32_t word) {
  return number_text(e.effective.result, word);
}
std::string component_text(const ExplainedComponent& component) {
  return number_text(component.type, component.bits);
}

double step_value(const SumTrace& sum, std::int64_t count, int unit) {
  const double value = std::ldexp(double(count), unit);
  return sum.largest_code != 0 ? value / sum.largest_code : value;
}

std::string tap_text(const Explanation& e, const TapTrace& tap) {
  if (!tap.exists) return text(e.function == FetchKind::texel ? Text::index_outside : Text::explain_missing);
  return tap.border ? text(Text::border_color_name) : texel_place(e.effective, tap);
}

std::string measured_text(const Explanation& e, const MeasuredTexel& texel, bool brief) {
  if (!texel.place) return text(Text::border_color_name);
  const auto& [level, plane, x, y] = *texel.place;
  std::string place = texel_place(e.effective, {.x = x, .y = y, .z = plane});
  const bool cube = is_cube(e.effective.dimension);
  const int layer = cube ? plane / 6 : plane;
  if (is_layered(e.effective.dimension) && layer != e.trace.layer)
    place = say(Text::weights_plane, {place, std::to_string(layer)});
  if (e.effective.level_count == 1) return place;
  return brief ? fmt::format("L{} {}", level, place)
               : say(Text::weights_level, {std::to_string(level), place});
}

std::string memory_text(const MemoryTexel& texel) {
  const std::string byte = std::to_string(texel.byte);
  if (!texel.texel) return say(Text::explain_memory_gap, {byte});
  return say(Text::explain_memory, {byte, fmt::format("{},{}", (*texel.texel)[0], (*texel.texel)[1])});
}

namespace {
std::string channels_text(const BlockTexel::Plane& plane) {
  if (plane.channels > 1) return text(Text::explain_block_color);
  return channel_name(std::size_t(plane.first_channel));
}

std::string endpoint_text(const BlockTexel::Plane& plane, const bc::Endpoint& endpoint) {
  std::string all;
  for (int c = plane.first_channel; c < plane.first_channel + plane.channels; ++c)
    all += (all.empty() ? "" : " ") + std::to_string(endpoint.expanded[std::size_t(c)]);
  return all;
}

std::string plane_text(const BlockTexel::Plane& plane) {
  const std::string index = std::to_string(plane.index), last = std::to_string((1 << plane.index_bits) - 1);
  if (plane.palette == bc::Palette::stated)
    return say(Text::explain_block_stated, {channels_text(plane), index, last});
  return say(Text::explain_block_plane, {channels_text(plane), endpoint_text(plane, plane.endpoints[0]),
                                         endpoint_text(plane, plane.endpoints[1]), index, last});
}
} // namespace

std::string block_text(const BlockTexel& texel) {
  std::string format = block_format_name(texel.format), planes;
  if (texel.mode >= 0) format += say(Text::explain_block_mode, {std::to_string(texel.mode)});
  if (texel.rotation > 0)
    format += say(Text::explain_block_rotation, {channel_name(std::size_t(texel.rotation) - 1)});
  for (int i = 0; i < texel.planes; ++i)
    planes += (i > 0 ? "; " : "") + plane_text(texel.plane[std::size_t(i)]);
  if (texel.reserved) planes = text(Text::explain_block_reserved);
  return say(Text::explain_block, {std::to_string(texel.column), std::to_string(texel.row), format, planes});
}

std::string stored_text(const ElementFormat& format, std::uint32_t stored) {
  return fmt::format("{:0{}x}", stored, format.bits / 4);
}

std::string weight_text(int weight, int bits) {
  return fmt::format("{}/{}", weight, 1 << bits);
}

std::string levels_text(int over_256) {
  return fmt::format("{:.6g} = {}/256", over_256 / 256.0, over_256);
}

std::string slope_text(const ExplainedLod& lod) {
  const double steeper = lod.slope / 4.0;
  return say(Text::explain_slope_text,
             {fmt::format("{:.3g}", 0.5 - 0.5 / steeper), fmt::format("{:.3g}", steeper)});
}

std::string gradient_text(const Explanation& e, const Gradient& g) {
  std::string out = shortest_float(g.x);
  if (!is_1d(e.effective.dimension)) out += ", " + shortest_float(g.y);
  if (e.effective.dimension == Dimension::d3 || is_cube(e.effective.dimension))
    out += ", " + shortest_float(g.z);
  return out;
}

std::string mode_text(const Explanation& e, std::size_t axis) {
  if (unit::is_seamless(texture_of(nullptr, e.effective))) return text(Text::explain_seamless);
  return label(acting_mode(e, axis));
}

std::string coordinate_text(const Explanation& e) {
  if (e.function == FetchKind::texel) return std::to_string(e.at.texel);
  return gradient_text(e, {e.at.x, e.at.y, e.at.z});
}

std::string target_text(const Explanation& e) {
  if (!e.pixel) return say(Text::explain_at_coordinate, {coordinate_text(e)});
  return say(Text::explain_pixel, {std::to_string(e.pixel->x), std::to_string(e.pixel->y),
                                   std::to_string(e.width), std::to_string(e.height)});
}

std::string returned_text(const Explanation& e, std::size_t word) {
  if (!e.returned) return {};
  if ((e.returned_mask >> word & 1) == 0) return text(Text::explain_discarded);
  const std::uint32_t bits = (*e.returned)[word], model = e.handed[word];
  if (bits == model) return text(Text::explain_same);
  const auto ulps = e.effective.result == ResultType::floating
                        ? float_steps(bits_float(bits), bits_float(model))
                        : std::optional(std::int64_t(std::int32_t(bits)) - std::int32_t(model));
  return ulps ? say(Text::explain_apart, {std::to_string(*ulps)}) : std::string(text(Text::explain_other));
}

bool returned_same(const Explanation& e) {
  for (std::size_t i = 0; e.returned && i < std::size_t(e.handed_count); ++i)
    if ((e.returned_mask >> i & 1) != 0 && (*e.returned)[i] != e.handed[i]) return false;
  return true;
}

std::string with_rule(const SettingReport& setting) {
  const bool whole = setting.sentence.ends_with(".") || setting.sentence.ends_with("。");
  return say(whole ? Text::setting_sentences : Text::setting_text, {setting.sentence, setting.rule});
}

std::string proof_call(const SettingReport& setting, Dimension dimension) {
  const SettingProof& proof = *setting.proof;
  const FetchAt& at = proof.at;
  std::string inside;
  if (proof.function == FetchKind::texel) {
    inside = std::to_string(at.texel);
  } else {
    inside = shortest_float(at.x);
    if (!is_1d(dimension)) inside += ", " + shortest_float(at.y);
    if (dimension == Dimension::d3 || is_cube(dimension)) inside += ", " + shortest_float(at.z);
    if (is_layered(dimension)) inside += ", " + std::to_string(at.layer);
    if (proof.function == FetchKind::lod) inside += ", " + shortest_float(at.lod);
  }
  return function_name(proof.function, dimension) + "(" + inside + ")";
}

} // namespace texelscope
