// The roof of fetches: the model from roof samples, and the sectors that it uses. Numbers are those of an
// H200.
#include "kernels/reports/profile/measure/roof.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>

#include <gtest/gtest.h>

#include "kernels/profile_reports.h"
#include "kernels/reports/profile/cell/access_pattern_of.h"
#include "kernels/reports/profile/cell/sectors.h"
#include "kernels/reports/profile/cell/suites.h"
#include "tests/kernels/fake_profiler.h"

namespace texelscope::profile {
namespace {

using tests::cell;

constexpr std::int64_t l2_bytes = 60 << 20;

std::vector<std::string> names(const std::vector<BenchmarkCase>& cells) {
  std::vector<std::string> all;
  for (const BenchmarkCase& c : cells)
    all.push_back(name(c));
  return all;
}

std::vector<BenchmarkCase> roof_samples(const std::string& cell_name) {
  return required_samples(cell(cell_name), l2_bytes);
}

using Rates = std::map<std::string, Rate>;
std::optional<Bound> bound(const std::string& cell_name, const Rates& rates) {
  return bound_of(
      cell(cell_name),
      [&](const BenchmarkCase& roof_sample) {
        const auto found = rates.find(name(roof_sample));
        return found == rates.end() ? std::nullopt : std::optional<Rate>(found->second);
      },
      l2_bytes);
}

constexpr const char* texture_sample = "u8x1.point.2d.array.tile.128K.tex";
constexpr const char* l2_sample = "f32x4.point.2d.pitch.tile.10M.load";
constexpr const char* memory_sample = "f32x4.point.2d.array.tile.900M.tex";

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

// For comparison, the sectors per texel that were counted from the L2, with textures larger than the L1:
// 0.121 to 0.125, 0.154 to 0.158, 0.285, 0.53, 0.060.
TEST(ProfileSectors, ThatABlockTouches) {
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.array.tile.4M.tex")).sectors, 0.125);
  EXPECT_EQ(touched_by_step(cell("f32x4.point.2d.array.tile.4M.tex")).sectors, 0.5);
  EXPECT_EQ(touched_by_step(cell("u8x4.bilinear.2d.array.tile.4M.tex")).sectors, 5 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("f16x4.bilinear.2d.array.tile.4M.tex")).sectors, 9 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("f32x4.bilinear.2d.array.tile.4M.tex")).sectors, 17 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("u8x1.bilinear.2d.array.tile.4M.tex")).sectors, 2 * 65 / 2048.0);
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.pitch.tile.4M.load")).sectors, 0.125);
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.pitch.tile.4M.load")).lines,
            128 / 2048.0); // 16 texels are half a line
  EXPECT_EQ(touched_by_step(cell("u8x4.point.2d.array.minified4.4M.tex")).sectors, 1);
  EXPECT_GT(touched_by_step(cell("u8x4.point.2d.array.window1024.4M.tex")).sectors, 0.95);
}

TEST(ProfileRoof, RequiredSamplesAreTheNeighborsAndThoseThatShowTheStage) {
  EXPECT_EQ(names(roof_samples("s16x2.bilinear.2d.array.tile.4M.tex")),
            (std::vector<std::string>{
                "u8x4.bilinear.2d.array.tile.2M.tex", "u8x4.bilinear.2d.array.tile.4M.tex",
                "u8x4.bilinear.2d.array.tile.128K.tex", texture_sample, l2_sample, memory_sample}));
  EXPECT_EQ(names(roof_samples("srgb8x4.point.cube.array.tile.1G.tex"))[0],
            "u8x4.point.cube.array.tile.900M.tex");
  EXPECT_EQ(names(roof_samples("u8x4.point.1d.array.row.64K.tex"))[2],
            "u8x1.point.1d.array.row.16K.tex"); // no 1-D texture is wider
  EXPECT_EQ(names(roof_samples("s16x4.point.2d.pitch.tile.1G.load"))[0],
            "s16x4.point.2d.pitch.tile.900M.load");
  EXPECT_EQ(names(roof_samples("s16x4.point.2d.array.gather.1G.tex"))[0],
            "u16x4.point.2d.array.gather.900M.tex");
  EXPECT_EQ(names(roof_samples("s32x1.point.2d.array.gather.4M.tex"))[0],
            "u32x1.point.2d.array.gather.2M.tex");
  EXPECT_EQ(names(roof_samples("u8x4.point.2d.array.window1024.5M.tex"))[1],
            "u8x4.point.2d.array.window64.128K.tex");
}

