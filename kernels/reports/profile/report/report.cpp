#include "kernels/reports/profile/report/report.h"

#include <algorithm>

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

} // namespace texelscope::profile
