#include "app/bench_run.h"

#include <algorithm>

#include "app/bench_tools.h"
#include "app/roof_file.h"
#include "app/seconds_now.h"
#include "kernels/backend.h"
#include "kernels/profile/anchors.h"

namespace texelscope {

using namespace profile;

std::optional<double> seconds_left(double spent, std::size_t measured, std::size_t left) {
  if (measured == 0) return std::nullopt;
  return spent / double(measured) * double(left);
}

BenchRun::BenchRun(std::vector<Cell> cells, MakeProfiler make, bool counts) {
  now.running = true;
  now.of = cells.size();
  thread = std::jthread([this, all = std::move(cells), making = std::move(make), counts](const std::stop_token& stop) {
    std::string failure;
    try {
      measure_all(all, making, counts, stop);
    } catch (const Stopped&) {
    } catch (const std::exception& error) {
      failure = error.what();
    }
    const std::lock_guard lock(mutex);
    news.failure = failure;
    news.ended = true;
    now.running = false;
  });
}

BenchRun::~BenchRun() = default;

void BenchRun::cancel() {
  thread.request_stop();
  const std::lock_guard lock(mutex);
  now.ending = true;
}

BenchRun::News BenchRun::take() {
  const std::lock_guard lock(mutex);
  return std::exchange(news, News{});
}

ui::BenchProgress BenchRun::progress() const {
  const std::lock_guard lock(mutex);
  return now;
}

// Refused, the times are measured all the same.
void BenchRun::use_counters(Profiler& profiler) try {
  profiler.use_counters();
} catch (const MachineError& error) {
  if (error.device_lost) throw;
  const std::lock_guard lock(mutex);
  news.uncounted = error.what();
}

void BenchRun::measure_all(const std::vector<Cell>& cells, const MakeProfiler& make, bool counts, const std::stop_token& stop) {
  const std::unique_ptr<Profiler> profiler = make();
  profiler->heed(stop);
  if (counts) use_counters(*profiler);
  const Machine machine = machine_of(*profiler);
  const KeptRungs rungs(*profiler, machine);
  const auto is_skipped = [&](const Cell& cell) { return profiler->obstacle_here(cell).has_value(); };
  {
    const std::lock_guard lock(mutex);
    news.machine = machine;
    skipped_left = std::size_t(std::ranges::count_if(cells, is_skipped));
  }
  AnchorVisits visits(measurable(*profiler, cells));
  const auto visit = [&] {
    visits.visit(*profiler, measured);
    const std::lock_guard lock(mutex);
    news.anchors = visits.anchors();
  };
  for (std::size_t i = 0; i < cells.size() && !stop.stop_requested(); ++i) {
    visit();
    measure_one(*profiler, cells[i]);
  }
  if (!stop.stop_requested()) visit();
}

void BenchRun::measure_one(Profiler& profiler, const Cell& cell) {
  {
    const std::lock_guard lock(mutex);
    now.now = name(cell);
  }
  const double start = seconds_now();
  Measured found = profiler.measure(cell);
  const std::lock_guard lock(mutex);
  if (profiler.obstacle_here(cell))
    --skipped_left;
  else {
    seconds += seconds_now() - start;
    ++measured;
  }
  news.cells.push_back(std::move(found));
  if (!profiler.uncounted().empty()) news.uncounted = profiler.uncounted();
  ++now.done;
  now.seconds_left = seconds_left(seconds, measured, now.of - now.done - skipped_left);
}

} // namespace texelscope
