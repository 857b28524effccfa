// The result: panning and zooming, pinning pixels, and how values become colors.
#include <cmath>
#include <fstream>
#include <sstream>

#include "gui/gui_test.h"
#include "gui/pictures.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class ResultView : public GuiTest {
protected:
  Box picture() { return w().box("result"); }
  int picture_width() { return int(picture().x1 - picture().x0); }
  int picture_height() { return int(picture().y1 - picture().y0); }
  void hover(double x, double y) { w().move(picture().x0 + x, picture().y0 + y); }
  double coordinate(const char* item) { return std::stod(w().text(item)); }

  // The present session as the verb `render` draws it, at the size that the window shows.
  std::filesystem::path rendered(const std::string& name) {
    std::ofstream(w().folder() / "now.json") << w().session().dump();
    auto out = w().folder() / name;
    const std::string size = std::to_string(picture_width()) + "x" + std::to_string(picture_height());
    Process render({TEXELSCOPE_PROGRAM, "render", (w().folder() / "now.json").string(), "--out", out.string(),
                    "--size", size},
                   {});
    if (render.wait(60) != 0) throw std::runtime_error("render failed");
    return out;
  }

  // Floats are written with the nine digits that distinguish them, integers in full.
  static bool is_written(const std::string& word, double value) {
    const double shown = std::strtod(word.c_str(), nullptr);
    return word.find_first_of(".e") == std::string::npos ? shown == value : float(shown) == float(value);
  }

  // "pixel x,y a b c d" in the status line.
  ::testing::AssertionResult status_shows(int x, int y, const std::array<double, 4>& values, int channels) {
    const std::string where = say(Text::status_pixel, {std::to_string(x), std::to_string(y)});
    std::string shown;
    const bool equal = w().until([&] {
      shown = w().text("status.value");
      if (!shown.starts_with(where + " ")) return false;
      std::istringstream stream(shown.substr(where.size()));
      bool all = true;
      std::string word;
      for (int c = 0; c < channels; ++c)
        all &= bool(stream >> word) && is_written(word, values[std::size_t(c)]);
      return all && !(stream >> word);
    });
    if (equal) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << shown << " instead of pixel " << x << "," << y << ": " << ::testing::PrintToString(values);
  }

  void every_value_is_as_rendered(int channels = 4) {
    const Values values = read_values(rendered("values.npy"));
    ASSERT_EQ(values.width, picture_width());
    for (const auto& [x, y] :
         {std::pair{0, 0}, {17, 200}, {311, 95}, {values.width - 1, values.height - 1}}) {
      hover(x, y);
      EXPECT_TRUE(status_shows(x, y, values.at(x, y), channels));
    }
  }

  // Removes the grid and the hint of the first start from the picture.
  void bare_picture() {
    w().key("g");
    ASSERT_TRUE(becomes("view.grid", false));
    ASSERT_TRUE(goes("hint"));
  }

  // Checks that all pixels are within one step of what render writes. Nothing else may cover the picture.
  void picture_is_as_rendered() {
    w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2); // no tooltip
    w().settle(3);
    const Shot screen = take_shot(display_->name()), file = read_png(rendered("picture.png"));
    const int x0 = int(picture().x0), y0 = int(picture().y0);
    int different = 0;
    for (int y = 0; y < file.height; ++y)
      for (int x = 0; x < file.width; ++x)
        for (std::size_t c = 0; c < 3; ++c)
          different += std::abs(screen.at(x0 + x, y0 + y)[c] - file.at(x, y)[c]) > 1;
    EXPECT_EQ(different, 0) << w().field("view.false_color") << " " << file.width << " x " << file.height;
  }
};

// A view within the texture, so that its outline does not cover the picture.
const std::vector<std::string> inside = {"--view.span", "0.5", "--view.dim_repeats", "false"};

TEST_F(ResultView, DragPans) {
  start();
  const Box p = picture();
  w().drag(p.x() - 50, p.y() - 30, p.x() + 50, p.y() + 10);
  const double pixel = 2 / (p.y1 - p.y0); // span / height
  EXPECT_TRUE(becomes_near("view.center_x", 0.5 - 100 * pixel, 1e-6));
  EXPECT_TRUE(becomes_near("view.center_y", 0.5 - 40 * pixel, 1e-6));
  EXPECT_EQ(w().field("view.span"), 2);
  EXPECT_FALSE(w().shows("hint"));
}

