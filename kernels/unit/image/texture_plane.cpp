#include "kernels/unit/image/texture_plane.h"

#include <algorithm>

namespace texelscope {

TexturePlane shown_plane(const ViewSpec& view, const Image& image) {
  TexturePlane shown;
  shown.level = std::clamp(view.level, 0, image.level_count - 1);
  const auto [width, height, planes] = image.size_of(shown.level);
  shown.plane = std::clamp(view.slice, 0, planes - 1);
  shown.width = width;
  shown.height = height;
  shown.offset = image.level_offset(shown.level) + std::size_t(shown.plane) * image.plane_bytes(shown.level);
  return shown;
}

} // namespace texelscope
