#include "kernels/cpu/fast_fetch.h"

#include <algorithm>

#include "kernels/cpu/fast_targets.h"
#include "kernels/half.h"
#include "kernels/texture_unit/border.h"
#include "kernels/texture_unit/coordinate.h"
#include "kernels/texture_unit/srgb.h"

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
} // namespace

FetchPlan plan_fetch(const Texture& texture, const FetchMap& map, int width) {
  const SamplerState& sampler = texture.sampler;
  FetchPlan plan;
  plan.texels = texture.level[0];
  plan.format = texture.format;
  plan.linear = sampler.filter == FilterMode::linear && unit::channel_kind(texture, 0) != unit::Channel::integer;
  plan.map = map;
  plan.width = width;
  const std::array<int, 2> size = {texture.width, texture.height};
  const int bits = sampler.normalized_coords ? unit::fraction_bits(std::max(texture.width, texture.height)) : 0;
  for (std::size_t i = 0; i < 2; ++i) {
    const AddressMode mode = unit::acting_mode(sampler.address[i], sampler.normalized_coords);
    plan.axis[i] = {size[i], bits, mode};
    plan.has_border = plan.has_border || mode == AddressMode::border;
  }
  const TexelBits border = unit::border_bits(texture);
  for (std::size_t c = 0; c < 4; ++c) {
    plan.channel[c] = unit::channel_kind(texture, int(c));
    plan.border[c] = filter_input(plan.channel[c], border[c]);
    plan.border_word[c] = unit::point_word(texture, int(c), border[c]);
  }
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
