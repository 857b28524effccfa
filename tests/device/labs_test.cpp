// The window's labs on a GPU, beside a backend that keeps drawing: neither disturbs the other.
#include "app/analyses/labs.h"

#include <chrono>

#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
constexpr int lab_width = 320, lab_height = 240;

class LabsOnDevice : public CudaTest {
protected:
  void SetUp() override {
    CudaTest::SetUp();
    if (IsSkipped()) return;
    image = noise({ElementKind::unsigned_int, 8, 4}, 64, 64, 5);
    expected = picture(*make_cpu_backend());
  }

  Picture picture(Backend& of) {
    run(of, session_for(*image), image, lab_width, lab_height);
    return of.read_result();
  }

  // As the window's loop does: frames, and the open lab beside them, until the lab has its result.
  template <class Done>
  void draw_until(Lab open, Done&& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
      labs.update(open, choices, {}, true, false);
      ASSERT_EQ(difference(picture(*cuda), expected), "");
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "the lab does not finish";
    }
  }

  std::shared_ptr<const Image> image;
  Picture expected;
  Labs labs;
  ui::LabChoices choices;
};

TEST_F(LabsOnDevice, StalenessIsMeasured) {
  const auto& finding = labs.findings().staleness;
  for (const staleness::Combination& combination : staleness::combinations()) {
    choices.staleness = combination;
    draw_until(Lab::staleness, [&] { return finding.found && finding.found->requested == combination; });
    ASSERT_EQ(finding.failure, "");
    EXPECT_FALSE(finding.found->simulated);
    EXPECT_EQ(finding.found->result.texels, 4096);
    EXPECT_EQ(finding.found->result.other, 0) << identifier(combination);
    if (guarantee(combination) == staleness::Guarantee::fresh) {
      EXPECT_EQ(finding.found->result.stale, 0) << identifier(combination);
    }
  }
}

TEST_F(LabsOnDevice, WritesLandByTheRule) {
  const auto& finding = labs.findings().destinations;
  for (const bool mistake : {false, true}) {
    choices.writes.x_in_texels = mistake;
    draw_until(Lab::writes, [&] {
      return finding.found && finding.found->boundary_test.boundary_test == choices.writes.boundary_test();
    });
    EXPECT_TRUE(finding.found->on_device);
    EXPECT_EQ(finding.found->boundary_test.unlike_rule, 0);
    EXPECT_EQ(finding.found->boundary_test.destinations.size(), 96u);
  }
}

TEST_F(LabsOnDevice, WaysToWriteAreTimed) {
  const auto& finding = labs.findings().routes;
  labs.update(Lab::writes, choices, {}, true, true);
  labs.time_writes();
  draw_until(Lab::writes, [&] { return finding.found.has_value() || !finding.failure.empty(); });
  ASSERT_EQ(finding.failure, "");
  ASSERT_EQ(finding.found->size(), 4u);
  for (const write_lab::Comparison& comparison : *finding.found)
    for (const write_lab::RouteTime& route : comparison.routes) {
      EXPECT_EQ(route.wrong, 0u) << format_name(comparison.format);
      EXPECT_GT(route.seconds, 0);
    }
}
} // namespace

} // namespace texelscope::device_tests
