// Anisotropic fetches of floats by the threads of a quad, captured from a texture unit: the sum's last bit
// shows in which order probes are added up, and which threads share their passes.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/unit/batch/batch_fetch.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/quad.h"

namespace texelscope {
namespace {

constexpr int side = 64;

struct CapturedQuad {
  Texture texture;
  std::vector<float> texels;
  std::array<FetchAt, 4> at;
  std::array<bool, 4> active;
  std::array<std::uint32_t, 4> result;
};

// Floats of close exponents with large ones among them that cancel, or of exponents far apart.
std::vector<float> random_texels(std::uint32_t seed, bool close, int levels) {
  std::mt19937 random(seed);
  std::vector<float> texels;
  for (int level = 0; level < levels; ++level)
    for (int i = 0; i < (side >> level) * (side >> level); ++i) {
      const float mantissa = float((random() & 0xffffff) | 0x800000) * 0x1p-24f;
      const float sign = random() & 1 ? -1.0f : 1.0f;
      const auto choice = std::uint32_t(random());
      const float magnitude = !close            ? std::ldexp(mantissa, int(choice % 24))
                              : choice % 3 == 0 ? 0x1p24f
                                                : std::ldexp(mantissa, int((choice >> 8) % 4) - 24);
      texels.push_back(sign * magnitude);
    }
  texels.resize(texels.size() + Image::padding);
  return texels;
}

// The columns that its third line names.
CapturedQuad read_row(const std::string& line) {
  std::istringstream cells(line);
  const auto cell = [&] {
    std::string next;
    std::getline(cells, next, ',');
    return next;
  };
  const auto integer = [&] { return std::stoi(cell()); };
  CapturedQuad row;
  const int seed = integer(), close = integer();
  Texture& t = row.texture;
  Sampler& s = t.sampler;
  s.filter = FilterMode(integer());
  s.mip_filter = FilterMode(integer());
  t.level_count = integer();
  s.max_anisotropy = integer();
  s.disable_trilinear_optimization = integer() != 0;
  t.width = t.height = side;
  t.format = {ElementKind::floating, 32, 1};
  t.mipmapped = t.level_count > 1;
  s.normalized_coords = true;
  s.address.fill(AddressMode::wrap);
  s.mip_max = 16;
  row.texels = random_texels(std::uint32_t(seed), close != 0, t.level_count);
  const int active = integer();
  for (std::size_t lane = 0; lane < 4; ++lane) {
    FetchAt& at = row.at[lane];
    for (float* to : {&at.x, &at.y, &at.dx.x, &at.dx.y, &at.dy.x, &at.dy.y})
      *to = std::stof(cell());
    row.result[lane] = std::uint32_t(std::stoul(cell(), nullptr, 16));
    row.active[lane] = (active >> lane & 1) != 0;
  }
  return row;
}

std::vector<CapturedQuad> read_rows() {
  std::ifstream file(TEXELSCOPE_SOURCE_DIR "/tests/captures/h200-anisotropic-sums.csv");
  std::vector<CapturedQuad> rows;
  std::string line;
  for (int heading = 0; heading < 3; ++heading)
    std::getline(file, line);
  while (std::getline(file, line))
    rows.push_back(read_row(line));
  for (CapturedQuad& row : rows)
    for (int level = 0; level < row.texture.level_count; ++level)
      row.texture.level[std::size_t(level)] =
          reinterpret_cast<const std::byte*>(row.texels.data()) + row.texture.level_offset(level);
  return rows;
}

void set_lanes(CapturedQuad& row) {
  const auto together = [&](std::size_t i, std::size_t j) {
    return row.active[i] && row.active[j] && unit::equal_gradients(row.at[i].dx, row.at[j].dx) &&
           unit::equal_gradients(row.at[i].dy, row.at[j].dy);
  };
  unit::find_quad_lanes(4, together, [&](std::size_t i, int lane) { row.at[i].quad_lane = lane; });
}

TEST(AnisotropicSums, EqualTheHardware) {
  std::vector<CapturedQuad> rows = read_rows();
  ASSERT_EQ(rows.size(), 127u);
  int threads = 0, shown_by_lane = 0;
  for (CapturedQuad& row : rows) {
    set_lanes(row);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      if (!row.active[lane]) continue;
      EXPECT_EQ(fetch(row.texture, FetchKind::grad, row.at[lane])[0], row.result[lane]) << "lane " << lane;
      FetchAt alone = row.at[lane];
      alone.quad_lane = 0;
      shown_by_lane += fetch(row.texture, FetchKind::grad, alone)[0] != row.result[lane];
      ++threads;
    }
  }
  EXPECT_GT(threads, 300);
  EXPECT_GT(shown_by_lane, 30);
}

TEST(AnisotropicSums, OfTheFastPathEqualTheHardware) {
  int quads = 0;
  for (CapturedQuad& row : read_rows()) {
    if (row.active != std::array{true, true, true, true}) continue;
    if (row.texture.sampler.filter != FilterMode::linear) continue;
    std::vector<float> coordinates, gradients;
    for (const FetchAt& at : row.at) {
      coordinates.insert(coordinates.end(), {at.x, at.y});
      gradients.insert(gradients.end(), {at.dx.x, at.dx.y, at.dy.x, at.dy.y});
    }
    BatchRequests requests;
    requests.coordinates = coordinates.data();
    requests.gradients = gradients.data();
    std::array<std::uint32_t, 4> result = {};
    cpu::fetch_batch(row.texture, FetchKind::grad, requests, 4, result.data(), 1);
    EXPECT_EQ(result, row.result);
    ++quads;
  }
  EXPECT_GT(quads, 20);
}

std::array<int, 4> lanes_of(std::array<bool, 4> equal) {
  std::array<int, 4> lanes = {-1, -1, -1, -1};
  unit::find_quad_lanes(
      4, [&](std::size_t i, std::size_t j) { return equal[i] && equal[j]; },
      [&](std::size_t i, int lane) { lanes[i] = lane; });
  return lanes;
}

TEST(QuadLanes, AreSharedWhereTwoThreadsLieAcross) {
  EXPECT_EQ(lanes_of({true, true, true, true}), (std::array{0, 1, 2, 3}));
  EXPECT_EQ(lanes_of({true, false, false, true}), (std::array{0, 0, 0, 3}));
  EXPECT_EQ(lanes_of({false, true, true, false}), (std::array{0, 1, 2, 0}));
  EXPECT_EQ(lanes_of({true, true, false, true}), (std::array{0, 1, 0, 3}));
  EXPECT_EQ(lanes_of({true, true, false, false}), (std::array{0, 0, 0, 0})); // a row
  EXPECT_EQ(lanes_of({false, true, false, true}), (std::array{0, 0, 0, 0})); // a column
  EXPECT_EQ(lanes_of({false, false, true, false}), (std::array{0, 0, 0, 0}));
}

TEST(QuadLanes, CompareTheUpperBitsOfGradients) {
  EXPECT_TRUE(unit::equal_gradients({6, 0, 1}, {6.0077f, 0, 2}));
  EXPECT_TRUE(unit::equal_gradients({6, 0, 0}, {6, 1e-42f, 0}));
  EXPECT_FALSE(unit::equal_gradients({6, 0, 0}, {6.0079f, 0, 0}));
  EXPECT_FALSE(unit::equal_gradients({6, 0, 0}, {5.9999f, 0, 0}));
  EXPECT_FALSE(unit::equal_gradients({6, 0, 0}, {6, -0.0f, 0}));
  EXPECT_FALSE(unit::equal_gradients({6, 0, 0}, {6, 1e-30f, 0}));
}

} // namespace
} // namespace texelscope
