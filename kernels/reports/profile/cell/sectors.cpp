#include "kernels/reports/profile/cell/sectors.h"

#include <algorithm>
#include <vector>

#include "kernels/reports/profile/cell/access_pattern_of.h"

namespace texelscope::profile {

namespace {
constexpr int sector_bytes = 32, line_bytes = 128;

std::size_t different(std::vector<std::int64_t>& places, std::int64_t unit) {
  for (std::int64_t& place : places)
    place /= unit;
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places.size();
}

// The texels beside the fetched one that are read with it: the points lie in the lower right halves of their
// texels.
int reach_of(const BenchmarkCase& cell) {
  return cell.filter == Filter::point && cell.pattern != Pattern::gather ? 1 : 2;
}
} // namespace

std::int64_t place_in_memory(Storage storage, std::int64_t row_bytes, int texel_bytes, int x, int y) {
  const std::int64_t in_row = std::int64_t(x) * texel_bytes;
  if (!is_array(storage)) return y * row_bytes + in_row;
  const std::int64_t blocks = (row_bytes + 63) / 64, block = y / 8 * blocks + in_row / 64;
  const std::int64_t column = in_row % 64, row = y % 8;
  return block * 512 + column / 32 * 256 + row / 2 * 64 + column % 32 / 16 * 32 + row % 2 * 16 + column % 16;
}

Touched touched_by_step(const BenchmarkCase& cell) {
  const AccessPattern pattern = access_pattern_of(cell);
  const Shape shape = shape_of(cell);
  const int texel = cell.format.texel_bytes(), reach = reach_of(cell),
            reach_y = is_1d(cell.dimension) ? 1 : reach;
  const std::int64_t row_bytes = std::int64_t(shape.width) * texel;
  std::vector<std::int64_t> places;
  for (int thread = 0; thread < threads_of_block; ++thread) {
    auto cursor = start_access<int>(pattern, 0, thread);
    for (int chain = 0; chain < chains_of(cell.path); ++chain, draw(pattern, cursor)) {
      const PlaneTexel at = texel_of(pattern, cursor, chain);
      for (int dy = 0; dy < reach_y; ++dy)
        for (int dx = 0; dx < reach; ++dx)
          places.push_back(place_in_memory(cell.storage, row_bytes, texel,
                                           std::min(at.x + dx, shape.width - 1),
                                           std::min(at.y + dy, shape.height - 1)));
    }
  }
  const double fetches = double(threads_of_block) * chains_of(cell.path);
  const double sectors = double(different(places, sector_bytes));
  return {sectors / fetches, double(different(places, line_bytes / sector_bytes)) / fetches};
}

} // namespace texelscope::profile
