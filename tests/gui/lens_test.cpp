// The tools beside the texture: gradients dragged in the LOD scope, and the blocks of a compressed file.
#include <fstream>
#include <iterator>
#include <sstream>

#include "gui/gui_test.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

class LodScope : public GuiTest {
protected:
  void open_scope() {
    show_tab("levels");
    EXPECT_TRUE(comes("lod.dx"));
  }
  // The numbers at a gradient's end, in texels of level 0.
  std::array<double, 2> vector(const std::string& name) {
    std::stringstream stream(w().text("lod." + name));
    std::array<double, 2> read = {};
    char comma = 0;
    stream >> read[0] >> comma >> read[1];
    return read;
  }
  // The offset of a gradient's end from the middle of the picture, in pixels.
  std::array<double, 2> place(const std::string& name) {
    const Box end = w().box("lod." + name), picture = w().box("lod.picture");
    return {end.x() - picture.x(), end.y() - picture.y()};
  }
  void drag_by(const std::string& name, double dx, double dy) {
    const Box end = w().box("lod." + name);
    w().drag(end.x(), end.y(), end.x() + dx, end.y() + dy);
  }
  ::testing::AssertionResult texels_near(const std::string& field, std::size_t axis, double texels) {
    double found = 0;
    const bool near = w().until([&] {
      found = 64 * w().field(field)[axis].get<double>();
      return std::abs(found - texels) < 0.02 * std::abs(texels) + 0.01;
    });
    return near ? ::testing::AssertionSuccess()
                : ::testing::AssertionFailure() << field << " is " << found << " texels, not " << texels;
  }
};

std::vector<std::string> split(const std::string& line) {
  std::stringstream stream(line);
  return {std::istream_iterator<std::string>(stream), {}};
}

// dx of 16 texels, dy of 4: four probes, level 2.
const std::vector<std::string> stretched =
    split("--texture.levels 7 --fetch.function grad --fetch.gradients given --fetch.dx 0.25,0,0 "
          "--fetch.dy 0,0.0625,0 --sampler.max_anisotropy 8 --sampler.disable_trilinear_optimization true");

TEST_F(LodScope, NumbersOfAStretchedFootprint) {
  start(stretched);
  open_scope();
  EXPECT_TRUE(says("lod.axes", "16 × 4"));
  EXPECT_EQ(w().text("lod.ratio"), "4");
  EXPECT_EQ(w().text("lod.probes"), "4");
  EXPECT_EQ(w().text("lod.given"), "2.000");
  EXPECT_EQ(w().text("lod.limited"), "2.000");
  EXPECT_EQ(w().text("lod.ruler"), "2 2");
  EXPECT_EQ(vector("dx"), (std::array{16.0, 0.0}));
  EXPECT_EQ(vector("dy"), (std::array{0.0, 4.0}));
  EXPECT_TRUE(typing_sets("sampler.mip_bias", "0.5", "sampler.mip_bias", 0.5));
  EXPECT_TRUE(says("lod.biased", "2.500"));
  EXPECT_TRUE(says("lod.fraction", "128/256"));
  EXPECT_TRUE(says("lod.levels", "2, 3"));
}

TEST_F(LodScope, DraggingAGradientGivesItToTheFetch) {
  start({"--texture.levels", "7", "--view.span", "8"});
  open_scope();
  ASSERT_TRUE(says("lod.heading", text(Text::lod_call)));
  const auto before = vector("dx"), other = vector("dy");
  const auto from = place("dx");
  const double scale = from[0] / before[0]; // pixels a texel
  EXPECT_NEAR(before[0], 512 / (w().box("result").y1 - w().box("result").y0), 0.01);
  drag_by("dx", 8, 16);
  EXPECT_TRUE(becomes("fetch.function", "grad"));
  EXPECT_TRUE(becomes("fetch.gradients", "given"));
  EXPECT_TRUE(texels_near("fetch.dx", 0, before[0] + 8 / scale));
  EXPECT_TRUE(texels_near("fetch.dx", 1, 16 / scale));
  EXPECT_TRUE(texels_near("fetch.dy", 0, 0));
  EXPECT_TRUE(texels_near("fetch.dy", 1, other[1])) << "dy is that of the view";
  EXPECT_TRUE(says("lod.heading", "pixel"));
  // The whole drag is one undo step.
  w().key("ctrl+z");
  EXPECT_TRUE(becomes("fetch.function", "plain"));
  EXPECT_TRUE(becomes("fetch.gradients", "view"));
  show_tab("history");
  EXPECT_TRUE(comes("journal.1"));
  EXPECT_FALSE(w().shows("journal.2"));
}

