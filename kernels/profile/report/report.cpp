#include "kernels/profile/report/report.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace texelscope::profile {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * double(sorted.size() - 1);
  const auto below = std::size_t(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

double relative_spread(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return (quantile(values, 0.75) - quantile(values, 0.25)) / quantile(values, 0.5);
}

std::optional<MiddleRange> middle_range(std::vector<double> values) {
  if (values.size() < MiddleRange::min_values) return std::nullopt;
  std::ranges::sort(values);
  return MiddleRange{quantile(values, 0.1), quantile(values, 0.5), quantile(values, 0.9)};
}

void add_visit(Measured& measured, Measured visit, int multiprocessors) {
  if (visit.skipped) return;
  if (measured.skipped) {
    measured = std::move(visit);
    return;
  }
  const double texels_ratio = double(measured.texels) / double(visit.texels);
  for (const double ms : visit.samples_ms)
    measured.samples_ms.push_back(ms * texels_ratio);
  std::ranges::copy(visit.clocks_mhz, std::back_inserter(measured.clocks_mhz));
  if (measured.clocks_mhz.size() != measured.samples_ms.size()) measured.clocks_mhz.clear();
  measured.shared += visit.shared;
  measured.dropped += visit.dropped;
  measured.visits += visit.visits;
  measured.largest_error = std::max(measured.largest_error, visit.largest_error);
  measured.condition = std::move(visit.condition);
  summarize(measured, multiprocessors);
}

void summarize(Measured& m, int multiprocessors) {
  m.median_ms = median(m.samples_ms);
  m.spread = relative_spread(m.samples_ms);
  const double seconds = m.median_ms * 1e-3;
  m.texels_per_second = double(m.texels) / seconds;
  m.bytes_per_second = double(m.bytes) / seconds;
  m.texels_per_clock_sm.reset();
  if (m.clocks_mhz.empty() || multiprocessors == 0) return;
  std::vector<double> clocks; // of a launch
  for (std::size_t i = 0; i < m.samples_ms.size(); ++i)
    clocks.push_back(m.samples_ms[i] * m.clocks_mhz[i] * 1e3);
  m.texels_per_clock_sm = double(m.texels) / median(clocks) / multiprocessors;
}

} // namespace texelscope::profile
