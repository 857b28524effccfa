// A plot of the profiler's reports as an SVG file.
#pragma once

#include <string>

#include "app/base/svg.h"
#include "kernels/profile/report/plots.h"

namespace texelscope {

std::string plot_svg(const profile::Drawing& drawing);

namespace plot_parts { // of the files that draw

constexpr double margin = 20;
// Title and two lines below; gives the y under them. `width` grows to hold them.
double heading(Svg& svg, const profile::Heading& heading, double& width);
// Marks with the names of series from a place down; gives its width. Nothing for one whose name the heading
// has.
double legend(Svg& svg, const std::vector<profile::Series>& series, const profile::Heading& heading,
              Svg::Point at);

std::string svg_of(const profile::Lines& lines);
std::string svg_of(const profile::Polar& polar);
std::string svg_of(const profile::Matrix& matrix);
std::string svg_of(const profile::PathComparison& path_comparison);

} // namespace plot_parts

} // namespace texelscope
