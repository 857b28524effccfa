// `render --window`: which tab and which pixel it shows, read from its ui map.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/read_image.h"
#include "tests/program.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

class RenderWindow : public ::testing::Test {
protected:
  Ran draw(std::vector<std::string> args) {
    args.insert(args.end(), {"--window", "--ui-map", "map.json"});
    Ran ran = program.render(args);
    if (ran.code == 0) items = Json::parse(contents(program / "map.json")).at("items");
    return ran;
  }
  std::string shown(const std::string& name) const {
    for (const Json& item : items)
      if (item.at("name") == name) return item.at("text");
    return "nothing";
  }

  const Program program = {};
  Json items;
};

TEST_F(RenderWindow, PinsAPixelOfThePicture) {
  ASSERT_EQ(draw({"--scale", "2", "--size", "1300x900"}).code, 0);
  EXPECT_EQ(shown("why.pixel"), "nothing");
  Json rect;
  for (const Json& item : items)
    if (item.at("name") == "result") rect = item.at("rect");
  const int last_x = int(rect[2].get<double>() - rect[0].get<double>()) - 1;
  const int last_y = int(rect[3].get<double>() - rect[1].get<double>()) - 1;
  const auto at = [&](int x, int y) {
    return draw({"--scale", "2", "--size", "1300x900", "--tab", "why", "--at",
                 std::to_string(x) + "," + std::to_string(y)});
  };
  ASSERT_EQ(at(last_x, last_y).code, 0);
  EXPECT_TRUE(shown("why.pixel").starts_with(std::to_string(last_x) + ", " + std::to_string(last_y)))
      << shown("why.pixel");
  EXPECT_EQ(at(last_x + 1, 0).code, 2);
  EXPECT_EQ(at(0, last_y + 1).code, 2);
}

TEST_F(RenderWindow, ShowsTheTab) {
  ASSERT_EQ(draw({"--tab", "history", "--size", "800x600"}).code, 0);
  EXPECT_TRUE(shown("tabs.history").ends_with("(chosen)")) << shown("tabs.history");
  const Ran ran = draw({"--tab", "block", "--size", "800x600"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--tab: this window has no tab \"block\"; it has "), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("scope, history, cost"), std::string::npos) << ran.err;
}

// Scripts and lessons may still use them.
TEST_F(RenderWindow, KnowsTheFormerNamesOfTabs) {
  for (const auto& [former, panel] :
       {std::pair{"journal", "history"}, {"profile", "cost"}, {"lod", "levels"}}) {
    ASSERT_EQ(draw({"--tab", former, "--texture.levels", "5"}).code, 0) << former;
    EXPECT_NE(shown(std::string("panel.") + panel), "nothing") << former;
  }
  for (const char* former : {"why", "lesson"}) {
    ASSERT_EQ(draw({"--tab", former, "--scale", "2"}).code, 0) << former;
    EXPECT_NE(shown("panel.why"), "nothing") << former;
  }
  ASSERT_EQ(draw({"--tab", "amp"}).code, 0);
  EXPECT_NE(shown("amp.sentence"), "nothing") << "a former tab opens its lab";
  ASSERT_EQ(draw({"--tab", "effective"}).code, 0);
  EXPECT_NE(shown("effective.sampler.filter"), "nothing") << "a former tab unfolds its table";
}

TEST_F(RenderWindow, PressesKeysOneAfterTheOther) {
  ASSERT_EQ(draw({"--tab", "history", "--keys", "fn"}).code, 0);
  const Json sampler = Json::parse(contents(program / "map.json")).at("session").at("sampler");
  EXPECT_EQ(sampler.at("filter"), "point");
  EXPECT_EQ(sampler.at("normalized_coords"), false);
  EXPECT_NE(shown("journal.2"), "nothing");
  EXPECT_EQ(shown("journal.3"), "nothing");
  EXPECT_EQ(draw({"--keys", "f!"}).code, 2);
  EXPECT_EQ(program.render({"--keys", "f"}).code, 2) << "needs --window";
}

// With few texels that are small in the panel, the largest weight is still written.
TEST_F(RenderWindow, WritesTheLargestWeightOfASmallTexture) {
  for (const char* at : {"200,90", "123,45", "300,200"}) {
    ASSERT_EQ(draw({"--texture.width", "8", "--texture.height", "6", "--at", at}).code, 0);
    std::istringstream lit(shown("footprint")); // "L0 3,2 64; L0 4,2 128"
    double largest = 0;
    for (std::string level, place, end; lit >> level >> place >> end;)
      largest = std::max(largest, std::stod(end));
    ASSERT_GT(largest, 0) << shown("footprint");
    bool written = false;
    for (const Json& item : items) {
      if (item.at("name") != "footprint.weight") continue;
      written |= std::abs(std::stod(item.at("text").get<std::string>()) - largest) <= 0.5;
    }
    EXPECT_TRUE(written) << at << ": " << shown("footprint");
  }
}

