// Cells measured beside a window: one by one, canceled, with counters, and what is reported after a failure.
#include "app/analyses/bench_run.h"

#include <atomic>
#include <semaphore>

#include <gtest/gtest.h>

#include "kernels/machines/backend/backend.h"
#include "tests/kernels/fake_profiler.h"
#include "tests/wait_for.h"

namespace texelscope {
namespace {

using namespace profile;

// Holds each cell until the test releases the semaphore.
struct Gate {
  std::counting_semaphore<1000> open{0};
  std::atomic<int> begun = 0;
};

// Counts 250 quads a launch.
class FakeReader : public CounterReader {
public:
  const std::vector<CounterGroup>& groups() const override { return all; }
  void count(std::size_t, const std::function<void()>& launch, Counts& into,
             const std::function<void()>&) override {
    launch();
    if (++counted == fails_at) throw MachineError("another profiler has begun");
    into[Counter::quads] = 250;
  }
  bool is_free() const override { return true; }

  int counted = 0, fails_at = 0; // the number of the count that fails; 0: none

private:
  std::vector<CounterGroup> all = {{{Counter::quads}, 1}};
};

struct GatedProfiler : tests::FakeProfiler {
  explicit GatedProfiler(Gate& gate) {
    on.backend = "cpu";
    on.cores = 1;
    refuses = tests::has_texture_path_only;
    launches_of = [this, &gate](const BenchmarkCase& cell) {
      if (brief()) return tests::FakeLaunches(); // the visit of an anchor
      ++gate.begun;
      gate.open.acquire();
      if (cell.format.bits == 32) throw lost("the device is gone");
      return tests::FakeLaunches();
    };
  }
  static MachineError lost(const std::string& message) {
    MachineError error(message);
    error.device_lost = true;
    return error;
  }
};

std::unique_ptr<Profiler> counting(Gate& gate, int fails_at = 0) {
  auto profiler = std::make_unique<GatedProfiler>(gate);
  profiler->opens_counters = [fails_at] {
    auto reader = std::make_unique<FakeReader>();
    reader->fails_at = fails_at;
    return reader;
  };
  return profiler;
}

std::unique_ptr<Profiler> refusing(Gate& gate, bool lost) {
  const std::string message = "counters are for administrators; run as root";
  auto profiler = std::make_unique<GatedProfiler>(gate);
  profiler->opens_counters = [=]() -> std::unique_ptr<CounterReader> {
    throw lost ? GatedProfiler::lost(message) : MachineError(message);
  };
  return profiler;
}

std::vector<BenchmarkCase> cells(const std::vector<std::string>& names) {
  std::vector<BenchmarkCase> all;
  for (const std::string& cell_name : names)
    all.push_back(*parse_cell(cell_name));
  return all;
}
const std::vector<std::string> two_and_a_load = {"u8x4.point.2d.array.tile.64K.tex",
                                                 "u8x4.point.2d.pitch.tile.64K.load",
                                                 "u8x2.point.2d.array.tile.64K.tex"};

// Collects what the run reports.
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

TEST(BenchRun, CountsWhereRequested) {
  Gate gate;
  gate.open.release(9);
  for (const bool counts : {true, false}) {
    BenchRun run(
        cells(two_and_a_load), [&] { return counting(gate); }, counts);
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
  BenchRun run(
      cells(two_and_a_load), [&] { return counting(gate, 2); }, true);
  Taken taken{run};
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.uncounted, "another profiler has begun");
  EXPECT_EQ(taken.failure, "");
  ASSERT_EQ(taken.all.size(), 3u);
  EXPECT_TRUE(taken.all[0].counts);
  EXPECT_FALSE(taken.all[2].counts);
  EXPECT_TRUE(taken.all[2].right()) << "it is measured without counters";
}

TEST(BenchRun, GoesOnWhereCountersAreRefused) {
  Gate gate;
  gate.open.release(9);
  BenchRun run(
      cells(two_and_a_load), [&] { return refusing(gate, false); }, true);
  Taken taken{run};
  wait_for([&] { return taken.look(); });
  EXPECT_EQ(taken.uncounted, "counters are for administrators; run as root");
  EXPECT_EQ(taken.failure, "");
  ASSERT_EQ(taken.all.size(), 3u);
  EXPECT_TRUE(taken.all[2].right());
  EXPECT_FALSE(taken.all[2].counts);
  EXPECT_EQ(run.progress().done, 3u);
  EXPECT_EQ(run.progress().seconds_left, 0);
  BenchRun lost(
      cells(two_and_a_load), [&] { return refusing(gate, true); }, true);
  Taken none{lost};
  wait_for([&] { return none.look(); });
  EXPECT_EQ(none.failure, "counters are for administrators; run as root") << "nothing can be measured on it";
  EXPECT_TRUE(none.all.empty());
}

TEST(BenchRun, StopsInTheMiddleOfASlowCell) {
  auto run = std::make_unique<BenchRun>(cells({"f32x4.aniso16.2d.array.tile.4M.tex"}),
                                        [] { return make_cpu_profiler(); });
  wait_for([&] { return !run->progress().now.empty(); });
  const auto begin = std::chrono::steady_clock::now();
  run.reset(); // a complete measurement would take seconds
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 2);
}

TEST(BenchRun, SecondsLeftAreThoseOfTheMean) {
  EXPECT_FALSE(seconds_left(0, 0, 5));
  EXPECT_EQ(seconds_left(2, 4, 6), 3);
  EXPECT_EQ(seconds_left(2, 4, 0), 0);
}

} // namespace
} // namespace texelscope
