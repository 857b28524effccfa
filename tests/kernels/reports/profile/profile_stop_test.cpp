// A stop is noticed in every phase of a cell's measurement. The tests count instead of timing: constants keep
// slices small.
#include "kernels/reports/profile/measure/profiler.h"

#include <gtest/gtest.h>

#include "kernels/machines/cpu/in_slices.h"
#include "kernels/machines/cpu_profile/profile_requests.h"
#include "kernels/profile_reports.h"
#include "tests/kernels/fake_profiler.h"

namespace texelscope::profile {
namespace {

using tests::cell;

using Slices = std::vector<std::pair<std::size_t, std::size_t>>;

TEST(ProfileStop, SlicesAreAllThereIs) {
  Slices seen;
  cpu::in_slices(20, 8, {}, [&](std::size_t first, std::size_t size) { seen.emplace_back(first, size); });
  EXPECT_EQ(seen, (Slices{{0, 8}, {8, 8}, {16, 4}}));
  cpu::in_slices(0, 8, {}, [&](std::size_t, std::size_t) { FAIL() << "nothing to do"; });
}

TEST(ProfileStop, NoSliceBeginsAfterIt) {
  std::stop_source stop;
  Slices seen;
  const auto work = [&](std::size_t first, std::size_t size) {
    seen.emplace_back(first, size);
    if (first == 16) stop.request_stop();
  };
  EXPECT_THROW(cpu::in_slices(1000, 8, stop.get_token(), work), Stopped);
  EXPECT_EQ(seen, (Slices{{0, 8}, {8, 8}, {16, 8}}));
}

TEST(ProfileStop, NothingIsPreparedAfterIt) {
  std::stop_source stop;
  stop.request_stop();
  const auto profiler = make_cpu_profiler();
  profiler->set_stop_token(stop.get_token());
  for (const char* cell_name :
       {"u8x4.bilinear.2d.array.tile.64K.tex", "f32x4.point.2d.array.tile.8M.tex.cold",
        "u32x1.point.1d.linear.row.64K.tex"}) {
    EXPECT_THROW(profiler->prepare(cell(cell_name), scrambled_texels(cell(cell_name).format)), Stopped)
        << cell_name;
    const Texture texture = texture_of(cell(cell_name));
    EXPECT_THROW(cpu::ProfileRequests(texture, kind_of(cell(cell_name)), access_pattern_of(cell(cell_name)),
                                      1, 1 << 20, stop.get_token()),
                 Stopped)
        << cell_name;
  }
}

TEST(ProfileStop, NothingPreparedGoesOnAfterIt) {
  for (const char* cell_name :
       {"f32x4.aniso4.2d.array.tile.64K.tex", "u8x4.point.2d.array.tile.8M.tex.cold"}) {
    std::stop_source stop;
    const auto profiler = make_cpu_profiler();
    profiler->set_stop_token(stop.get_token());
    const auto prepared = profiler->prepare(cell(cell_name), texels_of_one(cell(cell_name).format));
    EXPECT_GT(prepared->launch(1).ms, 0);
    stop.request_stop();
    EXPECT_THROW(prepared->launch(1), Stopped) << cell_name;
    EXPECT_THROW(prepared->largest_error(), Stopped) << cell_name;
    EXPECT_THROW(prepared->fetch_count(), Stopped) << cell_name;
  }
}

TEST(ProfileStop, NoLaunchFollowsIt) {
  std::stop_source stop;
  int launches = 0, checks = 0;
  tests::FakeProfiler profiler;
  profiler.set_stop_token(stop.get_token());
  profiler.launches_of = [&](const BenchmarkCase&) {
    return tests::FakeLaunches{1,
                               [&] {
                                 if (++launches == 3) stop.request_stop();
                                 return Sample{1, 0};
                               },
                               [&] { return double(++checks); }};
  };
  EXPECT_THROW(profiler.measure(cell("u8x4.point.2d.array.tile.64K.tex")), Stopped);
  EXPECT_EQ(launches, 3);
  EXPECT_EQ(checks, 0);
}

} // namespace
} // namespace texelscope::profile
