// PROFILE in a real window on the CPU: numbers come, settings leave marks and points, keys and segments act.
#include <cstdio>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Profile : public GuiTest {
protected:
  void start_profile(std::vector<std::string> more = {}, int width = 1280, int height = 720, int dpi = 96) {
    more.insert(more.end(), {"--backend", "cpu"});
    start(more, width, height, dpi);
    w().key("t");
    ASSERT_TRUE(comes("panel.cost"));
  }
  // GTexel/s; 0 where there is none.
  double rate() {
    double giga = 0;
    if (w().shows("profile.fetch")) std::sscanf(w().text("profile.fetch").c_str(), "%lf", &giga);
    return giga;
  }
  ::testing::AssertionResult measures() {
    if (w().until([&] { return rate() > 0; })) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "no rate: " << w().text("profile.fetch");
  }
};

TEST_F(Profile, NumbersComeAndAFilterChangesThem) {
  start_profile();
  ASSERT_TRUE(measures());
  EXPECT_TRUE(says("profile.fetch", "GTexel/s"));
  EXPECT_TRUE(says("profile.delivered", "GB/s"));
  EXPECT_TRUE(says("profile.roof", text(Text::live_no_roof)));
  EXPECT_TRUE(says("profile.clock", text(Text::live_cpu)));
  EXPECT_FALSE(w().shows("profile.per_clock")) << "a CPU has no multiprocessors";
  EXPECT_TRUE(says("profile.cell", "u8x4.bilinear.2d.array."));
  const double linear = rate();
  ASSERT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  EXPECT_TRUE(says("profile.mark.0", "filter: linear → point"));
  EXPECT_TRUE(says("profile.cell", "u8x4.point.2d.array."));
  EXPECT_TRUE(w().until([&] { return rate() > 0 && rate() != linear; }))
      << "measured anew, as fast as it may be";
}

TEST_F(Profile, TheRooflineHasAPointForEachOfTheLastSettings) {
  start_profile();
  ASSERT_TRUE(measures());
  ASSERT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  ASSERT_TRUE(says("profile.mark.0", "point"));
  ASSERT_TRUE(measures());
  w().click("profile.plots.roofline");
  ASSERT_TRUE(comes("profile.roofline"));
  EXPECT_TRUE(says("profile.point.1", "filter: linear → point"));
  const auto past = w().box("profile.point.0"), present = w().box("profile.point.1");
  EXPECT_GT(past.x(), present.x()) << "four texels a fetch against one";
  w().click("profile.plots.history");
  EXPECT_TRUE(comes("profile.history"));
  EXPECT_TRUE(goes("profile.roofline"));
}

TEST_F(Profile, TheCellIsCopiedAsACommand) {
  start_profile();
  ASSERT_TRUE(measures());
  const std::string cell = w().text("profile.cell");
  w().click("profile.cell");
  EXPECT_TRUE(toasts("texelscope bench --cell " + cell));
}

TEST_F(Profile, TheWarpOfAHoveredPixelIsShown) {
  start_profile();
  w().click("profile.plots.warp");
  ASSERT_TRUE(says("profile.warp.empty", text(Text::warp_hover)));
  const Box picture = w().box("result");
  ASSERT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  w().move(picture.x(), picture.y());
  ASSERT_TRUE(says("profile.warp.fetched", "32"));
  EXPECT_TRUE(says_anywhere("profile.warp.lanes", "32"));
  EXPECT_TRUE(says_anywhere("profile.warp.quads", "8"));
  EXPECT_TRUE(says_anywhere("profile.warp.used", "%"));
  EXPECT_TRUE(says("profile.warp.picture", "level 0, plane 0"));
  EXPECT_TRUE(says_anywhere("profile.warp.note", text(Text::warp_cpu)));
  w().click("profile.warp.count");
  w().settle(10);
  EXPECT_TRUE(says("profile.warp.fetched", "32")) << "the last warp stays while the mouse is elsewhere";
  EXPECT_FALSE(w().shows("profile.warp.quad_sectors_counted")) << "a CPU counts nothing";
  ASSERT_TRUE(click_sets("sampler.filter.linear", "sampler.filter", "linear"));
  EXPECT_TRUE(w().until([&] { return std::stoi(w().text("profile.warp.fetched")) > 32; }));
  w().click("profile.plots.history");
  EXPECT_TRUE(goes("profile.warp.picture"));
}

TEST_F(Profile, WhatIsCudasSaysSoAndDoesNothing) {
  start_profile();
  ASSERT_TRUE(measures());
  w().click("profile.caches.cold");
  w().click("profile.heat");
  w().click("profile.counters");
  w().settle(20);
  EXPECT_TRUE(says("profile.caches.warm", "(chosen)"));
  EXPECT_FALSE(w().shows("profile.heat_legend"));
  EXPECT_FALSE(w().shows("profile.mark.0"));
  w().key("h");
  EXPECT_TRUE(toasts(text(Text::live_no_heat)));
  w().key("u");
  EXPECT_TRUE(toasts(text(Text::live_no_counters)));
  EXPECT_FALSE(w().shows("profile.counted"));
}

TEST_F(Profile, NothingIsMeasuredUnderAnotherTab) {
  start_profile();
  ASSERT_TRUE(measures());
  show_tab("history");
  ASSERT_TRUE(comes("journal.0"));
  ASSERT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  w().settle(60);
  ASSERT_TRUE(click_sets("sampler.filter.linear", "sampler.filter", "linear"));
  w().key("t");
  ASSERT_TRUE(measures());
  w().click("profile.plots.roofline");
  ASSERT_TRUE(comes("profile.roofline"));
  for (const Json& item : w().items()) {
    if (!item["name"].get<std::string>().starts_with("profile.point.")) continue;
    EXPECT_EQ(item["text"].get<std::string>().find("linear → point"), std::string::npos)
        << "nothing was measured of it";
  }
}

TEST_F(Profile, AllOfItIsReadInASmallAndInALargeWindow) {
  start_profile();
  ASSERT_TRUE(measures());
  const auto inside = [&](const char* item, const char* of) {
    const Box box = w().box(item), panel = w().box(of);
    EXPECT_GE(box.x0, panel.x0) << item;
    EXPECT_LE(box.x1, panel.x1) << item;
    EXPECT_LE(box.y1, panel.y1) << item;
  };
  for (const char* item : {"profile.fetch", "profile.delivered", "profile.roof", "profile.clock",
                           "profile.cell", "profile.history"})
    inside(item, "panel.cost");
  EXPECT_LE(w().box("profile.cell").x1, w().box("profile.history").x0 + 1)
      << "the numbers are beside the plot";
  w().click("profile.wide");
  ASSERT_TRUE(comes("texture"));
  EXPECT_TRUE(says_anywhere("profile.fetch", ".")) << "perhaps scrolled out of sight";
}

} // namespace texelscope::gui
