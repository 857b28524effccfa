// What the benchmarks of batches share: textures, and the coherent requests of a picture whose view is
// rotated by 20 degrees.
#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/unit/image/image.h"

namespace texelscope::bench {

constexpr int side = 1024; // of textures, and of the square of requests
constexpr std::size_t request_count = std::size_t(side) * side;

// Smooth enough that floats have ordinary exponents.
inline std::vector<std::byte> texels(const ElementFormat& format, std::size_t count) {
  const std::size_t bytes = std::size_t(format.bits) / 8;
  std::vector<std::byte> made(count * std::size_t(format.texel_bytes()) + Image::padding);
  std::byte* to = made.data();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < std::size_t(format.channels); ++c, to += bytes) {
      const std::uint32_t word = encode_real(format, double((i * 7 + i / side * 13 + c * 101) % 1021) / 1020);
      std::memcpy(to, &word, bytes);
    }
  return made;
}

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

inline std::string name(const ElementFormat& format) {
  return std::string(1, "usf"[int(format.kind)]) + std::to_string(format.bits) + "x" +
         std::to_string(format.channels);
}

} // namespace texelscope::bench
