// The texture panel: the shown part of the texture, and the texel under the mouse.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

namespace texelscope::ui {

struct TextureView {
  double center_x = 0.5, center_y = 0.5; // normalized
  double zoom = 0;                       // pixels per texel; 0: fit
  std::optional<std::array<int, 2>> hovered;
  std::optional<std::array<int, 2>> pointed; // the same of the frame before, for what is drawn earlier

  // Pixels per texel, for a plane and a picture of these sizes.
  double scale(double pixels_x, double pixels_y, double width, double height) const {
    return zoom > 0 ? zoom : std::min(pixels_x / width, pixels_y / height);
  }
};

} // namespace texelscope::ui
