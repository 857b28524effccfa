// The LOD panel: its diagram of the pixel's footprint.
#pragma once

#include <array>
#include <optional>

namespace texelscope::ui {

struct LodState {
  double zoom = 1; // relative to the fitting size
  struct GradientDrag {
    int which;                  // dx or dy
    double scale;               // pixels per texel of level 0
    std::array<double, 2> from; // the vector when the button was pressed
  };
  std::optional<GradientDrag> gradient_drag;
};

} // namespace texelscope::ui
