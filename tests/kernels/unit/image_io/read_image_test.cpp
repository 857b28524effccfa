#include "kernels/unit/image_io/read_image.h"

#include <limits>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/kernels/make_files.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using enum ElementKind;
using namespace std::string_literals;
using tests::make_jpeg;
using tests::make_npy;
using tests::make_png;
using tests::PngRecipe;
using tests::TempFolder;
using Values = std::vector<std::uint32_t>;

Values bits_at(const Image& image, int x, int y) {
  Values bits;
  for (int c = 0; c < image.format.channels; ++c)
    bits.push_back(image.bits_at(x, y, c));
  return bits;
}

class ReadImage : public ::testing::Test {
protected:
  Image read(const std::string& name, const std::string& bytes, const RawShape& raw = {},
             Dimension dimension = Dimension::d2, int planes = 0) {
    return read_image(folder.write(name, bytes), {raw, dimension, planes});
  }

  // The sentence of the FileError.
  std::string refusal(const std::filesystem::path& path, const RawShape& raw = {},
                      Dimension dimension = Dimension::d2, int planes = 0) {
    const std::string message = tests::refusal_of<FileError>([&] {
      read_image(path, {raw, dimension, planes});
    });
    EXPECT_NE(message.find(path.filename().string()), message.npos) << message;
    EXPECT_TRUE(message.ends_with('.')) << message;
    return message;
  }
  std::string refusal_of(const std::string& name, const std::string& bytes, const RawShape& raw = {},
                         Dimension dimension = Dimension::d2, int planes = 0) {
    return refusal(folder.write(name, bytes), raw, dimension, planes);
  }

  TempFolder folder;
};

#define EXPECT_SAYS(sentence, part) EXPECT_PRED_FORMAT2(::testing::IsSubstring, part, sentence)

TEST_F(ReadImage, MissingFolderSpecialAndEmpty) {
  EXPECT_SAYS(refusal(folder.path("none.png")), "no file");
  EXPECT_SAYS(refusal(folder.path("none/none.png")), "no file");
  EXPECT_SAYS(refusal(folder.root()), "is a folder");
  EXPECT_SAYS(refusal_of("empty.png", ""), "is empty");
  EXPECT_SAYS(refusal("/dev/zero"), "not a regular file");
  const auto pipe = folder.path("pipe.png");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_SAYS(refusal(pipe), "not a regular file");
}

TEST_F(ReadImage, UnreadableFile) {
  const auto path = folder.write("locked.png", "x");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const tests::WithoutRoot without_root;
  EXPECT_SAYS(refusal(path), "cannot be opened: Permission denied");
}

TEST_F(ReadImage, OtherKindsAreCalledByTheirNames) {
  EXPECT_SAYS(refusal_of("a.gif", "GIF89a......"), "is a GIF file");
  EXPECT_SAYS(refusal_of("a.webp", "RIFF....WEBPVP8 "), "is a WebP file");
  EXPECT_SAYS(refusal_of("a.avif", "\0\0\0\x1c"s + "ftypavif"), "is a HEIF or AVIF file");
  EXPECT_SAYS(refusal_of("a.png", "hello, world"), "is not a PNG file, though its name says so");
  EXPECT_SAYS(refusal_of("a.JPG", "hello, world"), "is not a JPEG file, though its name says so");
  EXPECT_SAYS(refusal_of("a.txt", "hello, world"), "is not a supported format: PNG, JPEG, EXR, DDS, .npy");
  EXPECT_SAYS(refusal_of("b", "x"), "is not a supported format: PNG, JPEG, EXR, DDS, .npy");
  EXPECT_SAYS(refusal_of("a.raw", "hello, world"), "state their width and height");
  EXPECT_SAYS(refusal_of("a.bin", "GIF89a......"), "state their width and height");
}

TEST_F(ReadImage, TheFirstBytesCountMoreThanTheName) {
  const std::string png = make_png({2, 1, 8, PNG_COLOR_TYPE_GRAY, {7, 9}});
  EXPECT_EQ(bits_at(read("wrong.jpg", png), 1, 0), Values{9});
  EXPECT_EQ(bits_at(read("noname", png), 0, 0), Values{7});
}