// The drag changes the fetched level from 2 to 3, but the scale of the scope stays.
TEST_F(LodScope, TheEndStaysUnderTheMouse) {
  start(stretched);
  open_scope();
  const double scale = place("dx")[0] / 16; // pixels a texel
  drag_by("dy", 5, 20);
  EXPECT_TRUE(texels_near("fetch.dy", 0, 5 / scale));
  EXPECT_TRUE(texels_near("fetch.dy", 1, 4 + 20 / scale));
  EXPECT_TRUE(texels_near("fetch.dx", 0, 16));
  EXPECT_TRUE(says("lod.levels", "3"));
}

TEST_F(LodScope, TheWheelZoomsAndADoubleClickFits) {
  start(stretched);
  open_scope();
  const double fitted = place("dx")[0];
  const Box picture = w().box("lod.picture");
  w().wheel(picture.x0 + 6, picture.y0 + 6, -3);
  EXPECT_TRUE(w().until([&] { return std::abs(place("dx")[0] - fitted / 1.643) < 1.5; }))
      << place("dx")[0]; // 1.18 cubed
  EXPECT_EQ(vector("dx"), (std::array{16.0, 0.0}));
  w().double_click("lod.picture");
  EXPECT_TRUE(w().until([&] { return std::abs(place("dx")[0] - fitted) < 1; })) << place("dx")[0];
  EXPECT_EQ(w().field("fetch.dx")[0], 0.25);
}

TEST_F(LodScope, IsThereWhileThereIsALevelOfDetail) {
  start();
  show_tab("levels");
  EXPECT_TRUE(comes("levels.0.0"));
  EXPECT_FALSE(w().shows("lod.heading"));
  EXPECT_TRUE(typing_sets("texture.levels", "5", "texture.levels", 5));
  EXPECT_TRUE(comes("lod.heading"));
  EXPECT_TRUE(comes("levels.4.0"));
  EXPECT_TRUE(typing_sets("texture.levels", "1", "texture.levels", 1));
  EXPECT_TRUE(goes("lod.heading"));
  EXPECT_FALSE(w().shows("levels.4.0"));
}

// Those that the pinned pixel reads are framed, and a click shows one in TEXTURE.
TEST_F(LodScope, LevelsThatAreReadAreMarked) {
  start({"--texture.levels", "4", "--fetch.function", "lod", "--fetch.lod", "1.5", "--sampler.mip_filter",
         "linear"});
  show_tab("levels");
  ASSERT_TRUE(comes("levels.3.0"));
  const Box picture = w().box("result");
  w().click_at(picture.x(), picture.y());
  EXPECT_TRUE(says("levels.1.0", "(read)"));
  EXPECT_TRUE(says("levels.2.0", "(read)"));
  EXPECT_EQ(w().text("levels.0.0").find("(read)"), std::string::npos);
  w().click("levels.2.0");
  EXPECT_TRUE(becomes("view.level", 2));
  EXPECT_TRUE(says("levels.2.0", "(shown)"));
}

TEST_F(LodScope, ThePinnedPixelsOwnGradients) {
  start({"--texture.levels", "7", "--fetch.function", "grad", "--view.projection", "tilted", "--view.tilt",
         "70", "--view.span", "1"});
  open_scope();
  const Box result = w().box("result");
  w().click_at(result.x(), result.y() + 60);
  ASSERT_TRUE(comes("why.pixel"));
  const double near = vector("dx")[0];
  w().click_at(result.x(), result.y() - 60);
  EXPECT_TRUE(w().until([&] { return vector("dx")[0] > 1.2 * near; })) << vector("dx")[0] << " and " << near;
  EXPECT_EQ("pixel " + w().text("why.pixel").substr(0, w().text("why.pixel").find("  ")),
            w().text("lod.heading"));
}

// Nothing of it is cut, whatever the window's size, scale and language.
struct LevelsIn {
  int width, height, dpi;
  const char* language;
};
void PrintTo(const LevelsIn& in, std::ostream* out) {
  *out << in.width << "x" << in.height << " at " << in.dpi << " dots an inch in " << in.language;
}
class LevelsPanel : public LodScope, public ::testing::WithParamInterface<LevelsIn> {
protected:
  std::vector<Json> shown(const std::string& beginning) {
    std::vector<Json> all;
    for (const Json& item : w().items())
      if (item.at("name").get<std::string>().starts_with(beginning)) all.push_back(item);
    return all;
  }
  static double height(const Json& item) {
    return item.at("rect")[3].get<double>() - item.at("rect")[1].get<double>();
  }
};

