#include "kernels/unit/texture_unit/lod.h"

#include <algorithm>
#include <cmath>

#include "kernels/unit/texture_unit/lod_trace.h"

namespace texelscope::unit {

namespace {
// Measured: truncated toward zero.
int over_256(float value) {
  if (std::isnan(value)) return 0;
  return int(std::clamp(double(value), -1024.0, 1024.0) * 256);
}

// Measured: a NaN as upper clamp has no effect, and as lower clamp it is the last level.
int clamp_over_256(float clamp) {
  return std::isnan(clamp) ? 16 * 256 : over_256(clamp);
}

// Measured, for an explicit LOD too: with anisotropy the fraction between two levels is steeper, so that
// fewer fetches need both (disableTrilinearOptimization off). It stays a half in the middle, for which the
// driver lowers the bias.
struct Slope {
  int quarters = 4;
  float lowered() const { return 0.5f - 2.0f / float(quarters); } // levels
};
Slope slope_of(const Sampler& s) {
  const int step = anisotropy_step(s.max_anisotropy);
  if (step == 1 || s.disable_trilinear_optimization) return {};
  return {step >= 8 ? 8 : step >= 4 ? 7 : 6};
}
int steeper(int lod, Slope slope) {
  return (lod & ~255) + std::min((lod & 255) * slope.quarters >> 2, 256);
}

// Measured: after lowering it, the driver limits the bias to 15 levels either way and truncates it toward
// zero, all in floats; NaN becomes the upper limit.
int bias_over_256(float bias, Slope slope = {}) {
  if (std::isnan(bias)) return 15 * 256;
  return int(256 * std::clamp(bias - slope.lowered(), -15.0f, 15.0f));
}

// Measured: the upper clamp is applied first, so that the lower one wins if they cross.
int limited(const LodRule& rule, int lod) {
  return std::max(std::min(lod, rule.highest), rule.lowest);
}

LodTrace steps(const Texture& texture, std::optional<float> given) {
  const LodRule rule = lod_rule(texture);
  if (!given) return {0, 0, limited(rule, 0)};
  const int lod = over_256(*given), biased = steeper(lod + rule.bias, {rule.slope});
  return {lod, biased, limited(rule, biased)};
}

LodTrace steps(const Texture& texture, const GradientFootprint& footprint) {
  const LodRule rule = lod_rule(texture);
  // Measured: steps are counted in texels of the array's own first level, and a view's levels are applied
  // afterwards.
  const int log_major = footprint.log_major - 256 * texture.first_level;
  const int lod = std::clamp(log_major, -65536, 65536) - footprint.ratio;
  const int biased = steeper(lod + rule.bias, {rule.slope});
  return {lod, biased, limited(rule, biased)};
}
} // namespace

LodRule lod_rule(const Texture& texture) {
  const Sampler& s = texture.sampler;
  const int last = (texture.level_count - 1) * 256;
  const auto level = [&](float clamp) { return std::clamp(clamp_over_256(clamp), 0, last); };
  const Slope slope = slope_of(s);
  return {bias_over_256(s.mip_bias, slope), level(s.mip_min), level(s.mip_max), slope.quarters};
}

int held_bias(const Sampler& sampler) {
  return bias_over_256(sampler.mip_bias);
}

int level_of_detail(const Texture& texture, std::optional<float> given) {
  return texture.level_count == 1 ? 0 : steps(texture, given).limited;
}

int level_of_detail(const Texture& texture, const GradientFootprint& footprint) {
  return texture.level_count == 1 ? 0 : steps(texture, footprint).limited;
}

LodTrace trace_lod(const Texture& texture, FetchKind kind, const FetchAt& at) {
  if (kind == FetchKind::grad) return steps(texture, gradient_footprint(texture, at));
  return steps(texture, kind == FetchKind::lod ? std::optional(at.lod) : std::nullopt);
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
