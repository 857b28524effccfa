#include "kernels/reports/profile/cell/lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace texelscope::profile {

namespace {
constexpr float fraction_x = 12.5f, fraction_y = 10.5f; // sixteenths of a texel

void place(Lanes& lanes) {
  for (int i = 0; i < 32; ++i) {
    const PlanePoint p = lane_point(lanes.grid, i);
    lanes.x[std::size_t(i)] = p.x;
    lanes.y[std::size_t(i)] = p.y;
  }
}

// Turns the lanes about the tile's center, then moves them so that none lies outside the corner.
void turn(Lanes& lanes, double degrees) {
  const double angle = degrees * std::numbers::pi / 180, c = 16 * std::cos(angle), s = 16 * std::sin(angle);
  const double x = fraction_x / 16 - 4, y = fraction_y / 16 - 2;
  lanes.grid = {3, float(c), float(-s), float(c * x - s * y), float(s), float(c), float(s * x + c * y)};
  place(lanes);
  lanes.grid.x0 -= 16 * std::floor(*std::min_element(lanes.x.begin(), lanes.x.end()));
  lanes.grid.y0 -= 16 * std::floor(*std::min_element(lanes.y.begin(), lanes.y.end()));
  place(lanes);
  lanes.width = int(*std::max_element(lanes.x.begin(), lanes.x.end())) + 1;
  lanes.height = int(*std::max_element(lanes.y.begin(), lanes.y.end())) + 1;
}

// Columns of lanes, and the texels from one lane to the next.
struct Grid {
  int columns, stride;
};
Grid grid_of(const BenchmarkCase& cell) {
  switch (cell.pattern) {
  case Pattern::row:
    return {32, 1};
  case Pattern::column:
    return {1, 1};
  case Pattern::strided:
    return {32, cell.amount};
  case Pattern::minified:
    return {8, cell.amount};
  case Pattern::window:
    return {0, 0};
  default:
    return {is_1d(cell.dimension) ? 32 : 8, 1};
  }
}
} // namespace

Step step_of(const BenchmarkCase& cell) {
  const auto [columns, stride] = grid_of(cell);
  const int height = is_1d(cell.dimension) ? 1 : cell.amount;
  if (cell.pattern == Pattern::window) return {std::max(cell.amount, 1), std::max(height, 1)};
  return {columns * stride, columns == 32 ? 1 : 32 / columns * stride};
}

Lanes lanes_of(const BenchmarkCase& cell) {
  const auto [columns, stride] = grid_of(cell);
  const Step step = step_of(cell);
  Lanes lanes;
  const auto spacing = float(16 * stride);
  lanes.grid = {
      std::countr_zero(unsigned(std::max(columns, 1))), spacing, 0, fraction_x, 0, spacing, fraction_y};
  lanes.width = step.width;
  lanes.height = step.height;
  place(lanes);
  if (cell.pattern == Pattern::rotated) turn(lanes, cell.amount);
  return lanes;
}

} // namespace texelscope::profile