TEST_F(ResultView, WheelZoomsAboutTheCursor) {
  start({"--view.rotation", "20"});
  unfold_why();
  hover(100, 80);
  ASSERT_TRUE(says("why.pixel", "100, 80"));
  w().settle(3);
  const double u = coordinate("why.x"), v = coordinate("why.y");
  w().wheel(picture().x0 + 100, picture().y0 + 80, 3);
  EXPECT_TRUE(becomes_near("view.span", 2 * std::pow(0.85, 3), 1e-6));
  w().settle(3);
  EXPECT_NEAR(coordinate("why.x"), u,
              2 * 0.15 / picture_height()); // the cursor is at the pixel's corner, the sample in its middle
  EXPECT_NEAR(coordinate("why.y"), v, 2 * 0.15 / picture_height());
  w().wheel(picture().x0 + 100, picture().y0 + 80, -3);
  EXPECT_TRUE(becomes_near("view.span", 2, 1e-6));
  EXPECT_TRUE(becomes_near("view.center_x", 0.5, 1e-6));
  EXPECT_TRUE(becomes_near("view.center_y", 0.5, 1e-6));
}

TEST_F(ResultView, RightDragRotatesAndDoubleClickResets) {
  start({"--view.span", "5", "--view.center_x", "2"});
  const Box p = picture();
  w().drag(p.x(), p.y(), p.x() + 60, p.y(), 3);
  EXPECT_TRUE(becomes_near("view.rotation", 30, 1e-6));
  EXPECT_EQ(w().field("view.center_x"), 2);
  w().double_click("result");
  EXPECT_TRUE(becomes("view.rotation", 0));
  EXPECT_TRUE(becomes("view.center_x", 0.5));
  EXPECT_TRUE(becomes_near("view.span", 1.08, 1e-9));
  EXPECT_FALSE(w().text("why.pixel").ends_with(text(Text::why_pinned)))
      << "resetting the view removes the pin";
}

TEST_F(ResultView, FitAndOneToOne) {
  start({"--texture.height", "128"});
  w().click("view.one_to_one");
  EXPECT_TRUE(becomes_near("view.span", picture_height() / 128.0, 1e-9));
  w().click("view.fit");
  EXPECT_TRUE(becomes_near("view.span", 1.08, 1e-9));
}

TEST_F(ResultView, ClickPinsAndEscapeUnpins) {
  start();
  w().click_at(picture().x0 + 40, picture().y0 + 50);
  ASSERT_TRUE(says("why.pixel", std::string("40, 50") + text(Text::why_pinned)));
  hover(200, 90);
  w().settle(3);
  EXPECT_TRUE(says("why.pixel", "40, 50"));
  EXPECT_TRUE(says("status.value", say(Text::status_pixel, {"40", "50"})));
  w().key("Escape");
  EXPECT_TRUE(says("why.pixel", "200, 90"));
  w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2);
  EXPECT_TRUE(comes("why.empty"));
  EXPECT_TRUE(says("status.value", text(Text::status_idle)));
}

TEST_F(ResultView, ArrowKeysStepByAPixel) {
  start();
  w().click_at(picture().x0 + 40, picture().y0 + 50);
  for (const auto& [key, place] :
       {std::pair{"Right", "41, 50"}, {"Down", "41, 51"}, {"Left", "40, 51"}, {"Up", "40, 50"}}) {
    w().key(key);
    EXPECT_TRUE(says("why.pixel", std::string(place) + text(Text::why_pinned))) << key;
  }
  w().key("alt+Right");
  EXPECT_TRUE(becomes_near("view.center_x", 0.5 + 2.0 / 16, 1e-6));
}

// The coordinate after a step is shown exactly; the texture has 64 texels.
TEST_F(ResultView, ArrowKeysStepByATexelAndItsParts) {
  start();
  unfold_why();
  w().click_at(picture().x0 + 300, picture().y0 + 200);
  ASSERT_TRUE(says_anywhere("why.x", "."));
  const float u = std::stof(w().text("why.x")), v = std::stof(w().text("why.y"));
  const auto value_is = [&](const char* item, float at) {
    return w().until([&] { return std::stof(w().text(item)) == at; });
  };
  w().key("shift+Right");
  EXPECT_TRUE(value_is("why.x", u + 1 / 64.f)) << w().text("why.x") << " from " << u;
  EXPECT_TRUE(says("why.pixel", " +")) << "no pixel samples exactly there";
  w().key("shift+Up");
  EXPECT_TRUE(value_is("why.y", v - 1 / 64.f)) << w().text("why.y");
  w().key("ctrl+Left");
  w().key("ctrl+Left");
  EXPECT_TRUE(value_is("why.x", u + 1 / 64.f - 2 / 16384.f)) << w().text("why.x");
  EXPECT_TRUE(says_anywhere("why.returned", text(Text::why_between_pixels)));
  const Box mark = w().box("pin.1");
  EXPECT_NEAR(mark.x(), picture().x0 + 300 + picture_height() / 128.0, 1.5);
  w().key("Left");
  EXPECT_TRUE(says_anywhere("why.returned", "bit for bit"));
  EXPECT_EQ(w().field("view.center_x"), 0.5);
}

