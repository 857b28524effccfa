// What files state of color and orientation.
#include <cmath>

#include "kernels/unit/image/srgb.h"
#include "tests/kernels/make_files.h"
#include "tests/kernels/make_tiff.h"
#include "tests/kernels/unit/image_io/read_image_fixture.h"

namespace texelscope {
namespace {

using tests::make_exif;
using tests::make_icc;
using tests::make_jpeg;
using tests::make_png;
using tests::PngRecipe;

std::vector<std::uint16_t> srgb_table() {
  std::vector<std::uint16_t> table;
  for (int i = 0; i < 256; ++i)
    table.push_back(std::uint16_t(std::lround(decoded_srgb(i / 255.0) * 65535)));
  return table;
}

class StatedColorSpace : public tests::ReadsFiles {
protected:
  Image png(PngRecipe recipe) {
    if (recipe.data.empty()) recipe.data = std::vector<std::uint8_t>(8, 7);
    return read("a.png", make_png(recipe));
  }
};

TEST_F(StatedColorSpace, OfPng) {
  const Image silent = png({});
  EXPECT_FALSE(silent.srgb.has_value());
  EXPECT_EQ(silent.file.color_space, "");
  const Image stated = png({.srgb = true});
  EXPECT_EQ(stated.srgb, true);
  EXPECT_EQ(stated.file.color_space, "sRGB");
  EXPECT_EQ(stated.file.texels, "u8x3");
  EXPECT_EQ(stated.note, "");
  const Image near = png({.gamma = 0.45455});
  EXPECT_EQ(near.srgb, true);
  EXPECT_EQ(near.file.color_space, "gamma 2.2");
  EXPECT_EQ(png({.gamma = 1}).srgb, false);
  const Image other = png({.gamma = 1 / 1.8});
  EXPECT_FALSE(other.srgb.has_value());
  EXPECT_CONTAINS(other.note, "states the color space gamma 1.8. A texture unit decodes sRGB alone");
}

TEST_F(StatedColorSpace, OfProfiles) {
  const Image table = png({.icc = make_icc("Display P3", 0, srgb_table())});
  EXPECT_EQ(table.srgb, true) << "the curve counts";
  EXPECT_EQ(table.file.color_space, "ICC: Display P3");
  EXPECT_EQ(png({.icc = make_icc("Adobe RGB", 563)}).srgb, true) << "gamma 2.2";
  EXPECT_EQ(png({.icc = make_icc("Linear", 256)}).srgb, false);
  const Image other = png({.icc = make_icc("ProPhoto", 461)});
  EXPECT_FALSE(other.srgb.has_value());
  EXPECT_CONTAINS(other.note, "states the color space ICC: ProPhoto.");
  const Image jpeg = read("a.jpg", make_jpeg(8, 8, 3, JCS_RGB, std::vector<std::uint8_t>(192, 9), false, "",
                                             make_icc("Display P3", 0, srgb_table())));
  EXPECT_EQ(jpeg.srgb, true);
  EXPECT_EQ(jpeg.file.color_space, "ICC: Display P3");
  const Image tiff =
      read("a.tif", tests::make_tiff({.blocks = {"a"}, .icc = make_icc("s", 0, srgb_table())}));
  EXPECT_EQ(tiff.srgb, true);
}

TEST_F(StatedColorSpace, DamagedProfilesStateNothing) {
  const std::string profile = make_icc("Display P3", 0, srgb_table());
  for (std::size_t bytes = 0; bytes < 160; bytes += 7) {
    const Image image = read("a.tif", tests::make_tiff({.blocks = {"a"}, .icc = profile.substr(0, bytes)}));
    EXPECT_FALSE(image.srgb.has_value()) << bytes;
  }
}

TEST_F(StatedColorSpace, SixteenBitsAreNotDecoded) {
  const Image image = png({.bits = 16, .srgb = true});
  EXPECT_FALSE(image.srgb.has_value());
  EXPECT_CONTAINS(image.note,
                  "states the color space sRGB. A texture unit decodes sRGB alone, and of 8 bits");
}

TEST_F(StatedColorSpace, OfExifWithItsOrientation) {
  std::vector<std::uint8_t> columns;
  for (int i = 0; i < 16 * 8; ++i)
    columns.push_back(i % 16 < 8 ? 0 : 240);
  for (const bool big : {false, true}) {
    const Image image =
        read("a.jpg", make_jpeg(16, 8, 1, JCS_GRAYSCALE, columns, false, make_exif(6, 1, big)));
    EXPECT_EQ(image.width, 8);
    EXPECT_EQ(image.height, 16);
    EXPECT_EQ(bits_at(image, 0, 0), Values{0}) << "the left edge is on top";
    EXPECT_EQ(bits_at(image, 7, 15), Values{240});
    EXPECT_EQ(image.srgb, true);
    EXPECT_CONTAINS(image.note, "states the orientation 6, which was applied");
    EXPECT_FALSE(read("b.jpg", make_jpeg(8, 8, 1, JCS_GRAYSCALE, std::vector<std::uint8_t>(64, 9), false,
                                         make_exif(1, 65535, big)))
                     .srgb.has_value());
  }
  const Image png_image =
      png({.width = 2, .color_type = PNG_COLOR_TYPE_GRAY, .data = {1, 2}, .exif = make_exif(2, 1)});
  EXPECT_EQ(bits_at(png_image, 0, 0), Values{2});
}

TEST_F(StatedColorSpace, OfExifInWholeNumbersOfOtherTypes) {
  std::string exif = make_exif(6, 1);
  exif[8 + 2 + 2] = 9; // the type of the orientation: a signed number of 32 bits
  const Image image =
      read("a.jpg", make_jpeg(16, 8, 1, JCS_GRAYSCALE, std::vector<std::uint8_t>(128, 9), false, exif));
  EXPECT_EQ(image.width, 8);
}

TEST_F(StatedColorSpace, DamagedExifStatesNothing) {
  const std::string exif = make_exif(6, 1);
  for (std::size_t bytes = 0; bytes < 22; ++bytes) {
    const Image image = read("a.jpg", make_jpeg(16, 8, 1, JCS_GRAYSCALE, std::vector<std::uint8_t>(128, 9),
                                                false, exif.substr(0, bytes)));
    EXPECT_EQ(image.width, 16) << bytes;
  }
}

} // namespace
} // namespace texelscope
