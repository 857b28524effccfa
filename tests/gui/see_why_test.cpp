// A new user answers three questions from the window alone, with the mouse.
#include <cmath>

#include "gui/gui_test.h"
#include "gui/pictures.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class SeeWhy : public GuiTest {
protected:
  Box picture() { return w().box("result"); }
  // The number that an item of the ui map begins with.
  double number(const std::string& item) { return std::stod(w().text(item)); }
};

// Codes run from 0 to 255 along a row, so one might expect 0.5 in the middle.
TEST_F(SeeWhy, WhyIsThisPixelNotOneHalf) {
  start({"--texture.source", "ramp", "--texture.width", "256", "--texture.height", "4", "--texture.channels",
         "1", "--sampler.filter", "point", "--view.span", "8"});
  unfold_why();
  const auto value_at = [&](double x) {
    w().move(x, picture().y());
    w().settle();
    return number("why.value.r");
  };
  double low = picture().x() - 150, high = picture().x() + 150;
  ASSERT_LT(value_at(low), 0.498);
  ASSERT_GT(value_at(high), 0.5);
  while (high - low > 1) {
    const double middle = std::floor((low + high) / 2);
    (value_at(middle) < 0.4999 ? low : high) = middle;
  }
  w().click_at(low, picture().y());
  ASSERT_TRUE(says("why.value.r", "0.498"));
  EXPECT_TRUE(says_anywhere("why.picture.sum", "R = 127 / 255 = 0.498039"));
  EXPECT_TRUE(says("why.bits.0", "3efefeff")); // 127 / 255
  EXPECT_TRUE(says_anywhere(
      "why.reason.0", "Its R holds the code 127, which means 127 / 255 = 0.498039; the codes beside it mean "
                      "0.494118 and 0.501961."));
  w().reach("why.tap.0.stored.r");
  EXPECT_EQ(w().text("why.tap.0.stored.r"), "7f");
  EXPECT_TRUE(says_anywhere("why.returned", "bit for bit"));
}

// Without a GPU the machine is OpenGL's software renderer.
TEST_F(SeeWhy, WhatThisMachinesOwnWeightsAre) {
  start({"--texture.width", "8", "--texture.height", "8", "--texture.kind", "float", "--texture.bits", "32",
         "--texture.channels", "1"});
  const Box result = picture();
  w().click_at(result.x() + 31, result.y() + 17);
  ASSERT_TRUE(comes("why.picture.texel.0"));
  EXPECT_FALSE(w().shows("why.measured.0"));
  w().key("o"); // the steps are folded: they open
  ASSERT_TRUE(says_anywhere("why.fold.weights", "open"));
  ASSERT_TRUE(says_anywhere("why.weights.machine", "."));
  double measured = 0, model = 0;
  for (int i = 0; i < 4; ++i) {
    w().reach("why.measured." + std::to_string(i) + ".weight");
    measured += number("why.measured." + std::to_string(i) + ".weight");
    model += number("why.measured." + std::to_string(i) + ".model");
  }
  EXPECT_EQ(model, 256);
  EXPECT_NEAR(measured, 256, 0.01);
  // Another pixel is measured anew.
  const std::string before = w().text("why.measured.0.weight");
  w().click_at(result.x() - 57, result.y() + 40);
  EXPECT_TRUE(w().until(
      [&] { return w().shows("why.measured.0.weight") && w().text("why.measured.0.weight") != before; }));
  w().key("o");
  EXPECT_TRUE(goes("why.measured.0"));
}

TEST_F(SeeWhy, WhichSettingWasIgnored) {
  start({"--sampler.normalized_coords", "false"});
  w().click("settings.effect");
  ASSERT_TRUE(comes("effective.sampler.address_x"));
  EXPECT_TRUE(says("effective.sampler.address_x", "wrap > clamp"));
  EXPECT_TRUE(says("effective.sampler.address_x", text(Text::settings_altered)));
  EXPECT_TRUE(says_anywhere("effective.sampler.filter", text(Text::settings_as_asked)));
  EXPECT_TRUE(says_anywhere("effective.sampler.address_x.rule", "ormalized"));
  const double returned = number("effective.sampler.address_x.returned");
  EXPECT_EQ(returned, number("effective.sampler.address_x.as_effective"));
  EXPECT_NE(returned, number("effective.sampler.address_x.as_asked"));
  // The row leads to the setting, its fix is applied, and the table shows it.
  w().click("effective.sampler.address_x");
  EXPECT_TRUE(comes("revealed"));
  w().click("status.fix");
  EXPECT_TRUE(becomes("sampler.normalized_coords", true));
  EXPECT_TRUE(says_anywhere("effective.sampler.address_x", text(Text::settings_as_asked)));
}

