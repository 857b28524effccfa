// The parts of PROFILE, and other views of its numbers.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

void live_profile(Context&, const Area&); // in the panel of that area, below what it already has
void profile_plot(Context&, const Area&); // the chosen one
void warp_view(Context&, const Area&);    // of the chosen pixel
void warp_tools(Context&);                // beside the choice of plots
void heat_overlay(Context&);              // over the result, with its legend

// "412.34 GTexel/s"; the decimal point keeps its position.
std::string gigatexel_text(double per_second);
std::string roof_text(const profile::LiveReading&);

} // namespace texelscope::ui
