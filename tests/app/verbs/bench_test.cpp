// The profiler's files, and texelscope bench on the CPU.
#include "kernels/studies/bench/bench_file.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "tests/program.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

using namespace profile;

Measured measured(std::string_view cell_name) {
  Measured m;
  m.cell = parse_cell(cell_name).value();
  m.samples_ms = {4, 4.01, 4.02};
  m.clocks_mhz = {1980, 1975, 1980};
  m.dropped = 2;
  m.texels = 4000000000;
  m.bytes = 16000000000;
  m.largest_error = 1e-5;
  m.tolerance = 2e-5;
  m.condition = {1980, 3201, 41, 300.5, {"sw_power_cap"}, {}};
  summarize(m, 132);
  return m;
}

Report report() {
  Report r;
  r.machine = {"host, one", "0.1.0", "cuda", "NVIDIA H200", "",       0,    "GPU-1",      "9.0",
               "580.1",     "13.0",  132,    1 << 30,       62914560, 1980, std::nullopt, {}};
  r.cells.push_back(measured("u8x4.bilinear.2d.array.tile.256K.tex"));
  r.cells.back().roof_share = 0.98;
  r.cells.back().limiter = "texture";
  Measured skipped;
  skipped.cell = parse_cell("f32x4.point.2d.array.tile.1G.tex").value();
  skipped.skipped = Obstacle::failed;
  skipped.message = "said \"no\"";
  r.cells.push_back(skipped);
  return r;
}

std::string with(std::string json, const std::string& from, const std::string& to) {
  const auto at = json.find(from);
  EXPECT_NE(at, json.npos) << from;
  return json.replace(at, from.size(), to);
}

std::string report_refusal(const std::string& json) {
  return refusal_of([&] { parse_bench_json(json, "b.json"); });
}

TEST(BenchFile, ReadsBackAsItWas) {
  EXPECT_EQ(parse_bench_json(bench_json(report()), "b.json"), report());
  Report cpu = report();
  cpu.machine = {"host", "0.1.0", "cpu", "Some CPU",   "AVX2",       2, "", "", "", "",
                 0,      0,       0,     std::nullopt, std::nullopt, {}};
  for (Measured& m : cpu.cells) {
    m.clocks_mhz.clear();
    m.texels_per_clock_sm.reset();
  }
  EXPECT_EQ(parse_bench_json(bench_json(cpu), "b.json"), cpu);
}

TEST(BenchFile, DamagedFilesAreRefusedWithThePlace) {
  const std::string good = bench_json(report());
  const std::pair<std::string, std::string> wrong[] = {
      {"", "b.json:1:1"},
      {good.substr(0, good.size() / 2), "b.json:"},
      {with(good, "\"version\": 1", "\"version\": 2"), "b.json:3:2: version: must be 1"},
      {with(good, "texelscope-bench", "texelscope-branch"), "b.json:2:2: format"},
      {with(good, "\"cells\"", "\"cell\""), "cell"},
      {with(good, "\"dropped\": 2", "\"dropped\": -2"), "dropped"},
      {with(good, "\"dropped\": 2", "\"dropped\": \"2\""), "dropped"},
      {with(good, "\"dropped\": 2,", ""), "dropped"},
      {with(good, "\"dropped\": 2", "\"dropped\": 2, \"kept\": 3"), "kept"},
      {with(good, "256K.tex", "256K.text"), "is not a cell"},
      {with(good, "\"median_ms\": 4.01", "\"median_ms\": 4.5"), "median_ms: does not belong to the samples"},
      {with(good, "4.02", "0"), "samples_ms: has a sample of zero time"},
      {with(good, "1975.0,", ""), "clocks_mhz"},
      {with(good, "\"spread\": ", "\"spread\": -"), "spread: must be a number of at least 0"},
      {with(good, "\"skipped\": \"failed\"", "\"skipped\": \"tired\""), "\"tired\" is not a reason"},
      {with(good, "\"backend\": \"cuda\"", "\"backend\": \"metal\""), "backend"},
      {with(good, "f32x4.point.2d.array.tile.1G.tex", "u8x4.bilinear.2d.array.tile.256K.tex"),
       "is listed twice"}};
  for (const auto& [json, reason] : wrong)
    EXPECT_NE(report_refusal(json).find(reason), std::string::npos)
        << report_refusal(json) << "\nfor: " << reason;
}

