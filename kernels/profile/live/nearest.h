// The cells of the profiler that are most like a session's fetch.
#pragma once

#include <optional>
#include <vector>

#include "kernels/profile/cell/cell.h"
#include "kernels/resolve/resolve.h"

namespace texelscope::profile {

// The same format, filter, dimension and storage, a working set of the next power of two, from 4 KB to 1 GB,
// and the pattern in which a picture of so many pixels reads an affine view: a tile, turned or minified as
// the view is. The working set is what the picture reaches of the layer or face that it shows, and all of a
// volume. Bent views count as tiles of the whole texture, rows as magnified as they like too. Nothing where
// no cell is alike.
std::optional<BenchmarkCase> nearest_cell(const Session& session, const Effective& effective, int width,
                                          int height, bool cold);

// Warm cells that a view's fetches may be as fast as.
struct CellsAbout {
  // The one that is minified as the view is; of a view that is minified by no whole number the next finer one
  // and the next coarser one. Of minified views last what is not minified and lies in the L1, or is as small
  // as such textures get: caches keep more of a texture that repeats, and fetches at texels' centers need one
  // of a footprint.
  std::vector<BenchmarkCase> cells;
  // Where the view lies between the first and the second, by the texels of a pixel: 0 is the first.
  std::optional<double> between;
};
CellsAbout cells_about(const Session& session, const Effective& effective, int width, int height);

} // namespace texelscope::profile
