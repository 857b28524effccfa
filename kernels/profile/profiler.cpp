#include "kernels/profile/profiler.h"

#include <new>

#include "kernels/backend.h"
#include "kernels/profile/check.h"
#include "kernels/texts.h"

namespace texelscope::profile {

namespace {
struct Failure {
  Obstacle obstacle;
  std::string words;
};

// What stopped the work, if anything did.
template <class Work>
std::optional<Failure> failure_of(Work&& work) {
  try {
    work();
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return Failure{Obstacle::no_memory, {}};
  } catch (const MachineError& error) {
    if (error.device_lost) throw;
    return Failure{Obstacle::failed, error.what()};
  }
}

Measured skipped(const Cell& cell, const Failure& failure) {
  Measured measured;
  measured.cell = cell;
  measured.skipped = failure.obstacle;
  measured.words = failure.words;
  return measured;
}

double median_of(const Samples& samples) {
  std::vector<double> times;
  for (const Sample& sample : samples.counted)
    times.push_back(sample.ms);
  return median(times);
}
} // namespace

void Profiler::use_counters() { throw MachineError(text(Text::counters_cpu)); }

void Profiler::take(Measured& measured, Prepared& prepared, const Samples& samples) {
  for (const Sample& sample : samples.counted) {
    measured.samples_ms.push_back(sample.ms);
    if (sample.clock_mhz > 0) measured.clocks_mhz.push_back(sample.clock_mhz);
  }
  if (measured.clocks_mhz.size() != measured.samples_ms.size()) measured.clocks_mhz.clear();
  measured.dropped = samples.dropped;
  measured.texels = prepared.texels();
  measured.bytes = measured.texels * measured.cell.format.texel_bytes();
  measured.largest_error = prepared.largest_error();
  measured.tolerance = tolerance(measured.cell);
  measured.condition = condition();
  summarize(measured, multiprocessors());
  if (!counters) return;
  prepared.count(*counters, measured.counts.emplace());
  if (const auto busiest = busiest_stage(*measured.counts)) {
    measured.roof_share = busiest->share;
    measured.limiter = busiest->stage;
  }
}

Measured Profiler::measure(const Cell& cell) {
  if (const auto found = obstacle_here(cell)) return skipped(cell, {*found, {}});
  Measured measured;
  measured.cell = cell;
  const auto failure = failure_of([&] {
    const auto prepared = prepare(cell, scrambled_texels(cell.format));
    const auto launch = [&] {
      throw_if_stopped(stopping);
      return prepared->launch(1);
    };
    take(measured, *prepared, collect(launch, rule()));
  });
  return failure ? skipped(cell, *failure) : measured;
}

std::pair<Measured, Measured> Profiler::measure_in_turns(const Cell& a, const Cell& b) {
  for (const Cell& cell : {a, b})
    if (const auto found = obstacle_here(cell)) return {skipped(a, {*found, {}}), skipped(b, {*found, {}})};
  std::pair<Measured, Measured> both;
  both.first.cell = a;
  both.second.cell = b;
  const auto failure = failure_of([&] {
    const auto of_a = prepare(a, scrambled_texels(a.format)), of_b = prepare(b, scrambled_texels(b.format));
    const auto [samples_a, samples_b] =
        interleave([&] { return of_a->launch(1); }, [&] { return of_b->launch(1); }, rule());
    take(both.first, *of_a, samples_a);
    take(both.second, *of_b, samples_b);
  });
  return failure ? std::pair{skipped(a, *failure), skipped(b, *failure)} : both;
}

SelfTest Profiler::test(const Cell& cell) {
  if (const auto found = obstacle_here(cell)) throw MachineError(label(*found));
  const auto prepared = prepare(cell, texels_of_one(cell.format));
  const auto [twice, once] =
      interleave([&] { return prepared->launch(2); }, [&] { return prepared->launch(1); }, rule());
  prepared->launch(1);
  return {prepared->texels(), prepared->counted(), median_of(once), median_of(twice)};
}

} // namespace texelscope::profile
