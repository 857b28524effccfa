// The cells of WHY's picture: texels in their own colors, and shares of levels.
#pragma once

#include <string>

#include "kernels/studies/explain/fetch_picture.h"
#include "ui/widgets/context.h"

namespace texelscope::ui {

inline constexpr float picture_indent = 16; // of what stands below a step's heading

void paint_swatch(Context&, ImVec2 at, float side, const Rgb&); // of the result
// A part of a bar with the longer text that fits; null: its color is unknown.
void paint_share(Context&, const Area&, const Rgb*, const std::string& longer, const std::string& shorter);
std::string level_name(int level);
// The texels of all footprints. Pointing at one marks it in the texture, and the other way round.
void why_cells(Context&, const Explanation&, const FetchPicture&);

} // namespace texelscope::ui
