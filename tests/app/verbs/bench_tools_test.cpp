// texelscope bench-compare, bench-merge and bench-plot on files.
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/ground/files/errors.h"
#include "kernels/studies/bench/bench_file.h"
#include "tests/kernels/profile_reports.h"
#include "tests/program.h"
#include "tests/refusal.h"
#include "tests/xml.h"

namespace texelscope {
namespace {

using namespace profile;
using tests::machine;
using tests::measured;

constexpr const char* first_cell = "u8x4.point.2d.array.tile.4K.tex";
constexpr const char* two = "u8x4.point.2d.array.tile.8K.tex";
constexpr const char* three = "u8x4.point.2d.array.tile.16K.tex";

void expect_has(const std::string& output, const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences)
    EXPECT_NE(output.find(sentence), std::string::npos) << sentence << "\n" << output;
}

// a.json and b.json: `one` takes a tenth more time in b, `two` a tenth less.
class BenchTools : public testing::Test {
protected:
  BenchTools() {
    before = {machine(), {measured(first_cell, 4.0), measured(two, 4.0)}};
    after = {machine("a", "590.2"), {measured(first_cell, 4.4), measured(two, 3.6), measured(three, 1.0)}};
    put("a.json", {before});
    put("b.json", {after});
  }
  void put(const std::string& file, const std::vector<Report>& reports) {
    write(program / file, bench_json(reports));
  }

