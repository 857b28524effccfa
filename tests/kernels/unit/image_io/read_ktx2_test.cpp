#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"
#include "tests/kernels/make_ktx2.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using enum ElementKind;
using tests::ktx2_key;
using tests::Ktx2Recipe;
using tests::make_ktx2;
using tests::packed;

class ReadKtx2 : public ::testing::Test {
protected:
  Image read(const Ktx2Recipe& recipe) { return read_image(folder.write("a.ktx2", make_ktx2(recipe))); }
  std::string refusal(const Ktx2Recipe& recipe) {
    const std::string message = tests::refusal_of<FileError>([&] { read(recipe); });
    return message.substr(std::min(message.find("a.ktx2"), message.size()));
  }
  tests::TempFolder folder;
};

std::string counted(std::size_t bytes) {
  std::string all;
  for (std::size_t i = 0; i < bytes; ++i)
    all += char(i);
  return all;
}

TEST_F(ReadKtx2, ElementsByTheirNumbers) {
  const struct {
    std::uint32_t number;
    ElementFormat element;
    std::optional<bool> srgb;
  } all[] = {
      {9, {unsigned_int, 8, 1}, {}},    {10, {signed_int, 8, 1}, {}},      {13, {unsigned_int, 8, 1}, {}},
      {15, {unsigned_int, 8, 1}, true}, {16, {unsigned_int, 8, 2}, {}},    {37, {unsigned_int, 8, 4}, false},
      {43, {unsigned_int, 8, 4}, true}, {44, {unsigned_int, 8, 4}, false}, {50, {unsigned_int, 8, 4}, true},
      {57, {unsigned_int, 8, 4}, true}, {70, {unsigned_int, 16, 1}, {}},   {76, {floating, 16, 1}, {}},
      {83, {floating, 16, 2}, {}},      {97, {floating, 16, 4}, {}},       {98, {unsigned_int, 32, 1}, {}},
      {99, {signed_int, 32, 1}, {}},    {100, {floating, 32, 1}, {}},      {103, {floating, 32, 2}, {}},
      {109, {floating, 32, 4}, {}},
  };
  for (const auto& one : all) {
    const Image image = read({.format = one.number,
                              .width = 2,
                              .height = 1,
                              .levels = {counted(2 * std::size_t(one.element.texel_bytes()))}});
    EXPECT_EQ(image.format, one.element) << one.number;
    EXPECT_EQ(image.srgb, one.srgb) << one.number;
    EXPECT_EQ(image.note, "") << one.number;
    EXPECT_EQ(image.file.format, "KTX2");
  }
}

TEST_F(ReadKtx2, Blocks) {
  using enum bc::Format;
  const struct {
    std::uint32_t number;
    bc::Format format;
    std::optional<bool> srgb;
  } all[] = {{131, bc1, false},    {132, bc1, true},     {133, bc1, false},        {134, bc1, true},
             {135, bc2, false},    {138, bc3, true},     {139, bc4_unorm, {}},     {140, bc4_snorm, {}},
             {141, bc5_unorm, {}}, {142, bc5_snorm, {}}, {143, bc6h_unsigned, {}}, {144, bc6h_signed, {}},
             {145, bc7, false},    {146, bc7, true}};
  for (const auto& one : all) {
    const Image image =
        read({.format = one.number, .levels = {counted(std::size_t(bc::block_bytes(one.format)))}});
    ASSERT_TRUE(image.compressed) << one.number;
    EXPECT_EQ(image.compressed->format, one.format) << one.number;
    EXPECT_EQ(image.srgb, one.srgb) << one.number;
  }
}

