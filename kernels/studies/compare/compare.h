// Compares two pictures of the same size value by value, by pure functions of their numbers.
//
// Two unsigned or two signed pictures are compared as integers, all else by real values. Channels that only
// one of the two has do not count. Pairs with a NaN or an infinity are counted, never averaged.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "kernels/state/session/enums.h"
#include "kernels/studies/compare/values.h"

namespace texelscope {

// The measures: a - b; |a - b|; the number of floats (for integers: steps) between a and b, with the sign of
// a - b, each rounded to a float first; (a - b) / |b|, 0 if both are 0.
enum class Measure : std::uint8_t { signed_difference, absolute, ulp, relative };
template <>
EnumTable enum_table<Measure>();

// A region in pixels; with width or height 0 it is the whole picture.
struct Region {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Region&) const = default;
};
Region within(const Region& region, int width, int height); // the part inside; the whole for an empty one

struct LargestError {
  Pixel pixel;
  std::size_t channel = 0;
  double a = 0, b = 0;
  double difference = 0; // a - b
};

// The metrics of one channel, or of all together. NaN: nothing to compare.
struct Metrics {
  std::int64_t count = 0; // pairs of finite numbers
  std::int64_t different =
      0; // of them, those that differ once both are rounded to float; integers: that differ
  std::array<std::int64_t, 2> nans = {};       // in a, in b
  std::array<std::int64_t, 2> infinities = {}; // in a, in b
  std::int64_t unlike = 0; // pairs with a NaN or infinity in which the other number differs
  double mean = 0, mean_absolute = 0, rmse = 0;
  double psnr = 0; // dB relative to `peak` of the comparison; infinite if nothing differs
  double ssim = 0; // see below
  std::optional<LargestError>
      largest; // the first in reading order of those as large; nothing: no pair counts
  std::int64_t largest_ulp = 0;
};

// SSIM: Wang, Bovik, Sheikh and Simoncelli 2004, on each channel by itself (`all`: the channels' mean), with
// a Gaussian window of 11 x 11 pixels and standard deviation 1.5, K1 = 0.01, K2 = 0.03 and L = peak; the mean
// over windows that lie within the region and hold finite numbers only.
struct PictureComparison {
  Region region;
  int channels = 0;
  double peak =
      1; // normalized texels: 1; integers: their largest; floats: from b's least to its largest number
  std::array<Metrics, 4> channel;
  Metrics all;
};

// A sentence that says why two pictures cannot be compared; empty if they can.
std::string cannot_compare(const Values& a, const Values& b);
// `stops` is called now and then, from several threads; once it returns true, the rest is left out.
PictureComparison compare(const Values& a, const Values& b, const Region& region = {},
                          const std::function<bool()>& stops = {});
double structural_similarity(const Values& a, const Values& b, std::size_t channel, const Region& region,
                             double peak, const std::function<bool()>& stops = {});

double difference(const Values& a, const Values& b, std::size_t pixel, std::size_t channel, Measure measure);
// The difference of every pixel, as floats, channel by channel.
Picture difference_map(const Values& a, const Values& b, Measure measure);
// One channel: the largest difference in magnitude of each pixel, among the channels that count and are
// `shown`. NaN counts as largest.
Picture largest_map(const Values& a, const Values& b, Measure measure, const std::array<bool, 4>& shown);
// The magnitude that gets a map's full color: the largest finite one; 1 where there is none.
double map_reach(const Picture& map);
std::vector<std::uint8_t> map_colors(const Picture& map, Measure measure, double reach); // as tone_map()

// The number of finite pairs by difference. Linear: bins of equal width around 0 that reach to the largest
// difference either way. Powers: bin 0 holds pairs that do not differ, bin i those of magnitude [2^e,
// 2^(e+1)), e = first_power + i - 1; the lowest bin includes everything smaller.
struct Histogram {
  bool powers = false;
  double reach = 0;
  int first_power = 0;
  std::array<std::vector<std::int64_t>, 4> counts; // per channel that counts
};
inline constexpr int linear_bins = 65, max_powers = 40;
Histogram difference_histogram(const Values& a, const Values& b, const Region& region, bool powers);

} // namespace texelscope
