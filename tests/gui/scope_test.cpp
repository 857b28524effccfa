// The oscilloscope: a line drawn over the picture, the steps between weights read from its curves, and its
// tools.
#include <cmath>
#include <fstream>
#include <sstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class Scope : public GuiTest {
protected:
  // The texel (32, 32) of 64 x 64 is 1, the others are 0.
  void start_hot(std::vector<std::string> more = {}) {
    more.insert(more.end(), {"--texture.source", "one_hot", "--texture.hot_x", "32", "--texture.hot_y", "32",
                             "--texture.kind", "float", "--texture.bits", "32", "--texture.channels", "1",
                             "--view.span", "0.25"});
    start(more);
    show_tab("scope");
    ASSERT_TRUE(comes("scope.plot"));
  }
  // What follows the name in "R 0.5".
  double value(const std::string& series, const std::string& channel = "r") {
    const std::string item = "scope.read." + series + "." + channel;
    if (!w().shows(item)) return NAN;
    std::istringstream stream(w().text(item));
    std::string name;
    double number = NAN;
    stream >> name >> number;
    return number;
  }
  // The ends of the plot's axis.
  std::array<double, 2> range() {
    std::istringstream stream(w().text("scope.plot"));
    std::array<double, 2> read = {};
    stream >> read[0] >> read[1];
    return read;
  }
  double x_of(double at) {
    const Box plot = w().box("scope.plot");
    const auto [from, to] = range();
    return plot.x0 + (at - from) / (to - from) * (plot.x1 - plot.x0);
  }
  // The x in the window of a texel coordinate.
  double picture_x(double texel) {
    const Box b = w().box("result");
    return b.x() + (texel - 32) * (b.y1 - b.y0) / 16;
  }
  double axis() {
    const std::string content = w().text("scope.read.axis");
    return std::stod(content.substr(content.find('=') + 1));
  }
  ::testing::AssertionResult reads(double at, double expected) {
    w().move(std::round(x_of(at)), w().box("scope.plot").y());
    double found = NAN;
    const bool right = w().until([&] { return std::abs((found = value("model")) - expected) < 1e-7; });
    return right ? ::testing::AssertionSuccess()
                 : ::testing::AssertionFailure() << "at " << at << ": " << found << ", not " << expected;
  }
};

TEST_F(Scope, TheCursorLeavesWithTheMouse) {
  start_hot();
  EXPECT_TRUE(comes("scope.hint"));
  const Box plot = w().box("scope.plot");
  w().move(plot.x(), plot.y());
  EXPECT_TRUE(comes("scope.read.pixel"));
  const Box bar = w().box("status.note");
  w().move(bar.x0 + 4, bar.y());
  EXPECT_TRUE(goes("scope.read.pixel"));
  EXPECT_TRUE(comes("scope.hint"));
}

TEST_F(Scope, ALineIsDrawnAndTwoWeightsAreA256thApart) {
  start_hot();
  w().click("scope.draw");
  const Box b = w().box("result");
  const double row = b.y() + 0.5 * (b.y1 - b.y0) / 16; // through the texel's middle, almost
  w().drag(picture_x(31), row, picture_x(34), row);
  ASSERT_TRUE(comes("scope.end.1"));
  EXPECT_TRUE(w().until([&] { return std::abs(range()[0] - 31) < 0.1 && std::abs(range()[1] - 34) < 0.1; }))
      << w().text("scope.plot");
  const Box plot = w().box("scope.plot");
  for (int i = 0; i < 20; ++i)
    w().wheel(std::round(x_of(32)), plot.y(), 1); // until a step of the weight spans many pixels
  EXPECT_TRUE(w().until([&] { return range()[1] - range()[0] < 0.05; })) << w().text("scope.plot");
  const double half = std::floor(x_of(32)); // the weight is a half
  std::vector<double> seen;
  for (int pixel = 0; pixel < 150; pixel += 5) {
    w().move(half + pixel, plot.y());
    w().settle();
    const double now = value("model");
    if (seen.empty() || now != seen.back()) seen.push_back(now);
  }
  ASSERT_GE(seen.size(), 2u);
  for (std::size_t i = 1; i < seen.size(); ++i) {
    // The row lies between two weights of y, of which 0 to 8 are the next texel's.
    const double step = (seen[i] - seen[i - 1]) * 256;
    EXPECT_GT(step, 0.9) << seen[i];
    EXPECT_LE(step, 1 + 1e-6) << seen[i];
  }
  EXPECT_TRUE(says_anywhere("scope.read.ideal.r", "."))
      << "the number is in the panel, perhaps scrolled out of sight";
  w().double_click("scope.plot");
  EXPECT_TRUE(w().until([&] { return std::abs(range()[1] - 34) < 0.1; }));
}

