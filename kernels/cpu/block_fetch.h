// Fetches of any kind a block at a time: by the fast path, and by the model where only it knows the answer.
#pragma once

#include <optional>

#include "kernels/cpu/fast_fetch.h"
#include "kernels/cpu/fast_gradient.h"

namespace texelscope::cpu {

// What all fetches have in common. The texture must outlive it.
class BlockPlan {
public:
  // `component_count`, `component`: as plan_batch() takes them.
  BlockPlan(const Texture& texture, FetchKind kind, int component_count, int component);

  // Fetches [0, count), count * component_count components: coordinates from block.at, those that the
  // dimension does not take 0, the rest from `pixels`, as the threads of quads, the first of them a quad's
  // first (texture_unit/ quad.h). `footprints` is room for those of gradients.
  void fetch(Pixels& pixels, int count, Block& block, Footprints& footprints, std::uint32_t* to) const;

private:
  void ask_model(const Pixels& pixels, const Block& block, int i, std::uint32_t* to) const;

  const Texture& texture;
  FetchKind kind;
  int component_count, component;
  std::optional<FetchPlan> plan; // none: the model fetches
  GradientPlan gradients;
  bool shares, measures, spreads; // passes; finds footprints; probes along them
};

} // namespace texelscope::cpu