TEST(ProfileRoof, EveryCellHasRoofSamplesThatCanBeMeasured) {
  for (const BenchmarkCase& c : cells_of(Suite::full)) {
    const std::vector<BenchmarkCase> roof_samples = required_samples(c, l2_bytes);
    ASSERT_GE(roof_samples.size(), 2u) << name(c);
    for (const BenchmarkCase& roof_sample : roof_samples)
      EXPECT_FALSE(obstacle(roof_sample)) << name(c) << " " << name(roof_sample);
  }
}

TEST(ProfileRoof, RatesAreInterpolatedOnLogarithmicScales) {
  const Rates rates = {{texture_sample, {4}},
                       {memory_sample, {1.13}},
                       {l2_sample, {2.6}},
                       {"f32x4.point.2d.array.tile.128K.tex", {2}},
                       {"f32x4.point.2d.array.tile.224M.tex", {1.6}},
                       {"f32x4.point.2d.array.tile.320M.tex", {1.2}}};
  const BenchmarkCase between = cell("f32x4.point.2d.array.tile.256M.tex");
  const double share = std::log(double(shape_of(between).texels()) / (224 << 16)) / std::log(320 / 224.0);
  const auto found = bound("f32x4.point.2d.array.tile.256M.tex", rates);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->rate.per_clock, 1.6 * std::pow(0.75, share), 1e-12);
  EXPECT_EQ(found->stage, Stage::memory);
  EXPECT_EQ(bound("f32x4.point.2d.array.tile.1G.tex", rates)->rate.per_clock, 1.13);
  EXPECT_FALSE(bound("f32x4.point.2d.array.tile.40M.tex", rates)) << "its roof samples are not known";
}

// 16 regions in as much time as 8 of another launch would take, if both take the same time.
TEST(ProfileRoof, ColdLaunchesAreInterpolatedInTime) {
  Rates rates = {{texture_sample, {4}},
                 {memory_sample, {1.13}},
                 {l2_sample, {2.6}},
                 {"u8x4.point.2d.array.tile.128K.tex", {4}},
                 {"u8x4.point.2d.array.tile.80K.tex.cold", {0.03}},
                 {"u8x4.point.2d.array.tile.128K.tex.cold", {0.05}}};
  const auto regions = [](const char* cell_name) {
    return double(regions_of(access_pattern_of(cell(cell_name))));
  };
  rates["u8x4.point.2d.array.tile.80K.tex.cold"] = {0.005 * regions("u8x4.point.2d.array.tile.80K.tex.cold")};
  rates["u8x4.point.2d.array.tile.128K.tex.cold"] = {0.005 *
                                                     regions("u8x4.point.2d.array.tile.128K.tex.cold")};
  const auto found = bound("u8x4.point.2d.array.tile.98K.tex.cold", rates);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->rate.per_clock, 0.005 * regions("u8x4.point.2d.array.tile.98K.tex.cold"), 1e-9);
  EXPECT_EQ(found->stage, Stage::latency);
}

