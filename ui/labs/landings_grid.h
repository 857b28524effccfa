// The grid of the places that a surface was written at, each with where its write landed.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

void landings_grid(Context&, const write_lab::BoundaryResult&);

// Under trap, a write outside ends the kernel, as a misaligned one does.
struct LandingCounts {
  int right = 0, dropped = 0, elsewhere = 0, ended = 0;
};
LandingCounts count_landings(const write_lab::BoundaryResult&, write_lab::Boundary);

} // namespace texelscope::ui
