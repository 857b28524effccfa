// Fetches of any kind, a block at a time: by the fast path, and by the model if the fast path does not
// support it.
#pragma once

#include <optional>

#include "kernels/cpu/fast_fetch.h"
#include "kernels/cpu/fast_gradient.h"

namespace texelscope::cpu {

// The properties that all fetches have in common. The texture must outlive it.
class BlockPlan {
public:
  // `component_count`, `component`: see plan_batch().
  BlockPlan(const Texture& texture, FetchKind kind, int component_count, int component);

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
