// The view that benchmarks of batches share: a square of requests, rotated by 20 degrees.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace texelscope::bench {

constexpr int side = 1024; // of textures, and of the square of requests
constexpr std::size_t request_count = std::size_t(side) * side;

// x and y of each request in units of the texture's sides, all inside the texture.
inline std::vector<float> turned_view() {
  const double turn = 20 * std::acos(-1.0) / 180, across = 0.7 * std::cos(turn) / side,
               down = 0.7 * std::sin(turn) / side;
  std::vector<float> made;
  made.reserve(2 * request_count);
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const double x = column + 0.5 - side / 2, y = row + 0.5 - side / 2;
      made.push_back(float(0.5 + x * across - y * down));
      made.push_back(float(0.5 + x * down + y * across));
    }
  return made;
}

} // namespace texelscope::bench