TEST_F(ReadImage, PngColorBecomesFourChannels) {
  const Image image =
      read("a.png", make_png({2, 2, 8, PNG_COLOR_TYPE_RGB, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}));
  EXPECT_EQ(image.width, 2);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.format, (ElementFormat{unsigned_int, 8, 4}));
  EXPECT_EQ(image.texels.size(), 16 + Image::padding);
  EXPECT_EQ(bits_at(image, 1, 0), (Values{4, 5, 6, 255}));
  EXPECT_EQ(bits_at(image, 0, 1), (Values{7, 8, 9, 255}));
  const Image alpha = read("b.png", make_png({1, 1, 8, PNG_COLOR_TYPE_RGBA, {1, 2, 3, 4}}));
  EXPECT_EQ(bits_at(alpha, 0, 0), (Values{1, 2, 3, 4}));
}

TEST_F(ReadImage, PngSixteenBitsStaySixteen) {
  const Image gray = read("a.png", make_png({2, 1, 16, PNG_COLOR_TYPE_GRAY, {0x12, 0x34, 0xfe, 0xdc}}));
  EXPECT_EQ(gray.format, (ElementFormat{unsigned_int, 16, 1}));
  EXPECT_EQ(bits_at(gray, 0, 0), Values{0x1234});
  EXPECT_EQ(bits_at(gray, 1, 0), Values{0xfedc});
  const Image color = read("b.png", make_png({1, 1, 16, PNG_COLOR_TYPE_RGB, {0, 1, 0, 2, 3, 0}}));
  EXPECT_EQ(color.format, (ElementFormat{unsigned_int, 16, 4}));
  EXPECT_EQ(bits_at(color, 0, 0), (Values{1, 2, 0x300, 65535}));
  const Image pair = read("c.png", make_png({1, 1, 16, PNG_COLOR_TYPE_GRAY_ALPHA, {0, 1, 0x80, 2}}));
  EXPECT_EQ(bits_at(pair, 0, 0), (Values{1, 0x8002}));
}

TEST_F(ReadImage, PngOfFewBitsIsScaledToEight) {
  const Image one = read("1.png", make_png({3, 1, 1, PNG_COLOR_TYPE_GRAY, {0b01000000}}));
  EXPECT_EQ(one.format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(bits_at(one, 0, 0), Values{0});
  EXPECT_EQ(bits_at(one, 1, 0), Values{255});
  EXPECT_EQ(bits_at(read("2.png", make_png({2, 1, 2, PNG_COLOR_TYPE_GRAY, {0b01100000}})), 1, 0),
            Values{170});
  EXPECT_EQ(bits_at(read("4.png", make_png({2, 1, 4, PNG_COLOR_TYPE_GRAY, {0x3a}})), 1, 0), Values{170});
}

TEST_F(ReadImage, PngPaletteAndTransparency) {
  PngRecipe recipe{4, 1, 2, PNG_COLOR_TYPE_PALETTE, {0b00011011}};
  recipe.palette = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  EXPECT_EQ(bits_at(read("a.png", make_png(recipe)), 2, 0), (Values{7, 8, 9, 255}));
  recipe.palette_alpha = {50, 60};
  const Image image = read("b.png", make_png(recipe));
  EXPECT_EQ(bits_at(image, 1, 0), (Values{4, 5, 6, 60}));
  EXPECT_EQ(bits_at(image, 3, 0), (Values{10, 11, 12, 255}));
  PngRecipe gray{2, 1, 8, PNG_COLOR_TYPE_GRAY, {40, 41}};
  gray.transparent_gray = 41;
  const Image keyed = read("c.png", make_png(gray));
  EXPECT_EQ(bits_at(keyed, 0, 0), (Values{40, 255}));
  EXPECT_EQ(bits_at(keyed, 1, 0), (Values{41, 0}));
}

TEST_F(ReadImage, PngInterlaced) {
  for (int bits : {8, 16}) {
    PngRecipe recipe{13, 11, bits, PNG_COLOR_TYPE_RGB, {}, true};
    for (int i = 0; i < 13 * 11 * 3 * bits / 8; ++i)
      recipe.data.push_back(std::uint8_t(i * 31));
    const Image interlaced = read("a.png", make_png(recipe));
    recipe.interlaced = false;
    const Image plain = read("b.png", make_png(recipe));
    EXPECT_EQ(interlaced.texels, plain.texels);
    EXPECT_EQ(plain.bits_at(12, 10, 2) & 255u, std::uint8_t((13 * 11 * 3 * bits / 8 - 1) * 31));
  }
}

TEST_F(ReadImage, PngTrailingBytesAreIgnored) {
  EXPECT_EQ(read("a.png", make_png({1, 1, 8, PNG_COLOR_TYPE_GRAY, {5}}) + "and more").bits_at(0, 0, 0), 5u);
}

// A header of any size before little data, with its checksum.
std::string png_with_size(std::uint32_t width, std::uint32_t height) {
  std::string bytes = make_png({1, 1, 16, PNG_COLOR_TYPE_RGBA, std::vector<std::uint8_t>(8)});
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[16 + i] = char(width >> (24 - 8 * i));
    bytes[20 + i] = char(height >> (24 - 8 * i));
  }
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t i = 12; i < 29; ++i) {
    crc ^= std::uint8_t(bytes[i]);
    for (int k = 0; k < 8; ++k)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  for (std::size_t i = 0; i < 4; ++i)
    bytes[29 + i] = char(~crc >> (24 - 8 * i));
  return bytes;
}