// Rates and stages as measured by an H200's counters.
TEST(ProfileRoof, StagesAreThoseThatStop) {
  const auto stage = [](const std::string& cell_name, double pipeline, double rate, double plain = 4) {
    const std::vector<BenchmarkCase> roof_samples =
        required_samples(cell(cell_name), l2_bytes); // neighbors, pipeline, plain, L2, memory
    const std::size_t neighbors = roof_samples.size() - 4;
    Rates rates;
    for (std::size_t i = 0; i < neighbors; ++i)
      rates[name(roof_samples[i])] = {rate};
    const double others[] = {pipeline, plain, 2.6, 1.13};
    for (std::size_t i = 0; i < 4; ++i)
      rates[name(roof_samples[neighbors + i])] = {others[i]};
    const auto found = bound(cell_name, rates);
    EXPECT_TRUE(found) << cell_name;
    return found ? found->stage : Stage::issue;
  };
  EXPECT_EQ(stage("u8x4.bilinear.2d.array.tile.4M.tex", 3.99, 3.99), Stage::texture);
  EXPECT_EQ(stage("u8x4.bilinear.cube_layered.array.tile.4M.tex", 1.99, 1.99, 2), Stage::texture);
  EXPECT_EQ(stage("f16x4.bilinear.2d.array.tile.4M.tex", 2.01, 2.0), Stage::filter);
  EXPECT_EQ(stage("f32x4.point.2d.array.tile.4M.tex", 2, 2), Stage::l1);
  EXPECT_EQ(stage("u8x4.point.2d.array.strided16.4M.tex", 1, 0.98), Stage::l1);
  EXPECT_EQ(stage("u8x4.point.2d.array.minified4.4M.tex", 2, 1.06), Stage::l2);
  EXPECT_EQ(stage("f32x4.point.2d.array.strided2.4M.tex", 2, 1.28), Stage::l2);
  EXPECT_EQ(stage("u8x4.point.2d.array.tile.1G.tex", 4, 3.13), Stage::memory);
  EXPECT_EQ(stage("f32x4.bilinear.2d.array.tile.1G.tex", 1, 0.653), Stage::memory);
  EXPECT_EQ(stage("u8x1.bilinear.2d.array.tile.256M.tex", 4, 3.16), Stage::texture);
  EXPECT_EQ(stage("u8x4.point.2d.array.tile.1M.tex.cold", 4, 0.19), Stage::latency);
  EXPECT_EQ(stage("u8x4.point.2d.pitch.tile.4M.load", 2.67, 2.65), Stage::issue);
  EXPECT_EQ(stage("f16x4.point.2d.pitch.tile.8704K.load", 4.57, 4.46), Stage::l2);
  // Requests of one sector keep the L2 as busy as requests of two.
  EXPECT_EQ(stage("u8x4.point.2d.pitch.tile.8704K.ldg", 4.44, 4.45), Stage::l2);
  EXPECT_EQ(stage("f16x1.point.2d.pitch.tile.4M.load", 6.07, 6.07), Stage::issue);
  EXPECT_EQ(stage("s8x1.point.2d.pitch.tile.4M.ldg", 6.03, 5.93), Stage::issue);
  EXPECT_EQ(stage("f32x4.bilinear.2d.pitch.tile.64K.shared", 0.88, 0.88), Stage::l1);
  // Half of the 60 MB of L2 keeps everything; beyond that more and more sectors miss.
  EXPECT_EQ(stage("f32x4.point.2d.array.tile.24M.tex", 2, 1.37), Stage::l2);
  EXPECT_EQ(stage("f32x4.point.2d.array.tile.36M.tex", 2, 1.995), Stage::l1);
  EXPECT_EQ(stage("f32x4.point.2d.array.tile.48M.tex", 2, 1.742), Stage::memory);
  EXPECT_EQ(stage("f32x4.point.2d.array.tile.56M.tex", 2, 1.41), Stage::memory);
  EXPECT_EQ(stage("u8x4.point.2d.array.tile.40M.tex", 4, 3.759), Stage::texture);
  EXPECT_EQ(stage("u8x4.point.2d.array.tile.56M.tex", 4, 3.187), Stage::memory);
  EXPECT_EQ(stage("f32x4.point.2d.pitch.tile.36M.ldg", 6, 2.25), Stage::l2);
  EXPECT_EQ(stage("f32x4.point.2d.pitch.tile.60M.ldg", 6, 1.958), Stage::memory);
  // When the L1 holds most of the texture, the L2 has little to do.
  EXPECT_EQ(stage("u8x4.point.2d.pitch.tile.256K.ldg", 4.44, 4.44), Stage::issue);
  EXPECT_EQ(stage("f32x4.point.2d.pitch.tile.64K.load", 5.57, 5.57),
            Stage::issue); // the L2 does not limit it
}

