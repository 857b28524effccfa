// Wrong headers, truncated files and files with wrong bytes give a whole texture or a FileError, nothing
// else.
#include <array>

#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"
#include "tests/kernels/make_dds.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using tests::dds;
using tests::DdsRecipe;
using tests::TempFolder;

// The sentence from the file's name on.
std::string refusal_of(const std::string& bytes) {
  static const TempFolder folder;
  const std::string message = tests::refusal_of<FileError>([&] { read_dds(folder.write("a.dds", bytes)); });
  const std::size_t name = message.find("a.dds");
  return name == message.npos ? message : message.substr(name);
}
std::string refusal(const DdsRecipe& recipe) {
  return refusal_of(dds(recipe));
}

TEST(ReadDdsDamaged, NotADdsFile) {
  std::string of_100_bytes = dds({}), of_24_bytes = dds({});
  of_100_bytes[4] = 100;
  of_24_bytes[76] = 24;
  const tests::Refusals<> cases = {
      {std::string(200, 'x'), "a.dds\" is not a DDS file, though its name says so."},
      {"DDS ", "a.dds\" is cut short or damaged: the file ends too early."},
      {"", "a.dds\" is empty, 0 bytes."},
      {of_100_bytes, "a.dds\" has a DDS header that cannot be read: its size is not 124 bytes."},
      {of_24_bytes,
       "a.dds\" has a DDS header that cannot be read: the size of its pixel format is not 32 bytes."},
  };
  tests::expect_refused_as(refusal_of, cases);
}

TEST(ReadDdsDamaged, UnknownFormats) {
  const std::string cure =
      ", which is not supported. Save BC1 to BC7, or 1, 2 or 4 channels of 8, 16 or 32 bits.";
  const std::string start = "a.dds\" holds texels of the format ";
  const auto masks = [](std::uint32_t flags, std::uint32_t bits, std::array<std::uint32_t, 4> all) {
    return DdsRecipe{.four_cc = {0, 0, 0, 0},
                     .pixel_flags = flags,
                     .bits = bits,
                     .masks = {all[0], all[1], all[2], all[3]}};
  };
  const tests::Refusals<DdsRecipe> cases = {
      {{.four_cc = "UYVY"}, start + "UYVY" + cure},
      {{.four_cc = {117, 0, 0, 0}}, start + "CxV8U8" + cure},
      {{.four_cc = {119, 0, 0, 0}}, start + "D3DFORMAT 119" + cure},
      {{.dxgi = 45}, start + "D24_UNORM_S8_UINT" + cure},
      {{.dxgi = 68}, start + "R8G8_B8G8_UNORM" + cure},
      {{.dxgi = 103}, start + "NV12" + cure},
      {{.dxgi = 134}, start + "ASTC 4x4" + cure},
      {{.dxgi = 187}, start + "ASTC 12x12" + cure},
      {{.dxgi = 0xffffffff}, start + "DXGI_FORMAT 4294967295" + cure},
      {masks(0x20, 8, {}), start + "8-bit palette" + cure},
      {masks(0x40, 32, {0xffffffff, 0, 0, 0}), start + "32 bits with masks ffffffff, 0, 0, 0" + cure},
      {masks(0x40, 16, {0xf800, 0xff00, 0x1f, 0}), start + "16 bits with masks f800, ff00, 1f, 0" + cure},
      {masks(0x40, 16, {0xf805, 0, 0, 0}), start + "16 bits with masks f805, 0, 0, 0" + cure},
      {masks(0x40, 8, {0xff00, 0, 0, 0}), start + "8 bits with masks ff00, 0, 0, 0" + cure},
      {masks(0x40, 12, {0xf00, 0xf0, 0xf, 0}), start + "12 bits with masks f00, f0, f, 0" + cure},
      {masks(0x200, 16, {0xff, 0, 0, 0}), start + "16 bits with masks ff, 0, 0, 0" + cure},
  };
  tests::expect_refused_as(refusal, cases);
}

TEST(ReadDdsDamaged, Shapes) {
  const std::string header = "a.dds\" has a DDS header that cannot be read: ";
  const tests::Refusals<DdsRecipe> cases = {
      {{.width = 0}, "a.dds\" is 0 x 4 x 1: it holds no texels."},
      {{.height = 0}, "a.dds\" is 4 x 0 x 1: it holds no texels."},
      {{.depth = 0, .dimension = 4}, "a.dds\" is 4 x 4 x 0: it holds no texels."},
      {{.width = 131073}, "a.dds\" is 131073 x 4 x 1, but no side may be longer than 131072."},
      {{.width = 0xffffffff, .height = 0xffffffff},
       "a.dds\" is 4294967295 x 4294967295 x 1, but no side may be longer than 131072."},
      {{.dimension = 5}, header + "its resource dimension is not 2, 3 or 4."},
      {{.depth = 1, .dimension = 4, .layers = 2}, header + "it is a volume with layers."},
      {{.width = 8, .flags = 4, .bytes = 96},
       "a.dds\" is a cube whose faces are 8 x 4, but they must be square."},
      {{.four_cc = "DXT1", .caps2 = 0x1600}, "a.dds\" is a cube with 2 of its 6 faces. Save all of them."},
      {{.layers = 0xffffffff}, "a.dds\" says that it has 4294967295 layers, but there must be 1 to 2048."},
      {{.levels = 4, .bytes = 32},
       "a.dds\" says that it has 4 mip levels, but 4 x 4 x 1 texels have at most 3."},
      {{.levels = 0xffffffff},
       "a.dds\" says that it has 4294967295 mip levels, but 4 x 4 x 1 texels have at most 3."},
  };
  tests::expect_refused_as(refusal, cases);
}

// The header claims 64 TiB: nothing is allocated for it.
TEST(ReadDdsDamaged, MoreTexelsThanThereAre) {
  const std::string start = "a.dds\" is cut short or damaged: its header asks for ";
  const tests::Refusals<DdsRecipe> cases = {
      {{.bytes = 7}, start + "8 bytes of texels, but 7 are there."},
      {{.width = 16384, .height = 16384, .depth = 16384, .dxgi = 2, .dimension = 4},
       start + "70368744177664 bytes of texels, but 8 are there."},
      {{.width = 16384, .height = 16384, .levels = 15, .dxgi = 2, .flags = 4, .layers = 2048},
       start + "70368744112128 bytes of texels, but 8 are there."},
  };
  tests::expect_refused_as(refusal, cases);
}

TEST(ReadDdsDamaged, CutAnywhere) {
  const std::string whole = dds({.width = 8, .height = 8, .levels = 4, .flags = 4, .bytes = 6 * 56});
  ASSERT_EQ(refusal_of(whole), "nothing");
  for (std::size_t size = 1; size < whole.size(); size += size < 150 ? 1 : 7)
    EXPECT_NE(refusal_of(whole.substr(0, size)), "nothing") << size;
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
