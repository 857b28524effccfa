// PROFILE in a real window on a GPU: rates, roofs, counters, the warp and the heat map of the CUDA backend.
#include <cstdio>

#include "gui/gui_test.h"
#include "kernels/cuda_support.h"
#include "kernels/texts.h"

namespace texelscope::gui {

class ProfileOnGpu : public GuiTest {
protected:
  static constexpr double long_enough = 60; // seconds: counters' first turns take some tenths each, at 4 % of the time

  void SetUp() override {
    const CudaReport report = cuda_report();
    if (!report.problem.empty()) GTEST_SKIP() << report.problem;
    start({"--backend", "cuda", "--texture.width", "256", "--texture.height", "256"});
    w().key("t");
    ASSERT_TRUE(comes("panel.profile"));
    ASSERT_TRUE(w().until([&] { return number("profile.fetch") > 0; })) << w().text("profile.fetch");
  }

  // 0 where there is none.
  double number(const std::string& item) {
    double found = 0;
    if (w().shows(item)) std::sscanf(w().text(item).c_str(), " %lf", &found);
    return found;
  }
  void turn_counters_on() {
    w().click("profile.counters");
    // The driver may keep counters to administrators: then the panel says so.
    ASSERT_TRUE(w().until([&] { return number("profile.through_l2") > 0 || w().text("profile.counted") != text(Text::live_counting); }, long_enough));
    if (number("profile.through_l2") == 0) GTEST_SKIP() << w().text("profile.counted");
  }
};

TEST_F(ProfileOnGpu, RatesHaveTheirRoof) {
  EXPECT_GT(number("profile.delivered"), number("profile.fetch")) << "four bytes a texel";
  EXPECT_GT(number("profile.per_clock"), 0);
  ASSERT_TRUE(w().until([&] { return number("profile.roof") > 0; }, long_enough)) << w().text("profile.roof");
  EXPECT_LE(number("profile.roof"), 110);
  EXPECT_TRUE(says("profile.clock", "MHz"));
}

TEST_F(ProfileOnGpu, CountersSayWhatMovesAndHowOftenTheyCount) {
  turn_counters_on();
  if (IsSkipped() || HasFatalFailure()) return;
  EXPECT_TRUE(w().until([&] { return w().text("profile.counted").find(" %") != std::string::npos; }, long_enough)) << w().text("profile.counted");
  int every = 0;
  double cost = 100;
  EXPECT_EQ(std::sscanf(w().text("profile.counted").c_str(), "every %d frames, %lf %%", &every, &cost), 2);
  EXPECT_GT(every, 1);
  EXPECT_LE(cost, 5);
  EXPECT_TRUE(w().until([&] { return w().text("profile.busy").find("SM") != std::string::npos; }, long_enough)) << "the last group";
  EXPECT_LT(number("profile.through_l2"), number("profile.delivered")) << "256 KB of texels are mostly in the L1";
  // Under another tab nothing is counted; back again it begins anew.
  w().click("tabs.journal");
  ASSERT_TRUE(goes("panel.profile"));
  w().click("tabs.profile");
  EXPECT_TRUE(w().until([&] { return number("profile.through_l2") > 0; }, long_enough));
}

TEST_F(ProfileOnGpu, TheWarpIsCountedAsPredicted) {
  w().click("profile.plots.warp");
  const Box picture = w().box("result");
  w().move(picture.x() + 20, picture.y() + 10);
  ASSERT_TRUE(says("profile.warp.fetched", ""));
  w().click("profile.warp.count");
  const auto is_counted = [&] { return w().shows("profile.warp.quad_sectors_counted") || w().shows("profile.warp.note"); };
  ASSERT_TRUE(w().until(is_counted, long_enough));
  w().until([&] { return w().shows("profile.warp.quad_sectors_counted"); }, long_enough);
  if (!w().shows("profile.warp.quad_sectors_counted")) GTEST_SKIP() << w().text("profile.warp.note");
  EXPECT_GT(number("profile.warp.quad_sectors"), 0);
  EXPECT_EQ(number("profile.warp.quad_sectors_counted"), number("profile.warp.quad_sectors"));
}

TEST_F(ProfileOnGpu, ColdCachesAreSlowerAndTheHeatMapIsDrawn) {
  const double warm = number("profile.fetch");
  w().click("profile.caches.cold");
  ASSERT_TRUE(says("profile.caches.cold", "(chosen)"));
  EXPECT_TRUE(w().until([&] { return number("profile.fetch") > 0 && number("profile.fetch") < warm / 2; }, long_enough)) << w().text("profile.fetch");
  w().click("profile.heat");
  EXPECT_TRUE(comes("profile.heat_legend"));
}

} // namespace texelscope::gui