// Memory has its own clock: roof samples measured while the multiprocessors were throttled give the same rate
// per second.
TEST(ProfileRoof, WhatWaitsForMemoryDoesNotGoByTheMultiprocessorsClock) {
  Rates rates = {{texture_sample, {4, 1980}},
                 {memory_sample, {1.13, 1980}},
                 {l2_sample, {2.6, 1980}},
                 {"f32x4.point.2d.array.tile.128K.tex", {2, 1980}},
                 {"f32x4.point.2d.array.tile.224M.tex", {1.12, 1980}},
                 {"f32x4.point.2d.array.tile.320M.tex", {1.12, 1980}}};
  const std::string cell_name = "f32x4.point.2d.array.tile.256M.tex";
  const auto free = bound(cell_name, rates);
  rates[memory_sample] = {1.13 * 1.375, 1440};
  rates["f32x4.point.2d.array.tile.224M.tex"] = {1.12 * 1.1, 1800};
  rates["f32x4.point.2d.array.tile.320M.tex"] = {1.12 * 1.375, 1440};
  const auto throttled = bound(cell_name, rates);
  ASSERT_TRUE(free && throttled);
  EXPECT_EQ(free->stage, Stage::memory);
  EXPECT_EQ(throttled->stage, Stage::memory);
  for (const double clock_mhz : {1980.0, 1440.0})
    for (const Bound& found : {*free, *throttled})
      EXPECT_NEAR(per_second(found, clock_mhz), 1.12 * 1980e6, 1);
}

TEST(ProfileRoof, WhatWaitsForTheTextureUnitGoesByTheMultiprocessorsClock) {
  const Rates rates = {{texture_sample, {4, 1980}},
                       {memory_sample, {1.13, 1980}},
                       {l2_sample, {2.6, 1980}},
                       {"u8x4.point.2d.array.tile.2M.tex", {4, 1440}},
                       {"u8x4.point.2d.array.tile.4M.tex", {4, 1980}},
                       {"u8x4.point.2d.array.tile.128K.tex", {4, 1980}}};
  const auto found = bound("u8x4.point.2d.array.tile.3M.tex", rates);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->stage, Stage::texture);
  EXPECT_NEAR(per_second(*found, 1440), 4 * 1440e6, 1);
  EXPECT_NEAR(per_second(*found, 1980), 4 * 1980e6, 1);
}

TEST(ProfileRoof, TheRoofSampleOfTheL2FitsEachDevicesL2) {
  const auto l2_of = [](std::int64_t megabytes) {
    return names(required_samples(cell("u8x4.point.2d.array.tile.64K.tex"), megabytes << 20));
  };
  const auto has = [](const std::vector<std::string>& all, const char* size) {
    return std::ranges::count(all, std::string("f32x4.point.2d.pitch.tile.") + size + ".load") == 1;
  };
  EXPECT_TRUE(has(l2_of(60), "10M"));
  EXPECT_TRUE(has(l2_of(40), "4M"));
  EXPECT_TRUE(has(l2_of(6), "1M"));
  EXPECT_TRUE(has(l2_of(2), "1M"));
  EXPECT_TRUE(has(l2_of(200), "24M"));
}

