// The bench lab without a window: runs on their own thread, reports read and written, two of them compared.
#include "app/bench_lab.h"

#include <atomic>
#include <semaphore>

#include <gtest/gtest.h>

#include "app/bench_file.h"
#include "app/errors.h"
#include "app/files.h"
#include "kernels/backend.h"
#include "kernels/texts.h"
#include "tests/app/folder.h"
#include "tests/app/xml.h"
#include "tests/kernels/profile_reports.h"

namespace texelscope {
namespace {

using namespace profile;

// Lets each cell pass when it is told to.
struct Gate {
  std::counting_semaphore<1000> open{0};
  std::atomic<int> begun = 0;
};

// Counts 250 quads a launch.
class FakeReader : public CounterReader {
public:
  const std::vector<CounterGroup>& groups() const override { return all; }
  void count(std::size_t, const std::function<void()>& launch, Counts& into, const std::function<void()>&) override {
    launch();
    if (++counted == fails_at) throw MachineError("another profiler has begun");
    into[Counter::quads] = 250;
  }
  bool is_free() const override { return true; }

  int counted = 0, fails_at = 0; // the n-th; 0: none does

private:
  std::vector<CounterGroup> all = {{{Counter::quads}, 1}};
};

class GatedPrepared : public Prepared {
public:
  std::int64_t texels() const override { return 1000; }
  Sample launch(int) override { return {1, 0}; }
  double largest_error() override { return 0; }
  Tally tally() override { return {1000, 1000}; }
  void count(CounterReader& reader, Counts& counts) override { reader.count(0, [] {}, counts); }
};

class GatedProfiler : public Profiler {
public:
  explicit GatedProfiler(Gate& of) : gate(of) {}
  Machine machine() override {
    Machine m;
    m.backend = "cpu";
    m.cores = 1;
    return m;
  }
  std::optional<Obstacle> obstacle_here(const Cell& cell) const override {
    return cell.path == Path::tex ? std::nullopt : std::optional(Obstacle::no_backend_path);
  }
  std::unique_ptr<Prepared> prepare(const Cell& cell, WordMask) override {
    ++gate.begun;
    gate.open.acquire();
    if (cell.format.bits == 32) {
      MachineError error("the device is gone");
      error.device_lost = true;
      throw error;
    }
    return std::make_unique<GatedPrepared>();
  }

private:
  Gate& gate;
};

class CountingProfiler : public GatedProfiler {
public:
  using GatedProfiler::GatedProfiler;
  int fails_at = 0;
  void use_counters() override {
    auto reader = std::make_unique<FakeReader>();
    reader->fails_at = fails_at;
    counters = std::move(reader);
  }
};

struct RefusingProfiler : GatedProfiler {
  using GatedProfiler::GatedProfiler;
  bool lost = false;
  void use_counters() override {
    MachineError error("counters are for administrators; run as root");
    error.device_lost = lost;
    throw error;
  }
};

std::vector<Cell> cells(const std::vector<std::string>& names) {
  std::vector<Cell> all;
  for (const std::string& words : names)
    all.push_back(*parse_cell(words));
  return all;
}
const std::vector<std::string> two_and_a_load = {"u8x4.point.2d.array.tile.64K.tex", "u8x4.point.2d.pitch.tile.64K.load",
                                                 "u8x2.point.2d.array.tile.64K.tex"};

void wait_for(const std::function<bool()>& condition) {
  for (int i = 0; i < 2000 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(condition());
}

// Gathers what comes.
struct Taken {
  BenchRun& run;
  std::vector<Measured> all = {};
  std::string failure = {}, uncounted = {};
  bool ended = false;
  bool look() {
    BenchRun::News news = run.take();
    std::ranges::move(news.cells, std::back_inserter(all));
    if (!news.failure.empty()) failure = news.failure;
    if (!news.uncounted.empty()) uncounted = news.uncounted;
    return ended |= news.ended;
  }
};

TEST(BenchRun, GivesCellByCell) {
  Gate gate;
  BenchRun run(cells(two_and_a_load), [&] { return std::make_unique<GatedProfiler>(gate); });
  Taken taken{run};
  wait_for([&] { return gate.begun == 1; });
  EXPECT_EQ(run.progress().now, two_and_a_load[0]);
  EXPECT_EQ(run.progress().of, 3u);
  EXPECT_FALSE(run.progress().seconds_left);
  gate.open.release();
  wait_for([&] { return gate.begun == 2; });
  taken.look();
  ASSERT_EQ(taken.all.size(), 2u) << "the load was skipped at once";
  EXPECT_FALSE(taken.all[0].skipped);
  EXPECT_EQ(taken.all[1].skipped, Obstacle::no_backend_path);
  EXPECT_EQ(run.progress().done, 2u);
  EXPECT_TRUE(run.progress().running);
  EXPECT_GT(run.progress().seconds_left, 0);
  gate.open.release();
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.all.size(), 3u);
  EXPECT_EQ(taken.failure, "");
  EXPECT_FALSE(run.progress().running);
  EXPECT_EQ(run.progress().seconds_left, 0);
}

TEST(BenchRun, CancelBreaksOffThePresentCellAndKeepsTheOthers) {
  Gate gate;
  BenchRun run(cells(two_and_a_load), [&] { return std::make_unique<GatedProfiler>(gate); });
  Taken taken{run};
  gate.open.release();
  wait_for([&] { return gate.begun == 2; });
  run.cancel();
  EXPECT_TRUE(run.progress().ending);
  gate.open.release(2);
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.all.size(), 2u) << "measured, skipped";
  EXPECT_EQ(taken.failure, "");
  EXPECT_FALSE(run.progress().running);
}

TEST(BenchRun, AFailureEndsItAndKeepsWhatWasMeasured) {
  Gate gate;
  gate.open.release(5);
  BenchRun run(cells({two_and_a_load[0], "f32x4.point.2d.array.tile.64K.tex", two_and_a_load[2]}),
               [&] { return std::make_unique<GatedProfiler>(gate); });
  Taken taken{run};
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.failure, "the device is gone");
  EXPECT_EQ(taken.all.size(), 1u);
  BenchRun none(cells(two_and_a_load), []() -> std::unique_ptr<Profiler> { throw MachineError("no GPU"); });
  Taken nothing{none};
  wait_for([&] { return nothing.look(); });
  EXPECT_EQ(nothing.failure, "no GPU");
}

