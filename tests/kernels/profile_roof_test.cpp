// What fetches can get: the model out of rungs, and the sectors that it goes by. Figures are an H200's.
#include "kernels/profile/roof.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "kernels/profile/sectors.h"
#include "kernels/profile/suites.h"

namespace texelscope::profile {
namespace {

constexpr std::int64_t l2_bytes = 60 << 20;

Cell cell(const std::string& words) {
  const auto parsed = parse_cell(words);
  EXPECT_TRUE(parsed) << words;
  return parsed.value_or(Cell());
}

std::vector<std::string> names(const std::vector<Cell>& cells) {
  std::vector<std::string> all;
  for (const Cell& c : cells)
    all.push_back(name(c));
  return all;
}

using Rates = std::map<std::string, double>;
std::optional<Bound> bound(const std::string& words, const Rates& rates) {
  return bound_of(
      cell(words),
      [&](const Cell& rung) {
        const auto found = rates.find(name(rung));
        return found == rates.end() ? std::nullopt : std::optional(found->second);
      },
      l2_bytes);
}

constexpr const char* texture_rung = "u8x1.point.2d.array.tile.128K.tex";
constexpr const char* memory_rung = "f32x4.point.2d.array.tile.900M.tex";

TEST(ProfileSectors, AreSixteenBytesOfTwoRows) {
  const auto place = [](int x, int y) { return place_in_memory(Storage::array, 1024, 4, x, y); };
  EXPECT_EQ(place(0, 0), 0);
  EXPECT_EQ(place(3, 0), 12);
  EXPECT_EQ(place(0, 1), 16);
  EXPECT_EQ(place(4, 0), 32);
  EXPECT_EQ(place(0, 2), 64);
  EXPECT_EQ(place(8, 0), 256);
  EXPECT_EQ(place(15, 7), 508);
  EXPECT_EQ(place(16, 0), 512);
  EXPECT_EQ(place(0, 8), 16 * 512);
  EXPECT_EQ(place_in_memory(Storage::pitch, 1024, 4, 5, 3), 3 * 1024 + 20);
}

// Beside what was counted to come from the L2, of textures larger than the L1: 0.121 to 0.125, 0.154 to 0.158, 0.285, 0.53, 0.060.
TEST(ProfileSectors, ThatABlockTouches) {
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.array.tile.4M.tex")).sectors, 0.125);
  EXPECT_EQ(touched_by_step(cell("f32x4.point.2d.array.tile.4M.tex")).sectors, 0.5);
  EXPECT_EQ(touched_by_step(cell("u8x4.bilinear.2d.array.tile.4M.tex")).sectors, 5 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("f16x4.bilinear.2d.array.tile.4M.tex")).sectors, 9 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("f32x4.bilinear.2d.array.tile.4M.tex")).sectors, 17 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("u8x1.bilinear.2d.array.tile.4M.tex")).sectors, 2 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.pitch.tile.4M.load")).sectors, 0.125);
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.pitch.tile.4M.load")).lines, 128 / 2048.0); // 16 texels are half a line
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.array.minified4.4M.tex")).sectors, 1);
  EXPECT_GT(touched_by_step(cell("u8x4.point.2d.array.window1024.4M.tex")).sectors, 0.95);
}

TEST(ProfileRoof, RungsAreTheNeighboursAndWhatTellsTheStage) {
  EXPECT_EQ(names(rungs_of(cell("s16x2.bilinear.2d.array.tile.4M.tex"))),
            (std::vector<std::string>{"u8x4.bilinear.2d.array.tile.1536K.tex", "u8x4.bilinear.2d.array.tile.6M.tex",
                                      "u8x4.bilinear.2d.array.tile.128K.tex", texture_rung, memory_rung}));
  EXPECT_EQ(names(rungs_of(cell("srgb8x4.point.cube.array.tile.64K.tex"))),
            (std::vector<std::string>{"u8x4.point.cube.array.tile.16K.tex", "u8x4.point.cube.array.tile.128K.tex", "u8x1.point.cube.array.tile.128K.tex", memory_rung}));
  EXPECT_EQ(names(rungs_of(cell("u8x4.point.1d.array.row.64K.tex")))[1], "u8x1.point.1d.array.row.16K.tex"); // no 1-D texture is wider
  EXPECT_EQ(names(rungs_of(cell("s16x4.point.2d.pitch.tile.1G.load")))[0], "u16x4.point.2d.pitch.tile.900M.load");
}

