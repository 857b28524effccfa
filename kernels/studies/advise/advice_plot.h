// The plot of an advice: each choice's rate over its worst error, with the front as a line. Drawn on any
// canvas, so that a file and the window show the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/reports/profile/plot/canvas.h"
#include "kernels/reports/profile/plot/plots.h"
#include "kernels/studies/advise/advice.h"

namespace texelscope::advise {

struct PlottedChoice {
  std::size_t choice = 0; // in Advice::choices
  Way way = Way::array;   // decides its mark
  double error = 0, rate = 0;
  std::string label; // beside the mark, if there is room
  std::string help;  // for a mouse over it
  bool own = false, best = false;
};

struct AdvicePlot {
  profile::Heading heading;
  profile::Scale x, y;                // the worst error, 10^9 fetches per second
  std::vector<profile::Tick> allowed; // the allowed error; empty: it lies beyond the axis
  std::vector<PlottedChoice> choices; // without the refused ones; those whose labels matter most first
  std::vector<std::size_t> front;     // of `choices`, from the most exact on
  std::vector<Way> ways;              // that have a mark
};

// Uses the current language. Has no choices if all are refused.
AdvicePlot plot_of(const StudiedScene& studied, const Advice& advice);

struct DrawnChoice { // a choice's mark, and its area
  profile::Rect rect;
  std::size_t choice = 0; // in Advice::choices
};
// Draws the axes with their labels around a rectangle, and all that lies in it.
std::vector<DrawnChoice> draw_advice(profile::Canvas&, const AdvicePlot&, const profile::Rect& axes);
// Explains the marks and the line, in rows of at most this width. Returns their height.
double draw_ways(profile::Canvas&, const AdvicePlot&, profile::Position at, double width);

std::string advice_svg(const AdvicePlot&);

} // namespace texelscope::advise
