// What verify draws is frozen in docs/data/verify-draw.json, made by `texelscope verify --draw --json FILE`:
// a change may draw more of what is hard and larger ranges, never less.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/program.h"

namespace texelscope {
namespace {

TEST(VerifyDraw, OnlyWidens) {
  const Program program;
  const Ran ran = program.run({"verify", "--draw", "--json", "draw.json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto now = nlohmann::json::parse(contents(program / "draw.json")),
             then = nlohmann::json::parse(contents(TEXELSCOPE_SOURCE_DIR "/docs/data/verify-draw.json"));
  for (const auto& [group, ranges] : then.at("ranges").items())
    for (const auto& [axis, range] : ranges.items()) {
      EXPECT_LE(now["ranges"][group][axis][0], range[0]) << group << " " << axis;
      EXPECT_GE(now["ranges"][group][axis][1], range[1]) << group << " " << axis;
    }
  // A new group takes a little from each of the others; what is hard keeps its share.
  for (const auto& [name, share] : then.at("shares").items())
    EXPECT_GE(now["shares"][name].get<double>(), 0.9 * share.get<double>()) << name;
  for (const char* hard : {"NaN", "huge steps", "anisotropic, point", "anisotropic, linear"})
    EXPECT_GE(now["shares"][hard].get<double>(), 0.05) << hard;
  EXPECT_NE(ran.out.find("huge steps"), std::string::npos);
}

TEST(VerifyDraw, LongSidesReachEveryLimit) {
  const Program program;
  ASSERT_EQ(program.run({"verify", "--draw", "--json", "draw.json"}).code, 0);
  const auto sides = nlohmann::json::parse(contents(program / "draw.json"))["ranges"]["long sides"];
  EXPECT_EQ(sides["width"][1], 131072);
  EXPECT_EQ(sides["height"][1], 65536);
  EXPECT_EQ(sides["depth"][1], 16384);
  EXPECT_EQ(sides["levels"][1], 16);
}

} // namespace
} // namespace texelscope