TEST_P(LevelsPanel, CutsNothing) {
  const auto [width, height_of_window, dpi, language] = GetParam();
  constexpr int levels = 13; // with lengths of many digits
  start({"--texture.width", "4096", "--texture.height", "4096", "--texture.levels", std::to_string(levels),
         "--view.span", "0.002", "--language", language},
        width, height_of_window, dpi);
  show_tab("levels");
  ASSERT_TRUE(comes("levels.0.0"));
  const Box result = w().box("result");
  w().click_at(result.x(), result.y()); // a pin, so that there are numbers
  ASSERT_TRUE(comes("lod.axes"));
  w().settle();
  const double scale = dpi / 96.0, bottom = w().box("panel.levels").y1;
  EXPECT_EQ(shown("levels.").size(), std::size_t(levels));
  for (int level = 0; level < levels; ++level) {
    const std::string name = "levels." + std::to_string(level) + ".0";
    ASSERT_TRUE(w().shows(name)) << name;
    const Box tile = w().box(name);
    EXPECT_EQ(tile.y1 - tile.y0, scale * (std::max(6, 72 >> level) + 14)) << name << " is whole";
    EXPECT_LT(tile.y1, bottom) << name;
  }
  const double row = height(shown("lod.axes").front());
  for (const char* name :
       {"lod.ratio", "lod.probes", "lod.given", "lod.biased", "lod.limited", "lod.levels", "lod.fraction"}) {
    ASSERT_TRUE(w().shows(name)) << name;
    EXPECT_EQ(height(shown(name).front()), row) << name << " is whole";
  }
  for (const Json& item : shown("lod.")) {
    EXPECT_EQ(item.value("cut", 0), 0) << item;
  }
  EXPECT_TRUE(is_drawn("lod."));
}

INSTANTIATE_TEST_SUITE_P(Sizes, LevelsPanel,
                         ::testing::Values(LevelsIn{1280, 720, 96, "en"}, LevelsIn{1280, 720, 96, "zh-Hans"},
                                           LevelsIn{2560, 1440, 192, "en"},
                                           LevelsIn{1920, 1080, 96, "zh-Hans"}));

class BlockLens : public GuiTest {
protected:
  // 8 x 4 texels of BC1: red to blue, then blue to red, each with the indices 0 1 2 3 in its first row.
  std::string blocks_file() {
    const auto name = folder_.path("two.dds");
    std::ofstream file(name, std::ios::binary);
    const auto put = [&](std::uint32_t word) { file.write(reinterpret_cast<const char*>(&word), 4); };
    file << "DDS ";
    for (const std::uint32_t word : {124u, 0x1007u, 4u, 8u, 16u, 0u, 1u})
      put(word);
    file << std::string(44, '\0');
    put(32), put(4);
    file << "DXT1" << std::string(20, '\0');
    put(0x1000);
    file << std::string(16, '\0');
    for (const std::uint32_t word : {0x001ff800u, 0x000000e4u, 0xf800001fu, 0x000000e4u})
      put(word);
    return name.string();
  }
  void hover_texel(int x, int y) {
    const Box b = w().box("texture");
    const double scale = std::min((b.x1 - b.x0) / 8, (b.y1 - b.y0) / 4);
    w().move(b.x() + (x + 0.5 - 4) * scale, b.y() + (y + 0.5 - 2) * scale);
  }
};

TEST_F(BlockLens, TheBlockUnderTheCursor) {
  start({blocks_file()});
  show_tab("block");
  hover_texel(2, 0);
  EXPECT_TRUE(says("block.heading", say(Text::block_heading, {"BC1", "0", "0", "0"})));
  EXPECT_TRUE(says("block.0.0.first", "255 0 0"));
  EXPECT_TRUE(says("block.0.0.second", "0 0 255"));
  EXPECT_TRUE(says("block.bytes", "00f81f00 e4000000"));
  EXPECT_EQ(w().text("block.index.2"), "2");
  EXPECT_EQ(w().text("block.index.15"), "0");
  hover_texel(5, 3);
  EXPECT_TRUE(says("block.heading", say(Text::block_heading, {"BC1", "1", "0", "0"})));
  EXPECT_TRUE(says("block.0.0.first", "0 0 255"));
  EXPECT_TRUE(says("block.bytes", "1f0000f8 e4000000"));
  // Of four indices the punch-through order makes the third the mean, the fourth transparent black.
  const Box third = w().box("block.index.2"), fourth = w().box("block.index.3");
  const Shot screen = take_shot(display_->name());
  EXPECT_EQ(screen.at(int(third.x0) + 5, int(third.y0) + 4), (std::array<std::uint8_t, 3>{127, 0, 127}));
  EXPECT_EQ(screen.at(int(fourth.x0) + 5, int(fourth.y0) + 4), (std::array<std::uint8_t, 3>{0, 0, 0}));
}

TEST_F(BlockLens, TheBlockThatAPixelReads) {
  start({blocks_file(), "--view.span", "1", "--sampler.filter", "point"});
  show_tab("block");
  const Box result = w().box("result");
  w().click_at(result.x() + 20, result.y()); // u a little over a half
  EXPECT_TRUE(says("block.heading", say(Text::block_heading, {"BC1", "1", "0", "0"})));
  w().click_at(result.x() - 20, result.y());
  EXPECT_TRUE(says("block.heading", say(Text::block_heading, {"BC1", "0", "0", "0"})));
  choose("texture.source", "checkerboard");
  EXPECT_TRUE(goes("tabs.block"));
  EXPECT_TRUE(comes("panel.levels"));
}

} // namespace texelscope::gui
