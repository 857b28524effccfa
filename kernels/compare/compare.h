// Two pictures of the same size compared, value by value: pure functions of their numbers.
//
// Integers of the same type are compared as they are; with anything else by their real values. Channels that
// only one of the two has do not count. Pairs with a NaN or an infinity are counted, never averaged.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/compare/values.h"
#include "kernels/session/enums.h"

namespace texelscope {

// a - b; |a - b|; floats (integers: steps) between a and b, with the sign of a - b, each rounded to a float
// first; (a - b) / |b|, 0 where both are 0.
enum class Measure : std::uint8_t { signed_difference, absolute, ulp, relative };
template <>
EnumTable enum_table<Measure>();

// Pixels; of width or height 0: the whole picture.
struct Region {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Region&) const = default;
};
Region within(const Region& region, int width, int height); // the part inside; the whole for none

struct LargestError {
  Pixel pixel;
  std::size_t channel = 0;
  double a = 0, b = 0;
  double difference = 0; // a - b
};

// One channel, or all of them together. NaN: nothing to tell it from.
struct Metrics {
  std::int64_t count = 0; // pairs of finite numbers
  std::int64_t different =
      0; // of them, those that differ once both are rounded to float; integers: that differ
  std::array<std::int64_t, 2> nans = {};       // in a, in b
  std::array<std::int64_t, 2> infinities = {}; // in a, in b
  std::int64_t unlike = 0; // pairs with a NaN or infinity in which the other number is not the same
  double mean = 0, mean_absolute = 0, rmse = 0;
  double psnr = 0; // dB over `peak` of the comparison; infinite where nothing differs
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

// Why two pictures cannot be compared, a sentence; empty: they can.
std::string cannot_compare(const Values& a, const Values& b);
PictureComparison compare(const Values& a, const Values& b, const Region& region = {});
double structural_similarity(const Values& a, const Values& b, std::size_t channel, const Region& region,
                             double peak);

double difference(const Values& a, const Values& b, std::size_t pixel, std::size_t channel, Measure measure);
// Of every pixel, as floats, channel by channel.
Picture difference_map(const Values& a, const Values& b, Measure measure);
// One channel: of each pixel the difference that is largest in magnitude, among the channels that count and
// are `shown`. NaN counts as largest.
Picture largest_map(const Values& a, const Values& b, Measure measure, const std::array<bool, 4>& shown);

// How many finite pairs differ by how much. Linear: bins of equal width around 0 that reach to the largest
// difference either way. Powers: bin 0 are pairs that do not differ, bin i those of magnitude [2^e, 2^(e+1)),
// e = first_power + i - 1; the lowest bin takes what is smaller.
struct Histogram {
  bool powers = false;
  double reach = 0;
  int first_power = 0;
  std::array<std::vector<std::int64_t>, 4> counts; // of each channel that counts
};
inline constexpr int linear_bins = 65, max_powers = 40;
Histogram difference_histogram(const Values& a, const Values& b, const Region& region, bool powers);

} // namespace texelscope