TEST(BenchRun, CountsWhereItIsAskedTo) {
  Gate gate;
  gate.open.release(9);
  for (const bool counts : {true, false}) {
    BenchRun run(cells(two_and_a_load), [&] { return std::make_unique<CountingProfiler>(gate); }, counts);
    Taken taken{run};
    wait_for([&] { return taken.look(); });
    ASSERT_EQ(taken.all.size(), 3u);
    EXPECT_EQ(taken.uncounted, "");
    ASSERT_EQ(taken.all[0].counts.has_value(), counts);
    if (counts) {
      EXPECT_EQ(value_of(taken.all[0], Column::counted), 1);
    }
    EXPECT_FALSE(taken.all[1].counts) << "skipped";
  }
}

TEST(BenchRun, TimesStayWhereCountersFailOnTheWay) {
  Gate gate;
  gate.open.release(9);
  BenchRun run(cells(two_and_a_load), [&] {
    auto profiler = std::make_unique<CountingProfiler>(gate);
    profiler->fails_at = 2;
    return profiler;
  }, true);
  Taken taken{run};
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.uncounted, "another profiler has begun");
  EXPECT_EQ(taken.failure, "");
  ASSERT_EQ(taken.all.size(), 3u);
  EXPECT_TRUE(taken.all[0].counts);
  EXPECT_FALSE(taken.all[2].counts);
  EXPECT_TRUE(taken.all[2].right()) << "it is measured all the same";
}

TEST(BenchRun, GoesOnWhereCountersAreRefused) {
  Gate gate;
  gate.open.release(9);
  BenchRun run(cells(two_and_a_load), [&] { return std::make_unique<RefusingProfiler>(gate); }, true);
  Taken taken{run};
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.uncounted, "counters are for administrators; run as root");
  EXPECT_EQ(taken.failure, "");
  ASSERT_EQ(taken.all.size(), 3u);
  EXPECT_TRUE(taken.all[2].right());
  EXPECT_FALSE(taken.all[2].counts);
  EXPECT_EQ(run.progress().done, 3u);
  EXPECT_EQ(run.progress().seconds_left, 0);
  BenchRun lost(cells(two_and_a_load), [&] {
    auto profiler = std::make_unique<RefusingProfiler>(gate);
    profiler->lost = true;
    return profiler;
  }, true);
  Taken none{lost};
  wait_for([&] { return none.look(); });
  EXPECT_EQ(none.failure, "counters are for administrators; run as root") << "nothing can be measured on it";
  EXPECT_TRUE(none.all.empty());
}

TEST(BenchRun, EndsInTheMidstOfASlowCell) {
  auto run = std::make_unique<BenchRun>(cells({"f32x4.aniso16.2d.array.tile.4M.tex"}), [] { return make_cpu_profiler(); });
  wait_for([&] { return !run->progress().now.empty(); });
  const auto begin = std::chrono::steady_clock::now();
  run.reset(); // whole, it would take seconds
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 2);
}