TEST(ProfileRoof, EveryCellHasRungsThatCanBeMeasured) {
  for (const Cell& c : cells_of(Suite::full)) {
    const std::vector<Cell> rungs = rungs_of(c);
    ASSERT_GE(rungs.size(), 2u) << name(c);
    for (const Cell& rung : rungs)
      EXPECT_FALSE(obstacle(rung)) << name(c) << " " << name(rung);
  }
}

TEST(ProfileRoof, RatesAreInterpolatedOnLogarithmicScales) {
  const Rates rates = {{texture_rung, 4}, {memory_rung, 1.13}, {"f32x4.point.2d.array.tile.128K.tex", 2},
                       {"f32x4.point.2d.array.tile.160M.tex", 1.6}, {"f32x4.point.2d.array.tile.320M.tex", 1.2}};
  const Cell between = cell("f32x4.point.2d.array.tile.224M.tex");
  const double share = std::log(double(shape_of(between).texels()) / (160 << 16)) / std::log(2.0);
  const auto found = bound("f32x4.point.2d.array.tile.224M.tex", rates);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->rate, 1.6 * std::pow(0.75, share), 1e-12);
  EXPECT_EQ(found->stage, Stage::memory);
  EXPECT_EQ(bound("f32x4.point.2d.array.tile.1G.tex", rates)->rate, 1.13);
  EXPECT_FALSE(bound("f32x4.point.2d.array.tile.40M.tex", rates)) << "its rungs are not known";
}

TEST(ProfileRoof, StagesAreThoseThatStop) {
  const auto stage = [](const std::string& words, double pipeline, double rate) {
    const std::vector<Cell> rungs = rungs_of(cell(words));
    Rates rates;
    for (const Cell& rung : rungs)
      rates[name(rung)] = rate;
    Cell first = rungs[0];
    first.bytes = 128 << 10;
    first.cold = false;
    rates[name(first)] = pipeline;
    rates.insert_or_assign(memory_rung, 1.13);
    if (name(first) != texture_rung) rates[words.find("cube_layered") == std::string::npos ? texture_rung : "u8x1.point.cube_layered.array.tile.128K.tex"] = words.find("cube_layered") == std::string::npos ? 4 : 2;
    const auto found = bound(words, rates);
    EXPECT_TRUE(found) << words;
    return found ? found->stage : Stage::issue;
  };
  EXPECT_EQ(stage("u8x4.bilinear.2d.array.tile.4M.tex", 3.99, 3.99), Stage::texture);
  EXPECT_EQ(stage("u8x4.bilinear.cube_layered.array.tile.4M.tex", 1.99, 1.99), Stage::texture);
  EXPECT_EQ(stage("f16x4.bilinear.2d.array.tile.4M.tex", 2.01, 2.0), Stage::filter);
  EXPECT_EQ(stage("u8x4.point.2d.array.strided16.4M.tex", 1, 0.98), Stage::l1);
  EXPECT_EQ(stage("u8x4.point.2d.array.minified4.4M.tex", 2, 1.06), Stage::l2);
  EXPECT_EQ(stage("u8x4.point.2d.array.tile.1G.tex", 4, 3.13), Stage::memory);
  EXPECT_EQ(stage("f32x4.bilinear.2d.array.tile.1G.tex", 1, 0.653), Stage::memory);
  EXPECT_EQ(stage("u8x1.bilinear.2d.array.tile.256M.tex", 4, 3.16), Stage::texture);
  EXPECT_EQ(stage("u8x4.point.2d.array.tile.1M.tex.cold", 4, 0.19), Stage::latency);
  EXPECT_EQ(stage("u8x4.point.2d.pitch.tile.4M.load", 2.67, 2.65), Stage::issue);
}

} // namespace
} // namespace texelscope::profile