// A pin is a coordinate: opening a tab in place of the texture and resizing the window do not move it.
TEST_F(ResultView, APinStaysAtItsCoordinateWhenThePictureChangesItsSize) {
  start({TEXELSCOPE_SOURCE_DIR "/assets/sessions/10-weights-have-8-bits.json"});
  w().click_at(picture().x0 + 300, picture().y0 + 100);
  unfold_why();
  ASSERT_TRUE(says_anywhere("why.x", "."));
  const std::string x = w().text("why.x"), y = w().text("why.y"), value = w().text("why.value.r");
  show_tab("scope");
  w().settle();
  EXPECT_TRUE(says_anywhere("why.x", x)) << w().text("why.x");
  EXPECT_TRUE(says_anywhere("why.y", y));
  EXPECT_TRUE(says_anywhere("why.value.r", value));
  w().resize(1100, 700);
  w().settle();
  EXPECT_TRUE(says_anywhere("why.x", x)) << w().text("why.x");
  EXPECT_TRUE(says_anywhere("why.value.r", value));
}

TEST_F(ResultView, ATypedCoordinateIsFetchedExactly) {
  start({TEXELSCOPE_SOURCE_DIR "/assets/sessions/10-weights-have-8-bits.json"});
  w().click_at(picture().x0 + 300, picture().y0 + 100);
  unfold_why();
  ASSERT_TRUE(comes("why.coord.x"));
  const auto type_into = [&](const char* field, const char* number) {
    w().click(field);
    w().key("ctrl+a");
    w().type(number);
    w().key("Return");
  };
  type_into("why.coord.x", "0.3125");
  type_into("why.coord.y", "0.40625");
  EXPECT_TRUE(says_anywhere("why.x", "0.3125 3ea00000"));
  EXPECT_TRUE(says_anywhere("why.y", "0.40625 3ed00000"));
  EXPECT_TRUE(says("why.coord.y", "0.40625"));
}

TEST_F(ResultView, SeveralPinsAreKept) {
  start();
  w().click_at(picture().x0 + 40, picture().y0 + 50);
  w().click_at(picture().x0 + 140, picture().y0 + 70);
  ASSERT_TRUE(says("why.pin.2", "140, 70"));
  EXPECT_TRUE(says("why.pin.1", "40, 50"));
  EXPECT_TRUE(says("pin.2", "chosen"));
  w().click("why.pin.1");
  EXPECT_TRUE(says("why.pixel", "40, 50"));
  w().key("Down");
  EXPECT_TRUE(says("why.pin.1", "40, 51")) << "the arrows step the selected pin";
  EXPECT_TRUE(says("why.pin.2", "140, 70"));
  w().click_at(picture().x0 + 141, picture().y0 + 69); // on the pin's mark
  EXPECT_TRUE(says("why.pixel", "140, 70"));
  w().key("j");
  EXPECT_TRUE(says("why.pixel", "40, 51"));
  w().click("why.pin.2.remove");
  EXPECT_TRUE(goes("pin.2"));
  EXPECT_TRUE(says("why.pixel", "40, 51"));
  w().key("p");
  EXPECT_TRUE(says("why.pin.2", "40, 51"));
  w().key("Escape");
  w().key("Escape");
  EXPECT_TRUE(goes("why.pin.1"));
}

TEST_F(ResultView, ValueUnderTheCursorIsTheFetchedOne) {
  start({"--view.rotation", "33", "--view.span", "1.37", "--texture.source", "noise"});
  every_value_is_as_rendered();
}

TEST_F(ResultView, ValuesOfIntegersOfTwoChannels) {
  start({"--texture.kind", "signed", "--texture.bits", "32", "--texture.channels", "2", "--sampler.read_mode",
         "element", "--sampler.filter", "point", "--texture.source", "noise"});
  every_value_is_as_rendered(2);
}

