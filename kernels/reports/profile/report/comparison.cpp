#include "kernels/reports/profile/report/comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace texelscope::profile {

namespace {
std::string number(const std::optional<double>& value) {
  return value ? std::to_string(std::llround(*value)) : std::string();
}

std::string throttle(const Condition& condition) {
  std::string all;
  for (const std::string& reason : condition.throttle)
    all += (all.empty() ? "" : " ") + reason;
  return all;
}

std::vector<Differing> differing(const Machine& a, const Machine& b) {
  const Differing all[] = {
      {"device", a.device, b.device},
      {"backend", a.backend, b.backend},
      {"host", a.host, b.host},
      {"uuid", a.uuid, b.uuid},
      {"program", a.program, b.program},
      {"driver", a.driver, b.driver},
      {"runtime", a.runtime, b.runtime},
      {"simd", a.simd, b.simd},
      {"cores", std::to_string(a.cores), std::to_string(b.cores)},
      {"compute_capability", a.compute_capability, b.compute_capability},
      {"multiprocessors", std::to_string(a.multiprocessors), std::to_string(b.multiprocessors)},
      {"memory_bytes", std::to_string(a.memory_bytes), std::to_string(b.memory_bytes)},
      {"l2_bytes", std::to_string(a.l2_bytes), std::to_string(b.l2_bytes)},
      {"top_clock_mhz", number(a.top_clock_mhz), number(b.top_clock_mhz)},
      {"top_memory_clock_mhz", number(a.top_memory_clock_mhz), number(b.top_memory_clock_mhz)},
      {"throttle", throttle(a.condition), throttle(b.condition)},
  };
  std::vector<Differing> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [](const Differing& d) { return d.before != d.after; });
  return found;
}

std::optional<double> clock_of(const Measured& measured) {
  if (measured.clocks_mhz.empty()) return std::nullopt;
  return median(measured.clocks_mhz);
}

void put(Comparison& comparison, const Measured& before, const Measured& after, const Basis& basis) {
  const Left left{before.cell,
                  before.skipped,
                  after.skipped,
                  !before.skipped && !before.right(),
                  !after.skipped && !after.right(),
                  before.shared > 0,
                  after.shared > 0};
  if (left.skipped_before || left.skipped_after || left.wrong_before || left.wrong_after ||
      left.shared_before || left.shared_after)
    comparison.left.push_back(left);
  else
    comparison.cells.push_back({before.cell, distribution(before), distribution(after), clock_of(before),
                                clock_of(after), *judge(before, after, basis)});
}

const Measured* find(const Report& report, const BenchmarkCase& cell) {
  const auto found = std::ranges::find(report.cells, cell, &Measured::cell);
  return found == report.cells.end() ? nullptr : &*found;
}

bool same_origin(const Report& a, const Report& b) {
  const Machine &m = a.machine, &n = b.machine;
  return m.backend == n.backend && m.host == n.host && m.device == n.device && m.uuid == n.uuid &&
         a.run.suite == b.run.suite && a.run.filter == b.run.filter;
}
} // namespace

std::vector<double> picoseconds(const Measured& measured) {
  std::vector<double> times = measured.samples_ms;
  for (double& time : times)
    time *= 1e9 / double(measured.texels);
  return times;
}

Distribution distribution(const Measured& measured) {
  std::vector<double> times = picoseconds(measured);
  std::ranges::sort(times);
  return {times.front(),         quantile(times, 0.25), quantile(times, 0.5),
          quantile(times, 0.75), times.back(),          times.size()};
}

Comparison compare(const Report& before, const Report& after, const std::stop_token& stop) {
  const Basis basis = basis_of(before, after);
  Comparison comparison{before.machine,
                        after.machine,
                        differing(before.machine, after.machine),
                        basis.by_clock,
                        {},
                        {},
                        {},
                        {}};
  for (const Measured& measured : before.cells) {
    if (stop.stop_requested()) break;
    if (const Measured* other = find(after, measured.cell))
      put(comparison, measured, *other, basis);
    else
      comparison.only_before.push_back(measured.cell);
  }
  for (const Measured& measured : after.cells)
    if (find(before, measured.cell) == nullptr) comparison.only_after.push_back(measured.cell);
  std::ranges::stable_sort(comparison.cells, std::ranges::greater(),
                           [](const Compared& c) { return c.judged.change; });
  return comparison;
}

bool is_beyond(const Judged& judged, double threshold) {
  return judged.verdict == Verdict::slower && judged.interval && judged.interval->low > threshold;
}

Pairs pairs_of(const std::vector<Report>& before, const std::vector<Report>& after) {
  if (before.size() == 1 && after.size() == 1) return {{{0, 0}}, {}, {}};
  Pairs found;
  std::vector<bool> taken(after.size(), false);
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::size_t j = 0;
    while (j < after.size() && (taken[j] || !same_origin(before[i], after[j])))
      ++j;
    if (j == after.size()) {
      found.only_before.push_back(i);
      continue;
    }
    taken[j] = true;
    found.pairs.emplace_back(i, j);
  }
  for (std::size_t j = 0; j < after.size(); ++j)
    if (!taken[j]) found.only_after.push_back(j);
  return found;
}

} // namespace texelscope::profile
