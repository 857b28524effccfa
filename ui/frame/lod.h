// The LOD panel: its picture of the pixel's footprint.
#pragma once

#include <array>
#include <optional>

namespace texelscope::ui {

struct LodState {
  double zoom = 1; // over what fits
  struct GradientDrag {
    int which;                  // dx or dy
    double scale;               // pixels a texel of level 0
    std::array<double, 2> from; // the vector when the button went down
  };
  std::optional<GradientDrag> gradient_drag;
};

} // namespace texelscope::ui
