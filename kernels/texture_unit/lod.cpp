#include "kernels/texture_unit/lod.h"

#include <algorithm>
#include <cmath>

namespace texelscope::unit {

namespace {
// Measured: cut toward zero.
int over_256(float value) {
  if (std::isnan(value)) return 0;
  return int(std::clamp(double(value), -1024.0, 1024.0) * 256);
}

// Measured: a NaN clamp is as good as none above, and the last level below.
int clamp_over_256(float clamp) { return std::isnan(clamp) ? 16 * 256 : over_256(clamp); }

// Measured: the driver limits the bias to 15 levels either way; NaN is the upper limit.
int bias_over_256(float bias) {
  return std::isnan(bias) ? 15 * 256 : std::clamp(over_256(bias), -15 * 256, 15 * 256);
}
} // namespace

// Measured: the upper clamp is applied first, so that the lower one wins where they cross.
int level_of_detail(const Texture& texture, std::optional<float> given) {
  if (texture.level_count == 1) return 0;
  const SamplerState& s = texture.sampler;
  const int lod = given ? over_256(*given) + bias_over_256(s.mip_bias) : 0;
  const int limited = std::max(std::min(lod, clamp_over_256(s.mip_max)), clamp_over_256(s.mip_min));
  return std::clamp(limited, 0, (texture.level_count - 1) * 256);
}

void choose_levels(const Texture& texture, Trace& trace) {
  auto& [first, second] = trace.level;
  trace.level_count = 1;
  if (texture.sampler.mip_filter == FilterMode::point) {
    first.level = std::min((trace.lod + 128) >> 8, texture.level_count - 1);
    return;
  }
  first.level = trace.lod >> 8;
  const int fraction = trace.lod & 255;
  if (fraction == 0) return;
  trace.level_count = 2;
  second.level = first.level + 1;
  second.weight = fraction;
  first.weight = 256 - fraction;
}

} // namespace texelscope::unit
