// Angles and lengths that have the same bits on every machine.
#include "kernels/ground/base/exact_sincos.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TEST(ExactSincos, RightAnglesAreExact) {
  const double cosine[] = {1, 0, -1, 0}, sine[] = {0, 1, 0, -1};
  for (int quarter = -8; quarter <= 8; ++quarter) {
    const Turn turn = turn_of_degrees(90.0 * quarter);
    EXPECT_EQ(turn.cosine, cosine[quarter & 3]) << quarter;
    EXPECT_EQ(turn.sine, sine[quarter & 3]) << quarter;
  }
}

TEST(ExactSincos, OtherAnglesAreCloseToTheTrueValues) {
  EXPECT_NEAR(turn_of_degrees(30).sine, 0.5, 1e-15);
  EXPECT_NEAR(turn_of_degrees(-60).cosine, 0.5, 1e-15);
  EXPECT_NEAR(turn_of_degrees(135).cosine, -std::sqrt(0.5), 1e-15);
  for (double degrees = -360; degrees <= 360; degrees += 0.37) {
    const Turn turn = turn_of_degrees(degrees);
    EXPECT_NEAR(turn.cosine, std::cos(degrees * (3.14159265358979323846 / 180)), 3e-15) << degrees;
    EXPECT_NEAR(turn.sine, std::sin(degrees * (3.14159265358979323846 / 180)), 3e-15) << degrees;
  }
}

TEST(ExactSincos, TheLengthOfAVector) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(vector_length(0, 0, 0), 0);
  EXPECT_EQ(vector_length(3, -4, 0), 5);
  EXPECT_EQ(vector_length(-2, 3, 6), 7);
  EXPECT_EQ(vector_length(0, 0, -1e-300), 1e-300);
  EXPECT_EQ(vector_length(3e300, 4e300, 0), 5e300);
  EXPECT_TRUE(std::isnan(vector_length(infinity, 0, 1)));
  EXPECT_TRUE(std::isnan(vector_length(std::nan(""), 0, 1)));
  EXPECT_EQ(vector_length(-5, 12), 13);
  EXPECT_EQ(vector_length(-infinity, std::nan("")), infinity);
  EXPECT_TRUE(std::isnan(vector_length(1, std::nan(""))));
}

} // namespace
} // namespace texelscope
