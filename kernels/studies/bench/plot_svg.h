// A plot of the profiler's reports as an SVG file.
#pragma once

#include <string>

#include "kernels/reports/profile/plot/plots.h"

namespace texelscope {

std::string plot_svg(const profile::Drawing& drawing);

} // namespace texelscope