// The pitch is 32 bytes too large: the texel shown at (x, y) lies 32 y bytes further in memory.
TEST_F(RenderWindow, TheTextureIsSkewedAsAWrongPitchSkewsIt) {
  const auto brightness = [&](const char* pitch_offset, double x, double y) {
    EXPECT_EQ(draw({"--texture.source",
                    "one_hot",
                    "--texture.width",
                    "64",
                    "--texture.height",
                    "8",
                    "--texture.channels",
                    "1",
                    "--texture.hot_x",
                    "40",
                    "--texture.hot_y",
                    "1",
                    "--texture.storage",
                    "pitch",
                    "--texture.pitch_offset",
                    pitch_offset,
                    "--view.grid",
                    "false",
                    "--view.span",
                    "0.5"})
                  .code,
              0);
    Json rect;
    for (const Json& item : items)
      if (item.at("name") == "texture") rect = item.at("rect");
    const double x0 = rect[0], y0 = rect[1], x1 = rect[2], y1 = rect[3],
                 scale = std::min((x1 - x0) / 64, (y1 - y0) / 8);
    return read_image(program / "out.png")
        .bits_at(int((x0 + x1) / 2 + (x + 0.4 - 32) * scale), int((y0 + y1) / 2 + (y + 0.4 - 4) * scale), 0);
  };
  EXPECT_GT(brightness("0", 40, 1), 200u);
  EXPECT_LT(brightness("0", 8, 1), 60u);
  EXPECT_LT(brightness("32", 40, 1), 60u);
  EXPECT_GT(brightness("32", 8, 1), 200u);
}

TEST_F(RenderWindow, IsLightWhereRequested) {
  const auto ground = [&] { return read_image(program / "out.png").bits_at(2, 2, 1); };
  ASSERT_EQ(draw({"--size", "800x600"}).code, 0);
  EXPECT_LT(ground(), 64u);
  ASSERT_EQ(draw({"--size", "800x600", "--light"}).code, 0);
  EXPECT_GT(ground(), 192u);
  EXPECT_EQ(program.render({"--light"}).code, 2) << "needs --window";
}

TEST_F(RenderWindow, OpensBugsAsLessons) {
  ASSERT_EQ(draw({"--lesson", "streaks"}).code, 0);
  EXPECT_NE(shown("bug.task"), "nothing");
  ASSERT_EQ(draw({"--lesson", "half-a-texel"}).code, 0);
  EXPECT_EQ(shown("bug.task"), "nothing");
  EXPECT_NE(shown("lesson.question"), "nothing");
  EXPECT_EQ(draw({"--lesson", "no-such-thing"}).code, 2);
  ASSERT_EQ(draw({"--lesson", "half-a-texel:2"}).code, 0);
  EXPECT_TRUE(shown("lesson.step").find("2 of 2") != std::string::npos) << shown("lesson.step");
  ASSERT_EQ(draw({"--lesson", "half-a-texel", "--tab", "scope"}).code, 0) << "the requested tab goes first";
  EXPECT_TRUE(shown("tabs.scope").ends_with("(chosen)")) << shown("tabs.scope");
}

TEST_F(RenderWindow, RevealsTheAnswerWhereRequested) {
  ASSERT_EQ(draw({"--lesson", "weight-staircase"}).code, 0);
  EXPECT_EQ(shown("lesson.verdict"), "nothing");
  EXPECT_EQ(shown("status.note"), text(Text::lesson_hides));
  EXPECT_EQ(shown("panel.why"), "nothing");
  ASSERT_EQ(draw({"--lesson", "weight-staircase", "--reveal"}).code, 0);
  EXPECT_EQ(shown("lesson.verdict"), "✓ Right. The answer: 257");
  EXPECT_NE(shown("panel.why"), "nothing");
  ASSERT_EQ(draw({"--lesson", "streaks", "--reveal"}).code, 0);
  EXPECT_NE(shown("bug.outcome").find("clamp"), std::string::npos) << shown("bug.outcome");
  EXPECT_EQ(draw({"--reveal"}).code, 2);
  EXPECT_EQ(program.render({"--lesson", "streaks", "--reveal"}).code, 2) << "needs --window";
}

