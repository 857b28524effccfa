// COST: the times of a frame's stages.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernels/reports/profile/report/report.h"

namespace texelscope::ui {

enum Stage { stage_map, stage_write, stage_fetch, stage_unmap, stage_copy, stage_draw, stage_count };

struct Timing {
  std::array<std::optional<profile::MiddleRange>, stage_count>
      stages; // seconds, over the last second; empty while there are too few times
  std::array<std::vector<float>, stage_count> history; // seconds, oldest first, at most 240 frames
  double frames_per_second = 0;
  double fetches_per_second = 0; // NaN if unknown
  double bytes_per_second = 0;   // texel bytes that the fetches return, NaN if unknown
};

} // namespace texelscope::ui