TEST_F(ResultView, ChannelMasks) {
  start(inside);
  bare_picture();
  picture_is_as_rendered();
  for (const char* channel : {"view.show_r", "view.show_g", "view.show_a"}) {
    w().click(channel);
    EXPECT_TRUE(becomes(channel, false));
    picture_is_as_rendered();
  }
  w().click("view.show_b");
  EXPECT_TRUE(becomes("view.show_b", false));
  w().click("view.show_a");
  EXPECT_TRUE(becomes("view.show_a", true));
  picture_is_as_rendered();
}

TEST_F(ResultView, ExposureAndRange) {
  start(inside);
  bare_picture();
  in_display([&] { w().enter_value("view.exposure", "-1.5"); });
  EXPECT_TRUE(becomes("view.exposure", -1.5));
  picture_is_as_rendered();
  in_display([&] {
    w().enter_value("view.range_low", "0.125");
    w().enter_value("view.range_high", "0.5");
  });
  EXPECT_TRUE(becomes("view.range_low", 0.125));
  EXPECT_TRUE(becomes("view.range_high", 0.5));
  picture_is_as_rendered();
  in_display([&] {
    const Box exposure = w().box("view.exposure");
    w().drag(exposure.x(), exposure.y(), exposure.x() + 50, exposure.y());
  });
  EXPECT_TRUE(becomes_near("view.exposure", -0.5, 1e-6));
}

TEST_F(ResultView, AutoRange) {
  auto arguments = inside;
  arguments.insert(arguments.end(),
                   {"--texture.channels", "1", "--texture.source", "ramp", "--view.exposure", "3"});
  start(arguments);
  bare_picture();
  const Values values = read_values(rendered("values.npy"));
  double low = 1e9, high = -1e9;
  for (const auto& pixel : values.pixels)
    low = std::min(low, pixel[0]), high = std::max(high, pixel[0]);
  click_in_display("view.auto_range");
  EXPECT_TRUE(becomes("view.exposure", 0));
  EXPECT_TRUE(becomes_near("view.range_low", low, 1e-9));
  EXPECT_TRUE(becomes_near("view.range_high", high, 1e-9));
  picture_is_as_rendered();
}

TEST_F(ResultView, FalseColors) {
  start(inside);
  bare_picture();
  for (const char* map : {"gray", "viridis", "signed", "off"}) {
    click_in_display(std::string("view.false_color.") + map);
    EXPECT_TRUE(becomes("view.false_color", map));
    picture_is_as_rendered();
  }
}

TEST_F(ResultView, SavedPictureIsTheShownOne) {
  start({"--view.exposure", "-1", "--view.false_color", "viridis"});
  w().key("F12");
  ASSERT_TRUE(toasts("texelscope-1.png"));
  const Shot saved = read_png(w().folder() / "texelscope-1.png"), file = read_png(rendered("picture.png"));
  EXPECT_EQ(saved.width, file.width);
  EXPECT_TRUE(saved.pixels == file.pixels);
}

TEST_F(ResultView, Marks) {
  // All of the picture lies in the border, whose color is NaN.
  start({"--texture.kind", "float", "--texture.bits", "32", "--sampler.read_mode", "element",
         "--sampler.address_x", "border", "--sampler.border_color", "nan,0,0,1", "--view.center_x", "9",
         "--view.dim_repeats", "false"});
  bare_picture();
  click_in_display("view.mark_nonfinite");
  EXPECT_TRUE(becomes("view.mark_nonfinite", false));
  picture_is_as_rendered();
  click_in_display("view.mark_nonfinite");
  EXPECT_TRUE(becomes("view.mark_nonfinite", true));
  w().settle(3);
  const Shot screen = take_shot(display_->name());
  EXPECT_EQ(screen.at(int(picture().x()), int(picture().y())), (std::array<std::uint8_t, 3>{255, 0, 255}));
  picture_is_as_rendered();
  click_in_display("view.mark_nonfinite");
  w().enter_value("sampler.border_color.r", "2");
  click_in_display("view.mark_out_of_range");
  EXPECT_TRUE(becomes("view.mark_out_of_range", true));
  picture_is_as_rendered();
}

