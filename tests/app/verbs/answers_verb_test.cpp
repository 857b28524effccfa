// texelscope answers as a subprocess.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/program.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

TEST(AnswersVerb, PrintsHeadingsSentencesAndCommands) {
  const Program program = {};
  const Ran ran = program.run({"answers", "everything", "is", "half a texel off"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_GE(lines.size(), 5u);
  EXPECT_EQ(lines[0], "Everything is half a texel off, or blurred though I read at whole numbers");
  EXPECT_EQ(lines[1].substr(0, 35), "  Texel `i` covers `i` to `i + 1`, ");
  EXPECT_TRUE(has(ran.out, "  $ texelscope lesson half-a-texel\n")) << ran.out;
  EXPECT_TRUE(has(ran.out, "docs/answers.md:")) << ran.out;
  EXPECT_EQ(std::ranges::count_if(lines, [](const auto& line) { return !line.empty() && line[0] != ' '; }), 5)
      << "the five best";
}

TEST(AnswersVerb, JsonHasTheWholeAnswer) {
  const Program program = {};
  const Ran ran = program.run({"answers", "--json", "why", "half a texel off"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["words"], "why half a texel off");
  ASSERT_EQ(json["answers"].size(), 5u);
  const Json& first = json["answers"][0];
  EXPECT_EQ(first["chapter"], "Where the picture lies");
  EXPECT_EQ(first["commands"][0], "texelscope lesson half-a-texel");
  EXPECT_GE(first["score"].get<double>(), json["answers"][1]["score"].get<double>());
  // The page's line is the heading's, and the command names a file that is there.
  const auto page = lines_of(contents(json["page"].get<std::string>()));
  EXPECT_EQ(page.at(first["line"].get<std::size_t>() - 1), "### " + first["heading"].get<std::string>());
  const std::string command = first["commands"][1];
  const std::string file = command.substr(command.find('/'), command.find(".json") + 5 - command.find('/'));
  EXPECT_TRUE(std::filesystem::exists(file)) << command;
}

TEST(AnswersVerb, NothingFoundIsExitCodeOneWithWhatToTry) {
  const Program program = {};
  const Ran ran = program.run({"answers", "zzyzx"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_TRUE(ran.err.starts_with("texelscope: error: Nothing answers \"zzyzx\". Try ")) << ran.err;
  EXPECT_EQ(Json::parse(program.run({"answers", "zzyzx", "--json"}).out)["answers"].size(), 0u);
  expect_refused(program.run({"answers"}), "answers needs words");
  expect_refused(program.run({"answers", " "}), "answers needs words");
  expect_refused(program.run({"answers", "a", "--jsn"}), "unknown option --jsn");
}

} // namespace
} // namespace texelscope
