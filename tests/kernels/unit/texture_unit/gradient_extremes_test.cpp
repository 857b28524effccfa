// Fetches of 3-D textures and cubes by gradients, captured from a texture unit: a number of the coordinate or
// of a step is NaN, infinite or huge. Each level holds its number, so that results are levels.
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {
namespace {

struct ExtremeFetch {
  int dimension, width, height, planes, levels, normalized;
  FetchAt at;
  float result;
};

ExtremeFetch parse(std::string line) {
  for (char& c : line)
    if (c == ',') c = ' ';
  std::istringstream cells(line);
  const auto number = [&] {
    std::string cell;
    cells >> cell;
    return std::stof(cell);
  };
  ExtremeFetch row;
  cells >> row.dimension >> row.width >> row.height >> row.planes >> row.levels >> row.normalized >>
      row.at.layer;
  for (float* to : {&row.at.x, &row.at.y, &row.at.z, &row.at.dx.x, &row.at.dx.y, &row.at.dx.z, &row.at.dy.x,
                    &row.at.dy.y, &row.at.dy.z, &row.result})
    *to = number();
  return row;
}

// Texels of floats, each the number of its level.
struct Levels {
  explicit Levels(const ExtremeFetch& row) {
    texture.dimension = Dimension(row.dimension);
    texture.format = {ElementKind::floating, 32, 1};
    texture.width = row.width, texture.height = row.height, texture.planes = row.planes;
    texture.level_count = row.levels;
    texture.mipmapped = true;
    Sampler& s = texture.sampler;
    s.normalized_coords = row.normalized != 0;
    s.address.fill(AddressMode::clamp);
    s.read_mode = ReadMode::element;
    s.filter = s.mip_filter = FilterMode::linear;
    s.max_anisotropy = 0;
    s.mip_max = 16;
    for (int level = 0; level < row.levels; ++level) {
      const auto [width, height, planes] = texture.size_of(level);
      texels.emplace_back(std::size_t(width * height * planes), float(level));
      texture.level[std::size_t(level)] = reinterpret_cast<const std::byte*>(texels.back().data());
    }
  }
  std::vector<std::vector<float>> texels;
  Texture texture;
};

TEST(GradientExtremes, EqualTheHardware) {
  std::ifstream file(TEXELSCOPE_SOURCE_DIR "/tests/captures/h100-gradient-extremes.csv");
  std::string line;
  for (int heading = 0; heading < 3; ++heading)
    ASSERT_TRUE(std::getline(file, line));
  int rows = 0, volumes = 0, between = 0;
  while (std::getline(file, line)) {
    const ExtremeFetch row = parse(line);
    const Levels levels(row);
    EXPECT_EQ(std::bit_cast<float>(fetch(levels.texture, FetchKind::grad, row.at)[0]), row.result) << line;
    ++rows;
    volumes += levels.texture.dimension == Dimension::d3;
    between += row.result > 0 && row.result < float(row.levels - 1);
  }
  EXPECT_EQ(rows, 411);
  EXPECT_GT(volumes, 200);
  EXPECT_GT(between, 140);
}

} // namespace
} // namespace texelscope
