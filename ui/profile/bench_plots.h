// Internal to the bench lab: its four plots, each in the room that it is given.
#pragma once

#include "kernels/profile/report/plots.h"
#include "ui/profile/bench_parts.h"

namespace texelscope::ui {

// The title, and beside it what all cells share; gives the y below.
float bench_heading(Context&, const profile::Heading&, const Area&);

void bench_lines(Context&, const profile::Lines&, const Area&);
void bench_polar(Context&, const profile::Polar&, const Area&);
void bench_matrix(Context&, const profile::Matrix&, const Area&);
void bench_path_comparison(Context&, const profile::PathComparison&, const Area&);

} // namespace texelscope::ui
