#include "kernels/reports/profile/measure/profiler.h"

#include <algorithm>
#include <new>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/measure/check.h"

namespace texelscope::profile {

namespace {
// Sets a flag while it lives.
struct While {
  explicit While(bool& of) : flag(of) { flag = true; }
  ~While() { flag = false; }
  While(const While&) = delete;
  While& operator=(const While&) = delete;
  bool& flag;
};

struct Failure {
  Obstacle obstacle;
  std::string message;
};

// The failure that ended the work, if there was one.
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

Measured skipped(const BenchmarkCase& cell, const Failure& failure) {
  Measured measured;
  measured.cell = cell;
  measured.skipped = failure.obstacle;
  measured.message = failure.message;
  return measured;
}

double median_of(const Samples& samples) {
  std::vector<double> times;
  for (const Sample& sample : samples.counted)
    times.push_back(sample.ms);
  return median(times);
}
} // namespace

void Profiler::use_counters() {
  throw MachineError(text(Text::counters_cpu));
}

void Profiler::use_roofs(std::vector<Measured> known) {
  has_roofs = true;
  known_samples = std::move(known);
}

RateOf Profiler::rates() {
  return [this](const BenchmarkCase& roof_sample) {
    auto found = std::ranges::find(known_samples, roof_sample, &Measured::cell);
    if (found == known_samples.end()) {
      const Measured measured = measure_briefly(roof_sample);
      if (measured.shared > 0) return std::optional<Rate>(); // beside another program no roof is measured
      found = known_samples.insert(found, measured);
    }
    const auto per_clock = value_of(*found, Column::clock);
    return per_clock ? std::optional(Rate{*per_clock, median(found->clocks_mhz)}) : std::nullopt;
  };
}

Profiler::Bounds Profiler::bounds(std::span<const BenchmarkCase> cells) {
  Bounds bounds;
  for (const BenchmarkCase& cell : cells)
    if (const auto here = bound_of(cell, rates(), l2_bytes())) bounds.here.push_back(*here);
  if (!cells.empty()) bounds.all = all_bounds(cells.front(), rates(), l2_bytes());
  return bounds;
}

void Profiler::set_roof(Measured& measured) {
  const auto per_clock = value_of(measured, Column::clock);
  if (!has_roofs || !per_clock) return;
  const auto bound = bound_of(measured.cell, rates(), l2_bytes());
  if (!bound) return;
  const double clock_mhz = measured.texels_per_second / (*per_clock * multiprocessors() * 1e6);
  const Roof roof =
      effective_roof(measured.texels_per_second, {roof_of(*bound, clock_mhz, multiprocessors())});
  measured.set_roof(roof.texels_per_second, identifier(roof.stage));
}

void Profiler::take(Measured& measured, Prepared& prepared, const Samples& samples) {
  for (const Sample& sample : samples.counted) {
    measured.samples_ms.push_back(sample.ms);
    if (sample.clock_mhz > 0) measured.clocks_mhz.push_back(sample.clock_mhz);
    measured.shared += sample.shared ? 1 : 0;
  }
  if (measured.clocks_mhz.size() != measured.samples_ms.size()) measured.clocks_mhz.clear();
  measured.dropped = samples.dropped;
  measured.texels = prepared.texels();
  measured.bytes = measured.texels * measured.cell.format.texel_bytes();
  if (!is_brief) measured.largest_error = prepared.largest_error();
  measured.tolerance = tolerance(measured.cell);
  measured.condition = condition();
  summarize(measured, multiprocessors());
  if (counters && !is_brief) count(measured, prepared);
}

// If counters fail, the times remain. A failed count is not tried again.
void Profiler::count(Measured& measured, Prepared& prepared) try {
  throw_if_stopped(stopping);
  prepared.count(*counters, measured.counts.emplace());
} catch (const MachineError& error) {
  if (error.device_lost) throw;
  measured.counts.reset();
  counters.reset();
  uncounted_ = error.what();
}

Sample Profiler::sample_of(Prepared& prepared) {
  throw_if_stopped(stopping);
  Sample sample = prepared.launch(1);
  sample.shared = others_work();
  return sample;
}

Measured Profiler::measure_briefly(const BenchmarkCase& cell) {
  const While measuring(is_brief);
  return measure_cell(cell);
}

Measured Profiler::measure_cell(const BenchmarkCase& cell) {
  if (const auto found = obstacle_here(cell)) return skipped(cell, {*found, {}});
  Measured measured;
  measured.cell = cell;
  const auto failure = failure_of([&] {
    const auto prepared = prepare(cell, scrambled_texels(cell.format));
    SamplingPolicy how = policy();
    if (is_brief) how.limit_ms = brief_ms(), how.max_cooldowns = 0;
    take(measured, *prepared, collect([&] { return sample_of(*prepared); }, how));
  });
  return failure ? skipped(cell, *failure) : measured;
}

Measured Profiler::measure(const BenchmarkCase& cell) {
  Measured measured = measure_cell(cell);
  set_roof(measured);
  return measured;
}

void Profiler::measure_again(Measured& measured) {
  add_visit(measured, measure_cell(measured.cell), multiprocessors());
  set_roof(measured);
}

std::pair<Measured, Measured> Profiler::measure_interleaved(const BenchmarkCase& a, const BenchmarkCase& b) {
  for (const BenchmarkCase& cell : {a, b})
    if (const auto found = obstacle_here(cell)) return {skipped(a, {*found, {}}), skipped(b, {*found, {}})};
  std::pair<Measured, Measured> both;
  both.first.cell = a;
  both.second.cell = b;
  const auto failure = failure_of([&] {
    const auto of_a = prepare(a, scrambled_texels(a.format)), of_b = prepare(b, scrambled_texels(b.format));
    SamplingPolicy how = policy();
    how.limit_ms *= visits();
    const auto [samples_a, samples_b] =
        interleave([&] { return sample_of(*of_a); }, [&] { return sample_of(*of_b); }, how);
    take(both.first, *of_a, samples_a);
    take(both.second, *of_b, samples_b);
  });
  if (failure) return {skipped(a, *failure), skipped(b, *failure)};
  set_roof(both.first);
  set_roof(both.second);
  return both;
}

SelfTest Profiler::test(const BenchmarkCase& cell) {
  if (const auto found = obstacle_here(cell)) throw MachineError(obstacle_text(cell, *found));
  const auto prepared = prepare(cell, texels_of_one(cell.format));
  const auto [twice, once] =
      interleave([&] { return prepared->launch(2); }, [&] { return prepared->launch(1); }, policy());
  return {prepared->fetch_count(), median_of(once), median_of(twice)};
}

} // namespace texelscope::profile