  Program program;
  Report before, after;
};

TEST_F(BenchTools, FilesOfSeveralReportsAreReadAsWritten) {
  before.run = {"quick", "u8*", {1, 3}, 4};
  before.anchors = {{before.cells[0].cell, 6.25, {100.5, 101}, {1980, 1975}},
                    {before.cells[1].cell, 0.005, {7, 8, 9}, {}}};
  before.cells[0].shared = 2;
  before.cells[1].condition.others = true;
  before.machine.condition.others = false;
  const std::vector<Report> both = {before, after};
  EXPECT_EQ(parse_bench_reports(bench_json(both), "f"), both);
  EXPECT_EQ(parse_bench_reports(bench_json(before), "f"), std::vector<Report>{before});
  EXPECT_EQ(bench_json(std::vector<Report>{before}), bench_json(before));
  EXPECT_EQ(parse_bench_json(bench_json(before), "f"), before);
}

TEST_F(BenchTools, ComparePrintsMachinesCellsAndUnpairedOnes) {
  const Ran ran = program.run({"bench-compare", "a.json", "b.json", "--json", "c.json"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_EQ(ran.err, "");
  expect_has(
      ran.out,
      {"driver: 580.1 -> 590.2\n",
       std::string(first_cell) + "  slower         0.25     0.2273    1.100   1.081 - 1.119\n",
       "before: min 4000, quartiles 4000 4000 4000, max 4000 ps per texel; samples: 7; clock: not known\n",
       std::string(two) + "  faster         0.25     0.2778    0.900   0.884 - 0.916\n",
       "Only in \"b.json\": " + std::string(three) + "\n",
       "2 cells compared: 1 slower, 1 faster, 0 same, 0 unclear.\n",
       "Slower by more than 5 % by the whole 99 % interval: " + std::string(first_cell) + "\n"});
  EXPECT_LT(ran.out.find("driver:"), ran.out.find(first_cell)) << "the machines come first";
  const auto json = nlohmann::json::parse(contents(program / "c.json"));
  const auto& comparison = json["comparisons"][0];
  EXPECT_EQ(comparison["differs"][0]["what"], "driver");
  EXPECT_EQ(comparison["cells"][0]["cell"], first_cell);
  EXPECT_EQ(comparison["cells"][0]["verdict"], "slower");
  EXPECT_EQ(comparison["cells"][0]["beyond_threshold"], true);
  EXPECT_NEAR(comparison["cells"][0]["time_ratio"].get<double>(), 1.1, 1e-9);
  EXPECT_NEAR(comparison["cells"][0]["before"]["picoseconds_per_texel"][2].get<double>(), 4000, 1e-6);
  EXPECT_EQ(comparison["only_after"][0], three);
}

TEST_F(BenchTools, CompareEndsByTheThreshold) {
  EXPECT_EQ(program.run({"bench-compare", "a.json", "b.json", "--threshold", "8"}).code, 1);
  EXPECT_EQ(program.run({"bench-compare", "a.json", "b.json", "--threshold", "11"}).code, 0);
  EXPECT_EQ(program.run({"bench-compare", "b.json", "a.json", "--filter", "*.4K.*"}).code, 0)
      << "the other way it is faster";
  EXPECT_EQ(program.run({"bench-compare", "a.json", "b.json", "--filter", "*.8K.*"}).code, 0);
  const Ran same = program.run({"bench-compare", "a.json", "a.json"});
  EXPECT_EQ(same.code, 0);
  expect_has(same.out,
             {"The machines do not differ.", "2 cells compared: 0 slower, 0 faster, 2 same, 0 unclear.",
              "Slower by more than 5 % by the whole 99 % interval: nothing"});
}

TEST_F(BenchTools, CompareNamesSkippedAndWrongCells) {
  put("a.json", {{machine(), {tests::skipped(first_cell, Obstacle::no_memory), measured(two, 1.0)}}});
  put("b.json", {{machine(), {measured(first_cell, 1.0), tests::wrong(two, 9.0)}}});
  const Ran ran = program.run({"bench-compare", "a.json", "b.json"});
  EXPECT_EQ(ran.code, 0) << "a wrong result has no speed";
  expect_has(ran.out, {"Not measured, a.json: " + std::string(first_cell) +
                           " The device does not have enough memory for it.",
                       "Wrong result, b.json: " + std::string(two), "0 cells compared"});
}

TEST_F(BenchTools, WhatWasMeasuredBesideAnotherProgramCannotBeCompared) {
  Measured beside = measured(two, 9.0);
  beside.shared = 7;
  put("b.json", {{machine(), {measured(first_cell, 4.0), beside}}});
  const Ran ran = program.run({"bench-compare", "a.json", "b.json", "--json", "c.json"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  expect_has(ran.out, {"Cannot be compared, another program used the device, b.json: " + std::string(two),
                       "1 cell compared: 0 slower"});
  EXPECT_EQ(nlohmann::json::parse(contents(program / "c.json"))["comparisons"][0]["left"][0]["shared_after"],
            true);
}

TEST_F(BenchTools, OneSampleHasNoInterval) {
  put("b.json", {{machine(), {measured(first_cell, std::vector<double>{9})}}});
  const Ran ran = program.run({"bench-compare", "a.json", "b.json", "--json", "c.json"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  expect_has(ran.out, {std::string(first_cell) + "  unclear        0.25     0.1111    2.250   none\n"});
  const auto cell = nlohmann::json::parse(contents(program / "c.json"))["comparisons"][0]["cells"][0];
  EXPECT_TRUE(cell["interval"].is_null());
}

TEST_F(BenchTools, ComparePairsMachinesOfMergedFiles) {
  put("a.json", {before, {machine("b"), {measured(first_cell, 1.0)}}});
  put("b.json",
      {{machine("c"), {measured(first_cell, 1.0)}}, {machine("b"), {measured(first_cell, 1.0)}}, after});
  const Ran ran = program.run({"bench-compare", "a.json", "b.json"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  expect_has(ran.out, {"1 cell compared: 0 slower, 0 faster, 1 same", "2 cells compared: 1 slower",
                       "Not compared, because the other file has no such cell: GPU, "});
  put("b.json", {{machine("c"), {}}, {machine("d"), {}}});
  expect_refused(program.run({"bench-compare", "a.json", "b.json"}),
                 "No machine of \"a.json\" is also in \"b.json\" with cells of the same suite.");
}

TEST_F(BenchTools, MergeJoinsShardsAndNamesMissingCells) {
  const auto shard = [](int number, const char* cell) {
    return Report{machine(), {measured(cell, number)}, {"quick", "", {number}, 3}};
  };
  put("1.json", {shard(1, first_cell)});
  put("2.json", {shard(2, two)});
  put("3.json", {shard(3, three)});
  const Ran part = program.run({"bench-merge", "3.json", "1.json", "--out", "part.json"});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_EQ(part.out, "part.json: machines and runs: 1, cells: 2\n");
  EXPECT_EQ(part.err, "texelscope: warning: GPU, quick: shard 2 of 3 is missing.\n");
  const Ran whole = program.run({"bench-merge", "2.json", "part.json", "--out", "whole.json"});
  EXPECT_EQ(whole.out, "whole.json: machines and runs: 1, cells: 3\n") << whole.err;
  const Report expected{
      machine(), {measured(first_cell, 1), measured(two, 2), measured(three, 3)}, {"quick", "", {1}, 1}};
  EXPECT_EQ(load_bench_reports(program / "whole.json"), std::vector<Report>{expected});
  EXPECT_EQ(program.run({"bench-compare", "whole.json", "whole.json"}).code, 0);
}

TEST_F(BenchTools, MergeKeepsMachinesApartAndRefusesContradictions) {
  EXPECT_EQ(program.run({"bench-merge", "a.json", "b.json", "a.json", "--out", "ab.json"}).out,
            "ab.json: machines and runs: 2, cells: 5\n");
  EXPECT_EQ(load_bench_reports(program / "ab.json").size(), 2u);
  put("other.json", {{machine(), {measured(two, 5.0)}}});
  expect_refused(program.run({"bench-merge", "a.json", "other.json", "--out", "no.json"}),
                 std::string(two) +
                     " is listed in two files with different results of the same machine, GPU.");
  EXPECT_FALSE(std::filesystem::exists(program / "no.json"));
}

TEST_F(BenchTools, PlotWritesSvg) {
  const Ran ran = program.run({"bench-plot", "a.json", "b.json", "--kind", "staircase", "--out", "p.svg"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "p.svg: Throughput by working set\n");
  const std::string svg = contents(program / "p.svg");
  EXPECT_EQ(tests::xml_fault(svg), "");
  EXPECT_EQ(tests::count(svg, "</title>"), 5) << "a mark for each cell";
  const Ran matrix = program.run({"bench-plot", "a.json", "--kind", "matrix", "--out", "p.svg"});
  expect_refused(matrix, "a matrix needs several formats or filters");
}

TEST_F(BenchTools, PlotRefusesMoreSeriesThanCanBeDistinguished) {
  std::vector<Measured> cells;
  for (const char* format : {"u8x1", "u8x2", "u8x4", "u16x1", "u16x2", "u16x4", "f32x1", "f32x2", "f32x4"})
    for (const char* size : {"4K", "8K"})
      cells.push_back(measured(std::string(format) + ".point.2d.array.tile." + size + ".tex", 1.0));
  put("many.json", {{machine(), cells}});
  expect_refused(program.run({"bench-plot", "many.json", "--kind", "staircase", "--out", "p.svg"}),
                 "9 series cannot be distinguished; choose at most 8 with --filter. They are: u8x1, ");
  EXPECT_EQ(
      program.run({"bench-plot", "many.json", "--kind", "staircase", "--filter", "u8*", "--out", "p.svg"})
          .code,
      0);
}

TEST_F(BenchTools, BadArgumentsAreRefused) {
  expect_refused(program.run({"bench-compare", "a.json"}), "AFTER is missing.");
  expect_refused(program.run({"bench-compare", "a.json", "none.json"}), "none.json");
  expect_refused(program.run({"bench-compare", "a.json", "b.json", "--threshold", "-1"}), "--threshold is ");
  expect_refused(program.run({"bench-compare", "a.json", "b.json", "--filter", "u9*"}),
                 "No cell matches \"u9*\".");
  expect_refused(program.run({"bench-merge", "--out", "o.json"}), "FILES is missing.");
  expect_refused(program.run({"bench-merge", "a.json"}), "--out is missing.");
  expect_refused(program.run({"bench-plot", "a.json", "--out", "p.svg"}), "--kind is missing.");
  expect_refused(program.run({"bench-plot", "a.json", "--kind", "pie", "--out", "p.svg"}),
                 "--kind is \"pie\", but must be one of staircase, polar, matrix, duel.");
  expect_refused(program.run({"bench-plot", "a.json", "--kind", "duel", "--out", "x.png"}),
                 "rsvg-convert -z 2 -o x.png x.svg");
  expect_refused(program.run({"bench-plot", "a.json", "--kind", "duel", "--out", "x.gif"}),
                 "must end in .svg");
  expect_refused(program.run({"bench-plot", "a.json", "--kind", "duel", "--out", "x.svg"}),
                 "at least two paths");
  expect_refused(program.run({"bench-plot", "a.json", "--knd", "duel", "--out", "x.svg"}),
                 "Did you mean \"--kind\"?");
}

TEST_F(BenchTools, DamagedFilesAreRefusedWithThePlace) {
  const std::string good = bench_json({before, after});
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string json = good;
    EXPECT_NE(json.find(from), std::string::npos) << from;
    return json.replace(json.find(from), from.size(), to);
  };
  const std::pair<std::string, std::string> bad[] = {
      {good.substr(0, good.size() / 2), "this is not JSON"},
      {"", "this is not JSON"},
      {replaced("texelscope-bench", "texelscope-branch"), "format: "},
      {replaced("\"version\": 1", "\"version\": 2"), "version: must be 1"},
      {replaced("\"reports\"", "\"report\""), "report: is unknown here."},
      {replaced("\"host\"", "\"hots\""), "hots"},
      {replaced("u8x4.point", "u8x5.point"), "is not a cell."},
      {replaced(first_cell, two), "is listed twice."},
      {replaced("\"median_ms\": 4.0", "\"median_ms\": 5.0"), "does not belong to the samples"},
      {"{\"format\": \"texelscope-bench\", \"version\": 1, \"reports\": []}",
       "must hold one or more reports."},
      {"{\"format\": \"texelscope-bench\", \"version\": 1, \"reports\": 3}", "reports: "}};
  for (const auto& [json, reason] : bad) {
    const std::string refusal = refusal_of([&content = json] { parse_bench_reports(content, "bad.json"); });
    EXPECT_NE(refusal.find(reason), std::string::npos) << refusal << "\nfor: " << reason;
    EXPECT_TRUE(refusal.starts_with("bad.json:")) << refusal;
  }
  write(program / "bad.json", bad[0].first);
  expect_refused(program.run({"bench-compare", "a.json", "bad.json"}), "bad.json:");
  expect_refused(program.run({"bench-merge", "a.json", "bad.json", "--out", "o.json"}), "bad.json:");
  expect_refused(program.run({"bench-plot", "bad.json", "--kind", "duel", "--out", "x.svg"}), "bad.json:");
  EXPECT_FALSE(std::filesystem::exists(program / "o.json"));
}

TEST_F(BenchTools, DamagedShardsAreRefused) {
  before.run = {"quick", "", {1, 3}, 4};
  const std::string good = bench_json(before);
  const std::size_t at = good.find("1,\n   3");
  ASSERT_NE(at, std::string::npos) << good;
  for (const char* shards : {"3,\n   1", "3,\n   3", "0,\n   3", "3,\n   5", ""})
    EXPECT_THROW(parse_bench_reports(std::string(good).replace(at, 7, shards), "f"), UserError) << shards;
}

// As many hosts would run it: Open MPI starts the processes, each takes its shard.
TEST_F(BenchTools, ShardsUnderMpirunAreTheWhole) {
  if (std::system("mpirun --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no mpirun";
  std::string command = "cd " + program.root().string() +
                        " && OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 CUDA_VISIBLE_DEVICES= "
                        "mpirun --oversubscribe -n 3 "
                        "sh -c 'exec " TEXELSCOPE_PROGRAM
                        " bench --backend cpu --shard $((OMPI_COMM_WORLD_RANK + 1))/3 "
                        "--json shard$OMPI_COMM_WORLD_RANK.json";
  const std::vector<std::string> cells = {first_cell, two, three, "u8x1.point.2d.array.tile.4K.tex"};
  for (const std::string& cell : cells)
    command += " --cell " + cell;
  ASSERT_EQ(std::system((command + "' > mpi.txt 2>&1").c_str()), 0) << contents(program / "mpi.txt");
  const Ran merged =
      program.run({"bench-merge", "shard0.json", "shard1.json", "shard2.json", "--out", "whole.json"});
  ASSERT_EQ(merged.code, 0) << merged.err;
  const Report whole = load_bench_json(program / "whole.json");
  std::vector<std::string> names;
  for (const Measured& m : whole.cells) {
    EXPECT_TRUE(m.right()) << name(m.cell);
    names.push_back(name(m.cell));
  }
  std::ranges::sort(names);
  std::vector<std::string> wanted = cells;
  std::ranges::sort(wanted);
  EXPECT_EQ(names, wanted);
}

} // namespace
} // namespace texelscope
