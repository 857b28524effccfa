// The advise lab: an advice on the picture and on a recording, by the mouse; measured by the model in place
// of a GPU.
#include <fstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/cuda_support.h"
#include "tests/xml.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

class AdviseWindow : public GuiTest {
protected:
  AdviseWindow() { program_ = TEXELSCOPE_ADVISE_MODEL; }

  void open(std::vector<std::string> more = {}, int width = 1280, int height = 720, int dpi = 96) {
    more.insert(more.begin(), {"--backend", "cpu", "--texture.width", "64", "--texture.height", "64"});
    start(more, width, height, dpi);
  }
  void open_lab() {
    open();
    choose_from_menu("labs", "command.lab_advise");
    ASSERT_TRUE(comes("advise.start"));
  }
  // From the button to the finished advice.
  void wait_for_advice() {
    ASSERT_TRUE(
        w().until([&] { return w().shows("advise.verdict.0") && !w().shows("advise.progress"); }, 60));
    w().settle();
  }
};

TEST_F(AdviseWindow, AButtonInCostTakesAnAdvice) {
  open();
  w().key("t");
  ASSERT_TRUE(comes("profile.advise"));
  w().click("profile.advise");
  ASSERT_TRUE(comes("advise.progress"));
  EXPECT_EQ(w().text("advise.start"), text(Text::advise_stop));
  wait_for_advice();
  EXPECT_EQ(w().text("advise.start"), text(Text::advise_start));
  EXPECT_TRUE(says("advise.device", "a model of a GPU"));
  EXPECT_TRUE(says("advise.scene", "64 x 64"));
  EXPECT_TRUE(says_anywhere("advise.row.tile.f32", "of which it has 48")) << "it is refused";
  const Box plot = w().box("advise.plot"), now = w().box("advise.at.array.u8");
  EXPECT_GT(now.x(), plot.x0);
  EXPECT_LT(now.y(), plot.y1);
  w().move(now.x(), now.y());
  w().settle();
  w().move(1, 1);
  EXPECT_TRUE(is_drawn("advise."));
}

TEST_F(AdviseWindow, AnAdviceIsStopped) {
  open_lab();
  EXPECT_TRUE(says("advise.empty", text(Text::advise_empty)));
  w().click("advise.start");
  ASSERT_TRUE(
      w().until([&] { return w().shows("advise.progress") && w().text("advise.progress")[0] != '0'; }));
  w().click("advise.start");
  EXPECT_TRUE(goes("advise.progress"));
  EXPECT_TRUE(comes("advise.empty")) << "nothing was finished";
  EXPECT_FALSE(w().shows("advise.failure"));
}

TEST_F(AdviseWindow, AnotherErrorIsAllowedAndTheLastAdviceStays) {
  open_lab();
  w().click("advise.start");
  wait_for_advice();
  const std::string verdict = w().text("advise.verdict.0");
  w().click("advise.allowed");
  w().type("9");
  EXPECT_TRUE(says("advise.verdict.0", "Take "));
  EXPECT_TRUE(says_anywhere("advise.row.nearest.u8", text(Text::advise_mark_best)));
  w().key("ctrl+a");
  w().type("x");
  EXPECT_TRUE(says("advise.wrong_allowed", text(Text::advise_allowed_wrong)));
  w().key("ctrl+a");
  w().key("BackSpace");
  EXPECT_TRUE(says("advise.verdict.0", verdict));
  w().key("Return");
  w().click("lab.close");
  EXPECT_TRUE(comes("result"));
  choose_from_menu("labs", "command.lab_advise");
  EXPECT_TRUE(says("advise.verdict.0", verdict));
  w().click("advise.row.array.f16");
  EXPECT_TRUE(toasts("Copied: array.f16"));
}

TEST_F(AdviseWindow, ARecordedTextureIsAdvisedOn) {
  open();
  choose_from_menu("labs", "command.lab_trace");
  ASSERT_TRUE(comes("trace.sample"));
  w().click("trace.sample");
  ASSERT_TRUE(comes("trace.advise"));
  w().click("trace.advise");
  wait_for_advice();
  EXPECT_TRUE(says("advise.scene", "half_texel.json#"));
  EXPECT_TRUE(w().shows("advise.plot"));
}

TEST_F(AdviseWindow, WhatNoChoiceStandsForIsRefused) {
  open({"--texture.levels", "3"});
  choose_from_menu("labs", "command.lab_advise");
  ASSERT_TRUE(comes("advise.start"));
  w().click("advise.start");
  EXPECT_TRUE(says("advise.failure", "this texture has 3"));
}

TEST_F(AdviseWindow, ASmallWindowHasRoomForIt) {
  open({}, 900, 600);
  choose_from_menu("labs", "command.lab_advise");
  ASSERT_TRUE(comes("advise.start"));
  w().click("advise.start");
  wait_for_advice();
  EXPECT_LE(w().box("advise.allowed").x1, w().box("panel.lab").x1);
  EXPECT_LE(w().box("advise.plot").x1, w().box("panel.lab").x1);
}

// The program as it is shipped, on a machine without a GPU.
class AdviseWithoutGpu : public GuiTest {};

TEST_F(AdviseWithoutGpu, TheLabSaysWhyNothingIsMeasured) {
  if (cuda_report().problem.empty()) GTEST_SKIP() << "there is a GPU";
  start({"--backend", "cpu"});
  choose_from_menu("labs", "command.lab_advise");
  ASSERT_TRUE(comes("advise.start"));
  w().click("advise.start");
  ASSERT_TRUE(comes("advise.failure"));
  EXPECT_TRUE(w().text("advise.failure").ends_with(".")) << w().text("advise.failure");
  EXPECT_TRUE(w().shows("advise.empty"));
  EXPECT_EQ(w().text("advise.start"), text(Text::advise_start)) << "it stays";
}

// The plot of the verb is the window's.
TEST(AdviseVerb, DrawsItsPlot) {
  const tests::TempFolder folder;
  const fs::path file = folder.path("plot.svg"), out = folder.path("out");
  EXPECT_EQ(Process({TEXELSCOPE_ADVISE_MODEL, "advise", "--texture.width", "64", "--texture.height", "64",
                     "--size", "64x64", "--plot", file.string()},
                    {}, out)
                .wait(60),
            0)
      << tests::contents(out);
  const std::string svg = tests::contents(file);
  EXPECT_EQ(tests::xml_fault(svg), "");
  EXPECT_NE(svg.find(", now"), std::string::npos);
  EXPECT_NE(tests::contents(out).find("plot.svg"), std::string::npos);
}

} // namespace texelscope::gui