TEST(BenchRun, SecondsLeftAreThoseOfTheMean) {
  EXPECT_FALSE(seconds_left(0, 0, 5));
  EXPECT_EQ(seconds_left(2, 4, 6), 3);
  EXPECT_EQ(seconds_left(2, 4, 0), 0);
}

class BenchLabTest : public ::testing::Test {
protected:
  BenchLabTest() { choice.pattern = "u8x?.point.2d.array.tile.64K.tex"; }
  void follow() { lab.follow(choice, true, false, true); }
  // On this machine's CPU: a cell takes 0.1 s.
  void measure() {
    lab.start(choice);
    wait_for([&] {
      follow();
      return !lab.measures();
    });
  }
  std::string refused(const std::function<void()>& work) {
    try {
      work();
    } catch (const UserError& error) {
      return error.what();
    }
    return "nothing";
  }

  const Folder folder;
  ui::BenchChoice choice;
  BenchLab lab;
};

TEST_F(BenchLabTest, CountsWhatTheChoiceAsksFor) {
  follow();
  EXPECT_EQ(lab.findings().wanted, 3u);
  EXPECT_EQ(lab.findings().here, 3u);
  choice.pattern = "u8x4.point.2d.*.tile.64K.*";
  follow();
  EXPECT_EQ(lab.findings().wanted, 5u) << "tex of an array and of pitch memory, surface, __ldg and load";
  EXPECT_EQ(lab.findings().here, 2u) << "the CPU has no other paths";
  choice.pattern = "nothing like this";
  follow();
  EXPECT_EQ(lab.findings().wanted, 0u);
  EXPECT_TRUE(parse_cell(lab.findings().example));
  EXPECT_NE(refused([&] { lab.start(choice); }), "nothing");
  EXPECT_FALSE(lab.measures());
}

TEST_F(BenchLabTest, NamesTheRunAsTheVerbDoes) {
  EXPECT_EQ(wanted_run(choice).suite, "quick");
  EXPECT_EQ(wanted_run(choice).filter, choice.pattern);
  choice.caches = Caches::cold;
  EXPECT_EQ(wanted_run(choice).suite, "") << "with other caches it is no suite";
  choice.pattern.clear();
  choice.suite = Suite::matrix;
  const std::vector<Cell> cold = wanted_cells(choice);
  EXPECT_EQ(cold.size(), 81u);
  EXPECT_TRUE(std::ranges::all_of(cold, [](const Cell& cell) { return cell.cold; }));
}

TEST_F(BenchLabTest, MeasuresAndSavesWhatTheVerbsRead) {
  follow();
  EXPECT_EQ(lab.findings().report, nullptr);
  EXPECT_EQ(refused([&] { lab.save(folder / "a.json", choice); }), text(Text::bench_nothing_to_save));
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
  EXPECT_EQ(refused([&] { lab.save(folder / "a.txt", choice); }), say(Text::bench_ending, {(folder / "a.txt").string()}));
  EXPECT_EQ(refused([&] { lab.save(folder / "a.svg", choice); }), say(Text::bench_no_plot, {(folder / "a.svg").string()}));
}

