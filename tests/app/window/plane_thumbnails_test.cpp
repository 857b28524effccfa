#include "app/window/plane_thumbnails.h"

#include <gtest/gtest.h>

namespace texelscope {
namespace {

TextureShape shape(int width, int height, int levels, int layers = 1) {
  TextureShape s;
  s.width = width, s.height = height;
  s.dimension = layers > 1 ? Dimension::d2_layered : Dimension::d2;
  s.planes = layers;
  s.level_count = levels;
  return s;
}

TEST(PlaneThumbnails, EachLevelIsHalfOfTheOneBefore) {
  const auto all = plane_thumbnails(Image::create(shape(64, 32, 5)));
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].width, 72);
  EXPECT_EQ(all[0].height, 36);
  EXPECT_EQ(all[1].width, 36);
  EXPECT_EQ(all[2].width, 18);
  EXPECT_EQ(all[4].width, 6) << "the smallest is still seen";
  EXPECT_EQ(all[4].texels, (std::array<int, 2>{4, 2}));
}

TEST(PlaneThumbnails, LayersAreBesideEachOther) {
  const auto all = plane_thumbnails(Image::create(shape(16, 16, 2, 3)));
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[2].plane, 2);
  EXPECT_EQ(all[2].level, 0);
  EXPECT_EQ(all[3].level, 1);
  EXPECT_LT(all[0].width, 60) << "smaller, because there are many";
}

} // namespace
} // namespace texelscope
