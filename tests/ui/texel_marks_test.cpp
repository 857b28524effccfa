// At which coordinates a fetch reads a texel: as periods, turned copies, or the rest of the axis.
#include "ui/result/texel_marks.h"

#include <gtest/gtest.h>

namespace texelscope::ui {
namespace {

// "1.5 to 3.5; 9.5 to 11.5"
std::string reach(AddressMode mode, FilterMode filter, int i, double low, double high) {
  std::string all;
  for (const Reach& r : reaches(mode, filter, i, 8, low, high)) {
    char part[64];
    std::snprintf(part, sizeof part, "%s%g to %g", all.empty() ? "" : "; ", r.from, r.to);
    all += part;
  }
  return all;
}

constexpr auto point = FilterMode::point, linear = FilterMode::linear;

TEST(Reaches, PointReadsATexelWithinIt) {
  EXPECT_EQ(reach(AddressMode::border, point, 2, -8, 16), "2 to 3");
  EXPECT_EQ(reach(AddressMode::border, point, 2, 3, 16), "") << "out of sight";
}

TEST(Reaches, LinearReadsItFromHalfATexelAway) {
  EXPECT_EQ(reach(AddressMode::border, linear, 2, -8, 16), "1.5 to 3.5");
  EXPECT_EQ(reach(AddressMode::border, linear, 7, -8, 16), "6.5 to 8.5");
}

TEST(Reaches, WrapReadsItInEachPeriod) {
  EXPECT_EQ(reach(AddressMode::wrap, point, 2, -8, 16), "-6 to -5; 2 to 3; 10 to 11");
  EXPECT_EQ(reach(AddressMode::wrap, linear, 7, 0, 8), "-1.5 to 0.5; 6.5 to 8.5")
      << "the last one at both edges";
}

TEST(Reaches, MirrorReadsItInTurnedCopies) {
  EXPECT_EQ(reach(AddressMode::mirror, point, 1, -8, 16), "-2 to -1; 1 to 2; 14 to 15");
  EXPECT_EQ(reach(AddressMode::mirror, point, 0, -8, 8), "-1 to 1") << "the copies touch";
}

TEST(Reaches, ClampReadsAnEdgeFromAllBeyond) {
  EXPECT_EQ(reach(AddressMode::clamp, point, 0, -8, 16), "-inf to 1");
  EXPECT_EQ(reach(AddressMode::clamp, linear, 7, -8, 16), "6.5 to inf");
  EXPECT_EQ(reach(AddressMode::clamp, point, 3, -8, 16), "3 to 4");
}

} // namespace
} // namespace texelscope::ui
