// The texture panel: the shown part of the texture, and the texel under the mouse.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "kernels/unit/fetch/sample_position.h"

namespace texelscope::ui {

struct TextureView {
  double center_x = 0.5, center_y = 0.5; // normalized
  double zoom = 0;                       // pixels per texel; 0: fit
  std::optional<std::array<int, 2>> hovered;
  std::optional<std::array<int, 2>> pointed; // the same of the frame before, for what is drawn earlier
  std::optional<int> level;                  // that of a pin, in place of the session's view.level

  // The pin that this view shows, and what it was when it began to.
  struct Followed {
    SamplePosition position;
    int session_level = 0;
    double zoom = 0;
  };
  std::optional<Followed> followed;

  void fit() {
    zoom = 0;
    center_x = center_y = 0.5;
  }

  // Pixels per texel, for a plane and a picture of these sizes.
  double scale(double pixels_x, double pixels_y, double width, double height) const {
    return zoom > 0 ? zoom : std::min(pixels_x / width, pixels_y / height);
  }
};

} // namespace texelscope::ui
