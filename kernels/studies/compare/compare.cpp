#include "kernels/studies/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/float_steps.h"
#include "kernels/ground/base/half.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/compare/compared_pair.h"
#include "kernels/unit/image/element.h"

namespace texelscope {

namespace {
constexpr EnumEntry measures[] = {
    {0, "signed", Text::measure_signed, Text::measure_signed_help},
    {1, "absolute", Text::measure_absolute, Text::measure_absolute_help},
    {2, "ulp", Text::measure_ulp, Text::measure_ulp_help},
    {3, "relative", Text::measure_relative, Text::measure_relative_help},
};

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

double ulps(const ComparedPair& pair, std::size_t pixel, std::size_t channel) {
  const double a = pair.a(pixel, channel), b = pair.b(pixel, channel);
  if (pair.integers()) return a - b;
  const auto steps = float_steps(float(a), float(b));
  return steps ? double(*steps) : nothing;
}

double relative(double a, double b) {
  return a == b ? 0 : (a - b) / std::abs(b);
}

double measured(const ComparedPair& pair, std::size_t pixel, std::size_t channel, Measure measure) {
  const double a = pair.a(pixel, channel), b = pair.b(pixel, channel);
  switch (measure) {
  case Measure::signed_difference:
    return a - b;
  case Measure::absolute:
    return std::abs(a - b);
  case Measure::ulp:
    return ulps(pair, pixel, channel);
  case Measure::relative:
    break;
  }
  return relative(a, b);
}

// Calls visit(pixel index, x, y), until `stops` at the start of a row.
template <class Visit>
void for_pixels(const Region& region, int width, const std::function<bool()>& stops, Visit&& visit) {
  for (int y = region.y; y < region.y + region.height && !(stops && stops()); ++y)
    for (int x = region.x; x < region.x + region.width; ++x)
      visit(std::size_t(y) * std::size_t(width) + std::size_t(x), x, y);
}

// The running sums of a channel.
struct Sums {
  double signed_sum = 0, absolute = 0, squares = 0;
};

void add(Metrics& m, Sums& sums, const ComparedPair& pair, std::size_t i, const Pixel& pixel, std::size_t c) {
  const double a = pair.a(i, c), b = pair.b(i, c);
  m.nans[0] += std::isnan(a), m.nans[1] += std::isnan(b);
  m.infinities[0] += std::isinf(a), m.infinities[1] += std::isinf(b);
  if (!std::isfinite(a) || !std::isfinite(b)) {
    m.unlike += !(a == b || (std::isnan(a) && std::isnan(b)));
    return;
  }
  const double d = a - b;
  ++m.count;
  m.different += pair.integers() ? a != b : float(a) != float(b);
  sums.signed_sum += d;
  sums.absolute += std::abs(d);
  sums.squares += d * d;
  if (!m.largest || std::abs(d) > std::abs(m.largest->difference)) m.largest = {pixel, c, a, b, d};
  if (a != b) m.largest_ulp = std::max(m.largest_ulp, std::int64_t(std::abs(ulps(pair, i, c))));
}

void finish(Metrics& m, const Sums& sums, double peak) {
  const double n = m.count == 0 ? nothing : double(m.count);
  m.mean = sums.signed_sum / n;
  m.mean_absolute = sums.absolute / n;
  m.rmse = std::sqrt(sums.squares / n);
  m.psnr = 20 * std::log10(peak / m.rmse);
}

// Combines all channels. `largest` is the first in reading order: rows, then columns, then channels.
void gather(Metrics& all, Sums& total, const Metrics& m, const Sums& sums) {
  all.count += m.count;
  all.different += m.different;
  all.unlike += m.unlike;
  for (std::size_t i = 0; i < 2; ++i)
    all.nans[i] += m.nans[i], all.infinities[i] += m.infinities[i];
  total.signed_sum += sums.signed_sum;
  total.absolute += sums.absolute;
  total.squares += sums.squares;
  all.largest_ulp = std::max(all.largest_ulp, m.largest_ulp);
  if (!m.largest) return;
  const auto place = [](const LargestError& e) { return std::array{e.pixel.y, e.pixel.x, int(e.channel)}; };
  const double here = std::abs(m.largest->difference);
  const double there = all.largest ? std::abs(all.largest->difference) : -1;
  if (here > there || (here == there && place(*m.largest) < place(*all.largest))) all.largest = m.largest;
}

double peak_of(const ComparedPair& pair, const Region& region, const std::function<bool()>& stops) {
  const ElementFormat& source = pair.source();
  if (pair.integers()) return code_of_one(source.kind, source.bits);
  if (source.kind != ElementKind::floating) return 1;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for_pixels(region, pair.width(), stops, [&](std::size_t i, int, int) {
    for (std::size_t c = 0; c < pair.channels(); ++c)
      if (const double b = pair.b(i, c); std::isfinite(b)) low = std::min(low, b), high = std::max(high, b);
  });
  return high > low ? high - low : 1;
}
} // namespace

template <>
EnumTable enum_table<Measure>() {
  return measures;
}

Region within(const Region& region, int width, int height) {
  if (region.width <= 0 || region.height <= 0) return {0, 0, width, height};
  const int x0 = std::clamp(region.x, 0, width), y0 = std::clamp(region.y, 0, height);
  const int x1 = std::clamp(region.x + region.width, 0, width),
            y1 = std::clamp(region.y + region.height, 0, height);
  if (x1 <= x0 || y1 <= y0) return {0, 0, width, height};
  return {x0, y0, x1 - x0, y1 - y0};
}

std::string cannot_compare(const Values& a, const Values& b) {
  const Picture &p = a.picture, &q = b.picture;
  if (p.width == q.width && p.height == q.height) return "";
  return say(Text::compare_sizes, {std::to_string(p.width), std::to_string(p.height), std::to_string(q.width),
                                   std::to_string(q.height)});
}

PictureComparison compare(const Values& a, const Values& b, const Region& requested,
                          const std::function<bool()>& stops) {
  const ComparedPair pair(a, b);
  PictureComparison result;
  result.region = within(requested, a.picture.width, a.picture.height);
  result.channels = int(pair.channels());
  result.peak = peak_of(pair, result.region, stops);
  Sums total;
  double similarity = 0;
  for (std::size_t c = 0; c < pair.channels() && !(stops && stops()); ++c) {
    Metrics& m = result.channel[c];
    Sums sums;
    for_pixels(result.region, pair.width(), stops, [&](std::size_t i, int x, int y) {
      add(m, sums, pair, i, {x, y}, c);
    });
    finish(m, sums, result.peak);
    m.ssim = structural_similarity(a, b, c, result.region, result.peak, stops);
    similarity += m.ssim / result.channels;
    gather(result.all, total, m, sums);
  }
  finish(result.all, total, result.peak);
  result.all.ssim = similarity;
  return result;
}

double difference(const Values& a, const Values& b, std::size_t pixel, std::size_t channel, Measure measure) {
  return measured(ComparedPair(a, b), pixel, channel, measure);
}

Picture difference_map(const Values& a, const Values& b, Measure measure) {
  const ComparedPair pair(a, b);
  Picture map = {a.picture.width,
                 a.picture.height,
                 ResultType::floating,
                 {ElementKind::floating, 32, int(pair.channels()) == 3 ? 4 : int(pair.channels())},
                 {}};
  map.pixels.resize(a.size());
  for (std::size_t i = 0; i < map.pixels.size(); ++i)
    for (std::size_t c = 0; c < pair.channels(); ++c)
      map.pixels[i][c] = float_bits(float(measured(pair, i, c, measure)));
  return map;
}

Picture largest_map(const Values& a, const Values& b, Measure measure, const std::array<bool, 4>& shown) {
  const ComparedPair pair(a, b);
  Picture map = {a.picture.width, a.picture.height, ResultType::floating, {ElementKind::floating, 32, 1}, {}};
  map.pixels.resize(a.size());
  for (std::size_t i = 0; i < map.pixels.size(); ++i) {
    double largest = 0;
    for (std::size_t c = 0; c < pair.channels(); ++c) {
      const double d = shown[c] ? measured(pair, i, c, measure) : 0;
      if (std::isnan(d) || std::abs(d) > std::abs(largest)) largest = d;
    }
    map.pixels[i][0] = float_bits(float(largest));
  }
  return map;
}

double map_reach(const Picture& map) {
  float reach = 0;
  for (const TexelBits& pixel : map.pixels)
    if (const float v = std::abs(bits_float(pixel[0])); std::isfinite(v)) reach = std::max(reach, v);
  return reach > 0 ? double(reach) : 1;
}

std::vector<std::uint8_t> map_colors(const Picture& map, Measure measure, double reach) {
  ViewSpec view;
  view.range_high = reach;
  view.false_color = measure == Measure::absolute ? FalseColor::viridis : FalseColor::signed_map;
  return tone_map(map, view);
}

Histogram difference_histogram(const Values& a, const Values& b, const Region& requested, bool powers) {
  const ComparedPair pair(a, b);
  const Region region = within(requested, a.picture.width, a.picture.height);
  Histogram h;
  h.powers = powers;
  const auto for_differences = [&](auto&& visit) {
    for_pixels(region, pair.width(), {}, [&](std::size_t i, int, int) {
      for (std::size_t c = 0; c < pair.channels(); ++c)
        if (const double d = pair.a(i, c) - pair.b(i, c); std::isfinite(d)) visit(c, d);
    });
  };
  for_differences([&](std::size_t, double d) { h.reach = std::max(h.reach, std::abs(d)); });
  const int last_power = h.reach > 0 ? std::ilogb(h.reach) : 0;
  h.first_power = last_power - max_powers + 1;
  const int middle = linear_bins / 2;
  for (std::size_t c = 0; c < pair.channels(); ++c)
    h.counts[c].resize(std::size_t(powers ? max_powers + 1 : linear_bins));
  for_differences([&](std::size_t c, double d) {
    int bin = 0;
    if (powers)
      bin = d == 0 ? 0 : std::max(1, std::ilogb(std::abs(d)) - h.first_power + 1);
    else
      bin = middle + (h.reach > 0 ? int(std::lround(d / h.reach * middle)) : 0);
    ++h.counts[c][std::size_t(bin)];
  });
  return h;
}

} // namespace texelscope
