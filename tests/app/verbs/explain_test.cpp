// `texelscope explain`, as it is printed.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/program.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

std::vector<std::string> explain(std::vector<std::string> more) {
  more.insert(more.begin(), {"explain", "--size", "16x12", "--at", "3,5", "--backend", "cpu"});
  return more;
}

// tex*<unsigned int> of normalized texels takes the bits of the floats for integers.
TEST(Explain, AnotherTypeIsShownApartFromTheUnitsOwnValue) {
  const Program program;
  const Ran ran = program.run(explain({"--fetch.type", "uint", "--fetch.type_channels", "1"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::vector<std::string> lines = lines_of(ran.out);
  const auto begins = [&](const std::string& start) {
    return std::ranges::count_if(lines, [&](const std::string& line) { return line.starts_with(start); });
  };
  EXPECT_EQ(begins("  R             0.71638054  3f3764b7"), 1) << ran.out;
  EXPECT_EQ(begins("  G              0.8275578  3f53dad4"), 1) << ran.out;
  EXPECT_EQ(begins("  R             1060594871  3f3764b7  3f3764b7 the same"), 1) << ran.out;
  EXPECT_EQ(ran.out.find("00000000 the same"), std::string::npos) << "one channel is fetched";
  const Json json =
      Json::parse(program.run(explain({"--fetch.type", "uint", "--fetch.type_channels", "1", "--json"})).out);
  EXPECT_TRUE(json["result"][0]["returned"]["same"]);
  EXPECT_FALSE(json["result"][1].contains("returned"));
  EXPECT_EQ(json["handed_over"].size(), 1u);
}

// The table of the JSON, drawn.
TEST(Explain, ThePictureIsAFile) {
  const Program program;
  const Ran ran = program.run(explain({"--svg", "why.svg", "--json"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string svg = contents(program / "why.svg");
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"360\""));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  const Json picture = Json::parse(ran.out).at("picture");
  const Json& texels = picture.at("footprints").at(0).at("texels");
  ASSERT_EQ(texels.size(), 4u);
  for (const Json& texel : texels) {
    EXPECT_NE(svg.find(">" + texel.at("place").get<std::string>() + "</text>"), std::string::npos);
    EXPECT_NE(svg.find(">" + texel.at("weight_text").get<std::string>() + "</text>"), std::string::npos);
    EXPECT_NE(svg.find("fill=\"" + texel.at("color").get<std::string>() + "\""), std::string::npos);
  }
  EXPECT_NE(svg.find(">" + picture.at("sum").get<std::string>() + "</text>"), std::string::npos);
  EXPECT_NE(svg.find("Pixel 3,5 of 16 x 12"), std::string::npos);
}

TEST(Explain, ThePictureNeedsAFetchAndAPlace) {
  const Program program;
  const Ran none = program.run({"explain", "--svg", "why.svg"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--svg draws one fetch: add --at or --coord."), std::string::npos) << none.err;
  const Ran nowhere = program.run(explain({"--svg", "no/such/folder/why.svg"}));
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_NE(nowhere.err.find("no/such/folder"), std::string::npos) << nowhere.err;
}

} // namespace
} // namespace texelscope
