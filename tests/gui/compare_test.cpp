// A against B in the real window: a new user finds where values differ from the ideal, and by how much.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class CompareWindow : public GuiTest {
protected:
  void open_tab() {
    show_tab("compare");
    ASSERT_TRUE(comes("compare.mode.split"));
    EXPECT_TRUE(w().shows("compare.hint")) << "nothing is compared yet";
  }
  void choose_mode(const std::string& mode) {
    w().click("compare.mode." + mode);
    ASSERT_TRUE(w().until([&] { return w().shows("compare.largest"); }, 60))
        << "the comparison finishes on a busy machine too";
    ASSERT_TRUE(settled());
  }
  // The shown numbers belong to the present state.
  bool settled() {
    w().settle();
    return w().until([&] { return !w().shows("compare.computing"); }, 60);
  }
  void choose_side(const std::string& side, const std::string& source) {
    w().click(side);
    ASSERT_TRUE(comes(side + "." + source));
    w().click(side + "." + source);
    ASSERT_TRUE(goes(side + "." + source));
    ASSERT_TRUE(settled());
  }
};

TEST_F(CompareWindow, TheLargestErrorIsFoundAndExplained) {
  start({"--backend", "cpu", "--texture.channels", "1"}, 1920, 1080); // WHY shows the first channel
  open_tab();
  choose_mode("signed");
  EXPECT_TRUE(says("compare.b", "ideal")) << "the ideal is the default";
  EXPECT_TRUE(w().shows("compare.scale"));
  const std::string largest = w().text("compare.largest"), place = w().text("compare.largest.place");
  EXPECT_NE(std::stod(largest), 0.0);
  w().click("compare.largest");
  // "412,233 R" and "412, 233 pinned"
  const auto comma = place.find(',');
  const std::string pixel =
      place.substr(0, comma) + ", " + place.substr(comma + 1, place.find(' ') - comma - 1);
  EXPECT_TRUE(says("why.pixel", pixel));
  w().key("q");
  const std::string error = std::string("why.error.") + char(std::tolower(place.back()));
  ASSERT_TRUE(says_anywhere(error, "."));
  EXPECT_NEAR(std::stod(w().text(error)), std::stod(largest),
              0.006 * std::abs(std::stod(largest))); // three digits
}

TEST_F(CompareWindow, APinnedStateIsComparedWithThePresentOne) {
  start({"--backend", "cpu"}, 1920, 1080);
  w().key("s");
  EXPECT_TRUE(toasts("Pinned as number 1."));
  w().key("v");
  ASSERT_TRUE(comes("compare.mode.split"));
  ASSERT_TRUE(comes("compare.largest"));
  choose_side("compare.b", "pinned.1");
  EXPECT_TRUE(says("compare.largest", "+0"));
  EXPECT_TRUE(says("compare.different", "0 of "));
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  EXPECT_TRUE(w().until([&] { return w().shows("compare.largest") && w().text("compare.largest") != "+0"; }));
  w().key("v");
  EXPECT_TRUE(goes("compare.plate.a"));
  EXPECT_TRUE(comes("compare.hint"));
}

// A pinned resize keeps its own convention, though the view is the present one.
TEST_F(CompareWindow, TheConventionsOfAResizeAreComparedByPinningOne) {
  start({TEXELSCOPE_SOURCE_DIR "/assets/sessions/64-resize-by-centers.json", "--backend", "cpu"}, 1920, 1080);
  w().key("s");
  w().key("v");
  ASSERT_TRUE(comes("compare.largest"));
  choose_side("compare.b", "pinned.1");
  EXPECT_TRUE(says("compare.different", "0 of 1568")) << "28 x 14 pixels of four channels";
  EXPECT_TRUE(click_sets("view.align_corners.true", "view.align_corners", true));
  EXPECT_TRUE(w().until([&] { return w().shows("compare.largest") && w().text("compare.largest") != "+0"; }));
  EXPECT_TRUE(click_sets("view.align_corners.false", "view.align_corners", false));
  EXPECT_TRUE(says("compare.different", "0 of 1568"));
}

TEST_F(CompareWindow, ARegionIsDraggedAndCleared) {
  start({"--backend", "cpu"}, 1920, 1080);
  open_tab();
  choose_mode("split");
  const std::string whole = w().text("compare.region.size");
  const Box result = w().box("result");
  w().click("compare.region");
  w().drag(result.x0 + 100, result.y0 + 60, result.x0 + 140, result.y0 + 90);
  EXPECT_TRUE(says("compare.region.size", "100,60 40 x 30"));
  EXPECT_EQ(w().field("view.center_x"), 0.5) << "dragging a region does not pan";
  EXPECT_FALSE(w().shows("why.pixel") && w().text("why.pixel").find("pinned") != std::string::npos);
  w().click("compare.whole");
  EXPECT_TRUE(says("compare.region.size", whole));
  w().hold("ctrl");
  w().drag(result.x0 + 10, result.y0 + 20, result.x0 + 60, result.y0 + 40);
  w().release("ctrl");
  EXPECT_TRUE(says("compare.region.size", "10,20 50 x 20"));
}

TEST_F(CompareWindow, WhatIsMissingIsReported) {
  start({"--backend", "cpu"}, 1920, 1080);
  open_tab();
  choose_mode("side");
  EXPECT_TRUE(w().shows("compare.plate.a"));
  choose_side("compare.b", "cuda");
  EXPECT_TRUE(says("compare.side.b", "CUDA is not the backend now"));
  choose_side("compare.b", "pinned");
  EXPECT_TRUE(says("compare.side.b", "Nothing is pinned yet"));
  choose_side("compare.b", "file");
  EXPECT_TRUE(says("compare.side.b", "No reference picture is chosen yet"));
  w().reach("compare.open");
  w().click("compare.open");
  ASSERT_TRUE(comes("prompt.path"));
  w().type("/nowhere/none.png");
  w().key("Return");
  EXPECT_TRUE(says("prompt.note", say(Text::no_such_file, {"/nowhere/none.png"})));
  std::ofstream(w().folder() / "none.png") << "no picture";
  choose_file(w().folder() / "none.png");
  EXPECT_TRUE(says("compare.side.b", "none.png"));
  choose_side("compare.b", "opengl");
  EXPECT_TRUE(says("compare.side.b", "OpenGL: "));
  EXPECT_TRUE(comes("compare.psnr"));
}

} // namespace texelscope::gui
