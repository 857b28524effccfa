// The bench lab without a window: what it measures, reports read and written, two of them compared.
#include "app/analyses/bench_lab.h"

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/bench/bench_file.h"
#include "tests/kernels/profile_reports.h"
#include "tests/refusal.h"
#include "tests/temp_folder.h"
#include "tests/wait_for.h"
#include "tests/xml.h"

namespace texelscope {
namespace {

using namespace profile;

class BenchLabTest : public ::testing::Test {
protected:
  BenchLabTest() { choice.pattern = "u8x?.point.2d.array.tile.64K.tex"; }
  void update() { lab.update(choice, true, false, true); }
  // On the CPU a cell takes 0.1 s.
  void measure() {
    lab.start(choice);
    wait_for([&] {
      update();
      return !lab.measures();
    });
  }

  const tests::TempFolder folder;
  ui::BenchChoice choice;
  BenchLab lab;
};

TEST_F(BenchLabTest, CountsTheChosenCells) {
  update();
  EXPECT_EQ(lab.findings().wanted, 3u);
  EXPECT_EQ(lab.findings().here, 3u);
  choice.pattern = "u8x4.point.2d.*.tile.64K.*";
  update();
  EXPECT_EQ(lab.findings().wanted, 5u) << "tex of an array and of pitch memory, surface, __ldg and load";
  EXPECT_EQ(lab.findings().here, 2u) << "the CPU has no other paths";
  choice.pattern = "nothing like this";
  update();
  EXPECT_EQ(lab.findings().wanted, 0u);
  EXPECT_TRUE(parse_cell(lab.findings().example));
  EXPECT_NE(refusal_of([&] { lab.start(choice); }), "nothing");
  EXPECT_FALSE(lab.measures());
}

TEST_F(BenchLabTest, NamesTheRunAsTheVerbDoes) {
  EXPECT_EQ(wanted_run(choice).suite, "quick");
  EXPECT_EQ(wanted_run(choice).filter, choice.pattern);
  choice.caches = Caches::cold;
  EXPECT_EQ(wanted_run(choice).suite, "") << "with other caches the run is not a suite";
  choice.pattern.clear();
  choice.suite = Suite::matrix;
  const std::vector<BenchmarkCase> cold = wanted_cells(choice);
  EXPECT_EQ(cold.size(), 81u);
  EXPECT_TRUE(std::ranges::all_of(cold, [](const BenchmarkCase& cell) { return cell.cold; }));
}

TEST_F(BenchLabTest, MeasuresAndSavesWhatTheVerbsRead) {
  update();
  EXPECT_EQ(lab.findings().report, nullptr);
  EXPECT_EQ(refusal_of([&] { lab.save(folder / "a.json", choice); }), text(Text::bench_nothing_to_save));
  measure();
  const ui::BenchFindings& found = lab.findings();
  ASSERT_NE(found.report, nullptr);
  ASSERT_EQ(found.report->cells.size(), 3u);
  for (const Measured& m : found.report->cells)
    EXPECT_TRUE(m.right()) << name(m.cell);
  EXPECT_EQ(found.report->machine.backend, "cpu");
  EXPECT_NE(found.report->machine.host, "");
  EXPECT_FALSE(found.progress.running);
  EXPECT_EQ(found.rows.size(), 3u);
  lab.save(folder / "a.json", choice);
  EXPECT_EQ(load_bench_json(folder / "a.json"), *found.report);
  lab.save(folder / "a.csv", choice);
  EXPECT_EQ(read_text_file(folder / "a.csv", 1 << 20), bench_csv(*found.report));
  EXPECT_EQ(refusal_of([&] { lab.save(folder / "a.txt", choice); }),
            say(Text::bench_ending, {(folder / "a.txt").string()}));
  EXPECT_EQ(refusal_of([&] { lab.save(folder / "a.svg", choice); }),
            say(Text::bench_no_plot, {(folder / "a.svg").string()}));
}

TEST_F(BenchLabTest, CountersAreNotRequestedOnTheCpu) {
  choice.counters = true; // as left by a choice for CUDA
  measure();
  EXPECT_FALSE(lab.findings().can_count);
  EXPECT_EQ(lab.findings().uncounted, "");
  ASSERT_EQ(lab.findings().report->cells.size(), 3u);
  EXPECT_FALSE(lab.findings().report->cells[0].counts);
  lab.update(choice, true, true, true);
  EXPECT_TRUE(lab.findings().can_count);
}

class BenchLabFiles : public BenchLabTest {
protected:
  std::filesystem::path write(const std::string& file, double factor) {
    Report report{tests::machine(), {}};
    const auto add = [&](const char* cell, std::uint32_t seed, double ms) {
      report.cells.push_back(tests::measured(cell, tests::scattered(seed, 12, ms, 0.001)));
    };
    add("u8x4.point.2d.array.tile.64K.tex", 1, 1);
    add("u8x4.bilinear.2d.array.tile.64K.tex", 2, factor);
    add("f32x4.point.2d.array.tile.64K.tex", 3, 1);
    write_text_file(folder / file, bench_json(report));
    return folder / file;
  }
};

TEST_F(BenchLabFiles, ShowsAReportInItsViews) {
  lab.open(write("a.json", 1));
  update();
  const ui::BenchFindings& found = lab.findings();
  EXPECT_EQ(found.source, (folder / "a.json").string());
  EXPECT_EQ(found.rows, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_NE(found.machine.find("driver 580.1"), std::string::npos) << found.machine;
  EXPECT_FALSE(found.plot);
  choice.find = "u8x4";
  choice.view = ui::BenchView::matrix;
  update();
  EXPECT_EQ(found.rows.size(), 2u);
  ASSERT_TRUE(found.plot);
  EXPECT_EQ(std::get<Matrix>(*found.plot).squares.size(), 2u) << "one format by two filters";
  lab.save(folder / "m.svg", choice);
  const std::string svg = read_text_file(folder / "m.svg", 1 << 20);
  EXPECT_EQ(tests::xml_fault(svg), "");
  EXPECT_EQ(svg.find("f32x4"), std::string::npos) << "the file has what is shown";
  choice.view = ui::BenchView::path_comparison;
  update();
  EXPECT_TRUE(is_empty(*found.plot));
  EXPECT_EQ(refusal_of([&] { lab.save(folder / "d.svg", choice); }), text(Text::bench_no_duel));
}

TEST_F(BenchLabFiles, KeepsCounts) {
  Report report = load_bench_json(write("a.json", 1));
  Counts& all = report.cells[1].counts.emplace();
  for (std::size_t i = 0; i < counter_count; ++i)
    all[Counter(i)] = 1000.25 * double(i + 1);
  report.cells[2].counts.emplace()[Counter::quads] = 250000; // a chip that has no other counters
  write_text_file(folder / "counts.json", bench_json(report));
  choice.view = ui::BenchView::counters;
  lab.open(folder / "a.json");
  update();
  EXPECT_TRUE(lab.findings().columns.empty());
  lab.open(folder / "counts.json");
  update();
  EXPECT_EQ(lab.findings().report->cells, report.cells);
  EXPECT_EQ(lab.findings().columns, counted_columns_of(report));
  choice.order = Order{Column::counted, true};
  update();
  EXPECT_EQ(lab.findings().rows, (std::vector<std::size_t>{2, 1, 0})) << "all, 0.4 % and none of the texels";
  lab.save(folder / "again.json", choice);
  EXPECT_EQ(load_bench_json(folder / "again.json"), load_bench_json(folder / "counts.json"));
  choice.view = ui::BenchView::table;
  update();
  EXPECT_EQ(lab.findings().columns, columns_of(report));
}

TEST_F(BenchLabFiles, AFileWithItselfIsNotSlowerAndADoctoredOneIs) {
  const auto a = write("a.json", 1), slow = write("slow.json", 1.2);
  lab.open(a);
  EXPECT_FALSE(lab.findings().comparison.found);
  lab.open_before(a);
  update();
  const auto& comparison = lab.findings().comparison;
  ASSERT_TRUE(comparison.found) << comparison.failure;
  for (const Compared& c : comparison.found->cells)
    EXPECT_EQ(c.judged.verdict, Verdict::same) << name(c.cell);
  lab.open(slow);
  update();
  EXPECT_EQ(comparison.found->cells[0].judged.verdict, Verdict::slower);
  EXPECT_EQ(name(comparison.found->cells[0].cell), "u8x4.bilinear.2d.array.tile.64K.tex");
  EXPECT_EQ(lab.findings().compared.size(), 3u);
  choice.find = "f32x4";
  update();
  ASSERT_EQ(lab.findings().compared.size(), 1u);
  EXPECT_EQ(name(comparison.found->cells[lab.findings().compared[0]].cell),
            "f32x4.point.2d.array.tile.64K.tex");
  lab.keep_before();
  update();
  EXPECT_EQ(comparison.found->cells[0].judged.verdict, Verdict::same);
  EXPECT_EQ(lab.findings().before_source, say(Text::bench_kept, {"3"}));
}

TEST_F(BenchLabFiles, RefusesWhatIsNoReportAndKeepsTheOneItHas) {
  lab.open(write("a.json", 1));
  write_text_file(folder / "bad.json", "{\"format\": \"texelscope-bench\", \"version\": 1}");
  EXPECT_NE(refusal_of([&] { lab.open(folder / "bad.json"); }).find("bad.json"), std::string::npos);
  EXPECT_NE(refusal_of([&] { lab.open(folder / "none.json"); }).find("none.json"), std::string::npos);
  EXPECT_NE(refusal_of([&] { lab.open_before(folder / "none.json"); }), "nothing");
  update();
  EXPECT_EQ(lab.findings().source, (folder / "a.json").string());
  EXPECT_EQ(lab.findings().report->cells.size(), 3u);
  EXPECT_EQ(lab.findings().before, nullptr);
}

TEST_F(BenchLabFiles, ARunIsNotReplacedByAFile) {
  lab.start(choice);
  EXPECT_EQ(refusal_of([&] { lab.open(write("a.json", 1)); }), text(Text::bench_busy));
  lab.cancel();
}

TEST_F(BenchLabFiles, DistinguishesReportsFromSessions) {
  EXPECT_TRUE(is_bench_file(write("a.json", 1)));
  write_text_file(folder / "session.json", "{\"version\": 1}");
  write_text_file(folder / "broken.json", "{\"format\": \"texelscope-bench\"");
  write_text_file(folder / "other.json", "{\"format\": \"texelscope-legality\"}");
  for (const char* file : {"session.json", "broken.json", "other.json", "none.json", ""})
    EXPECT_FALSE(is_bench_file(folder / file)) << file;
}

} // namespace
} // namespace texelscope
