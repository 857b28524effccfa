// PROFILE in a real window on a GPU: rates, roofs, counters, the warp and the heat map of the CUDA backend.
#include <cstdio>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/reports/profile/report/counters.h"

namespace texelscope::gui {

class ProfileOnGpu : public GuiTest {
protected:
  static constexpr double long_enough =
      60; // seconds: counters' first turns take some tenths each, at 4 % of the time

  void SetUp() override {
    const CudaReport report = cuda_report();
    if (!report.problem.empty()) GTEST_SKIP() << report.problem;
    start({"--backend", "cuda", "--texture.width", "256", "--texture.height", "256"});
    w().key("t");
    ASSERT_TRUE(comes("panel.cost"));
    ASSERT_TRUE(w().until([&] { return number("profile.fetch") > 0; })) << w().text("profile.fetch");
  }

  // 0 where there is none.
  double number(const std::string& item) {
    double found = 0;
    if (w().shows(item)) std::sscanf(w().text(item).c_str(), " %lf", &found);
    return found;
  }
  bool has_roof() {
    return w().until([&] { return number("profile.roof") > 0; }, long_enough);
  }
  // The driver may keep counters to administrators.
  void need_counters() {
    try {
      profile::make_counter_reader({profile::Counter::quads});
    } catch (const MachineError& error) {
      GTEST_SKIP() << error.what();
    }
  }
};

TEST_F(ProfileOnGpu, RatesHaveTheirRoof) {
  EXPECT_GT(number("profile.delivered"), number("profile.fetch")) << "four bytes per texel are delivered";
  EXPECT_GT(number("profile.per_clock"), 0);
  ASSERT_TRUE(has_roof()) << w().text("profile.roof");
  EXPECT_GT(number("profile.roof"), 85);
  EXPECT_LT(number("profile.roof"), 105);
  EXPECT_TRUE(says("profile.clock", "MHz"));
}

TEST_F(ProfileOnGpu, CountersSayWhatMovesAndHowOftenTheyCount) {
  need_counters();
  if (IsSkipped()) return;
  w().click("profile.counters");
  ASSERT_TRUE(w().until([&] { return number("profile.through_l2") > 0; }, long_enough))
      << w().text("profile.counted");
  EXPECT_TRUE(
      w().until([&] { return w().text("profile.counted").find(" %") != std::string::npos; }, long_enough))
      << w().text("profile.counted");
  int every = 0;
  double cost = 100;
  EXPECT_EQ(std::sscanf(w().text("profile.counted").c_str(), "every %d frames, %lf %%", &every, &cost), 2);
  EXPECT_GT(every, 1);
  EXPECT_LE(cost, 5);
  EXPECT_TRUE(
      w().until([&] { return w().text("profile.busy").find("SM") != std::string::npos; }, long_enough))
      << "the last counter group has been counted";
  EXPECT_LT(number("profile.through_l2"), number("profile.delivered"))
      << "256 KB of texels are mostly in the L1";
  // Under another tab nothing is counted; back under PROFILE counting starts again.
  show_tab("history");
  ASSERT_TRUE(goes("panel.cost"));
  show_tab("cost");
  EXPECT_TRUE(w().until([&] { return number("profile.through_l2") > 0; }, long_enough));
}

TEST_F(ProfileOnGpu, TheWarpIsCountedAsPredicted) {
  need_counters();
  if (IsSkipped()) return;
  w().click("profile.plots.warp");
  const Box picture = w().box("result");
  w().move(picture.x() + 20, picture.y() + 10);
  ASSERT_TRUE(says("profile.warp.fetched", ""));
  ASSERT_TRUE(has_roof());
  w().click("profile.warp.count");
  ASSERT_TRUE(w().until([&] { return w().shows("profile.warp.quad_sectors_counted"); }, 20))
      << (w().shows("profile.warp.note") ? w().text("profile.warp.note") : "no note");
  EXPECT_GT(number("profile.warp.quad_sectors"), 0);
  EXPECT_EQ(number("profile.warp.quad_sectors_counted"), number("profile.warp.quad_sectors"));
}

TEST_F(ProfileOnGpu, ColdCachesAreSlowerAndTheHeatMapIsDrawn) {
  const double warm = number("profile.fetch");
  w().click("profile.caches.cold");
  ASSERT_TRUE(says("profile.caches.cold", "(chosen)"));
  EXPECT_TRUE(w().until([&] { return number("profile.fetch") > 0 && number("profile.fetch") < warm / 2; },
                        long_enough))
      << w().text("profile.fetch");
  w().click("profile.heat");
  EXPECT_TRUE(comes("profile.heat_legend"));
}

} // namespace texelscope::gui
