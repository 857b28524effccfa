// Where surface writes land by rule, with the right x and with the classic mistake.
#include "kernels/write_lab.h"

#include <gtest/gtest.h>

#include <set>

namespace texelscope::write_lab {
namespace {

constexpr ElementFormat rgba8 = {ElementKind::unsigned_int, 8, 4};
constexpr ElementFormat rgba32f = {ElementKind::floating, 32, 4};

const Landing& asked(const std::vector<Landing>& landings, Place place) {
  for (const Landing& landing : landings)
    if (landing.asked == place) return landing;
  throw std::runtime_error("no such place");
}

TEST(SurfaceLandings, EveryPlaceOnce) {
  const std::vector<Place> all = places({.format = rgba8});
  EXPECT_EQ(all.size(), 12u * 8);
  EXPECT_EQ(all.front(), (Place{-2, -2}));
  EXPECT_EQ(all.back(), (Place{9, 5}));
}

TEST(SurfaceLandings, TheRightXLandsWhereItIsMeantTo) {
  for (const ElementFormat& format : {rgba8, rgba32f})
    for (const Landing& landing : landings_by_rule({.format = format})) {
      const auto [x, y] = landing.asked;
      const bool inside = x >= 0 && x < 8 && y >= 0 && y < 4;
      EXPECT_EQ(landing.right(), inside) << x << ", " << y;
      EXPECT_EQ(landing.landed.empty(), !inside) << x << ", " << y;
      EXPECT_EQ(landing.x_bytes, x * format.texel_bytes());
    }
}

TEST(SurfaceLandings, ClampTakesTheEdge) {
  const auto landings = landings_by_rule({.format = rgba8, .boundary = Boundary::clamp});
  EXPECT_EQ(asked(landings, {-2, 1}).landed, (std::vector<Place>{{0, 1}}));
  EXPECT_EQ(asked(landings, {9, 5}).landed, (std::vector<Place>{{7, 3}}));
  EXPECT_EQ(asked(landings, {3, -1}).landed, (std::vector<Place>{{3, 0}}));
}

TEST(SurfaceLandings, XInTexelsIsMisalignedOrSquashesThePicture) {
  const auto landings = landings_by_rule({.format = rgba8, .x_in_texels = true});
  for (int x = -2; x < 10; ++x) {
    const Landing& landing = asked(landings, {x, 2});
    EXPECT_EQ(landing.misaligned, x % 4 != 0) << x;
    EXPECT_EQ(landing.x_bytes, x);
    if (landing.misaligned)
      EXPECT_TRUE(landing.landed.empty()) << x;
    else
      EXPECT_EQ(landing.landed, (std::vector<Place>{{x / 4, 2}})) << x;
  }
  EXPECT_EQ(asked(landings, {8, 2}).landed, (std::vector<Place>{{2, 2}})); // meant to be dropped
  EXPECT_TRUE(asked(landings, {0, 2}).right());
  EXPECT_FALSE(asked(landings, {1, 2}).right());
  const ElementFormat one_byte = {ElementKind::unsigned_int, 8, 1};
  EXPECT_EQ(landings_by_rule({.format = one_byte, .x_in_texels = true}),
            landings_by_rule({.format = one_byte}));
}

TEST(WriteLab, FormatNames) {
  EXPECT_EQ(format_name(rgba8), "u8x4");
  EXPECT_EQ(format_name(rgba32f), "f32x4");
  EXPECT_EQ(format_name({ElementKind::signed_int, 16, 2}), "s16x2");
}

TEST(WriteLab, WrittenWordsDiffer) {
  std::set<std::uint32_t> words;
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x)
      for (int k = 0; k < 4; ++k)
        words.insert(written_word(x, y, k));
  EXPECT_EQ(words.size(), 1024u);
}

} // namespace
} // namespace texelscope::write_lab
