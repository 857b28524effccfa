// Wrong headers, truncated files and files with wrong bytes give a whole texture or a FileError, nothing
// else.
#include <gtest/gtest.h>

#include "kernels/image_io/read_image.h"
#include "tests/kernels/make_dds.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using tests::dds;
using tests::DdsRecipe;
using tests::TempFolder;

// The sentence without the file's folder.
std::string refusal_of(const std::string& bytes) {
  static const TempFolder folder;
  try {
    read_dds(folder.write("a.dds", bytes));
  } catch (const FileError& error) {
    const std::string message = error.what();
    return message.substr(message.find("a.dds"));
  }
  return "none";
}
std::string refusal(const DdsRecipe& recipe) {
  return refusal_of(dds(recipe));
}

TEST(ReadDdsDamaged, NotADdsFile) {
  EXPECT_EQ(refusal_of(std::string(200, 'x')), "a.dds\" is not a DDS file, though its name says so.");
  EXPECT_EQ(refusal_of(std::string("DDS ")), "a.dds\" is cut short or damaged: the file ends too early.");
  EXPECT_EQ(refusal_of(std::string()), "a.dds\" is empty, 0 bytes.");
}

TEST(ReadDdsDamaged, HeadersOfWrongSizes) {
  std::string bytes = dds({});
  bytes[4] = 100;
  EXPECT_EQ(refusal_of(bytes), "a.dds\" has a DDS header that cannot be read: its size is not 124 bytes.");
  bytes = dds({});
  bytes[76] = 24;
  EXPECT_EQ(refusal_of(bytes),
            "a.dds\" has a DDS header that cannot be read: the size of its pixel format is not 32 bytes.");
}

TEST(ReadDdsDamaged, UnknownFormats) {
  const std::string cure =
      ", which is not supported. Save BC1 to BC7, or 1, 2 or 4 channels of 8, 16 or 32 bits.";
  const std::string start = "a.dds\" holds texels of the format ";
  EXPECT_EQ(refusal({.four_cc = "UYVY"}), start + "UYVY" + cure);
  EXPECT_EQ(refusal({.four_cc = {117, 0, 0, 0}}), start + "D3DFORMAT 117" + cure);
  EXPECT_EQ(refusal({.dxgi = 85}), start + "DXGI_FORMAT 85" + cure);
  EXPECT_EQ(refusal({.dxgi = 0xffffffff}), start + "DXGI_FORMAT 4294967295" + cure);
  const DdsRecipe rgb = {
      .four_cc = {0, 0, 0, 0}, .pixel_flags = 0x40, .bits = 24, .masks = {0xff0000, 0xff00, 0xff, 0}};
  EXPECT_EQ(refusal(rgb), start + "24 bits with masks ff0000, ff00, ff, 0" + cure);
}

TEST(ReadDdsDamaged, NoTexels) {
  EXPECT_EQ(refusal({.width = 0}), "a.dds\" is 0 x 4 x 1: it holds no texels.");
  EXPECT_EQ(refusal({.height = 0}), "a.dds\" is 4 x 0 x 1: it holds no texels.");
  EXPECT_EQ(refusal({.depth = 0, .dimension = 4}), "a.dds\" is 4 x 4 x 0: it holds no texels.");
}

TEST(ReadDdsDamaged, SidesTooLong) {
  EXPECT_EQ(refusal({.width = 131073}), "a.dds\" is 131073 x 4 x 1, but no side may be longer than 131072.");
  EXPECT_EQ(refusal({.width = 0xffffffff, .height = 0xffffffff}),
            "a.dds\" is 4294967295 x 4294967295 x 1, but no side may be longer than 131072.");
}

TEST(ReadDdsDamaged, Shapes) {
  const std::string header = "a.dds\" has a DDS header that cannot be read: ";
  EXPECT_EQ(refusal({.dimension = 5}), header + "its resource dimension is not 2, 3 or 4.");
  EXPECT_EQ(refusal({.depth = 1, .dimension = 4, .layers = 2}), header + "it is a volume with layers.");
  EXPECT_EQ(refusal({.width = 8, .flags = 4, .bytes = 96}),
            "a.dds\" is a cube whose faces are 8 x 4, but they must be square.");
  EXPECT_EQ(refusal({.four_cc = "DXT1", .caps2 = 0x1600}),
            "a.dds\" is a cube with 2 of its 6 faces. Save all of them.");
  EXPECT_EQ(refusal({.layers = 0}), "a.dds\" says that it has 0 layers, but there must be 1 to 2048.");
  EXPECT_EQ(refusal({.layers = 0xffffffff}),
            "a.dds\" says that it has 4294967295 layers, but there must be 1 to 2048.");
}

TEST(ReadDdsDamaged, TooManyLevels) {
  EXPECT_EQ(refusal({.levels = 4, .bytes = 32}),
            "a.dds\" says that it has 4 mip levels, but 4 x 4 x 1 texels have at most 3.");
  EXPECT_EQ(refusal({.levels = 0xffffffff}),
            "a.dds\" says that it has 4294967295 mip levels, but 4 x 4 x 1 texels have at most 3.");
}

// The header claims 64 TiB: nothing is allocated for it.
TEST(ReadDdsDamaged, MoreTexelsThanThereAre) {
  const std::string start = "a.dds\" is cut short or damaged: its header asks for ";
  EXPECT_EQ(refusal({.bytes = 7}), start + "8 bytes of texels, but 7 are there.");
  EXPECT_EQ(refusal({.width = 16384, .height = 16384, .depth = 16384, .dxgi = 2, .dimension = 4}),
            start + "70368744177664 bytes of texels, but 8 are there.");
  EXPECT_EQ(refusal({.width = 16384, .height = 16384, .levels = 15, .dxgi = 2, .flags = 4, .layers = 2048}),
            start + "70368744112128 bytes of texels, but 8 are there.");
}

TEST(ReadDdsDamaged, CutAnywhere) {
  const std::string whole = dds({.width = 8, .height = 8, .levels = 4, .flags = 4, .bytes = 6 * 56});
  ASSERT_EQ(refusal_of(whole), "none");
  for (std::size_t size = 1; size < whole.size(); size += size < 150 ? 1 : 7)
    EXPECT_NE(refusal_of(whole.substr(0, size)), "none") << size;
}

TEST(ReadDdsDamaged, WrongBytesAnywhere) {
  const std::string whole = dds({.width = 8, .height = 8, .levels = 4, .flags = 4, .bytes = 6 * 56});
  for (std::size_t at = 0; at < 148; ++at)
    for (const char value : {'\0', '\x7f', '\xff'}) {
      std::string bytes = whole;
      bytes[at] = value;
      refusal_of(bytes); // a texture or a FileError
    }
}

} // namespace
} // namespace texelscope
