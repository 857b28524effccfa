#include "kernels/studies/fetches/fetch_statistics.h"

#include <algorithm>
#include <cmath>

namespace texelscope::fetches {

namespace {
constexpr double edge_width = 1.0 / 512; // texels; the filter's weights count 1/256

void add_coordinate(AxisStatistics& axis, const RecordedFetch& fetch, double given, double texels,
                    const AxisScale& scale) {
  axis.least = std::min(axis.least, given);
  axis.greatest = std::max(axis.greatest, given);
  axis.on_edges += std::abs(texels - std::nearbyint(texels)) <= edge_width;
  const double last = scale.by_index ? scale.size - 1 : scale.size;
  axis.outside += scale.size > 0 && (texels < 0 || texels > last);
  if (axis.values.size() < AxisStatistics::max_values) axis.values.insert(given);
  for (std::size_t i = 0; i < 3; ++i)
    axis.over[i].add(double(fetch.position(i)), texels);
}
} // namespace

void LineFit::add(double x, double y) {
  if (count == 0) first_x = x, first_y = y;
  least_x = std::min(least_x, x), greatest_x = std::max(greatest_x, x);
  x -= first_x, y -= first_y;
  ++count;
  x_sum += x, y_sum += y, xx_sum += x * x, xy_sum += x * y, yy_sum += y * y;
}

double LineFit::slope() const {
  const double xx = xx_sum - x_sum * x_sum / count, xy = xy_sum - x_sum * y_sum / count,
               yy = yy_sum - y_sum * y_sum / count;
  if (!(xx > 0)) return 0;
  const double slope = xy / xx;
  const double from_line = std::sqrt(std::max(0.0, yy - slope * xy) / count);
  return from_line <= std::abs(slope) / 64 ? slope : 0;
}

double LineFit::value_at_0() const {
  const double slope = this->slope();
  return first_y + y_sum / count - slope * (first_x + x_sum / count);
}

void FetchStatistics::add(std::span<const RecordedFetch> lanes, const TextureScale& scale) {
  ++warps;
  for (const RecordedFetch& fetch : lanes) {
    ++recorded;
    bool finite = true, beyond = false;
    for (std::size_t i = 0; i < scale.axes; ++i) {
      const double given = fetch.coordinates[i];
      finite &= std::isfinite(given);
      if (!std::isfinite(given)) continue;
      const double unit = scale.axis[i].normalized ? scale.axis[i].size : 1;
      const std::uint64_t outside_before = axis[i].outside;
      add_coordinate(axis[i], fetch, given, given * unit, scale.axis[i]);
      beyond |= !scale.axis[i].repeats && axis[i].outside > outside_before;
    }
    not_finite += !finite;
    outside += beyond;
    if (scale.layers > 0) {
      least_layer = std::min<std::int64_t>(least_layer, fetch.at.layer);
      greatest_layer = std::max<std::int64_t>(greatest_layer, fetch.at.layer);
      layers_outside += fetch.at.layer < 0 || fetch.at.layer >= scale.layers;
    }
    above_level_0 += fetch.at.lod > 0 || fetch.function == FetchKind::grad;
  }
}

} // namespace texelscope::fetches
