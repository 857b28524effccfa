// The stored texture: texel values, painting, panning and zooming.
#include <sstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class TextureView : public GuiTest {
protected:
  // The position of texel (x, y) while the whole texture is fitted into the panel.
  std::pair<double, double> place_of(int x, int y) {
    const Box b = w().box("texture");
    const double width = w().field("texture.width"), height = w().field("texture.height");
    const double scale = std::min((b.x1 - b.x0) / width, (b.y1 - b.y0) / height);
    return {b.x() + (x + 0.5 - width / 2) * scale, b.y() + (y + 0.5 - height / 2) * scale};
  }
  void hover(int x, int y) {
    const auto [at_x, at_y] = place_of(x, y);
    w().move(at_x, at_y);
  }
  ::testing::AssertionResult texel_is(int x, int y, const std::vector<double>& values) {
    const std::string where = say(Text::status_texel, {std::to_string(x), std::to_string(y)});
    std::string shown;
    const bool found = w().until([&] {
      shown = w().text("status.value");
      if (!shown.starts_with(where + " ")) return false;
      std::istringstream stream(shown.substr(where.size()));
      std::vector<double> read;
      for (double value; stream >> value;)
        read.push_back(value);
      return read == values;
    });
    return found ? ::testing::AssertionSuccess()
                 : ::testing::AssertionFailure() << "texel " << x << "," << y << ": " << shown;
  }
};