TEST_F(BenchLabTest, TheCpuIsNotAskedForCounters) {
  choice.counters = true; // as it was on CUDA
  measure();
  EXPECT_FALSE(lab.findings().can_count);
  EXPECT_EQ(lab.findings().uncounted, "");
  ASSERT_EQ(lab.findings().report->cells.size(), 3u);
  EXPECT_FALSE(lab.findings().report->cells[0].counts);
  lab.follow(choice, true, true, true);
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
  follow();
  const ui::BenchFindings& found = lab.findings();
  EXPECT_EQ(found.source, (folder / "a.json").string());
  EXPECT_EQ(found.rows, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_NE(found.machine.find("driver 580.1"), std::string::npos) << found.machine;
  EXPECT_FALSE(found.plot);
  choice.words = "u8x4";
  choice.view = ui::BenchView::matrix;
  follow();
  EXPECT_EQ(found.rows.size(), 2u);
  ASSERT_TRUE(found.plot);
  EXPECT_EQ(std::get<Matrix>(*found.plot).squares.size(), 2u) << "one format by two filters";
  lab.save(folder / "m.svg", choice);
  const std::string svg = read_text_file(folder / "m.svg", 1 << 20);
  EXPECT_EQ(tests::xml_fault(svg), "");
  EXPECT_EQ(svg.find("f32x4"), std::string::npos) << "as it is shown";
  choice.view = ui::BenchView::duel;
  follow();
  EXPECT_TRUE(is_empty(*found.plot));
  EXPECT_EQ(refused([&] { lab.save(folder / "d.svg", choice); }), text(Text::bench_no_duel));
}

TEST_F(BenchLabFiles, KeepsCounts) {
  Report report = load_bench_json(write("a.json", 1));
  Counts& all = report.cells[1].counts.emplace();
  for (std::size_t i = 0; i < counter_count; ++i)
    all[Counter(i)] = 1000.25 * double(i + 1);
  report.cells[2].counts.emplace()[Counter::quads] = 250000; // of a chip that has no more
  write_text_file(folder / "counts.json", bench_json(report));
  choice.view = ui::BenchView::counters;
  lab.open(folder / "a.json");
  follow();
  EXPECT_TRUE(lab.findings().columns.empty());
  lab.open(folder / "counts.json");
  follow();
  EXPECT_EQ(lab.findings().report->cells, report.cells);
  EXPECT_EQ(lab.findings().columns, counted_columns_of(report));
  choice.order = Order{Column::counted, true};
  follow();
  EXPECT_EQ(lab.findings().rows, (std::vector<std::size_t>{2, 1, 0})) << "all, 0.4 % and none of the texels";
  lab.save(folder / "again.json", choice);
  EXPECT_EQ(load_bench_json(folder / "again.json"), load_bench_json(folder / "counts.json"));
  choice.view = ui::BenchView::table;
  follow();
  EXPECT_EQ(lab.findings().columns, columns_of(report));
}

TEST_F(BenchLabFiles, AFileWithItselfIsNotSlowerAndADoctoredOneIs) {
  const auto a = write("a.json", 1), slow = write("slow.json", 1.2);
  lab.open(a);
  EXPECT_FALSE(lab.findings().comparison.found);
  lab.open_before(a);
  follow();
  const auto& comparison = lab.findings().comparison;
  ASSERT_TRUE(comparison.found) << comparison.failure;
  for (const Compared& c : comparison.found->cells)
    EXPECT_EQ(c.judged.verdict, Verdict::same) << name(c.cell);
  lab.open(slow);
  follow();
  EXPECT_EQ(comparison.found->cells[0].judged.verdict, Verdict::slower);
  EXPECT_EQ(name(comparison.found->cells[0].cell), "u8x4.bilinear.2d.array.tile.64K.tex");
  EXPECT_EQ(lab.findings().compared.size(), 3u);
  choice.words = "f32x4";
  follow();
  ASSERT_EQ(lab.findings().compared.size(), 1u);
  EXPECT_EQ(name(comparison.found->cells[lab.findings().compared[0]].cell), "f32x4.point.2d.array.tile.64K.tex");
  lab.keep_before();
  follow();
  EXPECT_EQ(comparison.found->cells[0].judged.verdict, Verdict::same);
  EXPECT_EQ(lab.findings().before_source, say(Text::bench_kept, {"3"}));
}

TEST_F(BenchLabFiles, RefusesWhatIsNoReportAndKeepsTheOneItHas) {
  lab.open(write("a.json", 1));
  write_text_file(folder / "bad.json", "{\"format\": \"texelscope-bench\", \"version\": 1}");
  EXPECT_NE(refused([&] { lab.open(folder / "bad.json"); }).find("bad.json"), std::string::npos);
  EXPECT_NE(refused([&] { lab.open(folder / "none.json"); }).find("none.json"), std::string::npos);
  EXPECT_NE(refused([&] { lab.open_before(folder / "none.json"); }), "nothing");
  follow();
  EXPECT_EQ(lab.findings().source, (folder / "a.json").string());
  EXPECT_EQ(lab.findings().report->cells.size(), 3u);
  EXPECT_EQ(lab.findings().before, nullptr);
}

TEST_F(BenchLabFiles, ARunIsNotReplacedByAFile) {
  lab.start(choice);
  EXPECT_EQ(refused([&] { lab.open(write("a.json", 1)); }), text(Text::bench_busy));
  lab.cancel();
}

TEST_F(BenchLabFiles, TellsReportsFromSessions) {
  EXPECT_TRUE(is_bench_file(write("a.json", 1)));
  write_text_file(folder / "session.json", "{\"version\": 1}");
  write_text_file(folder / "broken.json", "{\"format\": \"texelscope-bench\"");
  write_text_file(folder / "other.json", "{\"format\": \"texelscope-legality\"}");
  for (const char* file : {"session.json", "broken.json", "other.json", "none.json", ""})
    EXPECT_FALSE(is_bench_file(folder / file)) << file;
}

} // namespace
} // namespace texelscope
