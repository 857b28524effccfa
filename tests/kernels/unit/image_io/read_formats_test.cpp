// PNM, PFM, BMP, TGA, HDR and TIFF.
#include <bit>

#include "tests/kernels/make_tiff.h"
#include "tests/kernels/unit/image_io/read_image_fixture.h"

namespace texelscope {
namespace {

using enum ElementKind;
using namespace std::string_literals;
using tests::little_endian;
using tests::make_tiff;
using tests::TiffMaker;
using tests::TiffPageRecipe;

class ReadPnm : public tests::ReadsFiles {};

TEST_F(ReadPnm, BinaryGrayAndColor) {
  const Image gray = read("a.pgm", "P5\n# a comment\n3 2\n255\nabcdef");
  EXPECT_EQ(gray.width, 3);
  EXPECT_EQ(gray.height, 2);
  EXPECT_EQ(gray.format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(bits_at(gray, 2, 1), Values{'f'});
  EXPECT_EQ(gray.file.format, "PNM");
  EXPECT_EQ(gray.note, "");
  const Image color = read("a.ppm", "P6 1 2 255 abcdef");
  EXPECT_EQ(color.format, (ElementFormat{unsigned_int, 8, 4}));
  EXPECT_EQ(bits_at(color, 0, 1), (Values{'d', 'e', 'f', 255}));
  EXPECT_EQ(color.file.texels, "u8x3");
}

TEST_F(ReadPnm, SixteenBitsAreBigEndian) {
  const Image gray = read("a.pgm", "P5\n2 1\n65535\n\x01\x02\xff\xfe"s);
  EXPECT_EQ(gray.format, (ElementFormat{unsigned_int, 16, 1}));
  EXPECT_EQ(bits_at(gray, 0, 0), Values{0x102});
  EXPECT_EQ(bits_at(gray, 1, 0), Values{0xfffe});
  const Image color = read("a.ppm", "P6\n1 1\n65535\n\0\1\0\2\0\3"s);
  EXPECT_EQ(bits_at(color, 0, 0), (Values{1, 2, 3, 65535}));
}

TEST_F(ReadPnm, OtherMaximaAreScaledAndNoted) {
  const Image ten = read("a.pgm", "P5\n3 1\n1023\n\x00\x00\x03\xff\x02\x00"s);
  EXPECT_EQ(bits_at(ten, 0, 0), Values{0});
  EXPECT_EQ(bits_at(ten, 1, 0), Values{65535});
  EXPECT_EQ(bits_at(ten, 2, 0), Values{32800}) << "512 * 65535 / 1023 is 32799.53";
  EXPECT_CONTAINS(ten.note, "holds values from 0 to 1023; they were scaled to 0 to 65535.");
  const Image few = read("b.pgm", "P2 4 1 3 0 1 2 3");
  EXPECT_EQ(few.format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(bits_at(few, 1, 0), Values{85});
}

TEST_F(ReadPnm, TextAndBits) {
  EXPECT_EQ(bits_at(read("a.pgm", "P2\n2 2\n255\n0 10\n# between\n20 255"), 0, 1), Values{20});
  EXPECT_EQ(bits_at(read("a.ppm", "P3 1 1 255 1 2 3\n"), 0, 0), (Values{1, 2, 3, 255}));
  const Image text = read("a.pbm", "P1\n3 2\n101\n0 1 0\n");
  EXPECT_EQ(text.file.texels, "u1x1");
  EXPECT_EQ(bits_at(text, 0, 0), Values{0}) << "1 is black";
  EXPECT_EQ(bits_at(text, 1, 0), Values{255});
  EXPECT_EQ(bits_at(text, 1, 1), Values{0});
  const Image packed = read("b.pbm", "P4\n9 2\n\x80\x80\x00\x00"s);
  EXPECT_EQ(bits_at(packed, 0, 0), Values{0});
  EXPECT_EQ(bits_at(packed, 8, 0), Values{0});
  EXPECT_EQ(bits_at(packed, 7, 0), Values{255});
  EXPECT_EQ(bits_at(packed, 0, 1), Values{255});
}

TEST_F(ReadPnm, Refusals) {
  EXPECT_CONTAINS(refusal("a.pgm", "P5\n3 2\n255\nabcde"), "ends too early");
  EXPECT_CONTAINS(refusal("b.pgm", "P5\n3 -2\n255\nabcdef"), "its header is damaged");
  EXPECT_CONTAINS(refusal("c.pgm", "P5\n3 2\n0\nabcdef"), "its header is damaged");
  EXPECT_CONTAINS(refusal("d.pgm", "P5\n3 2\n65536\nabcdefabcdef"), "its header is damaged");
  EXPECT_CONTAINS(refusal("e.pgm", "P5\n0 2\n255\n"), "it holds no texels");
  EXPECT_CONTAINS(refusal("f.pgm", "P5\n999999 2\n255\n"), "999999 x 2, but no side may be longer");
  EXPECT_CONTAINS(refusal("g.pgm", "P5\n1 1\n100\n\xff"), "a value larger than 100");
  EXPECT_CONTAINS(refusal("h.pgm", "P2\n2 1\n255\n1 x"), "one of its values is not a number");
  EXPECT_CONTAINS(refusal("i.pgm", "P2\n2 1\n255\n1 2x"), "one of its values is not a number");
  EXPECT_CONTAINS(refusal("j.pgm", "P2\n2 1\n255\n111"), "ends too early");
  EXPECT_CONTAINS(refusal("k.pbm", "P1\n2 1\n1 2\n"), "a value larger than 1");
  EXPECT_CONTAINS(refusal("l.pgm", "P5\n131072 131072\n255\nx"), "ends too early")
      << "16 GiB are not allocated first";
  EXPECT_CONTAINS(refusal("m.pam", "P7\nWIDTH 1\n"), "is a PAM file");
  EXPECT_CONTAINS(refusal("n.txt", "P5rsons"), "is not a supported format: PNG, JPEG, EXR");
}

TEST_F(ReadPnm, TwoMagicBytesAreNoFormatWhereTheShapeIsStated) {
  const ReadShape shape = {.raw = {.width = 2, .height = 2, .format = {unsigned_int, 8, 1}}};
  EXPECT_EQ(bits_at(read("a.raw", "P5 x", shape), 1, 1), Values{'x'});
  EXPECT_EQ(bits_at(read("a.raw", "BMxy", shape), 1, 1), Values{'y'});
  EXPECT_CONTAINS(refusal("a.pgm", "P5 x", shape), "header is damaged");
}

class ReadPfm : public tests::ReadsFiles {};

TEST_F(ReadPfm, RowsFromBelowInBothByteOrders) {
  const auto real = [](float value) { return little_endian(std::bit_cast<std::uint32_t>(value), 4); };
  const Image gray = read("a.pfm", "Pf\n1 2\n-1.0\n" + real(2) + real(-0.5f));
  EXPECT_EQ(gray.format, (ElementFormat{floating, 32, 1}));
  EXPECT_EQ(bits_at(gray, 0, 0), Values{std::bit_cast<std::uint32_t>(-0.5f)});
  EXPECT_EQ(bits_at(gray, 0, 1), Values{std::bit_cast<std::uint32_t>(2.0f)});
  const Image color = read("b.pfm", "PF\n1 1\n1\n\x3f\x80\0\0\x40\0\0\0\0\0\0\0"s);
  EXPECT_EQ(bits_at(color, 0, 0), (Values{0x3f800000, 0x40000000, 0, 0x3f800000}));
  EXPECT_EQ(color.note, "");
  EXPECT_CONTAINS(read("c.pfm", "Pf 1 1 -2.5\n" + real(1)).note, "states the scale 2.5");
  EXPECT_CONTAINS(refusal("d.pfm", "Pf 1 1 0\n" + real(1)), "header is damaged");
  EXPECT_CONTAINS(refusal("e.pfm", "Pf 1 1 nan\n" + real(1)), "header is damaged");
  EXPECT_CONTAINS(refusal("f.pfm", "Pf 1 2 1\n" + real(1)), "ends too early");
}

class ReadBmp : public tests::ReadsFiles {
protected:
  // A header of 40 bytes, or longer by `more`.
  static std::string bmp(int width, int height, int bits, const std::string& palette, const std::string& rows,
                         std::uint32_t compression = 0, const std::string& more = {}) {
    const std::size_t front = 54 + more.size() + palette.size();
    return "BM" + little_endian(front + rows.size(), 4) + little_endian(0, 4) + little_endian(front, 4) +
           little_endian(40 + more.size(), 4) + little_endian(std::uint32_t(width), 4) +
           little_endian(std::uint32_t(height), 4) + little_endian(1, 2) +
           little_endian(std::uint32_t(bits), 2) + little_endian(compression, 4) + std::string(20, '\0') +
           more + palette + rows;
  }
};

TEST_F(ReadBmp, RowsFromBelowOrFromAbove) {
  const std::string rows =
      "abcdef..ghijkl.."; // two texels of blue, green, red, and two bytes up to a multiple of 4
  const Image below = read("a.bmp", bmp(2, 2, 24, "", rows));
  EXPECT_EQ(below.format, (ElementFormat{unsigned_int, 8, 4}));
  EXPECT_EQ(bits_at(below, 0, 0), (Values{'i', 'h', 'g', 255}));
  EXPECT_EQ(bits_at(below, 1, 1), (Values{'f', 'e', 'd', 255}));
  EXPECT_EQ(below.file.format, "BMP");
  EXPECT_EQ(below.file.texels, "u8x3");
  EXPECT_FALSE(below.srgb.has_value());
  EXPECT_EQ(bits_at(read("b.bmp", bmp(2, -2, 24, "", rows)), 0, 0), (Values{'c', 'b', 'a', 255}));
}

TEST_F(ReadBmp, PalettesAndColorSpace) {
  const std::string palette = "\x01\x02\x03\0\x04\x05\x06\0"s;
  const Image image = read("a.bmp", bmp(3, 1, 1, palette, "\x40\0\0\0"s));
  EXPECT_EQ(bits_at(image, 0, 0), (Values{3, 2, 1, 255}));
  EXPECT_EQ(bits_at(image, 1, 0), (Values{6, 5, 4, 255}));
  EXPECT_EQ(image.file.texels, "palette, 1 bits");
  EXPECT_EQ(bits_at(image, 0, 0).size(), 4u);
  const Image missing = read("c.bmp", bmp(2, 1, 8, palette, "\1\7\0\0"s));
  EXPECT_EQ(bits_at(missing, 0, 0), (Values{6, 5, 4, 255}));
  EXPECT_EQ(bits_at(missing, 1, 0), (Values{0, 0, 0, 255})) << "the palette has no such entry";
  const Image beside = read("d.bmp", bmp(1, 1, 24, "palette.", "abc."));
  EXPECT_EQ(bits_at(beside, 0, 0), (Values{'c', 'b', 'a', 255}))
      << "what lies in front of the texels is skipped";
  const std::string version4 = std::string(16, '\0') + "BGRs" + std::string(48, '\0');
  const Image stated = read("b.bmp", bmp(1, 1, 24, "", "abc.", 0, version4));
  EXPECT_EQ(stated.srgb, true);
  EXPECT_EQ(stated.file.color_space, "sRGB");
}

TEST_F(ReadBmp, Refusals) {
  EXPECT_CONTAINS(refusal("a.bmp", bmp(2, 2, 24, "", "abcdef..ghi")), "ends too early");
  EXPECT_CONTAINS(refusal("b.bmp", bmp(2, 2, 8, "....", "abcd", 1)), "is BMP of the kind \"RLE8\"");
  EXPECT_CONTAINS(refusal("c.bmp", bmp(0, 2, 24, "", "")), "no texels");
  EXPECT_CONTAINS(refusal("d.bmp", bmp(100000, 100000, 24, "", "x")), "ends too early");
  std::string without_palette = bmp(1, 1, 8, "....", "abcd");
  without_palette[10] = 54; // where the palette lies
  EXPECT_CONTAINS(refusal("g.bmp", without_palette), "its header is damaged");
  EXPECT_CONTAINS(refusal("e.bmp", "BM"), "damaged");
  EXPECT_CONTAINS(refusal("f.bmp", bmp(1, 1, 7, "....", "abcd")), "is BMP of the kind \"7 bits\"");
}

class ReadTga : public tests::ReadsFiles {
protected:
  static std::string tga(int kind, int width, int height, int bits, int descriptor, const std::string& rest,
                         int palette = 0) {
    return little_endian(0, 1) + little_endian(palette > 0 ? 1u : 0u, 1) +
           little_endian(std::uint32_t(kind), 1) + little_endian(0, 2) +
           little_endian(std::uint32_t(palette), 2) + little_endian(palette > 0 ? 24u : 0u, 1) +
           little_endian(0, 4) + little_endian(std::uint32_t(width), 2) +
           little_endian(std::uint32_t(height), 2) + little_endian(std::uint32_t(bits), 1) +
           little_endian(std::uint32_t(descriptor), 1) + rest;
  }
};

TEST_F(ReadTga, OrderOfRowsAndTexels) {
  const Image below = read("a.tga", tga(2, 2, 2, 24, 0, "abcdefghijkl"));
  EXPECT_EQ(bits_at(below, 0, 0), (Values{'i', 'h', 'g', 255}));
  EXPECT_EQ(below.file.format, "TGA");
  EXPECT_EQ(below.file.texels, "u8x3");
  EXPECT_EQ(bits_at(read("b.tga", tga(2, 2, 2, 24, 0x20, "abcdefghijkl")), 0, 0),
            (Values{'c', 'b', 'a', 255}));
  EXPECT_EQ(bits_at(read("c.tga", tga(2, 2, 2, 24, 0x30, "abcdefghijkl")), 0, 0),
            (Values{'f', 'e', 'd', 255}))
      << "from the right";
}

TEST_F(ReadTga, GrayAlphaPalettesAndRuns) {
  EXPECT_EQ(bits_at(read("a.tga", tga(3, 2, 1, 8, 0, "ab")), 1, 0), Values{'b'});
  EXPECT_EQ(bits_at(read("b.tga", tga(2, 1, 1, 32, 8, "abcd")), 0, 0), (Values{'c', 'b', 'a', 'd'}));
  const Image runs = read("c.tga", tga(10, 4, 1, 24, 0,
                                       "\x82"
                                       "abc"
                                       "\0xyz"s));
  EXPECT_EQ(bits_at(runs, 2, 0), (Values{'c', 'b', 'a', 255}));
  EXPECT_EQ(bits_at(runs, 3, 0), (Values{'z', 'y', 'x', 255}));
  const Image palette = read("d.tga", tga(1, 2, 1, 8, 0, "abcdef\1\0"s, 2));
  EXPECT_EQ(bits_at(palette, 0, 0), (Values{'f', 'e', 'd', 255}));
  EXPECT_EQ(palette.file.texels, "palette, 8 bits");
  EXPECT_EQ(bits_at(read("e.tga", tga(2, 1, 1, 16, 0, "\xff\x7f")), 0, 0), (Values{255, 255, 255, 255}));
}

TEST_F(ReadTga, Refusals) {
  EXPECT_CONTAINS(refusal("a.tga", tga(2, 2, 2, 24, 0, "abcdefghijk")), "ends too early");
  EXPECT_CONTAINS(refusal("b.tga", tga(10, 4, 1, 24, 0,
                                       "\x82"
                                       "abc")),
                  "ends too early");
  EXPECT_CONTAINS(refusal("c.tga", tga(10, 300, 300, 24, 0,
                                       "\x82"
                                       "abc")),
                  "ends too early");
  EXPECT_CONTAINS(refusal("d.tga", tga(7, 2, 2, 24, 0, "abcdefghijkl")),
                  "is not a TGA file, though its name says so");
}

class ReadHdr : public tests::ReadsFiles {
protected:
  static std::string hdr(const std::string& size, const std::string& texels,
                         const std::string& format = "32-bit_rle_rgbe") {
    return "#?RADIANCE\nFORMAT=" + format + "\n\n" + size + "\n" + texels;
  }
};

TEST_F(ReadHdr, SharedExponents) {
  const Image image = read("a.hdr", hdr("-Y 1 +X 2", "\x80\x40\x00\x81\0\0\0\0"s));
  EXPECT_EQ(image.format, (ElementFormat{floating, 32, 4}));
  EXPECT_EQ(bits_at(image, 0, 0), (Values{0x3f800000, 0x3f000000, 0, 0x3f800000}))
      << "128 / 256 * 2, 64 / 256 * 2";
  EXPECT_EQ(bits_at(image, 1, 0), (Values{0, 0, 0, 0x3f800000}));
  EXPECT_EQ(image.file.texels, "RGBE");
}

TEST_F(ReadHdr, Runs) {
  const std::string row =
      "\2\2\0\x08"s + "\x88\x80" + "\x88\x40" + "\x88\x20" + "\x08\x81\x81\x81\x81\x82\x82\x82\x82";
  const Image image = read("a.hdr", hdr("-Y 1 +X 8", row));
  EXPECT_EQ(bits_at(image, 0, 0), (Values{0x3f800000, 0x3f000000, 0x3e800000, 0x3f800000}));
  EXPECT_EQ(bits_at(image, 7, 0), (Values{0x40000000, 0x3f800000, 0x3f000000, 0x3f800000}));
  for (std::size_t length = 0; length < row.size(); ++length) // zeros would never end a run
    EXPECT_CONTAINS(refusal("b.hdr", hdr("-Y 1 +X 8", row.substr(0, length))), "damaged") << length;
}

TEST_F(ReadHdr, Refusals) {
  EXPECT_CONTAINS(refusal("a.hdr", hdr("-Y 2 +X 2", "abcdabcdabcd")), "ends too early");
  EXPECT_CONTAINS(refusal("b.hdr", hdr("+X 2 -Y 2", "abcdabcdabcdabcd")), "of the kind \"+X 2 -Y 2\"");
  EXPECT_CONTAINS(refusal("c.hdr", hdr("-Y 1 +X 1", "abcd", "32-bit_rle_xyze")),
                  "of the kind \"32-bit_rle_xyze\"");
  EXPECT_CONTAINS(refusal("d.hdr", "#?RADIANCE\n"), "ends too early");
  EXPECT_CONTAINS(refusal("e.hdr", "#?RADIANCE\n\n-Y 1 +X 1\nabcd"), "header is damaged");
  EXPECT_CONTAINS(refusal("f.hdr", hdr("-Y x +X 1", "abcd")), "header is damaged");
  EXPECT_CONTAINS(refusal("g.hdr", hdr("-Y 999999 +X 1", "abcd")), "no side may be longer");
}

class ReadTiff : public tests::ReadsFiles {};

TEST_F(ReadTiff, EachElement) {
  const auto format = [&](std::uint32_t bits, std::uint32_t kind) {
    TiffPageRecipe page = {.bits = bits, .blocks = {std::string(bits / 8, '\x3c')}, .tags = {{339, {kind}}}};
    return read("a.tif", make_tiff(page)).format;
  };
  EXPECT_EQ(format(8, 1), (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(format(16, 1), (ElementFormat{unsigned_int, 16, 1}));
  EXPECT_EQ(format(32, 1), (ElementFormat{unsigned_int, 32, 1}));
  EXPECT_EQ(format(8, 2), (ElementFormat{signed_int, 8, 1}));
  EXPECT_EQ(format(16, 2), (ElementFormat{signed_int, 16, 1}));
  EXPECT_EQ(format(16, 3), (ElementFormat{floating, 16, 1}));
  EXPECT_EQ(format(32, 3), (ElementFormat{floating, 32, 1}));
  const std::string wide = little_endian(std::bit_cast<std::uint64_t>(1.5), 8);
  const Image narrowed = read("b.tif", make_tiff({.bits = 64, .blocks = {wide}, .tags = {{339, {3}}}}));
  EXPECT_EQ(bits_at(narrowed, 0, 0), Values{std::bit_cast<std::uint32_t>(1.5f)});
  EXPECT_CONTAINS(narrowed.note, "holds float64, which no texture has; its values became float32");
  EXPECT_EQ(narrowed.file.texels, "f64x1");
}

TEST_F(ReadTiff, StripsTilesAndPlanes) {
  const Image strips =
      read("a.tif", make_tiff({.width = 2, .height = 3, .blocks = {"abcd", "ef"}, .tags = {{278, {2}}}}));
  EXPECT_EQ(bits_at(strips, 1, 1), Values{'d'});
  EXPECT_EQ(bits_at(strips, 0, 2), Values{'e'});
  std::vector<std::string> tiles;
  for (const char letter : {'a', 'b', 'c', 'd'})
    tiles.push_back(std::string(256, letter));
  tiles[1][16] = 'x'; // the left texel of the second row
  const Image tiled = read(
      "b.tif", make_tiff({.width = 20, .height = 17, .blocks = tiles, .tags = {{322, {16}}, {323, {16}}}}));
  EXPECT_EQ(bits_at(tiled, 15, 15), Values{'a'});
  EXPECT_EQ(bits_at(tiled, 16, 1), Values{'x'});
  EXPECT_EQ(bits_at(tiled, 19, 1), Values{'b'});
  EXPECT_EQ(bits_at(tiled, 0, 16), Values{'c'});
  EXPECT_EQ(bits_at(tiled, 19, 16), Values{'d'});
  const Image planes = read(
      "c.tif", make_tiff({.width = 2, .samples = 3, .blocks = {"ab", "cd", "ef"}, .tags = {{284, {2}}}}));
  EXPECT_EQ(bits_at(planes, 0, 0), (Values{'a', 'c', 'e', 255}));
  EXPECT_EQ(bits_at(planes, 1, 0), (Values{'b', 'd', 'f', 255}));
  EXPECT_EQ(planes.file.texels, "u8x3");
}

TEST_F(ReadTiff, ChannelsPalettesAndWhite) {
  EXPECT_EQ(bits_at(read("a.tif", make_tiff({.samples = 4, .blocks = {"abcd"}, .tags = {{338, {2}}}})), 0, 0),
            (Values{'a', 'b', 'c', 'd'}));
  EXPECT_EQ(bits_at(read("b.tif", make_tiff({.samples = 2, .blocks = {"ab"}, .tags = {{338, {2}}}})), 0, 0),
            (Values{'a', 'b'}));
  const Image associated = read("c.tif", make_tiff({.samples = 4, .blocks = {"abcd"}, .tags = {{338, {1}}}}));
  EXPECT_CONTAINS(associated.note, "(TIFF) states that alpha has multiplied its colors");
  EXPECT_EQ(bits_at(read("d.tif", make_tiff({.blocks = {"\x01"}, .tags = {{262, {0}}}})), 0, 0), Values{254});
  std::vector<std::uint32_t> colors(3 * 16);
  colors[2] = 0x1111, colors[16 + 2] = 0x2222, colors[32 + 2] = 0xffff;
  const Image palette = read(
      "e.tif", make_tiff({.width = 2, .bits = 4, .blocks = {"\x20"}, .tags = {{262, {3}}, {320, colors}}}));
  EXPECT_EQ(bits_at(palette, 0, 0), (Values{0x11, 0x22, 0xff, 255}));
  EXPECT_EQ(palette.file.texels, "palette, 4 bits");
  const Image bits = read("f.tif", make_tiff({.width = 3, .bits = 1, .blocks = {"\x40"}}));
  EXPECT_EQ(bits.format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(bits_at(bits, 1, 0), Values{255});
  EXPECT_EQ(bits_at(bits, 2, 0), Values{0});
  EXPECT_EQ(bits.file.texels, "u1x1");
}

TEST_F(ReadTiff, OrientationIsAppliedAndNoted) {
  // Stored as two rows: a b c, d e f.
  const char* turned[] = {"abc/def",  "cba/fed",  "fed/cba",  "def/abc",
                          "ad/be/cf", "da/eb/fc", "fc/eb/da", "cf/be/ad"};
  for (std::uint32_t orientation = 1; orientation <= 8; ++orientation) {
    const Image image = read(
        "a.tif", make_tiff({.width = 3, .height = 2, .blocks = {"abcdef"}, .tags = {{274, {orientation}}}}));
    std::string rows;
    for (int y = 0; y < image.height; ++y) {
      if (y > 0) rows += '/';
      for (int x = 0; x < image.width; ++x)
        rows += char(image.bits_at(x, y, 0));
    }
    EXPECT_EQ(rows, turned[orientation - 1]) << orientation;
    if (orientation == 1)
      EXPECT_EQ(image.note, "");
    else
      EXPECT_CONTAINS(image.note,
                      "states the orientation " + std::to_string(orientation) + ", which was applied");
  }
}

TEST_F(ReadTiff, PagesAreSlicesOrLayers) {
  TiffMaker maker;
  for (const char* texels : {"ab", "cd", "ef"})
    maker.add({.width = 2, .blocks = {texels}});
  const Image first = read("a.tif", maker.bytes);
  EXPECT_EQ(first.planes, 1);
  EXPECT_EQ(bits_at(first, 1, 0), Values{'b'});
  EXPECT_CONTAINS(first.note, "has 3 pages, of which the first was read. Set texture.dimension to 3d");
  for (const Dimension dimension : {Dimension::d3, Dimension::d2_layered}) {
    const Image all = read("a.tif", maker.bytes, {.dimension = dimension});
    EXPECT_EQ(all.dimension, dimension);
    EXPECT_EQ(all.planes, 3);
    EXPECT_EQ(bits_at(all, 1, 0, 2), Values{'f'});
    EXPECT_EQ(all.note, "");
  }
  maker.add({.width = 1, .blocks = {"x"}, .tags = {{254, {1}}}}); // a thumbnail
  EXPECT_EQ(read("b.tif", maker.bytes, {.dimension = Dimension::d3}).planes, 3);
  maker.add({.width = 1, .blocks = {"x"}});
  EXPECT_CONTAINS(refusal("c.tif", maker.bytes, {.dimension = Dimension::d3}), "Page 4 of");
}

TEST_F(ReadTiff, Refusals) {
  EXPECT_CONTAINS(refusal("a.tif", make_tiff({.samples = 4, .blocks = {"abcd"}, .tags = {{262, {5}}}})),
                  "is TIFF of the kind \"CMYK\"");
  EXPECT_CONTAINS(refusal("b.tif", make_tiff({.samples = 3, .blocks = {"abc"}, .tags = {{262, {8}}}})),
                  "\"Lab\"");
  EXPECT_CONTAINS(refusal("c.tif", make_tiff({.samples = 7, .blocks = {"abcdefg"}})), "\"u8x7\"");
  EXPECT_CONTAINS(refusal("d.tif", make_tiff({.width = 2, .bits = 12, .blocks = {"abc"}})), "\"u12x1\"");
  EXPECT_CONTAINS(refusal("e.tif", make_tiff({.bits = 64, .blocks = {"abcdefgh"}})), "\"u64x1\"");
  EXPECT_CONTAINS(refusal("f.tif", make_tiff({.blocks = {"a"}, .tags = {{259, {4711}}}})),
                  "compression 4711");
  EXPECT_CONTAINS(refusal("g.tif", make_tiff({.width = 20, .height = 20, .blocks = {"a"}})),
                  "cut short or damaged");
  EXPECT_CONTAINS(refusal("h.tif", make_tiff({.width = 100000, .height = 100000, .blocks = {"a"}})),
                  "ends too early");
  EXPECT_CONTAINS(refusal("i.tif", make_tiff({.width = 200000, .blocks = {"a"}})), "no side may be longer");
  EXPECT_CONTAINS(refusal("j.tif", "II*\0\xff\xff\xff\xff"s), "cut short or damaged");
}

} // namespace
} // namespace texelscope
