// One pixel's gradients and how the texture unit uses them: the LOD scope draws them, and dragging there sets
// them.
#pragma once

#include <array>
#include <optional>

#include "kernels/machines/backend/backend.h"
#include "kernels/unit/fetch/fetch_rules.h"
#include "kernels/unit/texture_unit/lod.h"
#include "kernels/unit/texture_unit/lod_trace.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

// One of the scope's two axes, which run like the footprint's (columns and rows of a level): the component of
// the gradients along it, and the number of texels of level 0 for one unit of the component. 0 texels: the
// fetch has no such axis.
struct ScopeAxis {
  int component = 0;
  double texels = 0; // negative if texels run against the component
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

// Textures of one level have a level of detail only if gradients are given.
inline bool has_lod_scope(const Effective& e) {
  return e.level_count > 1 || e.function == FetchKind::grad;
}

// Empty if the view fetches nothing at the pixel.
std::optional<LodScope> lod_scope(const Texture& texture, const FetchView& view, Pixel pixel);

// Makes the session call tex*Grad() with the scope's gradients, except that dx (0) or dy (1) becomes `to`.
// The component along a third axis of a volume stays; on a cube the gradient lies in the face's plane.
void give_gradient(Session& session, const LodScope& scope, int which, LodScope::Vector to);

} // namespace texelscope
