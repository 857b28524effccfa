// Pictures of recorded fetches: of the shipped recording, whose coordinates lack half a texel along x, and of
// one that is made by hand.
#include "kernels/studies/fetches/fetch_maps.h"

#include <gtest/gtest.h>

#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "tests/kernels/studies/fetches/made_recording.h"

namespace texelscope::fetches {

namespace {
TEST(FetchMaps, OfTheShippedRecordingShowWhereHalfATexelIsMissing) {
  const trace::TraceReport report =
      trace::load_trace_report(TEXELSCOPE_SOURCE_DIR "/assets/recordings/half_texel.json");
  FetchFile file = fetch_file_of(report);
  const auto all = fetch_maps(report, file);
  ASSERT_EQ(all.size(), 1u);
  const FetchMaps& maps = all.at(1);
  EXPECT_EQ(maps.fetches, 256u);
  EXPECT_EQ(maps.outside, 0u);

  ASSERT_EQ(maps.launch.grid.width, 16);
  ASSERT_EQ(maps.launch.grid.height, 16);
  EXPECT_EQ(maps.launch.received, 1u);
  for (const LaunchMap::Cell& cell : maps.launch.cells)
    EXPECT_NE(cell.fetch.number, 0u);
  file.read([&](const FetchRow& row) { // each thread fetched once
    const auto cell = std::size_t(row.fetch.position(1) * 16 + row.fetch.position(0));
    EXPECT_EQ(maps.launch.cells[cell].fetch.number, row.number);
    EXPECT_EQ(maps.launch.cells[cell].value[0], std::bit_cast<float>(row.fetch.result[0]));
    return true;
  });

  EXPECT_EQ(maps.launch.judged(), 256u); // its texels were copied
  EXPECT_EQ(maps.launch.differing(), 0u);
  for (const LaunchMap::Cell& cell : maps.launch.cells)
    EXPECT_EQ(cell.model[0], cell.value[0]);

  // x is half the thread's number, y that and a quarter: on edges and centers along x, at quarters along y.
  ASSERT_EQ(maps.within.grid.width, 32);
  ASSERT_EQ(maps.within.grid.height, 32);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 32; ++x) {
      const bool hit = (x == 0 || x == 16) && (y == 8 || y == 24);
      EXPECT_EQ(maps.within.counts[std::size_t(y * 32 + x)], hit ? 64u : 0u) << x << ", " << y;
    }
  EXPECT_EQ(maps.within.greatest(), 64u);
  ASSERT_EQ(maps.texels.counts.size(), 64u);
  for (const std::uint32_t count : maps.texels.counts)
    EXPECT_EQ(count, 4u);
}

TEST(FetchMaps, LeaveOutWhatHasNoPlace) {
  tests::MadeRecording made;
  FetchFile file(made.save_fetches());
  const FetchMaps maps = fetch_maps(made.report, file).at(1);
  EXPECT_EQ(maps.fetches, 3u); // that of another handle is of no object
  EXPECT_EQ(maps.outside, 0u);
  ASSERT_EQ(maps.texels.grid.width, 4);
  ASSERT_EQ(maps.texels.grid.height, 2);
  EXPECT_EQ(maps.texels.counts, (std::vector<std::uint32_t>{0, 2, 0, 0, 0, 0, 1, 0}));
}

// The program got 2 in the last launch, where the texel holds 1.
TEST(FetchMaps, SayWhatIsNotTheModels) {
  tests::MadeRecording made;
  FetchFile file(made.save_fetches());
  EXPECT_EQ(fetch_maps(made.report, file).at(1).launch.judged(), 0u); // no texels were copied
  made.save_texels();
  const LaunchMap launch = fetch_maps(made.report, file).at(1).launch;
  EXPECT_EQ(launch.judged(), 1u);
  EXPECT_EQ(launch.differing(), 1u);
  const auto cell = std::ranges::find_if(launch.cells, &LaunchMap::Cell::judged);
  EXPECT_EQ(cell->value[0], 2);
  EXPECT_EQ(cell->model[0], 1);
  EXPECT_EQ(cell->difference(), 1);
}

TEST(FetchMaps, ReadNoMoreThanTheyAreAskedFor) {
  const trace::TraceReport report =
      trace::load_trace_report(TEXELSCOPE_SOURCE_DIR "/assets/recordings/half_texel.json");
  FetchFile file = fetch_file_of(report);
  EXPECT_EQ(fetch_maps(report, file, 10).at(1).fetches, 10u);
}

TEST(CellGrid, CoversMoreThreadsThanItHasCells) {
  const CellGrid grid = CellGrid::over(1000, 65);
  EXPECT_EQ(grid.each[0], 16u);
  EXPECT_EQ(grid.each[1], 2u);
  EXPECT_EQ(grid.width, 63);
  EXPECT_EQ(grid.height, 33);
  EXPECT_EQ(grid.cell_of(999, 64), 32u * 63 + 62);
  EXPECT_EQ(grid.cell_of(15, 1), 0u);
  EXPECT_EQ(grid.cell_of(16, 0), 1u);
  EXPECT_FALSE(grid.cell_of(1008, 0));
  EXPECT_FALSE(grid.cell_of(0, 66));
}
} // namespace

} // namespace texelscope::fetches