TEST_F(RenderWindow, ShowsAReportOfTheBench) {
  const std::string cell = "u8x4.bilinear.2d.array.tile.64K.tex";
  ASSERT_EQ(program
                .run({"bench", "--backend", "cpu", "--cell", cell, "--cell",
                      "u8x4.point.2d.array.tile.64K.tex", "--json", "a.json"})
                .code,
            0);
  ASSERT_EQ(draw({"--bench", "a.json"}).code, 0);
  EXPECT_NE(shown("bench.row." + cell).find("core "), std::string::npos);
  ASSERT_EQ(draw({"--bench", "a.json,matrix"}).code, 0);
  EXPECT_NE(shown("bench.plot.matrix"), "nothing");
  ASSERT_EQ(draw({"--bench", "a.json,counters"}).code, 0);
  EXPECT_EQ(shown("bench.nothing"), text(Text::bench_counted_none));
  ASSERT_EQ(draw({"--bench", "a.json,compare,a.json"}).code, 0);
  EXPECT_NE(shown("bench.compared." + cell), "nothing");
  EXPECT_NE(shown("bench.total").find("2 cells compared: 0 slower"), std::string::npos)
      << shown("bench.total");
  EXPECT_EQ(draw({"--bench", "a.json,spiral"}).code, 2);
  EXPECT_EQ(draw({"--bench", "none.json"}).code, 2);
  EXPECT_EQ(draw({"--bench", "a.json,compare,none.json"}).code, 2);
  EXPECT_EQ(program.render({"--bench", "a.json"}).code, 2) << "needs --window";
}

TEST_F(RenderWindow, ShowsAReportOfATrace) {
  const std::string report = TEXELSCOPE_SOURCE_DIR "/tests/trace/recorded.json";
  ASSERT_EQ(draw({"--trace", report}).code, 0);
  EXPECT_EQ(shown("trace.counts").find("1 of 1 textures"), 0u) << shown("trace.counts");
  EXPECT_EQ(shown("trace.setting.sampler.address_x"),
            "address mode x: wrap was requested, clamp takes effect.");
  ASSERT_EQ(draw({"--trace", report + "#1"}).code, 0);
  EXPECT_EQ(shown("trace.setting.sampler.address_x"),
            "address mode x: wrap was requested, clamp takes effect.");
  ASSERT_EQ(draw({"--trace", report, "--language", "zh-Hans"}).code, 0);
  EXPECT_EQ(shown("trace.finding.0"), "被改变：“循环”需要归一化坐标，所以硬件改用钳位（clamp）。")
      << "the report's sentences are English";
  EXPECT_EQ(shown("trace.finding.0.cure"), "改正：cudaTextureDesc::normalizedCoords = 1");
  for (const auto& [wrong, why] : {std::pair{"#2", "1"}, {"#0", "0"}, {"#one", "one"}}) {
    const Ran ran = draw({"--trace", report + wrong});
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_NE(ran.err.find(why), std::string::npos) << ran.err;
  }
}

// The strip shows the numbers of the verb.
TEST_F(RenderWindow, Compares) {
  ASSERT_EQ(draw({"--compare", "state,ideal,absolute", "--size", "1920x1080"}).code, 0);
  double rect[4] = {};
  for (const Json& item : items)
    if (item.at("name") == "result")
      for (std::size_t i = 0; i < 4; ++i)
        rect[i] = item.at("rect")[i];
  const std::string size =
      std::to_string(int(rect[2] - rect[0])) + "x" + std::to_string(int(rect[3] - rect[1]));
  const Ran ran = program.run({"compare", "--a", "model", "--b", "ideal", "--json", "--size", size});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json all = Json::parse(ran.out).at("all");
  const auto rounded = [](const char* form, double value) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, form, value);
    return std::string(buffer);
  };
  EXPECT_EQ(shown("compare.strip.largest").find(rounded("%+.3g  ", all.at("largest").at("difference"))), 0u)
      << shown("compare.strip.largest");
  EXPECT_EQ(shown("compare.scale").substr(0, 7), "from 0 ");
  EXPECT_EQ(shown("compare.computing"), "nothing");
  EXPECT_TRUE(shown("compare.plate.b").starts_with("B")) << shown("compare.plate.b");
}

TEST_F(RenderWindow, RefusesWhatCannotBeCompared) {
  for (const char* sources :
       {"state,ideal", "state,ideal,off", "state,file,split", "pinned,ideal,split", "a,b,c,d"}) {
    const Ran ran = draw({"--compare", sources});
    EXPECT_EQ(ran.code, 2) << sources;
    EXPECT_NE(ran.err.find(std::string("--compare ") + sources + ": expected A,B,MODE"), std::string::npos)
        << ran.err;
  }
  EXPECT_EQ(program.render({"--compare", "state,ideal,split"}).code, 2) << "needs --window";
  // The strip says why there is no picture.
  ASSERT_EQ(
      draw({"--compare", "opengl,ideal,split", "--size", "1920x1080", "--texture.storage", "pitch"}).code, 0);
  EXPECT_NE(shown("compare.strip.failure"), "nothing");
  EXPECT_EQ(shown("compare.strip.largest"), "nothing");
}

} // namespace
} // namespace texelscope
