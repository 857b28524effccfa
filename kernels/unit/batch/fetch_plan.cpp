#include "kernels/unit/batch/fast_fetch.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/ground/base/half.h"
#include "kernels/unit/batch/fast_targets.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/cube.h"
#include "kernels/unit/texture_unit/srgb.h"

namespace texelscope::cpu {

namespace {
float filter_input(unit::Channel kind, std::uint32_t bits) {
  using enum unit::Channel;
  switch (kind) {
  case snorm8:
    return std::int8_t(bits);
  case snorm16:
    return std::int16_t(bits);
  case srgb8:
    return srgb_entries()[bits];
  case half:
    return half_to_float(std::uint16_t(bits));
  case single:
    return bits_float(bits);
  default:
    return float(bits);
  }
}

// Places the levels in memory. Returns false if a vector's 32-bit indices do not reach all of them.
bool place_levels(FetchPlan& plan, const Texture& texture) {
  constexpr std::int64_t max_index = std::numeric_limits<std::int32_t>::max(), longest_axis = 131072;
  const auto address = [&](int level) {
    return reinterpret_cast<std::uintptr_t>(texture.level[std::size_t(level)]);
  };
  int lowest = 0;
  for (int level = 1; level < texture.level_count; ++level)
    if (address(level) < address(lowest)) lowest = level;
  plan.texels = texture.level[std::size_t(lowest)];
  const std::uintptr_t bytes = std::uintptr_t(texture.format.texel_bytes());
  const std::int64_t units =
      std::int64_t(bytes < 4 ? bytes : bytes / 4); // gathers count in units of 1 or 4 bytes
  for (int i = 0; i < texture.level_count; ++i) {
    const std::uintptr_t offset = address(i) - address(lowest);
    const auto [width, height, depth] = texture.size_of(i);
    const std::int64_t texels = std::int64_t(width) * height * depth;
    if (offset % bytes != 0 || offset / bytes > std::uintptr_t(max_index)) return false;
    if ((std::int64_t(offset / bytes) + texels + 1) * units > max_index) return false;
    if (plan.kind != FetchKind::texel && std::max({width, height, depth}) > longest_axis) return false;
    plan.level[std::size_t(i)].first = std::int32_t(offset / bytes);
  }
  return true;
}

void choose_footprint(FetchPlan& plan, const Texture& texture) {
  using unit::Footprint;
  const bool linear = plan.kind != FetchKind::texel && texture.sampler.filter == FilterMode::linear &&
                      plan.channel[0] != unit::Channel::integer;
  plan.footprint = plan.kind == FetchKind::gather ? Footprint::gather
                   : linear                       ? Footprint::linear
                                                  : Footprint::point;
  plan.mip_linear = texture.level_count > 1 && texture.sampler.mip_filter == FilterMode::linear;
  const int slices = plan.footprint == Footprint::linear && plan.dimension == Dimension::d3 ? 2 : 1;
  plan.quads =
      plan.footprint == Footprint::point && !plan.mip_linear ? 0 : slices * (plan.mip_linear ? 2 : 1);
  plan.limited = plan.footprint == Footprint::linear && !plan.seamless;
}

FetchShape shape_of(const FetchPlan& plan) {
  const auto clamps = [&](std::size_t axis) {
    const unit::AxisRule& rule = plan.level[0].axis[axis];
    return rule.mode == AddressMode::clamp && rule.fraction_bits != 0;
  };
  if (plan.footprint != unit::Footprint::linear || plan.has_border || !clamps(0) || !clamps(1))
    return FetchShape::any;
  if (plan.dimension == Dimension::d3 && clamps(2)) return FetchShape::volume;
  return plan.seamless && plan.level[0].axis[0].from_center ? FetchShape::face : FetchShape::any;
}

// Whether fast_plane-inl.h supports the fetch: both axes alike, of a size whose positions need no more steps.
bool is_plane(const FetchPlan& plan) {
  const auto& [x, y, z] = plan.level[0].axis;
  const auto fits = [](const unit::AxisRule& rule) {
    constexpr int longest_of_texels = 32768;
    return rule.fraction_bits == 0 ? rule.size <= longest_of_texels
                                   : (std::int64_t(rule.size) << (rule.fraction_bits - 8)) <= INT32_MAX;
  };
  const bool takes_coordinates = plan.kind != FetchKind::texel && plan.footprint != unit::Footprint::gather;
  const bool flat = plan.dimension != Dimension::d3 && !is_cube(plan.dimension);
  return takes_coordinates && flat && plan.level_count == 1 && x.mode == y.mode && fits(x) && fits(y);
}
} // namespace

std::optional<FetchPlan> plan_batch(const Texture& texture, FetchKind kind, int component_count,
                                    int component) {
  if (!has_vectors()) return std::nullopt;
  if (kind == FetchKind::gather && component >= texture.format.channels) return std::nullopt;
  if (kind == FetchKind::gather && texture.level_count > 1) { // it reads the first level alone
    Texture first_level = texture;
    first_level.level_count = 1;
    first_level.mipmapped = true; // its coordinates stay normalized
    return plan_batch(first_level, kind, component_count, component);
  }
  FetchPlan plan;
  plan.format = texture.format;
  plan.dimension = texture.dimension;
  plan.kind = kind;
  plan.component = component;
  plan.component_count = component_count;
  plan.seamless = unit::is_seamless(texture);
  plan.level_count = texture.level_count;
  plan.lod = unit::lod_rule(texture);
  if (!place_levels(plan, texture)) return std::nullopt;
  const TexelBits border = kind == FetchKind::texel ? TexelBits{} : unit::border_bits(texture);
  for (std::size_t c = 0; c < 4; ++c) {
    plan.channel[c] = unit::channel_kind(texture, int(c));
    if (plan.channel[c] == unit::Channel::unorm10) plan.channel[c] = unit::Channel::unorm16; // same filter
    plan.border[c] = filter_input(plan.channel[c], border[c]);
    const auto channel_bytes = std::size_t(texture.format.bits) / 8;
    std::memcpy(plan.border_texel.data() + c * channel_bytes, &border[c], channel_bytes);
    plan.border_word[c] = kind == FetchKind::texel ? 0 : unit::point_word(texture, int(c), border[c]);
  }
  plan.has_border = kind == FetchKind::texel;
  for (int level = 0; level < texture.level_count; ++level) {
    FetchLevel& to = plan.level[std::size_t(level)];
    to.planes = texture.size_of(level)[2];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      to.axis[axis] = unit::axis_rule(texture, level, axis);
      const bool taken = axis < 2 || texture.dimension == Dimension::d3;
      plan.has_border = plan.has_border || (taken && to.axis[axis].mode == AddressMode::border);
    }
  }
  choose_footprint(plan, texture);
  const bool by_points = plan.quads == 0 && plan.kind != FetchKind::gather;
  const bool probes_points = unit::always_filters(texture, kind) && plan.footprint == unit::Footprint::point;
  if (texture.filters_integers && texture.sampler.filter == FilterMode::linear &&
      plan.channel[0] == unit::Channel::integer)
    return std::nullopt;
  if (by_points && (texture.packed || texture.filters_levels())) return std::nullopt; // only in the model
  if (probes_points || (kind == FetchKind::grad && is_cube(texture.dimension) && unit::stretches(texture)))
    return std::nullopt;
  plan.shape = shape_of(plan);
  plan.plane = is_plane(plan);
  const unit::Channel filtered = plan.channel[0];
  plan.needs_flags = plan.has_border || filtered == unit::Channel::half || filtered == unit::Channel::single;
  return plan;
}

const float* srgb_entries() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> entries;
    for (std::uint32_t code = 0; code < 256; ++code) {
      const std::uint32_t field = std::uint32_t(unit::srgb_exponent(code) - 1 + 127);
      entries[code] = bits_float(float_bits(half_to_float(unit::srgb_half(code))) | field);
    }
    return entries;
  }();
  return table.data();
}

} // namespace texelscope::cpu