TEST(ProfileRoof, LinesOfWhatThePipelineSetsGoByTheMultiprocessorsClock) {
  const auto lines = [](double in_l2, double in_memory) {
    const Rates rates = {{texture_sample, {4, 1980}},
                         {memory_sample, {1.13, 1980}},
                         {l2_sample, {2.6, 1980}},
                         {"f32x4.bilinear.2d.array.tile.128K.tex", {1, 1980}},
                         {"f32x4.bilinear.2d.array.tile.10M.tex", {in_l2, 1980}},
                         {"f32x4.bilinear.2d.array.tile.900M.tex", {in_memory, 1980}}};
    return all_bounds(
        cell("f32x4.bilinear.2d.array.tile.4M.tex"),
        [&](const BenchmarkCase& roof_sample) { return std::optional(rates.at(name(roof_sample))); },
        l2_bytes);
  };
  const std::vector<Bound> found = lines(1, 0.65);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(per_second(found[0], 1440), 1440e6, 1);
  EXPECT_NEAR(per_second(found[1], 1440), 1440e6, 1) << "the filter's rate in the L2, too";
  EXPECT_NEAR(per_second(found[2], 1440), 0.65 * 1980e6, 1);
}

// Counts the launches of each cell. Launches report a millisecond each; if `unsteady`, alternately one and
// two, and take some real time.
struct SteadyProfiler : tests::FakeProfiler {
  SteadyProfiler() {
    multiprocessor_count = 100;
    size_of_l2 = profile::l2_bytes;
    refuses = obstacle;
    launches_of = [this](const BenchmarkCase& cell) {
      return tests::FakeLaunches{400'000'000,
                                 [this, &count = launches[name(cell)]] {
                                   ++count;
                                   if (!unsteady) return Sample{1, 1000};
                                   std::this_thread::sleep_for(std::chrono::milliseconds(2));
                                   return Sample{count % 2 ? 1.0 : 2.0, 1000};
                                 },
                                 [] { return 0.25; }};
    };
  }
  std::map<std::string, int> launches;
  bool unsteady = false;
};

TEST(ProfileRoof, RoofSamplesAreMeasuredOnceAndBriefly) {
  SteadyProfiler profiler;
  const BenchmarkCase requested = cell("u8x4.bilinear.2d.array.tile.64K.tex");
  EXPECT_FALSE(profiler.measure(requested).roof_share) << "no roofs are requested";
  profiler.use_roofs({});
  const Measured first = profiler.measure(requested), second = profiler.measure(requested);
  EXPECT_EQ(first.roof_share, 1);
  EXPECT_EQ(first.limiter, "texture");
  EXPECT_EQ(second.roof_share, 1);
  EXPECT_EQ(first.largest_error, 0.25);
  EXPECT_EQ(profiler.roof_samples().size(), required_samples(requested, l2_bytes).size());
  EXPECT_EQ(profiler.launches[name(requested)], 3 * 5);
  for (const BenchmarkCase& roof_sample : required_samples(requested, l2_bytes))
    EXPECT_EQ(profiler.launches[name(roof_sample)], 5) << name(roof_sample);
  SteadyProfiler knowing;
  knowing.use_roofs(profiler.roof_samples());
  EXPECT_EQ(knowing.measure(requested).roof_share, 1);
  EXPECT_EQ(knowing.launches.size(), 1u);
}

TEST(ProfileRoof, UnsteadyRoofSamplesEndEarly) {
  SteadyProfiler profiler;
  profiler.unsteady = true;
  profiler.use_roofs({});
  const BenchmarkCase requested = cell("u8x4.bilinear.2d.array.tile.64K.tex");
  profiler.measure(requested);
  for (const BenchmarkCase& roof_sample : required_samples(requested, l2_bytes))
    EXPECT_LT(3 * profiler.launches[name(roof_sample)], profiler.launches[name(requested)])
        << name(roof_sample);
}

} // namespace
} // namespace texelscope::profile
