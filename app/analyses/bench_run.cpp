#include "app/analyses/bench_run.h"

#include <algorithm>

#include "kernels/ground/base/threads.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/seconds_now.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/reports/profile/measure/measurement_run.h"
#include "kernels/studies/bench/bench_tools.h"
#include "kernels/studies/bench/roof_file.h"

namespace texelscope {

using namespace profile;

std::optional<double> seconds_left(double spent, std::size_t measured, std::size_t left) {
  if (measured == 0) return std::nullopt;
  return spent / double(measured) * double(left);
}

BenchRun::BenchRun(std::vector<BenchmarkCase> cells, MakeProfiler make, bool counts) {
  now.running = true;
  now.of = cells.size();
  thread = start_thread(
      [this, all = std::move(cells), making = std::move(make), counts](const std::stop_token& stop) {
        std::string failure;
        try {
          measure_all(all, making, counts, stop);
        } catch (const Stopped&) {
        } catch (const std::exception& error) {
          failure = sentence_of(error);
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

// If counters are refused, the times are measured all the same.
void BenchRun::use_counters(Profiler& profiler) try {
  profiler.use_counters();
} catch (const MachineError& error) {
  if (error.device_lost) throw;
  const std::lock_guard lock(mutex);
  news.uncounted = error.what();
}

void BenchRun::measure_all(const std::vector<BenchmarkCase>& cells, const MakeProfiler& make, bool counts,
                           const std::stop_token& stop) {
  const std::unique_ptr<Profiler> profiler = make();
  profiler->set_stop_token(stop);
  if (counts) use_counters(*profiler);
  const Machine machine = machine_of(*profiler);
  const KeptRoofSamples roof_samples(*profiler, machine);
  {
    const std::lock_guard lock(mutex);
    news.machine = machine;
  }
  MeasurementRun run(*profiler, cells);
  while (!run.has_ended() && !stop.stop_requested())
    measure_next(run, *profiler);
}

void BenchRun::measure_next(MeasurementRun& run, const Profiler& profiler) {
  {
    const std::lock_guard lock(mutex);
    now.now = name(run.next_cell());
    now.of = run.step_count();
  }
  const std::size_t timed_left = run.timed_steps_left();
  const double start = seconds_now();
  const Measured& found = run.measure_next();
  const std::lock_guard lock(mutex);
  if (run.timed_steps_left() < timed_left) {
    seconds += seconds_now() - start;
    ++measured;
  }
  news.cells.push_back(found);
  if (std::vector<Anchor> anchors = run.anchors(); !anchors.empty()) news.anchors = std::move(anchors);
  if (!profiler.uncounted().empty()) news.uncounted = profiler.uncounted();
  now.done = run.step();
  now.seconds_left = seconds_left(seconds, measured, run.timed_steps_left());
}

} // namespace texelscope
