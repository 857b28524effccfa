// The profiler on the CPU: right results of every kind of cell, and what it refuses. Speed is not tested.
#include "kernels/reports/profile/measure/profiler.h"

#include <gtest/gtest.h>

#include "kernels/machines/backend/backend.h"
#include "kernels/reports/profile/cell/suites.h"

namespace texelscope::profile {
namespace {

BenchmarkCase cell(std::string_view cell_name) {
  return parse_cell(cell_name).value();
}

TEST(ProfileCpu, ResultsAreTheModels) {
  const auto profiler = make_cpu_profiler();
  for (const char* cell_name :
       {"u8x4.bilinear.2d.array.tile.64K.tex", "f32x4.point.2d.pitch.rotated30.64K.tex",
        "s16x2.trilinear.3d.array.tile.64K.tex", "u32x1.point.1d.linear.divergent.64K.tex",
        "u8x1.bilinear.cube_layered.array.tile.64K.tex", "u8x4.aniso4.2d.array.tile.64K.tex",
        "f16x2.bilinear.2d.array.window64.64K.tex", "u8x4.point.2d.array.gather.64K.tex",
        "srgb8x4.bilinear.2d_layered.array.minified2.64K.tex",
        "f32x1.bilinear.1d_layered.array.strided2.64K.tex", "u8x4.point.2d.array.tile.8M.tex.cold"}) {
    const Measured m = profiler->measure(cell(cell_name));
    ASSERT_FALSE(m.skipped) << cell_name << " " << m.message;
    EXPECT_EQ(m.largest_error, 0) << cell_name;
    EXPECT_TRUE(m.right());
    EXPECT_GE(m.samples_ms.size(), 1u);
    EXPECT_GE(m.texels, 16384);
    EXPECT_EQ(m.bytes, m.texels * m.cell.format.texel_bytes());
    EXPECT_GT(m.texels_per_second, 0);
    EXPECT_FALSE(m.texels_per_clock_sm);
  }
}

TEST(ProfileCpu, FetchesAsManyTexelsAsRequested) {
  const auto profiler = make_cpu_profiler();
  for (const char* cell_name :
       {"u8x4.bilinear.2d.array.tile.64K.tex", "s8x1.point.3d.array.tile.64K.tex",
        "u16x4.trilinear.cube.array.tile.64K.tex", "s32x2.point.1d.linear.row.64K.tex",
        "f16x1.bilinear.2d.array.divergent.64K.tex"}) {
    const SelfTest test = profiler->test(cell(cell_name));
    EXPECT_EQ(test.texels.counted, test.texels.requested) << cell_name;
    EXPECT_GT(test.doubled_ms, 0);
  }
}

TEST(ProfileCpu, UnsupportedCellsAreSkipped) {
  const auto profiler = make_cpu_profiler();
  EXPECT_EQ(profiler->measure(cell("u8x4.point.2d.pitch.tile.64K.load")).skipped, Obstacle::no_backend_path);
  EXPECT_EQ(profiler->measure(cell("u32x4.bilinear.2d.array.tile.64K.tex")).skipped,
            Obstacle::integers_not_filtered);
  EXPECT_THROW(profiler->test(cell("u8x4.point.2d.pitch.tile.64K.load")), MachineError);
}

TEST(ProfileCpu, TwoCellsAlternate) {
  const auto profiler = make_cpu_profiler();
  const BenchmarkCase a = cell("u8x4.point.2d.array.tile.64K.tex"),
                      b = cell("u8x4.bilinear.2d.array.tile.64K.tex");
  const auto [first, second] = profiler->measure_interleaved(a, b);
  EXPECT_EQ(first.cell, a);
  EXPECT_EQ(second.cell, b);
  EXPECT_TRUE(first.right() && second.right());
  EXPECT_GE(first.samples_ms.size(), 1u);
  const auto [skipped, too] = profiler->measure_interleaved(a, cell("u8x4.point.2d.pitch.tile.64K.load"));
  EXPECT_EQ(skipped.skipped, Obstacle::no_backend_path);
  EXPECT_EQ(too.skipped, Obstacle::no_backend_path);
}

TEST(ProfileCpu, ReportsItsMachine) {
  const Machine one = make_cpu_profiler()->machine();
  EXPECT_EQ(one.backend, "cpu");
  EXPECT_EQ(one.cores, 1);
  EXPECT_FALSE(one.simd.empty());
  EXPECT_EQ(make_cpu_profiler(3)->machine().cores, 3);
}

} // namespace
} // namespace texelscope::profile
