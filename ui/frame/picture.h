// The pictures of the result and of the texture: the last frame, and work in progress.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope::ui {

// A feedback that is replayed up to the session's frame.
struct Replay {
  std::int64_t frame = 0, of = 0;
  std::string time_left; // "0:59", "-"
};

// A level's slice, layer or face, drawn small; in the picture of all of them, as shares of its size.
struct PlaneThumbnail {
  int level = 0, plane = 0;
  std::array<int, 2> texels = {};
  float width = 0, height = 0; // design pixels
  float u0 = 0, u1 = 1, v1 = 1;
};

struct PictureFrame {
  const FrameResult* result = nullptr; // of the last frame; null before the first
  unsigned result_gl = 0;              // RGBA8 colors of the result, size of the result view
  unsigned texture_gl = 0;             // RGBA8 colors of the texture panel's view
  unsigned planes_gl = 0;              // RGBA8 colors of the thumbnails
  std::vector<PlaneThumbnail> planes;  // while LEVELS is shown
  std::vector<SheetCell> cells;        // of the sheet
  double load_progress = -1;           // 0 to 1 while a texture is being made
  std::string load_error;              // of the last texture that could not be made
  std::optional<Replay> replay;
};

// A drag over one of them.
struct PictureMouse {
  std::optional<std::array<float, 2>> stroke_from; // texel under the brush last frame
  float drag_distance = 0;
};

} // namespace texelscope::ui
