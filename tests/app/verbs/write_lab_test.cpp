// texelscope write-lab where there is no GPU: a simulation and the rules answer.
#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/program.h"

namespace texelscope {
namespace {

// Whatever the line breaks.
void expect_says(const Ran& ran, const std::vector<std::string>& sentences) {
  std::string output = ran.out;
  std::ranges::replace(output, '\n', ' ');
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const std::string& sentence : sentences)
    EXPECT_NE(output.find(sentence), std::string::npos) << sentence << "\n" << ran.out;
}

void expect_has(const Ran& ran, const std::vector<std::string>& sentences) {
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  for (const std::string& sentence : sentences)
    EXPECT_NE(ran.out.find(sentence), std::string::npos) << sentence << "\n" << ran.out;
}

std::string line_with(const std::string& output, const std::string& start) {
  std::istringstream in(output);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(start)) return line;
  return {};
}

TEST(WriteLab, SaysThatNoGpuAnswers) {
  const Program program = {};
  const Ran ran = program.run({"write-lab"});
  expect_says(ran,
              {"No GPU is available: ",
               "Simulation, not a measurement: a model of the caches that behaves like an H200.",
               "The ways to write are not compared, because that needs a GPU.", "By the rules, not measured.",
               "Trap, as on an H200: a write outside ends the kernel with cudaErrorIllegalAddress",
               "surface write / load                    An array has no address in global memory, "});
  EXPECT_EQ(line_with(ran.out, "store, pitch memory   load           same thread"),
            "store, pitch memory   load           same thread  new value              0            0       0"
            "            0            0");
  EXPECT_EQ(line_with(ran.out, "store, linear memory  texture fetch  other block"),
            "store, linear memory  texture fetch  other block  nothing                0            0   65536"
            "        65536            0");
}

TEST(WriteLab, ShowsTheClassicMistake) {
  const Program program = {};
  const Ran ran = program.run({"write-lab", "--only", "boundary zero u8x4"});
  expect_has(
      ran,
      {"u8x4, zero, x in bytes: 32 of 96 writes land where intended, 64 are dropped, 0 land elsewhere.\n",
       "u8x4, zero, x in texels by mistake: 4 of 96 writes land where intended, 12 are dropped, 8 land ",
       "  intended x    -2  -1   0   1   2   3   4   5   6   7   8   9\n"
       "  landed at x    .   .   0   1   2   3   4   5   6   7   .   .\n",
       "  landed at x    !   !   0   !   !   !   1   !   !   !   2   !\n"});
  EXPECT_EQ(ran.out.find("clamp"), std::string::npos);
  EXPECT_EQ(ran.out.find("Stale"), std::string::npos);
}

TEST(WriteLab, JsonHasEveryRow) {
  const Program program = {};
  EXPECT_EQ(program.run({"write-lab", "--json", "all.json"}).code, 0);
  const auto json = nlohmann::json::parse(contents(program / "all.json"));
  EXPECT_TRUE(json["device"].is_null());
  EXPECT_EQ(json["staleness_from"], "simulation");
  EXPECT_EQ(json["staleness"].size(), 192u);
  EXPECT_EQ(json["paths"].size(), 0u);
  ASSERT_EQ(json["boundaries"].size(), 10u);
  EXPECT_EQ(json["boundaries"][0]["from"], "rule");
  EXPECT_EQ(json["boundaries"][0]["landings"].size(), 96u);
  EXPECT_EQ(json["faults"].size(), 0u);
  for (const auto& row : json["staleness"])
    EXPECT_EQ(row["stale"].get<int>() + row["fresh"].get<int>() + row["other"].get<int>(), 65536);
}

TEST(WriteLab, FiltersByTerms) {
  const Program program = {};
  EXPECT_EQ(program.run({"write-lab", "--only", "linear load *_block relaunched", "--json", "few.json"}).code,
            0);
  const auto json = nlohmann::json::parse(contents(program / "few.json"));
  EXPECT_EQ(json["staleness"].size(), 8u);
  for (const auto& row : json["staleness"])
    EXPECT_TRUE(row["row"].get<std::string>().starts_with("staleness/linear/load/")) << row;
  EXPECT_EQ(json["boundaries"].size(), 0u);
  const Ran paths = program.run({"write-lab", "--only", "paths u8x4"});
  expect_has(paths, {"The ways to write are not compared"});
  EXPECT_EQ(paths.out.find("surface"), std::string::npos) << paths.out;
}

TEST(WriteLab, BadArgumentsAreRefused) {
  const Program program = {};
  expect_refused(program.run({"write-lab", "--only", "u8x5"}),
                 "No row matches \"u8x5\". The terms are staleness, ");
  expect_refused(program.run({"write-lab", "--onyl", "u8x4"}), "Did you mean \"--only\"?");
  expect_refused(program.run({"write-lab", "--json", "no/such/all.json"}), "no/such");
  expect_refused(program.run({"write-lab", "now"}), "unexpected argument \"now\"");
}

TEST(WriteLab, WithoutAGpuTheFaultFails) {
  const Program program = {};
  expect_refused(program.run({"write-lab", "--fault", "tarp"}),
                 "--fault is \"tarp\", but must be one of trap, misaligned.");
  const Ran ran = program.run({"write-lab", "--fault", "trap"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(ran.err.starts_with("texelscope: error: ")) << ran.err;
  EXPECT_EQ(ran.out, "");
}

} // namespace
} // namespace texelscope
