#include "kernels/profile/lanes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace texelscope::profile {

namespace {
constexpr float fraction_x = 0.8125f, fraction_y = 0.6875f;

// Turned about the tile's middle, then moved so that none lies outside of the corner.
void turn(Lanes& lanes, double degrees) {
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const auto on_grid = [](double texels) { return float(std::floor(texels * 16) / 16 + 1.0 / 32); };
  for (std::size_t i = 0; i < 32; ++i) {
    const double x = lanes.x[i] - 4, y = lanes.y[i] - 2;
    lanes.x[i] = on_grid(c * x - s * y);
    lanes.y[i] = on_grid(s * x + c * y);
  }
  for (auto* axis : {&lanes.x, &lanes.y}) {
    const float least = std::floor(*std::min_element(axis->begin(), axis->end()));
    for (float& place : *axis)
      place -= least;
  }
  lanes.width = int(*std::max_element(lanes.x.begin(), lanes.x.end())) + 1;
  lanes.height = int(*std::max_element(lanes.y.begin(), lanes.y.end())) + 1;
}

// Columns of lanes, and texels from one lane to the next.
struct Grid {
  int columns, apart;
};
Grid grid_of(const Cell& cell) {
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

Step step_of(const Cell& cell) {
  const auto [columns, apart] = grid_of(cell);
  const int height = is_1d(cell.dimension) ? 1 : cell.amount;
  if (cell.pattern == Pattern::window) return {std::max(cell.amount, 1), std::max(height, 1)};
  return {columns * apart, columns == 32 ? 1 : 32 / columns * apart};
}

Lanes lanes_of(const Cell& cell) {
  const auto [columns, apart] = grid_of(cell);
  Lanes lanes;
  for (std::size_t i = 0; i < 32; ++i) {
    lanes.x[i] = fraction_x + (columns == 0 ? 0.0f : float(int(i) % columns * apart));
    lanes.y[i] = fraction_y + (columns == 0 ? 0.0f : float(int(i) / columns * apart));
  }
  const Step step = step_of(cell);
  lanes.width = step.width;
  lanes.height = step.height;
  if (cell.pattern == Pattern::rotated) turn(lanes, cell.amount);
  return lanes;
}

} // namespace texelscope::profile