const std::vector<std::string> small = {"--texture.source", "one_hot", "--texture.width", "4",
                                        "--texture.height", "4",       "--texture.hot_x", "1",
                                        "--texture.hot_y",  "2"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST_F(TextureView, TexelUnderTheCursor) {
  start(with(small, {"--texture.channels", "1"}));
  for (int y = 0; y < 4; ++y)
    for (int x : {0, 1, 3}) {
      hover(x, y);
      EXPECT_TRUE(texel_is(x, y, {x == 1 && y == 2 ? 1.0 : 0.0}));
    }
}

TEST_F(TextureView, TexelOfALargeTexture) {
  start({"--texture.source", "ramp", "--texture.width", "1024", "--texture.height", "512", "--texture.kind",
         "float", "--texture.bits", "32", "--texture.channels", "1", "--sampler.read_mode", "element"});
  const Box b = w().box("texture");
  w().move(b.x(), b.y());
  EXPECT_TRUE(w().until([&] { return w().text("status.value").starts_with("texel 5"); }))
      << w().text("status.value");
  std::istringstream stream(w().text("status.value"));
  std::string texel;
  int x = 0;
  double value = 0;
  ASSERT_TRUE(stream >> texel >> x);
  stream.ignore(100, ' ');
  ASSERT_TRUE(stream >> value);
  EXPECT_NEAR(value, x / 1023.0, 1e-5); // 0 at the first column, 1 at the last
}

TEST_F(TextureView, WheelZoomsAboutTheCursorAndDoubleClickResets) {
  start(small);
  const auto [x, y] = place_of(1, 2);
  w().wheel(x, y, 8); // the texel now fills much of the panel, its value is printed in it
  EXPECT_TRUE(texel_is(1, 2, {1, 1, 1, 1}));
  w().move(x + 30, y);
  EXPECT_TRUE(texel_is(1, 2, {1, 1, 1, 1})) << "zoomed in, 30 pixels are less than half a texel";
  w().double_click("texture");
  hover(0, 0);
  EXPECT_TRUE(texel_is(0, 0, {0, 0, 0, 0}));
  hover(3, 3);
  EXPECT_TRUE(texel_is(3, 3, {0, 0, 0, 0}));
}

// The values are drawn in the texels: light digits on black.
TEST_F(TextureView, ValuesShowOnceTexelsAreLarge) {
  start(small);
  const auto [x, y] = place_of(1, 1);
  const auto light = [&, x = x, y = y] {
    w().move(w().box("panel.settings").x0 + 2, w().box("panel.settings").y1 - 2);
    w().settle(3);
    const Shot screen = take_shot(display_->name());
    int count = 0;
    for (int dy = -12; dy <= 12; ++dy)
      for (int dx = -5; dx <= 5; ++dx)
        count += screen.at(int(x) + dx, int(y) + dy)[1] > 110;
    return count;
  };
  click_in_display("view.grid");
  EXPECT_TRUE(becomes("view.grid", false));
  EXPECT_EQ(light(), 0);
  click_in_display("view.grid");
  EXPECT_TRUE(becomes("view.grid", true));
  w().wheel(x, y, 6);
  EXPECT_GT(light(), 10);
}

TEST_F(TextureView, FollowsThePinToTheLevelAndTheTexelsThatItReads) {
  start({"--texture.width", "256", "--texture.height", "256", "--texture.levels", "9", "--fetch.function",
         "lod", "--fetch.lod", "2"});
  ASSERT_TRUE(says("texture.summary", "256 × 256"));
  const Box result = w().box("result");
  w().click_at(result.x() + 31, result.y() + 17);
  EXPECT_TRUE(says("texture.summary", "64 × 64"));
  EXPECT_EQ(w().field("view.level"), 0) << "the session is as it was";
  EXPECT_TRUE(comes("footprint.weight")) << "its texels are large enough for numbers";
  w().key("Escape");
  EXPECT_TRUE(says("texture.summary", "256 × 256"));
}

TEST_F(TextureView, DragPans) {
  start(small);
  const auto [x, y] = place_of(1, 1);
  const double texel = place_of(2, 1).first - x;
  w().drag(x, y, x + texel, y + texel);
  EXPECT_TRUE(texel_is(1, 1, {0, 0, 0, 0})) << "the texel moved with the mouse";
  w().move(x, y);
  EXPECT_TRUE(texel_is(0, 0, {0, 0, 0, 0}));
  w().move(x + texel, y + 2 * texel);
  EXPECT_TRUE(texel_is(1, 2, {1, 1, 1, 1}));
}

TEST_F(TextureView, BrushPaintsInTheTexture) {
  start(with(small, {"--write.mode", "brush", "--write.brush_radius", "0.5", "--write.brush_color",
                     "0.2,0.4,0.6,1"}));
  const auto [x, y] = place_of(3, 0);
  w().click_at(x, y);
  EXPECT_TRUE(w().until([&] { return w().field("write.strokes").size() == 1; }));
  EXPECT_TRUE(texel_is(3, 0, {0.2, 0.4, 0.6, 1}));
  hover(2, 0);
  EXPECT_TRUE(texel_is(2, 0, {0, 0, 0, 0}));
  // A drag paints all texels on its way and is one undo step.
  const auto [x0, y0] = place_of(0, 3);
  const auto [x1, y1] = place_of(3, 3);
  w().drag(x0, y0, x1, y1);
  for (int column : {0, 1, 2, 3}) {
    hover(column, 3);
    EXPECT_TRUE(texel_is(column, 3, {0.2, 0.4, 0.6, 1}));
  }
  w().key("ctrl+z");
  EXPECT_TRUE(w().until([&] { return w().field("write.strokes").size() == 1; }));
  EXPECT_TRUE(texel_is(3, 3, {0, 0, 0, 0}));
}

TEST_F(TextureView, BrushPaintsInTheResult) {
  start(with(small, {"--write.mode", "brush", "--write.brush_radius", "0.5", "--write.brush_color",
                     "0.2,0.4,0.6,1", "--view.center_x", "2.625", "--view.center_y", "0.125"}));
  w().click("result"); // u 2.625 wraps to 0.625: column 2; v 0.125: row 0
  EXPECT_TRUE(w().until([&] { return w().field("write.strokes").size() == 1; }));
  hover(2, 0);
  EXPECT_TRUE(texel_is(2, 0, {0.2, 0.4, 0.6, 1}));
  EXPECT_EQ(w().field("view.center_x"), 2.625) << "painting does not pan";
}

// Layers that differ in what was painted on them.
TEST_F(TextureView, BrushPaintsThePlaneThatIsShown) {
  start(with(small, {"--texture.dimension", "2d_layered", "--texture.depth", "3", "--view.slice", "1",
                     "--write.mode", "brush", "--write.brush_radius", "0.5", "--write.brush_color",
                     "0.2,0.4,0.6,1"}));
  const auto strokes = [&](std::size_t count) {
    return w().until([&] { return w().field("write.strokes").size() == count; });
  };
  const auto plane_of = [&](std::size_t stroke) { return w().field("write.strokes").at(stroke).at(9); };
  const auto [x, y] = place_of(0, 0);
  w().click_at(x, y);
  ASSERT_TRUE(strokes(1));
  EXPECT_EQ(plane_of(0), 1);
  EXPECT_TRUE(texel_is(0, 0, {0.2, 0.4, 0.6, 1}));
  ASSERT_TRUE(typing_sets("view.slice", "2", "view.slice", 2));
  hover(0, 0);
  EXPECT_TRUE(texel_is(0, 0, {0, 0, 0, 0})) << "another layer";
  ASSERT_TRUE(click_sets("write.all_planes.true", "write.all_planes", true));
  const auto [x1, y1] = place_of(1, 0);
  w().click_at(x1, y1);
  ASSERT_TRUE(strokes(2));
  EXPECT_EQ(plane_of(1), -1);
  ASSERT_TRUE(typing_sets("view.slice", "0", "view.slice", 0));
  hover(1, 0);
  EXPECT_TRUE(texel_is(1, 0, {0.2, 0.4, 0.6, 1})) << "all layers";
  hover(0, 0);
  EXPECT_TRUE(texel_is(0, 0, {0, 0, 0, 0}));
}

TEST_F(TextureView, BrushInTheResultPaintsTheLayerThatIsFetched) {
  start(with(small, {"--texture.dimension", "2d_layered", "--texture.depth", "3", "--fetch.layer", "2",
                     "--write.mode", "brush", "--write.brush_radius", "0.5", "--write.brush_color",
                     "0.2,0.4,0.6,1", "--view.center_x", "0.625", "--view.center_y", "0.125"}));
  w().click("result");
  EXPECT_TRUE(w().until([&] { return w().field("write.strokes").size() == 1; }));
  EXPECT_EQ(w().field("write.strokes").at(0).at(9), 2);
  EXPECT_TRUE(becomes("view.slice", 2)) << "the texture panel shows what is painted";
  hover(2, 0);
  EXPECT_TRUE(texel_is(2, 0, {0.2, 0.4, 0.6, 1}));
}

TEST_F(TextureView, ShiftDragPansInBrushMode) {
  start(with(small, {"--write.mode", "brush"}));
  const Box result = w().box("result");
  w().hold("shift");
  w().drag(result.x(), result.y(), result.x() + 40, result.y());
  EXPECT_TRUE(w().until([&] { return w().field("view.center_x") < 0.5; }));
  const auto [x, y] = place_of(1, 1);
  const double texel = place_of(2, 1).first - x;
  w().drag(x, y, x + texel, y);
  w().release("shift");
  w().move(x + texel, y + texel);
  EXPECT_TRUE(texel_is(1, 2, {1, 1, 1, 1}));
  EXPECT_EQ(w().field("write.strokes"), Json::array());
}

} // namespace texelscope::gui