// The names are those of the files that exist; each is between the members that it always was between.
TEST(BenchFile, HasTheFiguresByTheirNames) {
  const std::string json = bench_json(report()), csv = bench_csv(report());
  std::size_t at = 0;
  for (const char* name :
       {"dropped", "texels", "bytes", "median_ms", "spread", "texels_per_second", "bytes_per_second",
        "texels_per_clock_sm", "largest_error", "tolerance", "roof_share", "limiter", "condition"}) {
    const auto next = json.find("\"" + std::string(name) + "\": ", json.find("\"cells\""));
    ASSERT_NE(next, json.npos) << name;
    EXPECT_GT(next, at) << name;
    at = next;
  }
  EXPECT_NE(
      csv.find(
          ",skipped,median_ms,spread,samples,dropped,clock_mhz,texels,bytes_delivered,texels_per_second,"
          "bytes_per_second,texels_per_clock_sm,largest_error,tolerance,roof_share,limiter,temperature_c,"),
      csv.npos);
  EXPECT_NE(csv.find(",1e-05,2e-05,0.98,texture,41,300.5,"), csv.npos) << csv;
}

TEST(BenchFile, CsvHasALineACell) {
  const std::string csv = bench_csv(report());
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_EQ(
      csv.find("cell,format,filter,dimension,storage,pattern,amount,bytes,path,cold,skipped,median_ms,"), 0u);
  EXPECT_NE(
      csv.find("\nu8x4.bilinear.2d.array.tile.256K.tex,u8x4,bilinear,2d,array,tile,0,262144,tex,0,,4.01,"),
      csv.npos);
  EXPECT_NE(csv.find(",sw_power_cap,\"host, one\",NVIDIA H200,GPU-1,"), csv.npos);
  EXPECT_NE(
      csv.find("\nf32x4.point.2d.array.tile.1G.tex,f32x4,point,2d,array,tile,0,1073741824,tex,0,failed,,"),
      csv.npos);
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const auto commas = std::count(line.begin(), line.end(), ',');
  std::getline(lines, line);
  EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas + 1); // one within quotes
  std::getline(lines, line);
  EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas + 1);
}

const std::string one = "u8x4.point.2d.array.tile.64K.tex", other = "f32x1.bilinear.2d.array.tile.64K.tex";

