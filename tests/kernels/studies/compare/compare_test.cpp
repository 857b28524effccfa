// Differences and metrics, worked out by hand; SSIM also against its definition written out plainly.
#include "kernels/studies/compare/compare.h"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"

namespace texelscope {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

// Floats, rows from the top, `channels` numbers per pixel.
Values floats(int width, int height, int channels, const std::vector<double>& numbers,
              ElementFormat source = {ElementKind::floating, 32, 1}) {
  Values v;
  source.channels = channels;
  v.picture = {width, height, ResultType::floating, source, {}};
  v.picture.pixels.resize(std::size_t(width) * std::size_t(height));
  v.channels = channels;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    v.picture.pixels[i / std::size_t(channels)][i % std::size_t(channels)] = float_bits(float(numbers[i]));
  return v;
}

Values integers(int width, int height, const std::vector<int>& numbers, ElementFormat source) {
  Values v;
  const bool is_signed = source.kind == ElementKind::signed_int;
  v.picture = {width, height, is_signed ? ResultType::signed_int : ResultType::unsigned_int, source, {}};
  v.channels = 1;
  for (const int number : numbers)
    v.picture.pixels.push_back({std::uint32_t(number), 0, 0, 0});
  return v;
}

TEST(Compare, NumbersByHand) {
  const Values a = floats(2, 2, 1, {1, 2, 4, nan_value}), b = floats(2, 2, 1, {1, 1, 6, 0});
  const PictureComparison c = compare(a, b);
  EXPECT_EQ(c.channels, 1);
  EXPECT_EQ(c.region, (Region{0, 0, 2, 2}));
  EXPECT_EQ(c.peak, 6) << "b lies from 0 to 6";
  const Metrics& m = c.channel[0];
  EXPECT_EQ(m.count, 3);
  EXPECT_EQ(m.different, 2);
  EXPECT_EQ(m.unlike, 1);
  EXPECT_EQ(m.nans, (std::array<std::int64_t, 2>{1, 0}));
  EXPECT_EQ(m.infinities, (std::array<std::int64_t, 2>{0, 0}));
  EXPECT_DOUBLE_EQ(m.mean, -1 / 3.0);
  EXPECT_DOUBLE_EQ(m.mean_absolute, 1);
  EXPECT_DOUBLE_EQ(m.rmse, std::sqrt(5 / 3.0));
  EXPECT_DOUBLE_EQ(m.psnr, 13.344537511509309); // 10 log10(36 / (5/3))
  EXPECT_TRUE(std::isnan(m.ssim)) << "no window fits";
  EXPECT_EQ(m.largest_ulp, 8388608) << "from 1 to 2";
  ASSERT_TRUE(m.largest);
  EXPECT_EQ(m.largest->pixel, (Pixel{0, 1}));
  EXPECT_EQ(m.largest->difference, -2);
  EXPECT_EQ(m.largest->a, 4);
  EXPECT_EQ(m.largest->b, 6);
  EXPECT_EQ(c.all.count, 3);
  EXPECT_DOUBLE_EQ(c.all.rmse, m.rmse);
}

TEST(Compare, ChannelsByThemselvesAndTogether) {
  const Values a = floats(2, 1, 2, {0, 0.5, 1, 1}, {ElementKind::unsigned_int, 8, 2});
  const Values b = floats(2, 1, 2, {0, 0, 0.75, 1}, {ElementKind::unsigned_int, 8, 2});
  const PictureComparison c = compare(a, b);
  EXPECT_EQ(c.peak, 1);
  EXPECT_EQ(c.channel[0].mean, 0.125);
  EXPECT_EQ(c.channel[1].mean, 0.25);
  EXPECT_EQ(c.all.mean, 0.1875);
  EXPECT_EQ(c.all.different, 2);
  EXPECT_EQ(c.all.largest->channel, 1u);
  EXPECT_EQ(c.all.largest->pixel, (Pixel{0, 0}));
  EXPECT_DOUBLE_EQ(c.channel[1].psnr, 10 * std::log10(1 / 0.125));
}

TEST(Compare, EqualPicturesAndInfinities) {
  const Values a = floats(3, 1, 1, {infinity, -infinity, 0.5});
  const Metrics same = compare(a, a).all;
  EXPECT_EQ(same.unlike, 0);
  EXPECT_EQ(same.infinities, (std::array<std::int64_t, 2>{2, 2}));
  EXPECT_EQ(same.count, 1);
  EXPECT_EQ(same.rmse, 0);
  EXPECT_EQ(same.psnr, infinity);
  EXPECT_EQ(same.largest->difference, 0);
  const Metrics other = compare(a, floats(3, 1, 1, {-infinity, nan_value, 0.5})).all;
  EXPECT_EQ(other.unlike, 2);
  const Metrics none = compare(floats(1, 1, 1, {nan_value}), floats(1, 1, 1, {1})).all;
  EXPECT_EQ(none.count, 0);
  EXPECT_FALSE(none.largest);
  EXPECT_TRUE(std::isnan(none.mean));
}

TEST(Compare, IntegersAreComparedAsTheyAre) {
  const ElementFormat u8 = {ElementKind::unsigned_int, 8, 1}, s16 = {ElementKind::signed_int, 16, 1};
  const PictureComparison c = compare(integers(2, 1, {255, 3}, u8), integers(2, 1, {250, 3}, u8));
  EXPECT_EQ(c.peak, 255);
  EXPECT_EQ(c.all.mean, 2.5);
  EXPECT_EQ(c.all.largest_ulp, 5);
  EXPECT_EQ(compare(integers(1, 1, {-5}, s16), integers(1, 1, {4}, s16)).all.mean, -9);
  EXPECT_EQ(compare(integers(1, 1, {-5}, s16), integers(1, 1, {4}, s16)).peak, 32767);
  // With floats by their real values.
  const PictureComparison mixed = compare(integers(1, 1, {51}, u8), floats(1, 1, 1, {0.25}));
  EXPECT_DOUBLE_EQ(mixed.all.mean, 0.2 - 0.25);
  EXPECT_EQ(mixed.peak, 1);
}

TEST(Compare, OnlyTheRegionCounts) {
  std::vector<double> a(25, 0.0), b(25, 0.0);
  a[6] = 8;  // 1,1
  a[12] = 2; // 2,2
  a[18] = 1; // 3,3
  const Values va = floats(5, 5, 1, a), vb = floats(5, 5, 1, b);
  EXPECT_EQ(compare(va, vb).all.largest->pixel, (Pixel{1, 1}));
  const PictureComparison part = compare(va, vb, {2, 2, 2, 2});
  EXPECT_EQ(part.all.count, 4);
  EXPECT_EQ(part.all.mean, 0.75);
  EXPECT_EQ(part.all.largest->pixel, (Pixel{2, 2}));
  EXPECT_EQ(within({-3, 4, 5, 9}, 5, 5), (Region{0, 4, 2, 1}));
  EXPECT_EQ(within({7, 7, 2, 2}, 5, 5), (Region{0, 0, 5, 5})) << "all of it lies outside";
}

TEST(Compare, Measures) {
  const Values a = floats(4, 1, 1, {1.5, -2, 0, 1}), b = floats(4, 1, 1, {1, 2, 0, 0});
  const auto map = [&](Measure measure) {
    const Picture p = difference_map(a, b, measure);
    return std::array{bits_float(p.pixels[0][0]), bits_float(p.pixels[1][0]), bits_float(p.pixels[2][0]),
                      bits_float(p.pixels[3][0])};
  };
  EXPECT_EQ(map(Measure::signed_difference), (std::array{0.5f, -4.f, 0.f, 1.f}));
  EXPECT_EQ(map(Measure::absolute), (std::array{0.5f, 4.f, 0.f, 1.f}));
  EXPECT_EQ(map(Measure::relative), (std::array{0.5f, -2.f, 0.f, float(infinity)}));
  EXPECT_EQ(map(Measure::ulp), (std::array{4194304.f, -2147483648.f, 0.f, 1065353216.f}));
}

TEST(Compare, UlpsRoundExactValuesFirst) {
  Values exact = floats(1, 1, 1, {0.1});
  exact.exact = {{0.1, 0, 0, 0}}; // not representable as a float
  const Values a = floats(1, 1, 1, {0.1});
  EXPECT_EQ(difference(a, exact, 0, 0, Measure::ulp), 0);
  EXPECT_EQ(difference(a, exact, 0, 0, Measure::signed_difference), double(0.1f) - 0.1);
  EXPECT_EQ(compare(a, exact).all.different, 0);
  EXPECT_EQ(compare(floats(1, 1, 1, {std::nextafter(0.1f, 1.0f)}), exact).all.different, 1);
}

TEST(Compare, TheLargestChannelOfEachPixel) {
  const Values a = floats(2, 1, 2, {1, -3, nan_value, 0}), b = floats(2, 1, 2, {0, 0, 0, 5});
  const auto first = [&](const std::array<bool, 4>& shown) {
    return largest_map(a, b, Measure::signed_difference, shown).pixels;
  };
  EXPECT_EQ(bits_float(first({true, true, true, true})[0][0]), -3);
  EXPECT_EQ(bits_float(first({true, false, true, true})[0][0]), 1);
  EXPECT_EQ(bits_float(first({false, true, true, true})[1][0]), -5);
}

// SSIM by its definition, window by window.
double plain_ssim(const Values& a, const Values& b, double peak) {
  const int w = a.picture.width, h = a.picture.height;
  double sum = 0, norm = 0;
  int windows = 0;
  double weight[11][11];
  for (int y = 0; y < 11; ++y)
    for (int x = 0; x < 11; ++x)
      norm += weight[y][x] = std::exp(-((x - 5) * (x - 5) + (y - 5) * (y - 5)) / (2 * 1.5 * 1.5));
  for (int top = 0; top + 11 <= h; ++top)
    for (int left = 0; left + 11 <= w; ++left) {
      double ma = 0, mb = 0, va = 0, vb = 0, ab = 0;
      const auto each = [&](auto&& visit) {
        for (int y = 0; y < 11; ++y)
          for (int x = 0; x < 11; ++x) {
            const auto i = std::size_t((top + y) * w + left + x);
            visit(weight[y][x] / norm, a.number(i, 0), b.number(i, 0));
          }
      };
      each([&](double k, double p, double q) { ma += k * p, mb += k * q; });
      each([&](double k, double p, double q) {
        va += k * (p - ma) * (p - ma), vb += k * (q - mb) * (q - mb), ab += k * (p - ma) * (q - mb);
      });
      const double c1 = 1e-4 * peak * peak, c2 = 9e-4 * peak * peak;
      sum += (2 * ma * mb + c1) * (2 * ab + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      ++windows;
    }
  return sum / windows;
}

TEST(Compare, SimilarityIsItsDefinition) {
  std::mt19937 random(3);
  std::vector<double> a(20 * 14), b(20 * 14);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = double(random() % 256) / 255;
    b[i] = 0.7 * a[i] + 0.3 * double(random() % 256) / 255;
  }
  const ElementFormat u8 = {ElementKind::unsigned_int, 8, 1};
  const Values va = floats(20, 14, 1, a, u8), vb = floats(20, 14, 1, b, u8);
  const double expected = plain_ssim(va, vb, 1);
  EXPECT_GT(expected, 0.5);
  EXPECT_LT(expected, 0.99);
  EXPECT_NEAR(compare(va, vb).all.ssim, expected, 1e-12);
  EXPECT_NEAR(compare(va, va).all.ssim, 1, 1e-12);
  // Windows that contain a NaN do not count: the columns after the first remain.
  a[0] = nan_value;
  const Values hole = floats(20, 14, 1, a, u8);
  EXPECT_TRUE(std::isfinite(compare(hole, vb).all.ssim));
  EXPECT_NEAR(compare(hole, vb, {1, 0, 19, 14}).all.ssim, compare(va, vb, {1, 0, 19, 14}).all.ssim, 1e-15);
  EXPECT_TRUE(std::isnan(compare(hole, vb, {0, 0, 11, 11}).all.ssim));
}

TEST(Compare, HistogramsCountEachPair) {
  const Values a = floats(4, 1, 1, {1, 0.5, 0, -0.25}), b = floats(4, 1, 1, {0, 0, 0, 0});
  const Histogram linear = difference_histogram(a, b, {}, false);
  EXPECT_EQ(linear.reach, 1);
  ASSERT_EQ(linear.counts[0].size(), 65u);
  EXPECT_EQ(linear.counts[0][64], 1);
  EXPECT_EQ(linear.counts[0][48], 1);
  EXPECT_EQ(linear.counts[0][32], 1);
  EXPECT_EQ(linear.counts[0][24], 1);
  EXPECT_TRUE(linear.counts[1].empty());
  const Histogram powers = difference_histogram(a, b, {}, true);
  EXPECT_EQ(powers.first_power, -39);
  EXPECT_EQ(powers.counts[0][0], 1);  // agrees
  EXPECT_EQ(powers.counts[0][40], 1); // 1
  EXPECT_EQ(powers.counts[0][39], 1); // 0.5
  EXPECT_EQ(powers.counts[0][38], 1); // 0.25
  EXPECT_EQ(difference_histogram(a, b, {2, 0, 1, 1}, false).counts[0][32], 1);
}

TEST(Compare, SizesMustMatch) {
  const Values a = floats(2, 1, 1, {0, 0}), b = floats(1, 2, 1, {0, 0});
  EXPECT_EQ(cannot_compare(a, a), "");
  EXPECT_EQ(cannot_compare(a, b), "Their sizes differ: 2 x 1 and 1 x 2 pixels.");
}

} // namespace
} // namespace texelscope
