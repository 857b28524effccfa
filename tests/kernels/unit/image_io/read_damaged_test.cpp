// Truncated files and files with wrong bytes give a whole picture or a FileError, nothing else.
#include <algorithm>
#include <functional>
#include <optional>
#include <ostream>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image_io/read_image.h"
#include "kernels/unit/image_io/write_image.h"
#include "tests/kernels/make_files.h"
#include "tests/kernels/make_ktx2.h"
#include "tests/kernels/make_tiff.h"
#include "tests/kernels/make_volumes.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using namespace std::string_literals;
using tests::TempFolder;

std::vector<std::uint8_t> noise(std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  std::uint32_t random = 7;
  for (auto& byte : bytes)
    byte = std::uint8_t((random = random * 1664525u + 1013904223u) >> 24);
  return bytes;
}

std::string exr_bytes(ResultType type) {
  Picture picture{13, 37, type, {}, {}};
  for (int i = 0; i < 13 * 37; ++i) {
    const auto word = [&](double v) {
      return type == ResultType::floating ? float_bits(float(v)) : std::uint32_t(v);
    };
    picture.pixels.push_back({word(i), word(i * 7 % 11), word(i * i), word(1)});
  }
  const TempFolder folder;
  write_exr(folder.path("a.exr"), picture);
  return folder.read("a.exr");
}

// The bytes are made by the test that needs them: the list is made at every start of the program.
struct Sample {
  std::string name;
  std::function<std::string()> bytes;
};

void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

std::string palette_png() {
  tests::PngRecipe recipe{19, 9, 4, PNG_COLOR_TYPE_PALETTE, noise(10 * 9)};
  for (int i = 0; i < 16; ++i)
    recipe.palette.push_back({png_byte(i), png_byte(2 * i), png_byte(3 * i)});
  recipe.palette_alpha = noise(9);
  return tests::make_png(recipe);
}

std::string noise_text(std::size_t count) {
  const std::vector<std::uint8_t> bytes = noise(count);
  return {bytes.begin(), bytes.end()};
}

std::string npz(bool deflated) {
  return tests::make_zip({{"a.npy", tests::make_npy("<u2", "(7, 5, 4)", noise_text(280)), deflated}});
}

std::string gzip_nrrd() {
  return "NRRD0004\ntype: ushort\ndimension: 3\nsizes: 5 4 3\nendian: big\nencoding: gzip\n\n" +
         tests::packed(noise_text(120), 31);
}

std::string raw_mha() {
  return "ObjectType = Image\nNDims = 3\nDimSize = 5 4 3\nElementType = MET_SHORT\nElementDataFile = "
         "LOCAL\n" +
         noise_text(120);
}

std::string zlib_ktx2() {
  const std::string level = tests::packed(noise_text(14 * 16 * 4), 15),
                    next = tests::packed(noise_text(7 * 8 * 4), 15);
  return tests::make_ktx2({.format = 43,
                           .width = 14,
                           .height = 16,
                           .level_count = 2,
                           .scheme = 3,
                           .levels = {level, next},
                           .bytes = {14 * 16 * 4, 7 * 8 * 4}});
}

std::vector<Sample> samples() {
  using namespace tests;
  return {{"rgb8_png",
           [] {
             return make_png({20, 11, 8, PNG_COLOR_TYPE_RGB, noise(660)});
           }},
          {"rgba16_interlaced_png",
           [] {
             return make_png({17, 11, 16, PNG_COLOR_TYPE_RGBA, noise(17 * 11 * 8), true});
           }},
          {"palette_png", palette_png},
          {"gray_jpeg", [] { return make_jpeg(30, 21, 1, JCS_GRAYSCALE, noise(630)); }},
          {"color_jpeg", [] { return make_jpeg(24, 24, 3, JCS_RGB, noise(24 * 24 * 3)); }},
          {"progressive_jpeg", [] { return make_jpeg(24, 24, 3, JCS_RGB, noise(24 * 24 * 3), true); }},
          {"float_exr", [] { return exr_bytes(ResultType::floating); }},
          {"uint_exr", [] { return exr_bytes(ResultType::unsigned_int); }},
          {"rgb16_ppm", [] { return "P6\n7 5\n65535\n" + std::string(210, 'x'); }},
          {"color_pfm", [] { return "PF\n7 5\n-1.0\n" + std::string(420, '\x3f'); }},
          {"rgb8_tga", [] { return "\0\0\2\0\0\0\0\0\0\0\0\0\7\0\5\0\x18\0"s + std::string(105, 'x'); }},
          {"runs_tga", [] { return "\0\0\x0a\0\0\0\0\0\0\0\0\0\7\0\5\0\x18\0"s + "\xa0xyz\1xyzxyz"; }},
          {"strips_tiff",
           [] {
             return make_tiff({.width = 20, .height = 11, .samples = 3, .blocks = {std::string(660, 'x')}});
           }},
          {"stored_npz", [] { return npz(false); }},
          {"deflated_npz", [] { return npz(true); }},
          {"gzip_nrrd", gzip_nrrd},
          {"raw_mha", raw_mha},
          {"zlib_ktx2", zlib_ktx2},
          {"u2_npy", [] { return make_npy("<u2", "(7, 5, 4)", std::string(280, 'x')); }},
          {"f8_npy", [] { return make_npy(">f8", "(7, 5)", std::string(280, '\x3f'), "True"); }}};
}