TEST(Bench, MeasuresAndWritesFiles) {
  const Program program = {};
  const Ran ran = program.run({"bench", "--backend", "cpu", "--cell", one, "--cell", other, "--cell",
                               "f32x4.point.2d.pitch.tile.64K.load", "--json", "b.json", "--csv", "b.csv"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Report report = load_bench_json(program / "b.json");
  EXPECT_EQ(report.machine.backend, "cpu");
  EXPECT_EQ(report.machine.cores, 1);
  EXPECT_FALSE(report.machine.host.empty());
  ASSERT_EQ(report.cells.size(), 3u);
  EXPECT_EQ(name(report.cells[0].cell), one);
  EXPECT_EQ(report.cells[1].largest_error, 0);
  EXPECT_EQ(report.cells[2].skipped, Obstacle::no_backend_path);
  EXPECT_EQ(contents(program / "b.csv"), bench_csv(report));
  EXPECT_NE(ran.out.find(one), ran.out.npos);
  EXPECT_NE(ran.out.find("2 cells measured, 1 skipped, 0 with wrong results"), ran.out.npos) << ran.out;

  // Compared with a baseline whose times are a thousand times shorter.
  Report fast = report;
  for (double& ms : fast.cells[0].samples_ms)
    ms /= 1000;
  summarize(fast.cells[0], 0);
  write(program / "fast.json", bench_json(fast));
  const Ran against = program.run({"bench", "--backend", "cpu", "--cell", one, "--baseline", "fast.json"});
  EXPECT_EQ(against.code, 0) << against.err;
  EXPECT_NE(against.out.find("slower, +"), against.out.npos) << against.out;
  EXPECT_NE(against.out.find("Against the baseline: 0 same, 0 faster, 1 slower, 0 unclear."),
            against.out.npos);
}

TEST(Bench, TurnsAndSelfTest) {
  const Program program = {};
  const Ran turns = program.run({"bench", "--backend", "cpu", "--ab", one + "," + other});
  EXPECT_EQ(turns.code, 0) << turns.err;
  EXPECT_NE(turns.out.find(other + ": "), turns.out.npos) << turns.out;
  const Ran test = program.run({"bench", "--backend", "cpu", "--cell", one, "--self-test"});
  EXPECT_EQ(test.code, 0) << test.err;
  EXPECT_NE(test.out.find("texels requested"), test.out.npos) << test.out;
}

std::vector<std::string> listed(const Program& program, std::vector<std::string> more) {
  more.insert(more.begin(), {"bench", "--list"});
  std::istringstream lines(program.run(more).out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);)
    names.push_back(line);
  return names;
}

TEST(Bench, ListsFilteredAndShared) {
  const Program program = {};
  EXPECT_EQ(listed(program, {"--suite", "matrix"}).size(), 81u);
  EXPECT_EQ(listed(program, {"--suite", "staircase"}).front(), "f32x4.point.2d.array.tile.4K.tex");
  for (const std::string& name : listed(program, {"--filter", "*.bilinear.*"}))
    EXPECT_NE(name.find(".bilinear."), name.npos);
  const auto all = listed(program, {"--suite", "staircase"}),
             second = listed(program, {"--suite", "staircase", "--shard", "2/3"});
  ASSERT_EQ(second.size(), 13u);
  EXPECT_EQ(second[0], all[1]);
  EXPECT_EQ(second[1], all[4]);
}

TEST(Bench, RefusesWithASentence) {
  const Program program = {};
  write(program / "bad.json", "{\"version\": 1}");
  const std::pair<std::vector<std::string>, std::string> wrong[] = {
      {{"--suite", "huge"}, "quick, full, matrix, staircase"},
      {{"--cell", "u8x4"},
       "--cell is \"u8x4\", which is not a cell; u8x4.bilinear.2d.array.tile.256K.tex is one, for "
       "example.\n"},
      {{"--cell", "u32x4.bilinear.2d.array.tile.64K.tex"}, "does not filter 32-bit integers"},
      {{"--filter", "nothing"}, "No cell is left"},
      {{"--shard", "3/2"}, "but must be I/N"},
      {{"--shard", "1"}, "but must be I/N"},
      {{"--shard", "0/2"}, "but must be I/N"},
      {{"--ab", one}, "but must be two cells' names"},
      {{"--device", "1"}, "--threads"},
      {{"--threads", "-1"}, "--threads"},
      {{"--baseline", "none.json"}, "none.json"},
      {{"--baseline", "bad.json"}, "bad.json:1:1"}};
  for (const auto& [more, reason] : wrong) {
    std::vector<std::string> args = {"bench", "--backend", "cpu"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 2) << reason << ran.err;
    EXPECT_NE(ran.err.find(reason), ran.err.npos) << ran.err;
  }
  EXPECT_EQ(program.run({"bench", "--backend", "cuda", "--cell", one}).code, 1);
}

TEST(Bench, InterruptedItWritesWhatIsDone) {
  const Program program = {};
  const std::string command = "cd " + program.root().string() +
                              " && timeout --preserve-status -s INT 3 " TEXELSCOPE_PROGRAM
                              " bench --backend cpu --suite full --json part.json > out.txt 2>&1";
  EXPECT_EQ(std::system(command.c_str()) >> 8, 130) << contents(program / "out.txt");
  EXPECT_LT(load_bench_json(program / "part.json").cells.size(), 2000u);
}

} // namespace
} // namespace texelscope