// Of a white texture, what lies outside the [0,1] square has strokes, and stays white between them.
TEST_F(ResultView, WhatIsOutsideHasStrokesAndKeepsItsColor) {
  start({"--texture.source", "one_hot", "--texture.width", "1", "--texture.height", "1", "--view.center_x",
         "7.5", "--view.grid", "false"});
  const auto shares = [&] { // of white pixels, and of others
    w().settle(3);
    const Shot screen = take_shot(display_->name());
    std::array<int, 2> counts = {0, 0};
    for (int y = int(picture().y()) - 40; y < int(picture().y()) + 40; ++y)
      for (int x = int(picture().x()) + 20; x < int(picture().x()) + 100; ++x)
        ++counts[screen.at(x, y)[0] == 255 ? 0 : 1];
    return counts;
  };
  EXPECT_GT(shares()[0], 80 * 80 / 2);
  EXPECT_GT(shares()[1], 80 * 80 / 40);
  click_in_display("view.dim_repeats");
  EXPECT_TRUE(becomes("view.dim_repeats", false));
  EXPECT_EQ(shares()[1], 0);
}

TEST_F(ResultView, GridOverLargeTexels) {
  start({"--texture.source", "one_hot", "--texture.width", "8", "--texture.height", "8", "--texture.hot_x",
         "7", "--view.span", "0.5", "--sampler.filter", "point"});
  const auto lit = [&] {
    w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2);
    w().settle(3);
    const Shot screen = take_shot(display_->name());
    int count = 0;
    for (int y = int(picture().y0) + 5; y < int(picture().y1) - 60; ++y)
      count += screen.at(int(picture().x()) + 11, y)[0] > 20;
    return count;
  };
  EXPECT_GE(lit(), 2); // black texels with lines between them
  click_in_display("view.grid");
  EXPECT_TRUE(becomes("view.grid", false));
  EXPECT_EQ(lit(), 0);
}

// A resize is set by the controls; the screen then has each pixel of what render writes as a square of the
// magnification that the label states, and pixel numbers are the result's.
TEST_F(ResultView, AResizeIsShownPixelByPixel) {
  start({"--texture.source", "noise", "--texture.width", "5", "--texture.height", "3", "--sampler.address_x",
         "clamp", "--sampler.address_y", "clamp"});
  bare_picture();
  EXPECT_TRUE(click_sets("view.mapping.resize", "view.mapping", "resize"));
  EXPECT_TRUE(typing_sets("view.resize_width", "14", "view.resize_width", 14));
  EXPECT_TRUE(typing_sets("view.resize_height", "6", "view.resize_height", 6));
  EXPECT_TRUE(click_sets("view.align_corners.true", "view.align_corners", true));
  EXPECT_TRUE(goes("fetch.sample_at.corner")) << "aligned corners say where pixels sample";
  w().click("view.fit");
  const int scale = std::min(picture_width() / 14, picture_height() / 6);
  ASSERT_TRUE(says("result.resize", say(Text::result_magnified, {"14", "6", std::to_string(scale)})));
  w().settle(3);
  const double x0 = std::floor(picture().x() - 7.0 * scale), y0 = std::floor(picture().y() - 3.0 * scale);
  w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2); // no tooltip
  w().settle(3);
  const Shot screen = take_shot(display_->name()), file = read_png(rendered("resized.png"));
  ASSERT_EQ(file.width, 14);
  ASSERT_EQ(file.height, 6);
  const Box label = w().box("result.resize");
  int compared = 0;
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 14; ++x)
      for (const double part : {0.3, 0.7}) {
        const int at_x = int(x0 + (x + part) * scale), at_y = int(y0 + (y + part) * scale);
        if (at_x >= label.x0 - 1 && at_y >= label.y0 - 1) continue;
        ++compared;
        for (std::size_t c = 0; c < 3; ++c)
          EXPECT_NEAR(screen.at(at_x, at_y)[c], file.at(x, y)[c], 1) << x << "," << y;
      }
  EXPECT_GT(compared, 130);
  unfold_why();
  hover(x0 - picture().x0 + 9.5 * scale, y0 - picture().y0 + 4.5 * scale);
  EXPECT_TRUE(says("why.pixel", "9, 4"));
  EXPECT_TRUE(says_anywhere("why.resize.x", "9 * 4 / 13 + 0.5 = 3.26923077"));
  w().wheel(x0 + 9.5 * scale, y0 + 4.5 * scale, 1);
  EXPECT_TRUE(says("result.resize", "each " + std::to_string(int(scale / 0.85)) + " x ")) << "a whole one";
  EXPECT_TRUE(w().until([&] { // looking is a change of its own
    if (w().field("view.align_corners") == false) return true;
    w().key("ctrl+z");
    w().settle(3);
    return false;
  }));
  EXPECT_EQ(w().field("view.mapping"), "resize");
  EXPECT_EQ(w().field("view.resize_height"), 6);
}

} // namespace texelscope::gui
