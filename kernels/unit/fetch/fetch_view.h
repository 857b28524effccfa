// The FetchView of a session, which maps the picture's pixels to fetches; see fetch_rules.h.
#pragma once

#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/fetch/fetch_rules.h"

namespace texelscope {

// `width`, `height`: the picture's size in pixels.
FetchView make_fetch_view(const Session& session, const Effective& effective, int width, int height);

// rules::pixel_fetch() for a picture `width` pixels wide, with FetchAt::quad_lane set as well.
PixelFetch pixel_fetch_in_quad(const FetchView& view, int column, int row, int width);

// Whether coordinates are passed to the function in texels; else they are normalized, or a cube's direction.
bool counts_texels(const Session& session, const Effective& effective);

// The cells of Projection::sheet, and the position of one of them. They are ordered by level, each with all
// its planes.
struct SheetCell {
  int column = 0, row = 0, level = 0, plane = 0;
};
std::vector<SheetCell> sheet_cells(const FetchView& view);

} // namespace texelscope
