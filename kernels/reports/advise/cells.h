// Fetches of lanes that lie whole texels apart: a kernel adds to an index, and computes none from a
// coordinate.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernels/reports/advise/choice.h"

namespace texelscope::advise {

struct Cells {
  std::vector<int> first;                          // for each entry each axis: the texel of lane 0
  std::array<std::array<int, 2>, 3> step = {};     // of each axis, from a lane to the next: right, down
  std::array<bool, 3> inside = {true, true, true}; // axes along which no lane lies beyond the edges

  int at(const FetchList& list, std::size_t entry, int lane, int axis) const {
    const auto a = std::size_t(axis);
    return first[entry * std::size_t(list.axes()) + a] + lane % list.lanes_in_row() * step[a][0] +
           lane / list.lanes_in_row() * step[a][1];
  }
};

// Empty if the texels in which the lanes' coordinates lie have no such steps, the same in all entries, or if
// a coordinate is so near a texel's edge that rounding chooses between two.
std::optional<Cells> cells_of(const Scene& scene);

// Whether that choice takes its texels by such indices.
bool takes_cells(const Scene& scene, const Choice& choice, const Cells& cells);

} // namespace texelscope::advise
