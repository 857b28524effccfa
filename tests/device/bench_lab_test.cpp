// The bench lab on CUDA with its counters on: cells are counted, or the reason is shown and they are measured
// without counters.
#include "app/analyses/bench_lab.h"

#include <chrono>
#include <thread>

#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

using namespace profile;

class BenchLabOnDevice : public DeviceTest {
protected:
  // For a minute at most: the kinds' roof samples may have to be measured first.
  void measure() {
    lab.update(choice, true, true, false);
    lab.start(choice);
    for (int i = 0; i < 1200 && lab.measures(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      lab.update(choice, true, true, false);
    }
    ASSERT_FALSE(lab.measures());
    ASSERT_EQ(lab.findings().failure, "");
  }

  ui::BenchChoice choice;
  BenchLab lab;
};

TEST_F(BenchLabOnDevice, CountsOrSaysWhyNot) {
  choice.pattern = "u8x4.point.2d.*.tile.64K.*";
  choice.counters = true;
  choice.view = ui::BenchView::counters;
  ASSERT_NO_FATAL_FAILURE(measure());
  const ui::BenchFindings& found = lab.findings();
  ASSERT_EQ(found.report->cells.size(), 5u);
  const bool counted = found.uncounted.empty();
  EXPECT_EQ(found.columns.empty(), !counted) << found.uncounted;
  for (const Measured& m : found.report->cells) {
    EXPECT_TRUE(m.right()) << name(m.cell) << ": " << m.message;
    ASSERT_EQ(m.counts.has_value(), counted) << name(m.cell) << ": " << found.uncounted;
    if (!counted || m.cell.path != Path::tex) continue;
    EXPECT_NEAR(value_of(m, Column::counted).value_or(0), 1, 0.001) << name(m.cell);
    EXPECT_EQ(busiest(m), Column::l1_share) << name(m.cell);
  }
  choice.counters = false;
  ASSERT_NO_FATAL_FAILURE(measure());
  EXPECT_EQ(found.uncounted, "");
  EXPECT_FALSE(found.report->cells.at(0).counts);
}

} // namespace texelscope::device_tests