TEST_F(ReadKtx2, LevelsLayersAndFaces) {
  const Image levels =
      read({.width = 4, .height = 2, .level_count = 3, .levels = {counted(8), "\x21\x22", "\x31"}});
  EXPECT_EQ(levels.level_count, 3);
  EXPECT_EQ(levels.bits_at(3, 1, 0, 0, 0), 7u);
  EXPECT_EQ(levels.bits_at(1, 0, 0, 1, 0), 0x22u);
  EXPECT_EQ(levels.bits_at(0, 0, 0, 2, 0), 0x31u);
  const Image layers = read({.width = 2, .height = 2, .layers = 3, .levels = {counted(12)}});
  EXPECT_EQ(layers.dimension, Dimension::d2_layered);
  EXPECT_EQ(layers.planes, 3);
  EXPECT_EQ(layers.bits_at(1, 1, 2, 0, 0), 11u);
  const Image cube = read({.width = 1, .height = 1, .faces = 6, .levels = {counted(6)}});
  EXPECT_EQ(cube.dimension, Dimension::cube);
  EXPECT_EQ(cube.bits_at(0, 0, 5, 0, 0), 5u);
  const Image cubes = read({.width = 1, .height = 1, .layers = 2, .faces = 6, .levels = {counted(12)}});
  EXPECT_EQ(cubes.dimension, Dimension::cube_layered);
  const Image volume = read({.width = 2, .height = 1, .depth = 3, .levels = {counted(6)}});
  EXPECT_EQ(volume.dimension, Dimension::d3);
  EXPECT_EQ(volume.bits_at(1, 0, 2, 0, 0), 5u);
  const Image line = read({.width = 3, .height = 0, .level_count = 0, .levels = {counted(3)}});
  EXPECT_EQ(line.dimension, Dimension::d1);
  EXPECT_EQ(line.bits_at(2, 0, 0), 2u);
}

// A frame of Zstandard with one raw block, as its specification describes it (RFC 8878).
std::string zstd_frame(const std::string& bytes) {
  const auto header = std::uint32_t(bytes.size() << 3 | 1);
  return std::string("\x28\xb5\x2f\xfd\x20", 5) + char(bytes.size()) + tests::little(header).substr(0, 3) +
         bytes;
}

TEST_F(ReadKtx2, SupercompressedLevels) {
  const std::string zlib = packed(counted(16), 15), zstd = zstd_frame(counted(16));
  EXPECT_EQ(read({.scheme = 3, .levels = {zlib}, .bytes = {16}}).bits_at(3, 3, 0), 15u);
  EXPECT_EQ(read({.scheme = 2, .levels = {zstd}, .bytes = {16}}).bits_at(3, 3, 0), 15u);
  const std::string damaged = "a.ktx2\" is cut short or damaged: ";
  EXPECT_EQ(refusal({.scheme = 2, .levels = {counted(16)}, .bytes = {16}}),
            damaged + "its compressed data cannot be unpacked.");
  EXPECT_EQ(refusal({.scheme = 2, .levels = {zstd_frame(counted(15))}, .bytes = {16}}),
            damaged + "the file ends too early.");
  EXPECT_EQ(refusal({.scheme = 3, .levels = {zlib.substr(0, zlib.size() - 1)}, .bytes = {16}}),
            damaged + "the file ends too early.");
  // A gigabyte for each byte of the file.
  EXPECT_EQ(refusal({.format = 109,
                     .width = 65536,
                     .height = 65536,
                     .scheme = 2,
                     .levels = {zstd},
                     .bytes = {1ull << 36}}),
            damaged + "the file ends too early.");
}

TEST_F(ReadKtx2, FormatsThatCudaLacksAreConverted) {
  const Image rgb = read({.format = 29, .width = 2, .height = 1, .levels = {counted(6)}});
  EXPECT_EQ(rgb.format, (ElementFormat{unsigned_int, 8, 4}));
  EXPECT_EQ(rgb.bits_at(1, 0, 0), 3u);
  EXPECT_EQ(rgb.bits_at(1, 0, 3), 255u);
  EXPECT_EQ(rgb.srgb, true);
  EXPECT_EQ(rgb.file.texels, "R8G8B8_SRGB");
  EXPECT_TRUE(rgb.note.ends_with("holds R8G8B8_SRGB, which no texture has; its values became u8x4."))
      << rgb.note;
  const Image bgr = read({.format = 30, .width = 1, .height = 1, .levels = {"\1\2\3"}});
  EXPECT_EQ(bgr.bits_at(0, 0, 0), 3u);
  EXPECT_EQ(bgr.bits_at(0, 0, 2), 1u);
  const Image half =
      read({.format = 90, .width = 1, .height = 1, .levels = {std::string("\0\x38\0\x3c\0\x40", 6)}});
  EXPECT_EQ(half.bits_at(0, 0, 1), 0x3c00u);
  EXPECT_EQ(half.bits_at(0, 0, 3), 0x3c00u);
  const Image small = read({.format = 4, .width = 1, .height = 1, .levels = {std::string("\x1f\xf8", 2)}});
  EXPECT_EQ(small.bits_at(0, 0, 0), 255u);
  EXPECT_EQ(small.bits_at(0, 0, 1), 0u);
  EXPECT_EQ(small.bits_at(0, 0, 2), 255u);
}

