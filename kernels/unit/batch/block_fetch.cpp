#include "kernels/unit/batch/block_fetch.h"

#include <algorithm>

#include "kernels/unit/texture_unit/quad.h"

namespace texelscope::cpu {

namespace {
Gradient gradient_at(const float (&of)[3][block_size], std::size_t i) {
  return {of[0][i], of[1][i], of[2][i]};
}

void find_lanes(Pixels& pixels, int count) {
  const auto together = [&](std::size_t i, std::size_t j) {
    const bool empty = pixels.any_empty && (pixels.empty[i] || pixels.empty[j]);
    return !empty && unit::equal_gradients(gradient_at(pixels.dx, i), gradient_at(pixels.dx, j)) &&
           unit::equal_gradients(gradient_at(pixels.dy, i), gradient_at(pixels.dy, j));
  };
  unit::find_quad_lanes(std::size_t(count), together,
                        [&](std::size_t i, int lane) { pixels.quad_lane[i] = lane; });
}
} // namespace

BlockPlan::BlockPlan(const Texture& from, FetchKind of, int components_each, int of_component, bool padded)
    : texture(from), kind(of), component_count(components_each), component(of_component),
      gradients(plan_gradients(from)) {
  if (padded) plan = plan_batch(texture, kind, component_count, component);
  spreads = plan && kind == FetchKind::grad && gradients.ratio_limit > 0 &&
            plan->footprint == unit::Footprint::linear;
  shares = kind == FetchKind::grad && gradients.ratio_limit > 0;
  measures = spreads || (kind == FetchKind::grad && texture.level_count > 1);
}

void BlockPlan::fetch(Pixels& pixels, int count, Block& block, Footprints& footprints,
                      std::uint32_t* to) const {
  if (shares) find_lanes(pixels, count);
  if (!plan) {
    for (int i = 0; i < count; ++i)
      ask_model(pixels, block, i, to);
    return;
  }
  if (measures) {
    find_footprints(gradients, block, pixels, count, footprints);
    find_levels(gradients, footprints, count, block);
  }
  if (spreads && footprints.any_ratio) return fetch_probes(*plan, pixels, footprints, count, block, to);
  fetch_pixels(*plan, pixels, count, block, to);
}

void BlockPlan::ask_model(const Pixels& pixels, const Block& block, int i, std::uint32_t* to) const {
  FetchAt at;
  at.x = block.at[0][i], at.y = block.at[1][i], at.z = block.at[2][i];
  at.dx = {pixels.dx[0][i], pixels.dx[1][i], pixels.dx[2][i]};
  at.dy = {pixels.dy[0][i], pixels.dy[1][i], pixels.dy[2][i]};
  at.layer = pixels.layer[i];
  at.lod = pixels.lod[i];
  at.texel = pixels.texel[i];
  at.quad_lane = pixels.quad_lane[i];
  at.component = component;
  const TexelBits bits = texelscope::fetch(texture, kind, at);
  std::copy_n(bits.begin(), component_count, to + i * component_count);
}

} // namespace texelscope::cpu
