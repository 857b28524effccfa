// Fetches of any kind, a block at a time: by the fast path, and by the model if the fast path does not
// support it.
#pragma once

#include <optional>

#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/batch/fast_gradient.h"
#include "kernels/unit/batch/fast_targets.h"

namespace texelscope::cpu {

// Stores the gradient of one fetch of a block.
inline void put_gradient(const Gradient& gradient, int i, float (&to)[3][block_size]) {
  to[0][i] = gradient.x;
  to[1][i] = gradient.y;
  to[2][i] = gradient.z;
}
inline void put_fetch(const FetchAt& at, int i, Block& block, Pixels& pixels) {
  block.at[0][i] = at.x;
  block.at[1][i] = at.y;
  block.at[2][i] = at.z;
  pixels.layer[i] = at.layer;
  pixels.lod[i] = at.lod;
  pixels.texel[i] = at.texel;
  put_gradient(at.dx, i, pixels.dx);
  put_gradient(at.dy, i, pixels.dy);
}

// The properties that all fetches have in common. The texture must outlive it.
class BlockPlan {
public:
  // `component_count`, `component`: see plan_batch(). `padded`: see BatchPlan.
  BlockPlan(const Texture& texture, FetchKind kind, int component_count, int component, bool padded = true);

  // Fetches [0, count), count * component_count components. Coordinates come from block.at, with 0 for those
  // that the dimension does not use, the rest from `pixels`. Fetches are the threads of quads, and the first
  // one is a quad's first (texture_unit/quad.h). `footprints` is room for those of gradients.
  void fetch(Pixels& pixels, int count, Block& block, Footprints& footprints, std::uint32_t* to) const;

private:
  void ask_model(const Pixels& pixels, const Block& block, int i, std::uint32_t* to) const;

  const Texture& texture;
  FetchKind kind;
  int component_count, component;
  std::optional<FetchPlan> plan; // empty: the model fetches
  GradientPlan gradients;
  bool shares, measures, spreads; // passes; finds footprints; probes along them
};

} // namespace texelscope::cpu
