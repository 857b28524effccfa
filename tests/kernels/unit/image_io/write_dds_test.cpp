#include "kernels/unit/image_io/write_dds.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/unit/image/patterns.h"
#include "kernels/unit/image_io/read_image.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

TEST(WriteDds, EveryShapeAndFormatIsReadBack) {
  const tests::TempFolder folder;
  for (int dimension = 0; dimension < 7; ++dimension)
    for (const ElementKind kind : {ElementKind::unsigned_int, ElementKind::signed_int, ElementKind::floating})
      for (const int bits : {8, 16, 32})
        for (const int channels : {1, 2, 4}) {
          if (kind == ElementKind::floating && bits == 8) continue;
          TextureSpec spec;
          spec.source = Source::noise;
          spec.dimension = Dimension(dimension);
          spec.width = spec.height = 12;
          if (is_1d(spec.dimension)) spec.height = 1;
          if (spec.dimension == Dimension::d2) spec.height = 7;
          spec.depth = 5;
          spec.levels = channels == 2 ? 1 : 3;
          spec.format = {kind, bits, channels};
          const Image image = make_pattern(spec);
          const auto path = folder / "a.dds";
          write_dds(path, image);
          const Image back = read_image(path);
          ASSERT_TRUE(back.shape() == image.shape())
              << dimension << " " << int(kind) << bits << "x" << channels;
          EXPECT_TRUE(std::equal(image.texels.begin(),
                                 image.texels.begin() + std::ptrdiff_t(image.size_bytes()),
                                 back.texels.begin()));
        }
}

TEST(WriteDds, SaysThatItsCodesAreSrgb) {
  const tests::TempFolder folder;
  const auto back = [&](ElementFormat format, std::optional<bool> srgb) {
    Image image = Image::create(4, 4, format);
    image.srgb = srgb;
    write_dds(folder / "a.dds", image);
    return read_image(folder / "a.dds");
  };
  const ElementFormat bytes = {ElementKind::unsigned_int, 8, 4};
  EXPECT_EQ(back(bytes, true).srgb, true);
  EXPECT_EQ(back(bytes, false).srgb, false);
  EXPECT_EQ(back(bytes, std::nullopt).srgb, false) << "UNORM says so";
  const Image two = back({ElementKind::unsigned_int, 8, 2}, true);
  EXPECT_EQ(two.srgb, std::nullopt) << "no such format";
  EXPECT_EQ(two.format.channels, 2);
}

TEST(WriteDds, NowhereToWriteIsASentence) {
  EXPECT_THROW(write_dds("/nonexistent/a.dds", Image::create(1, 1, {})), FileError);
}

} // namespace
} // namespace texelscope
