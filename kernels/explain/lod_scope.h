// One pixel's gradients and what the texture unit makes of them: what the LOD scope draws, and what dragging
// there sets.
#pragma once

#include <array>
#include <optional>

#include "kernels/backend/backend.h"
#include "kernels/fetch/fetch_rules.h"
#include "kernels/texture_unit/lod.h"
#include "kernels/texture_unit/lod_trace.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

// One of the scope's two axes, which run as the footprint's (columns and rows of a level): the component of
// the gradients that lies along it, and the texels of level 0 that 1 of it stands for. 0 texels: the fetch
// has no such axis.
struct ScopeAxis {
  int component = 0;
  double texels = 0; // less than 0 where texels are counted against the component
};

struct LodScope {
  using Vector = std::array<double, 2>; // along the scope's axes, in texels of level 0

  Pixel pixel;
  Dimension dimension = Dimension::d2;
  FetchKind called = FetchKind::grad; // by the view
  FetchAt at;
  Trace fetch;
  unit::LodTrace lod;
  unit::LodRule rule;
  unit::GradientTrace gradients; // those of this pixel, whether the function takes them or not
  std::array<ScopeAxis, 2> axes;
  std::array<Vector, 2> vectors = {}; // dx and dy
};

// Textures of one level have a level of detail only where gradients are given.
inline bool has_lod_scope(const Effective& e) {
  return e.level_count > 1 || e.function == FetchKind::grad;
}

// Nothing where the view fetches nothing.
std::optional<LodScope> lod_scope(const Texture& texture, const FetchView& view, Pixel pixel);

// The session then calls tex*Grad() with the scope's gradients, given, except for dx (0) or dy (1), which
// becomes `to`. Along a third axis of a volume it stays; of a cube it lies in the face's plane.
void give_gradient(Session& session, const LodScope& scope, int which, LodScope::Vector to);

} // namespace texelscope
