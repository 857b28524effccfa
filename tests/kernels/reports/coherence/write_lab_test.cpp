// Where surface writes land by the rule, with the right x and with the classic mistake.
#include "kernels/reports/coherence/write_lab.h"

#include <gtest/gtest.h>

#include <set>

namespace texelscope::write_lab {
namespace {

constexpr ElementFormat rgba8 = {ElementKind::unsigned_int, 8, 4};
constexpr ElementFormat rgba32f = {ElementKind::floating, 32, 4};

const WriteDestination& requested(const std::vector<WriteDestination>& destinations, TexelCoord place) {
  for (const WriteDestination& destination : destinations)
    if (destination.requested == place) return destination;
  throw std::runtime_error("no such destination");
}

TEST(SurfaceDestinations, EveryTexelOnce) {
  const std::vector<TexelCoord> all = places({.format = rgba8});
  EXPECT_EQ(all.size(), 12u * 8);
  EXPECT_EQ(all.front(), (TexelCoord{-2, -2}));
  EXPECT_EQ(all.back(), (TexelCoord{9, 5}));
}

TEST(SurfaceDestinations, TheRightXWritesTheRequestedTexel) {
  for (const ElementFormat& format : {rgba8, rgba32f})
    for (const WriteDestination& destination : landings_by_rule({.format = format})) {
      const auto [x, y] = destination.requested;
      const bool inside = x >= 0 && x < 8 && y >= 0 && y < 4;
      EXPECT_EQ(destination.right(), inside) << x << ", " << y;
      EXPECT_EQ(destination.landed.empty(), !inside) << x << ", " << y;
      EXPECT_EQ(destination.x_bytes, x * format.texel_bytes());
    }
}

TEST(SurfaceDestinations, ClampTakesTheEdge) {
  const auto destinations = landings_by_rule({.format = rgba8, .boundary = Boundary::clamp});
  EXPECT_EQ(requested(destinations, {-2, 1}).landed, (std::vector<TexelCoord>{{0, 1}}));
  EXPECT_EQ(requested(destinations, {9, 5}).landed, (std::vector<TexelCoord>{{7, 3}}));
  EXPECT_EQ(requested(destinations, {3, -1}).landed, (std::vector<TexelCoord>{{3, 0}}));
}

TEST(SurfaceDestinations, XInTexelsIsMisalignedOrSquashesThePicture) {
  const auto destinations = landings_by_rule({.format = rgba8, .x_in_texels = true});
  for (int x = -2; x < 10; ++x) {
    const WriteDestination& destination = requested(destinations, {x, 2});
    EXPECT_EQ(destination.misaligned, x % 4 != 0) << x;
    EXPECT_EQ(destination.x_bytes, x);
    if (destination.misaligned)
      EXPECT_TRUE(destination.landed.empty()) << x;
    else
      EXPECT_EQ(destination.landed, (std::vector<TexelCoord>{{x / 4, 2}})) << x;
  }
  // The request lies outside, yet a texel is written.
  EXPECT_EQ(requested(destinations, {8, 2}).landed, (std::vector<TexelCoord>{{2, 2}}));
  EXPECT_TRUE(requested(destinations, {0, 2}).right());
  EXPECT_FALSE(requested(destinations, {1, 2}).right());
  const ElementFormat one_byte = {ElementKind::unsigned_int, 8, 1};
  EXPECT_EQ(landings_by_rule({.format = one_byte, .x_in_texels = true}),
            landings_by_rule({.format = one_byte}));
}

TEST(WriteLab, WrittenComponentsDiffer) {
  std::set<std::uint32_t> values;
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x)
      for (int k = 0; k < 4; ++k)
        values.insert(written_word(x, y, k));
  EXPECT_EQ(values.size(), 1024u);
}

} // namespace
} // namespace texelscope::write_lab
