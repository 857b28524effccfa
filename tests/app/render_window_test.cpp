// `render --window`: which tab and which pixel it shows, read from its ui map.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/program.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

class RenderWindow : public ::testing::Test {
protected:
  Ran draw(std::vector<std::string> words) {
    words.insert(words.end(), {"--window", "--ui-map", "map.json"});
    const Ran ran = program.render(words);
    if (ran.code == 0) items = Json::parse(contents(program / "map.json")).at("items");
    return ran;
  }
  std::string shown(const std::string& name) const {
    for (const Json& item : items)
      if (item.at("name") == name) return item.at("text");
    return "nothing";
  }

  const Program program;
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
  ASSERT_EQ(draw({"--tab", "amp", "--size", "800x600"}).code, 0);
  EXPECT_TRUE(shown("tabs.amp").ends_with("(chosen)")) << shown("tabs.amp");
  const Ran ran = draw({"--tab", "lod", "--size", "800x600"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--tab: this window has no tab \"lod\"; it has why, cost, history, amp"),
            std::string::npos)
      << ran.err;
  EXPECT_EQ(draw({"--tab", "lod", "--texture.levels", "5", "--size", "800x600"}).code, 0);
}

} // namespace
} // namespace texelscope