TEST_F(ReadKtx2, NotesOfItsMetadata) {
  const auto note = [&](const std::string& keys, std::uint8_t flags = 0) {
    const std::string all = read({.flags = flags, .keys = keys}).note;
    return all.substr(std::min(all.find("a.ktx2"), all.size()));
  };
  EXPECT_EQ(note(ktx2_key("KTXorientation", "rd") + ktx2_key("KTXswizzle", "rgba")), "");
  EXPECT_EQ(
      note(ktx2_key("KTXwriter", "by hand") + ktx2_key("KTXorientation", "ru")),
      "a.ktx2\" states the orientation \"ru\", by which its first row is the lowest one. Its rows keep their "
      "order: row 0 is shown on top.");
  EXPECT_EQ(
      note(ktx2_key("KTXswizzle", "rrr1")),
      "a.ktx2\" requests the swizzle \"rrr1\", which CUDA does not have; its channels keep their order.");
  EXPECT_EQ(note("", 1),
            "a.ktx2\" (KTX2) states that alpha has multiplied its colors: leave texture.premultiply "
            "off, and show them with view.over \"premultiplied\".");
}

TEST_F(ReadKtx2, Refusals) {
  const auto format = [](const std::string& name) {
    return "a.ktx2\" holds texels of the format " + name +
           ", which is not supported. Save BC1 to BC7, or 1, 2 or 4 channels of 8, 16 or 32 bits.";
  };
  const auto member = [](const std::string& name) {
    return "a.ktx2\" has a KTX2 header that cannot be right: " + name + ".";
  };
  const tests::Refusals<Ktx2Recipe> cases = {
      {{.format = 0, .scheme = 1}, format("ETC1S / BasisLZ (Basis Universal)")},
      {{.format = 0, .model = 166}, format("UASTC (Basis Universal)")},
      {{.format = 0, .model = 3}, format("VK_FORMAT_UNDEFINED")},
      {{.format = 157}, format("ASTC 4x4")},
      {{.format = 184}, format("ASTC 12x12")},
      {{.format = 148}, format("ETC2 R8G8B8")},
      {{.format = 156}, format("EAC R11G11")},
      {{.format = 129}, format("D24_UNORM_S8_UINT")},
      {{.format = 31}, format("B8G8R8_SNORM")},
      {{.format = 123456}, format("VK_FORMAT 123456")},
      {{.faces = 2}, member("faceCount is 2")},
      {{.depth = 2, .layers = 2}, member("layerCount is 2")},
      {{.height = 0, .depth = 2}, member("pixelDepth is 2")},
      {{.scheme = 4}, member("supercompressionScheme is 4")},
      {{.width = 0}, "a.ktx2\" is 0 x 4 x 1: it holds no texels."},
      {{.level_count = 4}, "a.ktx2\" says that it has 4 mip levels, but 4 x 4 x 1 texels have at most 3."},
      {{.levels = {std::string(15, '\1')}},
       "a.ktx2\" is cut short or damaged: its header asks for 16 bytes of texels, but 15 are there."},
  };
  tests::expect_refused_as([&](const Ktx2Recipe& recipe) { return refusal(recipe); }, cases);
  const tests::TempFolder other;
  EXPECT_NE(tests::refusal_of<FileError>([&] {
              read_image(other.write("a.ktx", "\xabKTX 11\xbb\r\n\x1a\n"));
            }).find("is a KTX 1 file"),
            std::string::npos);
}

} // namespace
} // namespace texelscope
