// A against B in the real window: a new user finds where values differ from the ideal, and by how much.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class CompareWindow : public GuiTest {
protected:
  // The list of all that is compared.
  void open_list() {
    ASSERT_TRUE(comes("compare.more"));
    w().click("compare.more");
    ASSERT_TRUE(comes("compare.mode.split"));
  }
  void close_list() {
    w().key("Escape");
    ASSERT_TRUE(goes("compare.mode.split"));
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
  w().key("d"); // one action, and a second one to the pixel
  ASSERT_TRUE(comes("compare.strip.largest"));
  EXPECT_TRUE(says("result.view.difference", "(chosen)"));
  const std::string worst = w().text("compare.strip.largest");
  w().click("compare.strip.largest");
  EXPECT_TRUE(says("why.pixel", "pinned"));
  open_list();
  ASSERT_TRUE(comes("compare.largest"));
  EXPECT_EQ(worst.find(w().text("compare.largest")), 0u) << worst;
  EXPECT_TRUE(says("compare.b", "ideal")) << "the ideal is the default";
  EXPECT_TRUE(w().shows("compare.scale"));
  const std::string largest = w().text("compare.largest"), place = w().text("compare.largest.place");
  EXPECT_NE(std::stod(largest), 0.0);
  w().click("compare.largest");
  close_list();
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

TEST_F(CompareWindow, TheStateBeforeTheLastChangeIsShownBesideThePresentOne) {
  start({"--backend", "cpu"}, 1920, 1080);
  w().key("v");
  EXPECT_TRUE(says("compare.strip.failure", "Nothing has changed the picture yet"));
  w().key("v");
  ASSERT_TRUE(goes("compare.strip"));
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  w().key("v"); // a change and a key
  EXPECT_TRUE(says("compare.plate.a", "filter linear"));
  EXPECT_TRUE(says("compare.plate.b", "filter point"));
  EXPECT_TRUE(says("compare.strip.largest", "."));
  w().key("bracketright"); // a turn of the view changes no picture
  w().settle(5);
  EXPECT_TRUE(says("compare.plate.a", "filter linear"));
}

TEST_F(CompareWindow, AKeptStateIsComparedWithThePresentOne) {
  start({"--backend", "cpu"}, 1920, 1080);
  w().key("s");
  EXPECT_TRUE(toasts(text(Text::state_kept)));
  w().key("v");
  EXPECT_TRUE(says("compare.strip.largest", "±0"));
  open_list();
  EXPECT_TRUE(says("compare.a", "pin 1"));
  EXPECT_TRUE(says("compare.different", "0 of "));
  close_list();
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  EXPECT_TRUE(w().until(
      [&] { return w().shows("compare.strip.largest") && w().text("compare.strip.largest") != "±0"; }));
  EXPECT_TRUE(says("compare.plate.a", "filter linear"));
  w().key("v");
  EXPECT_TRUE(goes("compare.plate.a"));
  EXPECT_TRUE(says("result.view.result", "(chosen)"));
}

// A kept resize keeps its own convention, though the view is the present one.
TEST_F(CompareWindow, TheConventionsOfAResizeAreComparedByKeepingOne) {
  start({TEXELSCOPE_SOURCE_DIR "/assets/sessions/64-resize-by-centers.json", "--backend", "cpu"}, 1920, 1080);
  w().key("s");
  w().key("v");
  open_list();
  EXPECT_TRUE(says("compare.different", "0 of 1568")) << "28 x 14 pixels of four channels";
  close_list();
  EXPECT_TRUE(click_sets("view.align_corners.true", "view.align_corners", true));
  EXPECT_TRUE(w().until(
      [&] { return w().shows("compare.strip.largest") && w().text("compare.strip.largest") != "±0"; }));
  EXPECT_TRUE(click_sets("view.align_corners.false", "view.align_corners", false));
  EXPECT_TRUE(says("compare.strip.largest", "±0"));
}

TEST_F(CompareWindow, ARegionIsDraggedAndCleared) {
  start({"--backend", "cpu"}, 1920, 1080);
  w().key("i");
  open_list();
  choose_mode("split");
  const std::string whole = w().text("compare.region.size");
  const Box result = w().box("result");
  w().click("compare.region");
  close_list();
  w().drag(result.x0 + 100, result.y0 + 60, result.x0 + 140, result.y0 + 90);
  open_list();
  EXPECT_TRUE(says("compare.region.size", "100,60 40 x 30"));
  EXPECT_EQ(w().field("view.center_x"), 0.5) << "dragging a region does not pan";
  EXPECT_FALSE(w().shows("why.pixel") && w().text("why.pixel").find("pinned") != std::string::npos);
  w().click("compare.whole");
  EXPECT_TRUE(says("compare.region.size", whole));
  close_list();
  w().hold("ctrl");
  w().drag(result.x0 + 10, result.y0 + 40, result.x0 + 60, result.y0 + 60);
  w().release("ctrl");
  open_list();
  EXPECT_TRUE(says("compare.region.size", "10,40 50 x 20"));
}

TEST_F(CompareWindow, WhatIsMissingIsReported) {
  start({"--backend", "cpu"}, 1920, 1080);
  w().key("i");
  open_list();
  choose_mode("side");
  EXPECT_TRUE(w().shows("compare.plate.a"));
  choose_side("compare.b", "cuda");
  EXPECT_TRUE(says("compare.side.b", "CUDA is not the backend now"));
  choose_side("compare.b", "pinned");
  EXPECT_TRUE(says("compare.side.b", "No state is kept yet"));
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
  open_list(); // the dialog has closed it
  EXPECT_TRUE(says("compare.side.b", "none.png"));
  choose_side("compare.b", "opengl");
  EXPECT_TRUE(says("compare.side.b", "OpenGL: "));
  EXPECT_TRUE(comes("compare.psnr"));
}

} // namespace texelscope::gui
