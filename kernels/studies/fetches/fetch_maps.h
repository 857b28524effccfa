// The recorded fetches of a texture object as pictures of few cells: a launch's threads in the shape of its
// grid, where within a texel the coordinates lie, and which texels they lie in.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "kernels/studies/fetches/fetch_file.h"

namespace texelscope::fetches {

// Cells in rows from the top. Where there are more threads or texels than cells along an axis, a cell stands
// for as many of them as `each` says.
struct CellGrid {
  static constexpr int max_side = 64;
  int width = 0, height = 0;
  std::array<std::uint64_t, 2> each = {1, 1};
  std::size_t cells() const { return std::size_t(width) * std::size_t(height); }
  // The cell of a thread or a texel; empty beyond the grid.
  std::optional<std::size_t> cell_of(std::uint64_t x, std::uint64_t y) const;
  static CellGrid over(std::uint64_t width, std::uint64_t height);
};

// The last recorded launch: the first fetch of each cell's first thread, over all its layers along z.
struct LaunchMap {
  struct Cell {
    FetchRow fetch;               // its number is 0 where none was recorded
    std::array<float, 4> value{}; // what the program received; components that it discards are 0
    bool judged = false;          // the texels were copied, and the model knows such a fetch
    bool differs = false;         // a bit that the program received is not the model's
    std::array<float, 4> model{}; // of the components that the program received, if it is judged
    float difference() const;     // the greatest of a component; 0 where it is not judged or no number
  };
  std::uint64_t launch = 0;
  CellGrid grid;
  std::vector<Cell> cells;
  unsigned received = 0; // bit i: a cell has component i
  std::size_t judged() const;
  std::size_t differing() const;
};

// Of all that was read: how many coordinates lie there.
struct CountMap {
  CellGrid grid;
  std::vector<std::uint32_t> counts;
  std::uint32_t greatest() const;
};

struct FetchMaps {
  LaunchMap launch;
  CountMap within; // a texel: from its left and upper edge on; its center is the middle
  CountMap texels; // of level 0 and all layers, or of linear memory, as the address mode leads to them
  std::uint64_t fetches = 0, outside = 0; // of which the coordinate leads to the border, or is no number
};

// Of each object whose texels have a size, by its number. Reads the first `max_rows` fetches; throws
// FileError.
std::map<int, FetchMaps> fetch_maps(const trace::TraceReport& report, FetchFile& file,
                                    std::uint64_t max_rows = 1u << 20);

} // namespace texelscope::fetches
