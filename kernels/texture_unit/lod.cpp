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

// Measured: with anisotropy the fraction between two levels is steeper, so that fewer fetches need both
// (disableTrilinearOptimization off).
int optimized(const SamplerState& s, int lod) {
  const int step = anisotropy_step(s.max_anisotropy), fraction = lod & 255;
  if (step == 1 || s.disable_trilinear_optimization) return lod;
  const int steeper = step >= 8 ? 2 * fraction - 128 : step >= 4 ? (7 * fraction - 378) >> 2 : (3 * fraction - 126) >> 1;
  return (lod & ~255) + std::clamp(steeper, 0, 256);
}

// Measured: the upper clamp is applied first, so that the lower one wins where they cross.
int limited(const LodRule& rule, int lod) { return std::max(std::min(lod, rule.highest), rule.lowest); }
} // namespace

LodRule lod_rule(const Texture& texture) {
  const SamplerState& s = texture.sampler;
  const int last = (texture.level_count - 1) * 256;
  const auto level = [&](float clamp) { return std::clamp(clamp_over_256(clamp), 0, last); };
  return {bias_over_256(s.mip_bias), level(s.mip_min), level(s.mip_max)};
}

int level_of_detail(const Texture& texture, std::optional<float> given) {
  if (texture.level_count == 1) return 0;
  const LodRule rule = lod_rule(texture);
  return limited(rule, given ? over_256(*given) + rule.bias : 0);
}

int level_of_detail(const Texture& texture, const GradientFootprint& footprint) {
  if (texture.level_count == 1) return 0;
  const LodRule rule = lod_rule(texture);
  const int exact = std::clamp(footprint.log_major, -65536, 65536) - footprint.ratio + rule.bias;
  return limited(rule, optimized(texture.sampler, exact));
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