// Of 4 x 4 floats one is 1: the ideal is a product of two distances.
TEST_F(SeeWhy, WhereTheValueDiffersFromTheIdeal) {
  start({"--texture.source", "one_hot", "--texture.width", "4", "--texture.height", "4", "--texture.hot_x",
         "2", "--texture.hot_y", "1", "--texture.kind", "float", "--texture.bits", "32", "--texture.channels",
         "1", "--sampler.read_mode", "element"});
  unfold_why();
  const double texel = (picture().y1 - picture().y0) / 8; // span 2
  w().click_at(picture().x() + texel * 0.5 + 13, picture().y() - texel * 0.5 + 7);
  ASSERT_TRUE(says_anywhere("why.error.r", "."));
  const double across = 1 - std::fabs(number("why.x") * 4 - 2.5),
               along = 1 - std::fabs(number("why.y") * 4 - 1.5);
  ASSERT_GT(across, 0);
  ASSERT_GT(along, 0);
  EXPECT_NEAR(number("why.ideal.r"), across * along, 1e-6);
  EXPECT_NEAR(number("why.error.r"), number("why.value.r") - across * along, 1e-6);
  EXPECT_NE(number("why.error.r"), 0);
  EXPECT_NEAR(number("why.error.weights.r"), number("why.error.r"), 1e-8) << "one texel of 1 rounds no sum";
  bool found = false;
  for (int i = 0; i < 6 && !found; ++i)
    for (const Json& item : w().items())
      found |= item["name"] == "why.reason." + std::to_string(i) &&
               item["text"].get<std::string>().starts_with("Weights are rounded to 1/256");
  EXPECT_TRUE(found);
  w().reach("why.error.r");
  EXPECT_TRUE(w().shows("why.error.r"));
}

TEST_F(SeeWhy, AllIsCopiedAsTheVerbPrintsIt) {
  start({"--texture.source", "noise"});
  w().click_at(picture().x0 + 40, picture().y0 + 50);
  ASSERT_TRUE(comes("why.copy"));
  w().click("why.copy");
  EXPECT_TRUE(toasts(text(Text::copied_story)));
}

// The picture is whole without a click; the words stand behind one fold, and sections fold within.
TEST_F(SeeWhy, EveryStepStandsBehindThePicture) {
  start({"--texture.source", "noise"});
  w().click_at(picture().x0 + 40, picture().y0 + 50);
  ASSERT_TRUE(comes("why.value.r"));
  EXPECT_TRUE(w().shows("why.value.a"));
  EXPECT_TRUE(w().shows("why.picture.axis.1"));
  EXPECT_TRUE(says("why.picture.step.2", "4 texels"));
  double weights = 0;
  for (int i = 0; i < 4; ++i)
    weights += number("why.picture.weight." + std::to_string(i));
  EXPECT_EQ(weights, 256);
  EXPECT_TRUE(says_anywhere("why.picture.sum", "R = "));
  EXPECT_TRUE(says_anywhere("why.picture.error", "R"));
  for (const char* folded : {"why.reason.0", "why.bits.0", "why.x", "why.tap.0", "why.error.r"})
    EXPECT_TRUE(goes(folded)) << folded;
  w().key("q");
  EXPECT_TRUE(says_anywhere("why.reason.0", "."));
  EXPECT_TRUE(says_anywhere("why.error.r", "."));
  for (int i = 0; i < 4; ++i) {
    const std::string end = std::to_string(i);
    EXPECT_TRUE(says_anywhere("why.tap." + end + ".weight", w().text("why.picture.weight." + end)));
  }
  w().reach("why.fold.coordinate");
  w().click("why.fold.coordinate");
  EXPECT_TRUE(goes("why.x"));
  w().reach("why.details");
  w().click("why.details");
  EXPECT_TRUE(goes("why.tap.0"));
  w().key("q");
  EXPECT_TRUE(goes("why.reason.0"));
}

