// The cell of the profiler that is most like a session's fetch.
#pragma once

#include <optional>

#include "kernels/profile/cell.h"
#include "kernels/resolve.h"

namespace texelscope::profile {

// The same format, filter, dimension and storage, a working set of the next power of two, from 4 KB to 1 GB, and the pattern in
// which a picture of that height reads a straight view: a tile, turned or minified as the view is. Bent views count as tiles,
// rows as magnified as they like too. Nothing where no cell is alike.
std::optional<Cell> nearest_cell(const Session& session, const Effective& effective, int picture_height, bool cold);

} // namespace texelscope::profile
