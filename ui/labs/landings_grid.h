// The grid of the coordinates at which a surface was written, each with the place where its write landed.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

void landings_grid(Context&, const write_lab::BoundaryResult&);

// In trap mode, a write outside ends the kernel, like a misaligned one.
struct LandingCounts {
  int right = 0, dropped = 0, elsewhere = 0, ended = 0;
};
LandingCounts count_landings(const write_lab::BoundaryResult&, write_lab::Boundary);

} // namespace texelscope::ui
