// The profiler on a GPU: every path gives the model's result, the texels are those requested, time grows with
// work.
#include "kernels/reports/profile/measure/profiler.h"

#include "kernels/reports/profile/cell/suites.h"
#include "kernels/reports/profile/measure/check.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

using namespace profile;

class ProfileOnDevice : public DeviceTest {};

TEST_F(ProfileOnDevice, EveryPathGivesTheModelsResult) {
  const auto profiler = make_cuda_profiler();
  for (const BenchmarkCase& cell : cells_of(Suite::quick)) {
    const Measured m = profiler->measure(cell);
    ASSERT_FALSE(m.skipped) << name(cell) << " " << m.message;
    EXPECT_LE(m.largest_error, m.tolerance) << name(cell);
    EXPECT_GT(m.texels_per_clock_sm.value_or(0), 0) << name(cell);
  }
}

// Formats missing from the quick suite, by the paths that convert in the kernel.
TEST_F(ProfileOnDevice, EveryFormatByEveryPath) {
  const auto profiler = make_cuda_profiler();
  for (const BenchmarkCase& cell : cells_of(Suite::full)) {
    if (cell.bytes != 65536 || cell.cold || cell.dimension != Dimension::d2 || has_mips(cell.filter))
      continue;
    const auto prepared = profiler->prepare(cell, scrambled_texels(cell.format));
    prepared->launch(1);
    EXPECT_LE(prepared->largest_error(), tolerance(cell)) << name(cell);
  }
}

TEST_F(ProfileOnDevice, TexelsAreThoseRequestedAndTimeGrowsWithWork) {
  const auto profiler = make_cuda_profiler();
  for (const char* cell_name :
       {"u8x4.bilinear.2d.array.tile.64K.tex", "f32x4.point.2d.array.tile.1G.tex",
        "u8x4.aniso4.2d.array.tile.64K.tex", "s16x2.trilinear.3d.array.tile.64K.tex",
        "u32x1.point.1d.linear.row.64K.tex", "u8x1.bilinear.cube_layered.array.tile.64K.tex",
        "u8x4.point.2d.array.gather.64K.tex", "f16x4.point.2d.array.tile.64K.surface",
        "u16x2.point.2d.pitch.tile.64K.ldg", "f32x4.point.2d.pitch.tile.64K.load",
        "u8x4.bilinear.2d.pitch.tile.64K.shared", "f32x1.bilinear.2d.pitch.tile.64K.software",
        "u8x4.bilinear.2d.array.window256.4M.tex", "u8x4.bilinear.2d.array.divergent.4M.tex"}) {
    const SelfTest test = profiler->test(parse_cell(cell_name).value());
    EXPECT_EQ(test.texels.counted, test.texels.requested) << cell_name;
    EXPECT_GT(test.doubled_ms / test.ms, 1.7) << cell_name;
    EXPECT_LT(test.doubled_ms / test.ms, 2.3) << cell_name;
  }
}

TEST_F(ProfileOnDevice, ColdRunsGoOverTheTextureOnce) {
  const auto profiler = make_cuda_profiler();
  const Measured m = profiler->measure(parse_cell("u8x4.point.2d.array.tile.16M.tex.cold").value());
  ASSERT_FALSE(m.skipped) << m.message;
  EXPECT_GE(m.texels, 4194304);
  EXPECT_LT(m.texels, 3 * 4194304);
  EXPECT_TRUE(m.right());
}

TEST_F(ProfileOnDevice, ReportsItsMachine) {
  const Machine machine = make_cuda_profiler()->machine();
  EXPECT_EQ(machine.backend, "cuda");
  EXPECT_FALSE(machine.device.empty());
  EXPECT_EQ(machine.uuid.substr(0, 4), "GPU-");
  EXPECT_EQ(machine.uuid.size(), 40u);
  EXPECT_GT(machine.multiprocessors, 0);
  EXPECT_GT(machine.l2_bytes, 0);
  EXPECT_GT(machine.top_clock_mhz.value_or(0), 0);
}

TEST_F(ProfileOnDevice, NoSuchDevice) {
  EXPECT_THROW(make_cuda_profiler(99), MachineError);
}

} // namespace texelscope::device_tests
