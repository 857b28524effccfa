// Random textures, samplers and views for the property tests: every format, odd sizes, every sampler state.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "kernels/machines/backend/backend.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::tests {

struct RandomFetch {
  Image image;
  Effective sampler;
  FetchMap map;

  std::string describe() const {
    return "kind " + std::to_string(int(image.format.kind)) + ", bits " + std::to_string(image.format.bits) +
           ", channels " + std::to_string(image.format.channels) + ", " + std::to_string(image.width) +
           " x " + std::to_string(image.height) + ", address " +
           std::to_string(int(sampler.sampler.address[0])) + " " +
           std::to_string(int(sampler.sampler.address[1])) + ", filter " +
           std::to_string(int(sampler.sampler.filter)) + ", read " +
           std::to_string(int(sampler.sampler.read_mode)) + ", normalized " +
           std::to_string(sampler.sampler.normalized_coords) + ", srgb " +
           std::to_string(sampler.sampler.srgb);
  }
};

class RandomFetches {
public:
  explicit RandomFetches(unsigned seed) : random(seed) {}

  RandomFetch next() {
    RandomFetch made;
    made.image = image();
    Effective& s = made.sampler;
    s.sampler.normalized_coords = below(3) != 0;
    s.sampler.address = {AddressMode(below(4)), AddressMode(below(4))};
    for (float& c : s.sampler.border_color)
      c = border();
    s.sampler.filter = FilterMode(below(2));
    s.sampler.read_mode = ReadMode(below(4) != 0);
    s.sampler.srgb = below(3) == 0;
    s.width = made.image.width, s.height = made.image.height, s.format = made.image.format;
    made.map = map(made);
    return made;
  }

  int below(int n) { return int(random() % unsigned(n)); }

private:
  template <class T, std::size_t n>
  T any_of(const std::array<T, n>& list) {
    return list[random() % n];
  }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }

  Image image() {
    static constexpr std::array sides = {1, 2, 3, 5, 13, 16, 61, 64, 101, 257};
    static constexpr std::array long_sides = {4096, 8191, 8192, 8193, 10007, 16384};
    ElementFormat format{ElementKind(below(3)), any_of(std::array{8, 16, 32}), any_of(std::array{1, 2, 4})};
    if (format.kind == ElementKind::floating && format.bits == 8) format.bits = 32;
    int width = any_of(sides), height = any_of(sides);
    if (below(12) == 0) (below(2) ? width : height) = any_of(long_sides);
    Image made = Image::create(width, height, format);
    const bool wild = below(3) == 0;
    const std::size_t bytes = made.size_bytes();
    for (std::size_t i = 0; i < bytes; i += 4) {
      std::uint32_t word = std::uint32_t(random());
      if (format.kind == ElementKind::floating && !wild) word = moderate(format.bits, word);
      std::memcpy(made.texels.data() + i, &word, std::min<std::size_t>(4, bytes - i));
    }
    return made;
  }

  // Makes the bits a float around 1 of either sign, sometimes a zero or a denormal.
  std::uint32_t moderate(int bits, std::uint32_t word) {
    if (below(16) == 0)
      return bits == 16 ? word & 0x83ff83ffu : word & (below(2) ? 0x80000000u : 0x807fffffu);
    if (bits == 16)
      return (word & 0x83ff83ffu) | std::uint32_t((8 + below(12)) << 10 | (8 + below(12)) << 26);
    return (word & 0x807fffffu) | std::uint32_t(118 + below(16)) << 23;
  }

  float border() {
    switch (below(5)) {
    case 0:
      return float(below(3) - 1);
    case 1:
      return std::bit_cast<float>(std::uint32_t(random()));
    default:
      return float(between(-1.2, 1.2));
    }
  }

  FetchMap map(const RandomFetch& made) {
    const double size_x = made.sampler.sampler.normalized_coords ? 1 : made.image.width;
    const double size_y = made.sampler.sampler.normalized_coords ? 1 : made.image.height;
    const double span = std::pow(10, between(-6, 1)),
                 angle = below(4) * 1.5707963267948966 + (below(2) ? between(0, 1) : 0);
    const double step_x = span * size_x / 64, step_y = span * size_y / 64;
    FetchMap m{float(std::cos(angle) * step_x), float(-std::sin(angle) * step_x),
               float(between(-2, 3) * size_x),  float(std::sin(angle) * step_y),
               float(std::cos(angle) * step_y), float(between(-2, 3) * size_y),
               below(2) ? 0.5f : 0.0f};
    switch (below(10)) {
    case 0:
      m.x0 = std::bit_cast<float>(std::uint32_t(random()));
      break; // NaN, infinite, huge, tiny
    case 1:
      m.xx = std::bit_cast<float>(std::uint32_t(random()));
      break;
    case 2:
      m.x0 = m.y0 = 0;
      m.xx = m.yy = -0x1p-27f;
      break; // just under zero
    case 3:
      m.y0 = 0;
      m.yy = 1e-40f;
      m.yx = 0;
      break;
    case 4: // the rounding steps of linear weights
      m = {float(size_x / made.image.width / 512),
           0,
           float(below(9) - 4) * float(size_x / 4),
           0,
           float(size_y / made.image.height / 512),
           float(below(9) - 4) * float(size_y / 4),
           0};
      break;
    default:
      break;
    }
    return m;
  }

  std::mt19937 random;
};

} // namespace texelscope::tests
