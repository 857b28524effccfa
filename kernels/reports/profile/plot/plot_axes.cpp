#include "kernels/reports/profile/plot/plots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/base/round_step.h"

namespace texelscope::profile {

double Scale::place(double value) const {
  if (logarithmic) {
    if (value <= 0 || std::isinf(value)) return value > 0 ? 1 : 0;
    return below + (1 - below - above) * std::log(value / low) / std::log(high / low);
  }
  return (value - low) / (high - low);
}

Scale axis_from_zero(std::string title, double max_value) {
  constexpr double wanted = 5; // approximate number of steps
  const double step = round_step(max_value > 0 ? max_value / wanted : 0.2);
  const int count = std::max(1, int(std::ceil(max_value / step * (1 - 1e-12))));
  Scale axis{std::move(title), 0, count * step, false, {}};
  for (int i = 0; i <= count; ++i)
    axis.ticks.push_back({i * step, fmt::format("{:.12g}", i * step)});
  return axis;
}

Scale decades_axis(std::string title, const std::vector<double>& values) {
  constexpr double beyond = 0.08;
  Scale axis{std::move(title), 1, 1, true, {}};
  double least = INFINITY, greatest = 0;
  for (const double value : values) {
    if (value == 0) axis.below = beyond;
    if (std::isinf(value)) axis.above = beyond;
    if (value <= 0 || !std::isfinite(value)) continue;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  const bool any = greatest > 0;
  const int low = any ? int(std::floor(std::log10(least))) : 0,
            high = std::max(low + 1, any ? int(std::ceil(std::log10(greatest))) : 0);
  axis.low = std::pow(10, low);
  axis.high = std::pow(10, high);
  if (axis.below > 0) axis.ticks.push_back({0, "0"});
  for (int power = low; power <= high; ++power)
    axis.ticks.push_back({std::pow(10, power), fmt::format("{:g}", std::pow(10, power))});
  if (axis.above > 0) axis.ticks.push_back({INFINITY, "∞"});
  return axis;
}

Scale bytes_axis(std::string title, double min_value, double max_value) {
  const int low = int(std::floor(std::log2(min_value))),
            high = std::max(low + 1, int(std::ceil(std::log2(max_value))));
  const int step = (high - low) / 10 + 1;
  Scale axis{std::move(title), std::exp2(low), std::exp2(high), true, {}};
  for (int power = low; power <= high; power += step) {
    const std::string label = bytes_name(std::int64_t(1) << power);
    const std::size_t unit = std::min(label.find_first_not_of("0123456789"), label.size());
    axis.ticks.push_back({std::exp2(power), label.substr(0, unit) + " " + label.substr(unit) + "B"});
  }
  return axis;
}

} // namespace texelscope::profile
