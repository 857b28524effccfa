#include "kernels/cpu/block_fetch.h"

#include <algorithm>

namespace texelscope::cpu {

BlockPlan::BlockPlan(const Texture& from, FetchKind of, int words_each, int of_component)
    : texture(from), kind(of), words(words_each), component(of_component),
      plan(plan_batch(from, of, words_each, of_component)), gradients(plan_gradients(from)) {
  spreads = plan && kind == FetchKind::grad && gradients.ratio_limit > 0 &&
            plan->footprint == unit::Footprint::linear;
  measures = spreads || (kind == FetchKind::grad && texture.level_count > 1);
}

void BlockPlan::fetch(const Pixels& pixels, int count, Block& block, Footprints& footprints,
                      std::uint32_t* to) const {
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
  at.component = component;
  const TexelBits bits = texelscope::fetch(texture, kind, at);
  std::copy_n(bits.begin(), words, to + i * words);
}

} // namespace texelscope::cpu