// A texel is one thing in WHY and in the texture.
TEST_F(SeeWhy, ACellMarksItsTexelAndTheOtherWayRound) {
  start({"--texture.width", "8", "--texture.height", "8"});
  w().click_at(picture().x() + 31, picture().y() + 17);
  ASSERT_TRUE(comes("why.picture.texel.0"));
  const std::string place =
      w().text("why.picture.texel.0").substr(0, w().text("why.picture.texel.0").find(' '));
  w().move(w().box("why.picture.texel.0").x(), w().box("why.picture.texel.0").y());
  EXPECT_TRUE(says("footprint.pointed", place));
  EXPECT_TRUE(says("why.picture.marked", place));
  const Box texel = w().box("footprint.pointed");
  w().move(texel.x(), texel.y());
  EXPECT_TRUE(goes("footprint.pointed"));
  EXPECT_TRUE(says("why.picture.marked", place));
  w().move(picture().x0 + 3, picture().y0 + 3);
  EXPECT_TRUE(goes("why.picture.marked"));
}

TEST_F(SeeWhy, WhatHelpsIsAButton) {
  start({"--sampler.normalized_coords", "false"});
  w().click_at(picture().x0 + 40, picture().y0 + 50);
  ASSERT_TRUE(says_anywhere("why.fix.0", text(Text::fix_normalized)));
  w().reach("why.fix.0");
  w().click("why.fix.0");
  EXPECT_TRUE(becomes("sampler.normalized_coords", true));
  EXPECT_TRUE(goes("why.fix.0"));
}

// Frequent tasks, and how many times a person presses a key or a button for each of them.
class Tasks : public SeeWhy {
protected:
  void press(const std::string& key) {
    w().key(key);
    ++presses;
  }
  void click(const std::string& item) {
    w().click(item);
    ++presses;
  }
  void type(const std::string& word) { // as one
    w().type(word);
    ++presses;
  }
  int presses = 0;
};

TEST_F(Tasks, TexelsAndWeightsTakeNoPress) {
  start();
  w().move(picture().x() + 31, picture().y() + 17);
  for (int i = 0; i < 4; ++i) {
    const std::string cell = "why.picture.texel." + std::to_string(i);
    ASSERT_TRUE(comes(cell));
    EXPECT_TRUE(w().field("sampler.filter") == "linear" && w().text(cell).find(' ') != std::string::npos);
  }
  EXPECT_TRUE(says("why.picture.sum", "R = "));
}

TEST_F(Tasks, BeforeAgainstNowTakesTwo) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  press("f");
  ASSERT_TRUE(becomes("sampler.filter", "point"));
  press("v");
  EXPECT_TRUE(says("compare.plate.a", "linear"));
  EXPECT_TRUE(says("compare.plate.b", "point"));
  EXPECT_EQ(presses, 2);
}

TEST_F(Tasks, TheWorstPixelAgainstTheIdealTakesOne) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  press("d");
  EXPECT_TRUE(says("compare.strip.largest", ",")); // its value and its place
  EXPECT_EQ(presses, 1);
}

TEST_F(Tasks, MipsInPerspectiveTakeTwo) {
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  press("ctrl+shift+o");
  ASSERT_TRUE(comes("examples.title"));
  w().reach("example.35-anisotropy"); // by the wheel
  w().settle(5);
  click("example.35-anisotropy");
  EXPECT_TRUE(becomes("view.projection", "tilted"));
  EXPECT_TRUE(w().field("texture.levels") > 1);
  EXPECT_EQ(presses, 2);
}

TEST_F(Tasks, AnAnswerAndTheNextStepTakeTwoBesideItsDigits) {
  start({"--lesson", "what-is-a-texel", "--backend", "cpu"});
  ASSERT_TRUE(says_anywhere("lesson.step", "Step 1 of 4"));
  w().settle(8);
  w().type("5");
  press("Return");
  ASSERT_TRUE(says("lesson.verdict", "Right."));
  press("Return");
  EXPECT_TRUE(says_anywhere("lesson.step", "Step 2 of 4"));
  EXPECT_EQ(presses, 2);
}

TEST_F(Tasks, OnesOwnPictureTakesThree) {
  const tests::TempFolder folder;
  const std::string mine = folder.path("mine.png").string();
  write_flat_png(mine, 6, 4, 8, {255, 0, 0, 255});
  start({"--backend", "cpu"});
  ASSERT_TRUE(comes("result"));
  press("ctrl+o");
  ASSERT_TRUE(comes("prompt.path"));
  type(mine);
  press("Return");
  EXPECT_TRUE(becomes("texture.width", 6));
  EXPECT_EQ(presses, 3);
}

} // namespace texelscope::gui