class Damaged : public ::testing::TestWithParam<Sample> {
protected:
  // The picture's texels, or nothing where the file was refused.
  std::optional<Image> read(const std::string& content) {
    try {
      return read_image(folder.write(GetParam().name, content));
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()), "");
      return std::nullopt;
    }
  }
  TempFolder folder;
  const std::string bytes = GetParam().bytes();
};

TEST_P(Damaged, TheWholeFileIsRead) {
  const auto image = read(bytes);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->texels.size(), image->size_bytes() + Image::padding);
}

TEST_P(Damaged, CutShortAnywhereItIsRefused) {
  for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64)
    EXPECT_FALSE(read(bytes.substr(0, length))) << length << " of " << bytes.size();
  EXPECT_FALSE(read(bytes.substr(0, bytes.size() - 1)));
}

TEST_P(Damaged, WrongBytesGiveAPictureOrAFileError) {
  std::uint32_t random = 99;
  const auto next = [&](std::size_t below) {
    random = random * 1664525u + 1013904223u;
    return std::size_t((std::uint64_t(random) * below) >> 32);
  };
  int refused = 0;
  for (int round = 0; round < 120; ++round) {
    std::string wrong = bytes;
    // Headers matter most: every second round damages the first 200 bytes only.
    const std::size_t reach = round % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 200);
    for (std::size_t flips = 1 + next(4); flips > 0; --flips)
      wrong[next(reach)] = char(next(256));
    const auto image = read(wrong);
    if (!image) {
      ++refused;
      continue;
    }
    ASSERT_GE(image->width, 1);
    ASSERT_LE(image->width, max_image_side);
    ASSERT_EQ(image->texels.size(), image->size_bytes() + Image::padding);
    ASSERT_NE(image->format.channels, 3);
  }
  EXPECT_GT(refused, 0);
}

TEST_P(Damaged, ZeroedAndRepeatedBlocks) {
  for (std::size_t at = 8; at + 16 < bytes.size(); at += 37) {
    std::string zeroed = bytes, repeated = bytes;
    std::fill_n(zeroed.begin() + std::ptrdiff_t(at), 16, '\0');
    repeated.insert(at, bytes.substr(at, 16));
    read(zeroed);
    read(repeated);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Damaged, ::testing::ValuesIn(samples()),
                         [](const auto& test) { return test.param.name; });

// Twenty texts of a few kilobytes that unpack to 150 MB.
TEST(ReadPng, UnpacksNoTexts) {
  const std::string zeros(7'900'000, '0');
  std::vector<png_text> texts(20);
  for (png_text& text : texts)
    text = {PNG_TEXT_COMPRESSION_zTXt,
            const_cast<char*>("Comment"),
            const_cast<char*>(zeros.c_str()),
            zeros.size(),
            0,
            nullptr,
            nullptr};
  const TempFolder folder;
  const auto path = folder.write("a.png", tests::make_png({.data = {1, 2, 3}, .texts = texts}));
  EXPECT_LT(std::filesystem::file_size(path), 300000u);
  const auto peak = [] {
    rusage used = {};
    ::getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss; // KB
  };
  const auto before = peak();
  EXPECT_EQ(read_image(path).bits_at(0, 0, 2), 3u);
  EXPECT_LT(peak() - before, 60000);
}

} // namespace
} // namespace texelscope
