// Structural similarity, as kernels/studies/compare/compare.h defines it. The window is separable: rows, then
// columns.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/ground/base/parallel.h"
#include "kernels/studies/compare/compare.h"
#include "kernels/studies/compare/compared_pair.h"

namespace texelscope {

namespace {
constexpr int taps = 11;
constexpr int quantities = 5; // a, b, a*a, b*b, a*b
constexpr int band = 256;     // rows of windows whose moments are in memory at a time
using Moments = std::array<double, quantities>;

std::array<double, taps> gaussian() {
  std::array<double, taps> weights;
  double sum = 0;
  for (int i = 0; i < taps; ++i)
    sum += weights[std::size_t(i)] = std::exp(-0.5 * (i - taps / 2) * (i - taps / 2) / (1.5 * 1.5));
  for (double& weight : weights)
    weight /= sum;
  return weights;
}

double similarity(const Moments& m, double peak) {
  const double c1 = 0.01 * peak * (0.01 * peak), c2 = 0.03 * peak * (0.03 * peak);
  const double variance_a = m[2] - m[0] * m[0], variance_b = m[3] - m[1] * m[1];
  const double covariance = m[4] - m[0] * m[1];
  return (2 * m[0] * m[1] + c1) * (2 * covariance + c2) /
         ((m[0] * m[0] + m[1] * m[1] + c1) * (variance_a + variance_b + c2));
}

// For `rows` rows of the region from `first` on, the windows' moments along them; NaN if a number is not
// finite.
std::vector<Moments> along_rows(const ComparedPair& pair, std::size_t channel, const Region& region,
                                int first, int rows, const std::function<bool()>& stops) {
  static const std::array<double, taps> weights = gaussian();
  const int columns = region.width - taps + 1;
  std::vector<Moments> moments(std::size_t(columns) * std::size_t(rows));
  loop_in_parallel(rows, [&](int row) {
    if (stops && stops()) return;
    std::vector<Moments> pixels(static_cast<std::size_t>(region.width));
    const std::size_t from =
        std::size_t(region.y + first + row) * std::size_t(pair.width()) + std::size_t(region.x);
    for (std::size_t x = 0; x < pixels.size(); ++x) {
      const double a = pair.a(from + x, channel), b = pair.b(from + x, channel);
      pixels[x] = {a, b, a * a, b * b, a * b};
      if (!std::isfinite(a) || !std::isfinite(b)) pixels[x].fill(std::numeric_limits<double>::quiet_NaN());
    }
    for (std::size_t x = 0; x < std::size_t(columns); ++x) {
      Moments& sum = moments[std::size_t(row) * std::size_t(columns) + x];
      for (std::size_t k = 0; k < taps; ++k)
        for (std::size_t q = 0; q < quantities; ++q)
          sum[q] += weights[k] * pixels[x + k][q];
    }
  });
  return moments;
}
} // namespace

double structural_similarity(const Values& a, const Values& b, std::size_t channel, const Region& requested,
                             double peak, const std::function<bool()>& stops) {
  static const std::array<double, taps> weights = gaussian();
  const Region region = within(requested, a.picture.width, a.picture.height);
  if (region.width < taps || region.height < taps) return std::numeric_limits<double>::quiet_NaN();
  const auto columns = std::size_t(region.width - taps + 1);
  const int windows = region.height - taps + 1;
  struct RowSum {
    double sum = 0;
    std::int64_t count = 0;
  };
  std::vector<RowSum> sums(static_cast<std::size_t>(windows));
  for (int first = 0; first < windows && !(stops && stops()); first += band) {
    const int here = std::min(band, windows - first);
    const std::vector<Moments> rows =
        along_rows(ComparedPair(a, b), channel, region, first, here + taps - 1, stops);
    loop_in_parallel(here, [&](int row) {
      if (stops && stops()) return;
      RowSum& of_row = sums[std::size_t(first + row)];
      for (std::size_t x = 0; x < columns; ++x) {
        Moments m = {};
        for (std::size_t k = 0; k < taps; ++k)
          for (std::size_t q = 0; q < quantities; ++q)
            m[q] += weights[k] * rows[(std::size_t(row) + k) * columns + x][q];
        if (std::isnan(m[0])) continue;
        of_row.sum += similarity(m, peak);
        ++of_row.count;
      }
    });
  }
  RowSum all;
  for (const RowSum& row : sums)
    all.sum += row.sum, all.count += row.count;
  return all.count == 0 ? std::numeric_limits<double>::quiet_NaN() : all.sum / double(all.count);
}

} // namespace texelscope