TEST_F(Scope, SeriesArePutAwayAndPinned) {
  start_hot();
  const Box plot = w().box("scope.plot");
  w().move(std::floor(plot.x()), std::floor(plot.y()));
  ASSERT_TRUE(comes("scope.read.model.r"));
  EXPECT_TRUE(says("scope.series.model", "shown"));
  EXPECT_TRUE(says("scope.series.pinned", "absent"));
  EXPECT_TRUE(says("scope.series.cuda", "absent"));
  w().click("scope.series.ideal");
  EXPECT_TRUE(goes("scope.read.ideal.r"));
  w().click("scope.pin");
  EXPECT_TRUE(says("scope.series.pinned", "shown"));
  EXPECT_TRUE(click_sets("sampler.filter.point", "sampler.filter", "point"));
  w().move(std::round(x_of(32.25)), plot.y()); // the middle row is texel 32's first
  EXPECT_TRUE(w().until([&] { return value("model") == 1 && value("pinned") < 1 && value("pinned") > 0.2; }))
      << value("model") << " " << value("pinned");
  w().click("scope.series.opengl");
  w().move(std::round(x_of(33.25)), plot.y()); // the cursor left the plot with the mouse
  EXPECT_TRUE(says_anywhere("scope.read.opengl.r", "0"));
  EXPECT_TRUE(w().until([&] { return value("opengl") == 0 && value("model") == 0; })) << value("opengl");
  w().click("scope.pin");
  EXPECT_TRUE(says("scope.series.pinned", "absent"));
}

TEST_F(Scope, TheMixOfLevelsOverTheLevelOfDetail) {
  start_hot();
  EXPECT_FALSE(w().shows("scope.levels")) << "there is one level";
  start({"--texture.width", "16", "--texture.height", "16", "--texture.levels", "5"});
  show_tab("scope");
  w().click("scope.levels");
  ASSERT_TRUE(says("scope.plot", "-0.500000 4.500000"));
  EXPECT_TRUE(goes("scope.end.0")) << "no line is drawn over the picture";
  w().move(std::round(x_of(1.25)), w().box("scope.plot").y());
  ASSERT_TRUE(comes("scope.read.lod"));
  const auto share = [&](const std::string& level) { // "level 1  192.0000/256"
    const std::string shown = w().text("scope.read.model.level." + level);
    return std::stod(shown.substr(shown.find("  ")));
  };
  ASSERT_TRUE(comes("scope.read.model.level.1"));
  EXPECT_NEAR(share("1"), 192, 4) << "a pixel is about 1/100 of a level";
  EXPECT_NEAR(share("1") + share("2"), 256, 0.1);
  w().click("scope.levels");
  EXPECT_TRUE(comes("scope.end.0"));
}

TEST_F(Scope, KeysMoveTheEndsAndTheCursor) {
  start_hot();
  w().key("l");
  ASSERT_TRUE(comes("scope.end.0"));
  const std::string before = w().text("scope.end.0");
  w().key("l"); // the other end
  w().key("l"); // the cursor
  w().key("Right");
  EXPECT_TRUE(comes("scope.read.model.r"));
  const double at = axis();
  w().key("Right");
  EXPECT_TRUE(w().until([&] { return axis() > at; })) << axis();
  const double span = range()[1] - range()[0];
  w().key("Up");
  EXPECT_TRUE(w().until([&] { return std::abs((range()[1] - range()[0]) / span - 0.8) < 0.01; }))
      << w().text("scope.plot");
  w().key("l"); // back to the first end
  w().key("shift+Down");
  EXPECT_TRUE(w().until([&] { return w().text("scope.end.0") != before; }));
  double x = 0, y = 0, x_before = 0, y_before = 0;
  ASSERT_EQ(std::sscanf(before.c_str(), "%lf, %lf", &x_before, &y_before), 2);
  ASSERT_EQ(std::sscanf(w().text("scope.end.0").c_str(), "%lf, %lf", &x, &y), 2);
  EXPECT_NEAR(x, x_before, 1e-3);
  EXPECT_NEAR(y, y_before + 10, 1e-3);
  EXPECT_TRUE(w().shows("scope.row"));
  w().click("scope.row");
  EXPECT_TRUE(goes("scope.row"));
}

TEST_F(Scope, TheCurvesAreSavedAsCsv) {
  start_hot();
  w().click("scope.csv");
  ASSERT_TRUE(comes("prompt.path"));
  w().key("Return");
  EXPECT_TRUE(toasts("scope.csv"));
  std::ifstream file(w().folder() / "scope.csv");
  std::string header;
  std::getline(file, header);
  EXPECT_EQ(header, "sample,pixel_x,pixel_y,texel_x,texel_y,coordinate_x,coordinate_y,model_r,ideal_r");
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);)
    ++lines;
  const auto [from, to] = range();
  EXPECT_NEAR(double(lines), 512 * (to - from), 2);
}

} // namespace texelscope::gui
