// The cells of the profiler that are most similar to a session's fetch.
#pragma once

#include <optional>
#include <vector>

#include "kernels/reports/profile/cell/cell.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::profile {

// Has the same format, filter, dimension and storage, a working set of the next power of two, from 4 KB to 1
// GB, and the pattern in which a picture of this size reads an affine view: a tile, turned or minified like
// the view. The working set is the part of the shown layer or face that the picture covers, and all of a
// volume. Views that are not affine count as tiles of the whole texture, and so do rows under any
// magnification. Empty if no cell is similar.
std::optional<BenchmarkCase> nearest_cell(const Session& session, const Effective& effective, int width,
                                          int height, bool cold);

// Warm cells whose rates bound that of a view's fetches.
struct CellsAbout {
  // The cell with the view's minification; if that is not a whole number, the next finer and the next coarser
  // cell. For minified views the last cell is not minified and lies in the L1, or is as small as such
  // textures can be: caches keep more of a texture that repeats, and fetches at texels' centers need only one
  // texel of a footprint.
  std::vector<BenchmarkCase> cells;
  // The position of the view between the first and the second cell, by texels per pixel: 0 is the first.
  std::optional<double> between;
};
CellsAbout cells_about(const Session& session, const Effective& effective, int width, int height);

} // namespace texelscope::profile