TEST_F(ReadImage, PngOfAbsurdSizes) {
  EXPECT_SAYS(refusal_of("a.png", png_with_size(131073, 1)),
              "131073 x 1, but no side may be longer than 131072");
  EXPECT_SAYS(refusal_of("b.png", png_with_size(2000000000, 2000000000)), "2000000000 x 2000000000");
  EXPECT_SAYS(refusal_of("c.png", png_with_size(16384, 16384)), "ends too early")
      << "2 GiB are not allocated first";
  EXPECT_SAYS(refusal_of("d.png", png_with_size(0, 4)), "damaged");
  EXPECT_SAYS(refusal_of("e.png", png_with_size(100, 100)), "cut short or damaged");
}

TEST_F(ReadImage, JpegGrayAndColor) {
  const Image gray = read("a.jpg", make_jpeg(16, 8, 1, JCS_GRAYSCALE, std::vector<std::uint8_t>(128, 200)));
  EXPECT_EQ(gray.width, 16);
  EXPECT_EQ(gray.height, 8);
  EXPECT_EQ(gray.format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(bits_at(gray, 15, 7), Values{200});
  std::vector<std::uint8_t> orange;
  for (int i = 0; i < 64; ++i)
    orange.insert(orange.end(), {250, 120, 10});
  for (bool progressive : {false, true}) {
    const Image color = read("b.jpg", make_jpeg(8, 8, 3, JCS_RGB, orange, progressive));
    EXPECT_EQ(color.format, (ElementFormat{unsigned_int, 8, 4}));
    const Values found = bits_at(color, 3, 4);
    EXPECT_NEAR(found[0], 250, 3);
    EXPECT_NEAR(found[1], 120, 3);
    EXPECT_NEAR(found[2], 10, 3);
    EXPECT_EQ(found[3], 255u);
  }
}

TEST_F(ReadImage, JpegRefusals) {
  EXPECT_SAYS(refusal_of("a.jpg", make_jpeg(8, 8, 4, JCS_CMYK, std::vector<std::uint8_t>(256, 9))), "CMYK");
  std::string large = make_jpeg(8, 8, 1, JCS_GRAYSCALE, std::vector<std::uint8_t>(64, 9));
  const std::size_t frame = large.find("\xff\xc0");
  ASSERT_NE(frame, large.npos);
  large.replace(frame + 5, 4, "\xff\xff\x00\x10"s); // 65535 rows, more than libjpeg reads
  EXPECT_SAYS(refusal_of("b.jpg", large), "cut short or damaged");
  large.replace(frame + 5, 4, "\x40\x00\x40\x00"s);
  EXPECT_SAYS(refusal_of("c.jpg", large), "ends too early");
  EXPECT_SAYS(refusal_of("d.jpg", "\xff\xd8\xff garbage"), "cut short or damaged");
}

TEST_F(ReadImage, NpyOfEachType) {
  const auto one = [&](const std::string& type, const std::string& data) {
    return read("a.npy", make_npy(type, "(1, 1)", data));
  };
  EXPECT_EQ(one("|u1", "\x81").format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(one("|i1", "\x81").format, (ElementFormat{signed_int, 8, 1}));
  EXPECT_EQ(one("<u2", "\x01\x02").bits_at(0, 0, 0), 0x201u);
  EXPECT_EQ(one(">u2", "\x01\x02").bits_at(0, 0, 0), 0x102u);
  EXPECT_EQ(one("<i2", "\x01\x02").format, (ElementFormat{signed_int, 16, 1}));
  EXPECT_EQ(one("<u4", "\x01\x02\x03\x04").bits_at(0, 0, 0), 0x4030201u);
  EXPECT_EQ(one(">i4", "\x01\x02\x03\x04").bits_at(0, 0, 0), 0x1020304u);
  EXPECT_EQ(one("<f2", "\x00\x3c"s).format, (ElementFormat{floating, 16, 1}));
  EXPECT_EQ(one("<f4", "\x00\x00\x80\x3f"s).bits_at(0, 0, 0), 0x3f800000u);
  EXPECT_EQ(one("<f8", "\0\0\0\0\0\0\xf0\x3f"s).bits_at(0, 0, 0), 0x3f800000u);
  EXPECT_EQ(one(">f8", "\x3f\xf0\0\0\0\0\0\0"s).bits_at(0, 0, 0), 0x3f800000u);
  EXPECT_EQ(one("|b1", "\x01").bits_at(0, 0, 0), 255u);
  EXPECT_EQ(one("|b1", "\0"s).bits_at(0, 0, 0), 0u);
  for (const char* type : {"<f16", "|S4", "<c8", "|O", "u1", "", "xxxx"})
    EXPECT_SAYS(refusal_of("b.npy", make_npy(type, "(1, 1)", std::string(64, 'x'))), "elements of type");
}

TEST_F(ReadImage, NpyOfEachShape) {
  const std::string data = "abcdefghijkl";
  const Image matrix = read("a.npy", make_npy("|u1", "(3, 4)", data));
  EXPECT_EQ(matrix.width, 4);
  EXPECT_EQ(matrix.height, 3);
  EXPECT_EQ(matrix.bits_at(1, 2, 0), std::uint32_t('j'));
  const Image row = read("b.npy", make_npy("|u1", "(12,)", data));
  EXPECT_EQ(row.width, 12);
  EXPECT_EQ(row.height, 1);
  EXPECT_EQ(bits_at(read("c.npy", make_npy("|u1", "(2, 3, 2)", data)), 1, 1), (Values{'i', 'j'}));
  EXPECT_EQ(bits_at(read("d.npy", make_npy("|u1", "(2, 2, 3)", data)), 1, 1), (Values{'j', 'k', 'l', 255}));
  EXPECT_EQ(bits_at(read("e.npy", make_npy("|u1", "(1, 3, 4)", data)), 2, 0), (Values{'i', 'j', 'k', 'l'}));
  EXPECT_EQ(bits_at(read("f.npy", make_npy("|u1", "(12, 1, 1)", data)), 0, 3), (Values{'d'}));
  for (const char* shape : {"()", "(2, 2, 2, 1)", "(2, 1, 5)", "(1, 1, 0)"})
    EXPECT_SAYS(refusal_of("g.npy", make_npy("|u1", shape, data)), "has the shape");
  EXPECT_SAYS(refusal_of("h.npy", make_npy("|u1", "(0, 3)", data)), "no texels");
  EXPECT_SAYS(refusal_of("i.npy", make_npy("|u1", "(3, 131073)", data)), "131073 x 3");
  EXPECT_SAYS(refusal_of("j.npy", make_npy("<f4", "(99999999999999999999999, 1)", data)),
              "1 x 1000000000000000000");
  EXPECT_SAYS(refusal_of("k.npy", make_npy("<f4", "(16384, 16384, 4)", data)), "ends too early");
  EXPECT_SAYS(refusal_of("l.npy", make_npy("|u1", "(3, 5)", data)), "ends too early");
}

TEST_F(ReadImage, NpyVersionsOrderAndHeader) {
  for (int version : {1, 2, 3})
    EXPECT_EQ(read("a.npy", make_npy("|u1", "(1, 2)", "ab", "False", version)).bits_at(1, 0, 0),
              std::uint32_t('b'));
  EXPECT_SAYS(refusal_of("b.npy", make_npy("|u1", "(1, 2)", "ab", "False", 4)), "version is not 1, 2 or 3");
  // Column by column, channel planes outermost.
  const Image fortran = read("c.npy", make_npy("<u2", "(2, 3, 2)", "a_b_c_d_e_f_g_h_i_j_k_l_", "True"));
  const std::uint32_t low = std::uint32_t('_') << 8;
  EXPECT_EQ(bits_at(fortran, 0, 0), (Values{low | 'a', low | 'g'}));
  EXPECT_EQ(bits_at(fortran, 2, 1), (Values{low | 'f', low | 'l'}));
  EXPECT_EQ(bits_at(fortran, 1, 0), (Values{low | 'c', low | 'i'}));
  for (const char* header :
       {"", "{", "{}", "{'descr': '|u1'}", "{'descr': '|u1', 'fortran_order': Maybe, 'shape': (1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1"}) {
    const std::string dictionary = header;
    EXPECT_SAYS(
        refusal_of("d.npy", "\x93NUMPY\x01\0"s + char(dictionary.size()) + '\0' + dictionary + "xxxx"),
        "header");
  }
  const std::string fields =
      "{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': False, 'shape': (1,), }";
  EXPECT_SAYS(refusal_of("e.npy", "\x93NUMPY\x01\0"s + char(fields.size()) + '\0' + fields + "xxxxxxxx"),
              "elements of type struct");
  EXPECT_SAYS(refusal_of("f.npy", "\x93NUMPY\x02\0\xff\xff\xff\xff"s), "ends too early");
}

TEST_F(ReadImage, RawInTheStatedShape) {
  const std::string data = "abcdefghijklmnopqrstuvwx";
  const Image image = read("a.raw", data, {3, 2, {unsigned_int, 16, 2}, 0});
  EXPECT_EQ(image.format, (ElementFormat{unsigned_int, 16, 2}));
  EXPECT_EQ(image.bits_at(2, 1, 1), std::uint32_t('x') << 8 | 'w');
  EXPECT_EQ(read("b.dat", data, {2, 2, {unsigned_int, 8, 1}, 20}).bits_at(1, 1, 0), std::uint32_t('x'));
  EXPECT_EQ(bits_at(read("c.bin", data, {2, 1, {signed_int, 8, 3}, 1}), 1, 0), (Values{'e', 'f', 'g', 127}))
      << "what follows a stated header may be longer";
  EXPECT_SAYS(refusal_of("d.raw", data, {5, 5, {unsigned_int, 8, 1}, 0}),
              "has 24 bytes, but 5 x 5 texels of 1 bytes from byte 0 on need 25");
  EXPECT_SAYS(refusal_of("e.raw", data, {2, 2, {unsigned_int, 8, 1}, 21}), "from byte 21 on need 25");
  EXPECT_SAYS(refusal_of("f.raw", data, {16384, 16384, {floating, 32, 4}, 9007199254740992}), "24 bytes");
  EXPECT_SAYS(refusal_of("g.raw", data, {2, 0, {unsigned_int, 8, 1}, 0}), "no texels");
  EXPECT_SAYS(refusal_of("h.raw", data, {131073, 1, {unsigned_int, 8, 1}, 0}), "no side may be longer");
  EXPECT_SAYS(refusal_of("i.raw", data, {2, 2, {floating, 8, 1}, 0}), "8-bit floats");
}

// 2 x 2 x 3 bytes: slice z, row y, column x hold "abcdefghijkl".
TEST_F(ReadImage, RawVolumes) {
  const std::string data = "abcdefghijkl";
  const RawShape raw = {2, 2, {unsigned_int, 8, 1}, 0};
  for (const Dimension dimension : {Dimension::d3, Dimension::d2_layered})
    for (const int planes : {0, 3}) {
      const Image image = read("a.raw", data, raw, dimension, planes);
      EXPECT_EQ(image.size_of(0), (std::array{2, 2, 3}));
      EXPECT_EQ(image.dimension, dimension);
      EXPECT_EQ(image.bits_at(1, 0, 2, 0, 0), std::uint32_t('j'));
    }
  const Image layers = read("a.raw", data, {4, 1, raw.format, 0}, Dimension::d1_layered);
  EXPECT_EQ(layers.size_of(0), (std::array{4, 1, 3}));
  EXPECT_EQ(layers.bits_at(1, 0, 2, 0, 0), std::uint32_t('j'));
  EXPECT_EQ(read("a.raw", data, {4, 3, raw.format, 0}, Dimension::d1_layered).planes, 3);
  const Image colors = read("a.raw", data, {1, 1, {unsigned_int, 8, 3}, 0}, Dimension::d3);
  EXPECT_EQ(colors.size_of(0), (std::array{1, 1, 4}));
  EXPECT_EQ(colors.bits_at(0, 0, 3, 0, 2), std::uint32_t('l'));
  EXPECT_EQ(colors.bits_at(0, 0, 3, 0, 3), 255u);
  EXPECT_EQ(read("a.raw", data, {2, 2, raw.format, 4}, Dimension::d3).planes, 2) << "after a header";
  EXPECT_EQ(read("a.raw", data, {2, 2, raw.format, 1}, Dimension::d3, 2).planes, 2) << "and before a trailer";
  const std::string faces(24, 'x');
  EXPECT_EQ(read("c.raw", faces, raw, Dimension::cube).size_of(0), (std::array{2, 2, 6}));
  EXPECT_EQ(read("c.raw", faces, {2, 12, raw.format, 0}, Dimension::cube).size_of(0), (std::array{2, 2, 6}));
  EXPECT_EQ(read("c.raw", faces + faces, raw, Dimension::cube_layered).planes, 12);
  EXPECT_EQ(read("r.raw", data, {12, 1, raw.format, 0}, Dimension::d1).dimension, Dimension::d1);
}

TEST_F(ReadImage, RawFilesOfAnotherLengthAreRefused) {
  const std::string data = "abcdefghijkl";
  const RawShape raw = {2, 2, {unsigned_int, 8, 1}, 0};
  EXPECT_SAYS(refusal_of("a.raw", data, raw),
              "has 12 bytes, but 2 x 2 texels of 1 bytes need only 4. If it is a volume of 3 slices, set "
              "texture.dimension to 3d; if it begins with a header, set texture.raw_offset");
  EXPECT_SAYS(refusal_of("a.raw", data, {5, 2, raw.format, 0}),
              "has 12 bytes, but 5 x 2 texels of 1 bytes need only 10. If it begins with a header, set "
              "texture.raw_offset to its length, such as 2.");
  EXPECT_SAYS(refusal_of("a.raw", data, raw, Dimension::d3, 2), "12 bytes, but 2 x 2 x 2 texels of 1 bytes "
                                                                "need only 8. Set texture.depth to 3,");
  EXPECT_SAYS(refusal_of("a.raw", data, raw, Dimension::d3, 4), "12 bytes, but 2 x 2 x 4 texels of 1 bytes "
                                                                "from byte 0 on need 16.");
  EXPECT_SAYS(refusal_of("a.raw", data, {5, 1, raw.format, 0}, Dimension::d3),
              "has 12 bytes of texels, but 5 x 1 texels of 1 bytes take 5, which do not divide them.");
  EXPECT_SAYS(refusal_of("a.raw", data, raw, Dimension::cube), "2 x 2 x 6 texels of 1 bytes from byte 0 on "
                                                               "need 24.");
  EXPECT_SAYS(refusal_of("a.raw", std::string(40, 'x'), raw, Dimension::cube), "2 x 2 x 6 texels of 1 bytes "
                                                                               "need only 24.");
  EXPECT_SAYS(refusal_of("a.raw", std::string(36, 'x'), raw, Dimension::cube_layered), "do not divide them");
  EXPECT_SAYS(refusal_of("a.raw", std::string(2049, 'x'), {1, 1, raw.format, 0}, Dimension::d2_layered),
              "has 2049 slices, layers or faces, but a 2d_layered texture has at most 2048 "
              "(cudaDeviceProp::maxTexture2DLayered).");
}

TEST_F(ReadImage, NpyVolumes) {
  const std::string data = "abcdefghijklmnopqrstuvwx";
  const auto array = [&](const char* shape, Dimension dimension, const char* fortran = "False") {
    return read("a.npy", make_npy("|u1", shape, data, fortran), {}, dimension);
  };
  using Size = std::array<int, 3>;
  const Image volume = array("(2, 3, 4)", Dimension::d3);
  EXPECT_EQ(volume.size_of(0), (Size{4, 3, 2}));
  EXPECT_EQ(volume.dimension, Dimension::d3);
  EXPECT_EQ(volume.format.channels, 1);
  EXPECT_EQ(volume.bits_at(1, 2, 1, 0, 0), std::uint32_t('v'));
  const Image fortran = array("(2, 3, 4)", Dimension::d3, "True");
  EXPECT_EQ(fortran.bits_at(1, 2, 1, 0, 0), std::uint32_t('a' + 1 + 2 * (2 + 3 * 1)));
  const Image channels = array("(2, 3, 2, 2)", Dimension::d3);
  EXPECT_EQ(channels.size_of(0), (Size{2, 3, 2}));
  EXPECT_EQ(channels.bits_at(1, 2, 1, 0, 1), std::uint32_t('x'));
  const Image colors = array("(2, 2, 2, 3)", Dimension::d2_layered);
  EXPECT_EQ(colors.format.channels, 4);
  EXPECT_EQ(colors.bits_at(1, 1, 1, 0, 2), std::uint32_t('x'));
  EXPECT_EQ(colors.bits_at(1, 1, 1, 0, 3), 255u);
  EXPECT_EQ(array("(4, 6)", Dimension::d3).size_of(0), (Size{6, 4, 1})) << "a depth of 1";
  EXPECT_EQ(array("(24,)", Dimension::d3).size_of(0), (Size{24, 1, 1}));
  EXPECT_EQ(array("(1, 2, 3, 4)", Dimension::d3).size_of(0), (Size{3, 2, 1})) << "4 channels";
  EXPECT_EQ(array("(1, 4, 6)", Dimension::d2).size_of(0), (Size{6, 4, 1}));
  EXPECT_EQ(array("(24,)", Dimension::d1).size_of(0), (Size{24, 1, 1}));
  EXPECT_EQ(array("(6, 4)", Dimension::d1).size_of(0), (Size{6, 1, 1})) << "4 channels";
  EXPECT_EQ(array("(6, 4)", Dimension::d1).format.channels, 4);
  EXPECT_EQ(array("(1, 24)", Dimension::d1).size_of(0), (Size{24, 1, 1}));
  EXPECT_EQ(array("(4, 6)", Dimension::d1_layered).size_of(0), (Size{6, 1, 4}));
  EXPECT_EQ(array("(6, 2, 2)", Dimension::cube).size_of(0), (Size{2, 2, 6}));
  EXPECT_EQ(array("(12, 2)", Dimension::cube).size_of(0), (Size{2, 2, 6}));
  EXPECT_EQ(array("(12, 1, 1, 2)", Dimension::cube_layered).size_of(0), (Size{1, 1, 12}));
}

TEST_F(ReadImage, NpyShapesThatDoNotFitAreRefused) {
  const auto refused = [&](const char* shape, Dimension dimension) {
    return refusal_of("a.npy", make_npy("|u1", shape, std::string(4096, 'x')), {}, dimension);
  };
  EXPECT_SAYS(refused("(5, 4, 7)", Dimension::d2),
              "has the shape (5, 4, 7), but a 2d texture takes (H, W), or these and a last axis of 1 to 4 "
              "channels. Set texture.dimension to 3d for a volume of 5 slices, or to 2d_layered for as many "
              "layers.");
  EXPECT_SAYS(refused("(3, 8, 7)", Dimension::d2), "If its first axis holds the channels, save "
                                                   "numpy.moveaxis(a, 0, -1).");
  EXPECT_SAYS(refused("(2, 2, 2, 5)", Dimension::d3), "but a 3d texture takes (D, H, W)");
  EXPECT_SAYS(refused("(2, 2, 2, 2, 2)", Dimension::d3), "such as a[0]");
  EXPECT_SAYS(refused("(5, 7)", Dimension::d1), "a 1d texture takes (W,), or these and a last axis of 1 to 4 "
                                                "channels. Set texture.dimension to 2d.");
  EXPECT_SAYS(refused("(5, 2, 2)", Dimension::cube), "but a cube texture has (6, H, W) with square faces");
  EXPECT_SAYS(refused("(6, 2, 3)", Dimension::cube), "square faces");
  EXPECT_SAYS(refused("(8, 2, 2)", Dimension::cube_layered), "(6 * layers, H, W) with square faces");
  EXPECT_SAYS(refused("(0, 2, 2)", Dimension::d3), "it holds no texels");
  EXPECT_SAYS(refused("(16385, 1, 1)", Dimension::d3), "has 16385 slices, layers or faces, but a 3d texture "
                                                       "has at most 16384 (cudaDeviceProp::maxTexture3D)");
  EXPECT_SAYS(refused("(99999999999999999999, 99999999999999999999, 2)", Dimension::d3), "no side may be");
  EXPECT_SAYS(refused("(16384, 131072, 131072)", Dimension::d3), "no side may be longer than 65536");
  EXPECT_SAYS(refused("(16384, 8192, 8192)", Dimension::d3), "ends too early");
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

// NumPy's own types become those that a texture has, and the note says which.
TEST_F(ReadImage, ElementsOf64BitsAreTakenWhereTheyFit) {
  const auto array = [&](const char* type, const std::string& bytes) {
    return read("a.npy", make_npy(type, "(1, 2)", bytes));
  };
  using Signed = std::vector<std::int64_t>;
  using Unsigned = std::vector<std::uint64_t>;
  const Image whole = array("<i8", bytes_of(Signed{-2147483648, 2147483647}));
  EXPECT_EQ(whole.format, (ElementFormat{signed_int, 32, 1}));
  EXPECT_EQ(whole.bits_at(0, 0, 0), 0x80000000u);
  EXPECT_EQ(whole.bits_at(1, 0, 0), 0x7fffffffu);
  EXPECT_SAYS(whole.note, "a.npy\" holds int64, which no texture has; its values became int32.");
  const Image large = array("<i8", bytes_of(Signed{0, 4294967295}));
  EXPECT_EQ(large.format, (ElementFormat{unsigned_int, 32, 1}));
  EXPECT_EQ(large.bits_at(1, 0, 0), 0xffffffffu);
  EXPECT_SAYS(large.note, "became uint32");
  EXPECT_EQ(array("<u8", bytes_of(Unsigned{7, 4294967295})).bits_at(1, 0, 0), 0xffffffffu);
  EXPECT_EQ(array(">u8", "\0\0\0\0\1\2\3\4\0\0\0\0\0\0\0\5"s).bits_at(0, 0, 0), 0x1020304u);
  const Image reals = array("<f8", bytes_of(std::vector<double>{0.1, -3.4028234e38}));
  EXPECT_EQ(reals.bits_at(0, 0, 0), 0x3dcccccdu);
  EXPECT_SAYS(reals.note, "holds float64, which no texture has; its values became float32.");
  EXPECT_EQ(array("<f8", bytes_of(std::vector<double>{std::numeric_limits<double>::infinity(), 1}))
                .bits_at(0, 0, 0),
            0x7f800000u);
  EXPECT_EQ(array("<f4", std::string(8, '\0')).note, "");
  const Image fortran =
      read("a.npy", make_npy("<f8", "(2, 2)", bytes_of(std::vector<double>{0, 1, 2, 3}), "True"));
  EXPECT_EQ(fortran.bits_at(1, 0, 0), 0x40000000u);
}

TEST_F(ReadImage, ElementsOf64BitsThatDoNotFitAreRefused) {
  const auto refused = [&](const char* type, const std::string& bytes, const char* fortran = "False") {
    return refusal_of("a.npy", make_npy(type, "(2, 2)", bytes, fortran));
  };
  using Signed = std::vector<std::int64_t>;
  const Signed mixed = {-1, 0, 3000000000, 4000000000};
  EXPECT_SAYS(refused("<i8", bytes_of(mixed)),
              "holds int64, which no texture has, and not all of its values fit int32: at [1, 0] it holds "
              "3000000000.");
  EXPECT_SAYS(refused("<i8", bytes_of(mixed), "True"), "at [0, 1] it holds 3000000000");
  EXPECT_SAYS(refused("<i8", bytes_of(Signed{0, 1, 2, -2147483649})), "at [1, 1] it holds -2147483649");
  EXPECT_SAYS(refused("<u8", bytes_of(std::vector<std::uint64_t>{1, 4294967296, 2, 3})),
              "fit uint32: at [0, 1] it holds 4294967296");
  EXPECT_SAYS(refused("<f8", bytes_of(std::vector<double>{1, 2, 1e39, 3})),
              "fit float32: at [1, 0] it holds 1e+39");
}

TEST_F(ReadImage, ProgressCanStop) {
  const std::string jpeg = make_jpeg(64, 640, 1, JCS_GRAYSCALE, std::vector<std::uint8_t>(64 * 640, 9));
  const std::string png = make_png({64, 640, 8, PNG_COLOR_TYPE_GRAY, std::vector<std::uint8_t>(64 * 640, 9)});
  const std::string npy = make_npy("|u1", "(640, 64)", std::string(64 * 640, 'x'));
  for (const auto& [name, bytes] :
       {std::pair("a.jpg", jpeg), std::pair("a.png", png), std::pair("a.npy", npy)}) {
    const auto path = folder.write(name, bytes);
    int calls = 0;
    double last = -1;
    const Image whole = read_image(path, {}, [&, name = name](double share) {
      EXPECT_GE(share, last) << name;
      EXPECT_LE(share, 1) << name;
      last = share;
      return ++calls > 0;
    });
    EXPECT_EQ(whole.height, 640) << name;
    EXPECT_GE(calls, 5) << name;
    const Image stopped = read_image(path, {}, [](double share) { return share < 0.5; });
    EXPECT_EQ(stopped.width, 0) << name;
    EXPECT_TRUE(stopped.texels.empty()) << name;
  }
}

} // namespace
} // namespace texelscope
