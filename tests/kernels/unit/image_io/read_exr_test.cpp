// EXR files of each kind that is read or refused.
#include <array>
#include <map>

#include <sys/resource.h>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfCompression.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfMultiPartOutputFile.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfOutputPart.h>
#include <OpenEXR/ImfPartType.h>
#include <OpenEXR/ImfStringAttribute.h>
#include <OpenEXR/ImfTileDescription.h>
#include <OpenEXR/ImfTiledOutputFile.h>
#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image_io/read_image.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using enum ElementKind;
using Channels = std::map<std::string, Imf::PixelType>;
constexpr int width = 5, height = 3;

long peak_kilobytes() {
  rusage used = {};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

// Each channel's value at (x, y), exact in every type; the leading digits are the channel's place in the
// alphabetical order.
int value_at(int channel, int x, int y) {
  return 100 * (channel + 1) + 10 * y + x;
}

struct Planes {
  std::vector<std::vector<std::uint32_t>> values;
  Imf::FrameBuffer buffer;
};

Planes make_planes(const Channels& channels, const Imath::Box2i& window) {
  Planes planes;
  int c = 0;
  for (const auto& [name, type] : channels) {
    auto& plane = planes.values.emplace_back(std::size_t(width * height));
    for (int i = 0; i < width * height; ++i) {
      const int value = value_at(c, i % width, i / width);
      plane[std::size_t(i)] = type == Imf::UINT   ? std::uint32_t(value)
                              : type == Imf::HALF ? float_to_half(float(value))
                                                  : float_bits(float(value));
    }
    planes.buffer.insert(name, Imf::Slice::Make(type, plane.data(), window, 4, 4 * width));
    ++c;
  }
  return planes;
}

Imf::Header make_header(const Channels& channels, const Imath::Box2i& window) {
  Imf::Header header(Imath::Box2i({0, 0}, {99, 99}), window);
  for (const auto& [name, type] : channels)
    header.channels().insert(name, Imf::Channel(type));
  return header;
}

class ReadExr : public ::testing::Test {
protected:
  Image read(const Channels& channels, const Imath::V2i& corner = {0, 0}) {
    const Imath::Box2i window(corner, corner + Imath::V2i(width - 1, height - 1));
    const Planes planes = make_planes(channels, window);
    const auto path = folder.path("a.exr");
    {
      Imf::OutputFile file(path.c_str(), make_header(channels, window));
      file.setFrameBuffer(planes.buffer);
      file.writePixels(height);
    }
    return read_image(path);
  }

  std::string refusal(const Channels& channels) {
    return tests::refusal_of<FileError>([&] { read(channels); });
  }

  tests::TempFolder folder;
};

double number_at(const Image& image, int x, int y, int c) {
  const std::uint32_t bits = image.bits_at(x, y, c);
  if (image.format.kind == unsigned_int) return bits;
  return image.format.bits == 16 ? half_to_float(std::uint16_t(bits)) : bits_float(bits);
}

TEST_F(ReadExr, ColorsOfEachType) {
  for (const Imf::PixelType type : {Imf::HALF, Imf::FLOAT, Imf::UINT}) {
    const Image image = read({{"A", type}, {"B", type}, {"G", type}, {"R", type}});
    ASSERT_EQ(image.width, width);
    ASSERT_EQ(image.height, height);
    EXPECT_EQ(image.format,
              (ElementFormat{type == Imf::UINT ? unsigned_int : floating, type == Imf::HALF ? 16 : 32, 4}));
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int c = 0; c < 4; ++c)
          EXPECT_EQ(number_at(image, x, y, c), value_at(3 - c, x, y));
  }
}

TEST_F(ReadExr, MissingAlphaIsOne) {
  const Image half = read({{"B", Imf::HALF}, {"G", Imf::HALF}, {"R", Imf::HALF}});
  EXPECT_EQ(half.format, (ElementFormat{floating, 16, 4}));
  EXPECT_EQ(number_at(half, 4, 2, 0), value_at(2, 4, 2));
  EXPECT_EQ(number_at(half, 4, 2, 3), 1);
  EXPECT_EQ(half.file.texels, "f16x3");
  const Image uint = read({{"B", Imf::UINT}, {"G", Imf::UINT}, {"R", Imf::UINT}});
  EXPECT_EQ(uint.bits_at(0, 0, 3), 0xffffffffu);
  const Image blue = read({{"B", Imf::FLOAT}});
  EXPECT_EQ(blue.format.channels, 4);
  EXPECT_EQ(number_at(blue, 1, 1, 0), 0);
  EXPECT_EQ(number_at(blue, 1, 1, 2), value_at(0, 1, 1));
}

TEST_F(ReadExr, FewChannels) {
  const Image gray = read({{"Y", Imf::HALF}});
  EXPECT_EQ(gray.format, (ElementFormat{floating, 16, 1}));
  EXPECT_EQ(number_at(gray, 3, 1, 0), value_at(0, 3, 1));
  const Image depth = read({{"Z", Imf::FLOAT}});
  EXPECT_EQ(depth.format, (ElementFormat{floating, 32, 1}));
  EXPECT_EQ(number_at(depth, 3, 1, 0), value_at(0, 3, 1));
  const Image two = read({{"G", Imf::FLOAT}, {"R", Imf::FLOAT}});
  EXPECT_EQ(two.format.channels, 2);
  EXPECT_EQ(number_at(two, 0, 0, 0), value_at(1, 0, 0));
  const Image gray_alpha = read({{"A", Imf::HALF}, {"Y", Imf::HALF}});
  EXPECT_EQ(gray_alpha.format.channels, 2);
  EXPECT_EQ(number_at(gray_alpha, 0, 0, 1), value_at(0, 0, 0));
}

TEST_F(ReadExr, MixedTypesBecomeFloat) {
  const Image image = read({{"B", Imf::UINT}, {"G", Imf::FLOAT}, {"R", Imf::HALF}});
  EXPECT_EQ(image.format, (ElementFormat{floating, 32, 4}));
  for (int c = 0; c < 3; ++c)
    EXPECT_EQ(number_at(image, 2, 2, c), value_at(2 - c, 2, 2));
}

TEST_F(ReadExr, DataWindowAnywhere) {
  for (const Imath::V2i& corner : {Imath::V2i(-7, 31), Imath::V2i(1000, -2)}) {
    const Image image = read({{"R", Imf::FLOAT}}, corner);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        EXPECT_EQ(number_at(image, x, y, 0), value_at(0, x, y));
  }
}

TEST_F(ReadExr, LayersWithColors) {
  const Image image =
      read({{"N.X", Imf::HALF}, {"beauty.B", Imf::HALF}, {"beauty.G", Imf::HALF}, {"beauty.R", Imf::HALF}});
  EXPECT_EQ(image.format.channels, 4);
  EXPECT_EQ(number_at(image, 1, 2, 0), value_at(3, 1, 2));
}

TEST_F(ReadExr, RefusesChannelsWithoutAMeaning) {
  const std::string message = refusal({{"N.X", Imf::HALF}, {"N.Y", Imf::HALF}});
  EXPECT_NE(message.find("has the channels N.X, N.Y"), message.npos) << message;
  const std::string luma = refusal({{"BY", Imf::HALF}, {"RY", Imf::HALF}, {"Y", Imf::HALF}});
  EXPECT_NE(luma.find("luminance"), luma.npos) << luma;
}

// A small file that claims a large picture is refused before memory is allocated for it.
TEST_F(ReadExr, AbsurdSizes) {
  read({{"R", Imf::FLOAT}});
  std::string bytes = folder.read("a.exr");
  const std::size_t at = bytes.find("dataWindow") + std::string("dataWindow box2i ").size() + 4;
  const auto refusal_of = [&](int right, int bottom) {
    for (int i = 0; i < 4; ++i) {
      bytes[at + 8 + std::size_t(i)] = char(right >> 8 * i);
      bytes[at + 12 + std::size_t(i)] = char(bottom >> 8 * i);
    }
    return tests::refusal_of<FileError>([&] { read_image(folder.write("b.exr", bytes)); });
  };
  EXPECT_NE(refusal_of(16383, 63).find("damaged"), std::string::npos);
  EXPECT_NE(refusal_of(131072, 2).find("131073 x 3"), std::string::npos) << refusal_of(131072, 2);
}

// No file of PIZ packs a gigabyte into so little, so that it is refused before memory is asked for.
TEST_F(ReadExr, RefusesWhatNoCompressionPacks) {
  constexpr int side = 16384, rows = 32;
  const auto path = folder.path("claims.exr");
  const auto refusal_under = [&](Imf::Compression compression) {
    {
      Imf::Header header(side, side);
      header.compression() = compression;
      header.channels().insert("R", Imf::Channel(Imf::HALF));
      const std::vector<std::uint16_t> black(std::size_t(side) * rows);
      Imf::FrameBuffer buffer;
      char* const first = const_cast<char*>(reinterpret_cast<const char*>(black.data()));
      buffer.insert("R", Imf::Slice(Imf::HALF, first, 2, 2 * side));
      Imf::OutputFile file(path.c_str(), header);
      file.setFrameBuffer(buffer);
      file.writePixels(rows);
    }
    return tests::refusal_of<FileError>([&] { read_image(path); });
  };
  for (const auto compression : {Imf::PIZ_COMPRESSION, Imf::B44A_COMPRESSION})
    EXPECT_NE(refusal_under(compression).find("the file ends too early"), std::string::npos) << compression;
  EXPECT_EQ(refusal_under(Imf::DWAA_COMPRESSION).find("the file ends too early"), std::string::npos);
}

// A file with only the first rows of the 1 GB that its header claims.
TEST_F(ReadExr, TakesMemoryOnlyForRowsThatAreThere) {
  constexpr int side = 16384, rows = 64;
  const auto path = folder.path("claims.exr");
  {
    Imf::Header header(side, side);
    header.compression() = Imf::DWAA_COMPRESSION;
    header.channels().insert("R", Imf::Channel(Imf::FLOAT));
    const std::vector<float> black(std::size_t(side) * rows);
    Imf::FrameBuffer buffer;
    buffer.insert("R", Imf::Slice(Imf::FLOAT, const_cast<char*>(reinterpret_cast<const char*>(black.data())),
                                  4, 4 * side));
    Imf::OutputFile file(path.c_str(), header);
    file.setFrameBuffer(buffer);
    file.writePixels(rows);
  }
  EXPECT_LT(std::filesystem::file_size(path), 20000u);
  const auto before = peak_kilobytes();
  EXPECT_THROW(read_image(path), FileError);
  EXPECT_LT(peak_kilobytes() - before, 300000);
}

// An attribute whose size is larger than the file costs no memory.
TEST_F(ReadExr, AttributesThatClaimMoreThanTheFileHolds) {
  Imf::Header header = make_header({{"R", Imf::FLOAT}}, Imath::Box2i({0, 0}, {width - 1, height - 1}));
  header.insert("comments", Imf::StringAttribute("none"));
  const auto path = folder.path("claims.exr");
  { Imf::OutputFile file(path.c_str(), header); }
  std::string bytes = folder.read("claims.exr");
  const std::string start("comments\0string\0", 16);
  const std::size_t size = bytes.find(start) + start.size();
  ASSERT_EQ(bytes.substr(size, 8), std::string("\4\0\0\0none", 8));
  bytes[size + 3] = 0x70;
  const auto before = peak_kilobytes();
  const std::string message =
      tests::refusal_of<FileError>([&] { read_image(folder.write("claims.exr", bytes)); });
  EXPECT_NE(message.find("size 1879048196"), std::string::npos) << message;
  EXPECT_LT(peak_kilobytes() - before, 300000);
}

TEST_F(ReadExr, Tiles) {
  const Channels channels = {{"R", Imf::FLOAT}};
  const Imath::Box2i window({0, 0}, {width - 1, height - 1});
  Imf::Header header = make_header(channels, window);
  header.setTileDescription(Imf::TileDescription(2, 2, Imf::MIPMAP_LEVELS));
  const Planes planes = make_planes(channels, window);
  const auto path = folder.path("tiles.exr");
  {
    Imf::TiledOutputFile file(path.c_str(), header);
    file.setFrameBuffer(planes.buffer);
    for (int level = 0; level < file.numLevels(); ++level)
      file.writeTiles(0, file.numXTiles(level) - 1, 0, file.numYTiles(level) - 1, level);
  }
  const Image image = read_image(path);
  ASSERT_EQ(image.width, width);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      EXPECT_EQ(number_at(image, x, y, 0), value_at(0, x, y));
}

TEST_F(ReadExr, FirstPartOfSeveral) {
  const Imath::Box2i window({0, 0}, {width - 1, height - 1});
  std::vector<Imf::Header> headers;
  const Channels channels[] = {{{"R", Imf::FLOAT}}, {{"Z", Imf::HALF}}};
  for (int part = 0; part < 2; ++part) {
    headers.push_back(make_header(channels[part], window));
    headers.back().setName("part " + std::to_string(part));
    headers.back().setType(Imf::SCANLINEIMAGE);
  }
  const auto path = folder.path("parts.exr");
  {
    Imf::MultiPartOutputFile file(path.c_str(), headers.data(), 2);
    for (int part = 0; part < 2; ++part) {
      const Planes planes = make_planes(channels[part], window);
      Imf::OutputPart output(file, part);
      output.setFrameBuffer(planes.buffer);
      output.writePixels(height);
    }
  }
  const Image image = read_image(path);
  EXPECT_EQ(image.format, (ElementFormat{floating, 32, 1}));
  EXPECT_EQ(number_at(image, 4, 0, 0), value_at(0, 4, 0));
}

// A file of one channel whose values are 1000 times the level, 10 times y and x.
Image read_levels(const tests::TempFolder& folder, Imath::V2i size, Imf::LevelMode mode,
                  Imf::LevelRoundingMode rounding = Imf::ROUND_DOWN) {
  const auto path = folder.path("levels.exr");
  Imf::Header header(size.x, size.y);
  header.channels().insert("R", Imf::Channel(Imf::FLOAT));
  header.setTileDescription({2, 2, mode, rounding});
  {
    Imf::TiledOutputFile file(path.c_str(), header);
    for (int ly = 0; ly < file.numYLevels(); ++ly)
      for (int lx = 0; lx < file.numXLevels(); ++lx) {
        if (mode != Imf::RIPMAP_LEVELS && lx != ly) continue;
        const int width = file.levelWidth(lx), height = file.levelHeight(ly);
        std::vector<float> values;
        for (int i = 0; i < width * height; ++i)
          values.push_back(float(1000 * lx + 10 * (i / width) + i % width));
        Imf::FrameBuffer buffer;
        buffer.insert(
            "R", Imf::Slice(Imf::FLOAT, reinterpret_cast<char*>(values.data()), 4, std::size_t(4 * width)));
        file.setFrameBuffer(buffer);
        file.writeTiles(0, file.numXTiles(lx) - 1, 0, file.numYTiles(ly) - 1, lx, ly);
      }
  }
  return read_image(path);
}

TEST_F(ReadExr, LevelsOfTilesAreLevels) {
  const Image image = read_levels(folder, {5, 3}, Imf::MIPMAP_LEVELS);
  ASSERT_EQ(image.level_count, 3);
  EXPECT_EQ(image.note, "");
  const std::array<std::array<int, 2>, 3> sizes = {{{5, 3}, {2, 1}, {1, 1}}};
  for (int level = 0; level < 3; ++level)
    for (int y = 0; y < sizes[std::size_t(level)][1]; ++y)
      for (int x = 0; x < sizes[std::size_t(level)][0]; ++x)
        EXPECT_EQ(bits_float(image.bits_at(x, y, 0, level, 0)), float(1000 * level + 10 * y + x));
  const Image round_up = read_levels(folder, {4, 2}, Imf::MIPMAP_LEVELS, Imf::ROUND_UP);
  EXPECT_EQ(round_up.level_count, 3);
  EXPECT_EQ(bits_float(round_up.bits_at(1, 0, 0, 1, 0)), 1001.f);
}

TEST_F(ReadExr, LevelsThatNoTextureHasAreSaid) {
  const Image rip = read_levels(folder, {5, 3}, Imf::RIPMAP_LEVELS);
  EXPECT_EQ(rip.level_count, 1);
  EXPECT_EQ(bits_float(rip.bits_at(4, 2, 0)), 24.f);
  EXPECT_NE(rip.note.find("halve width and height separately"), rip.note.npos) << rip.note;
  const Image up = read_levels(folder, {5, 3}, Imf::MIPMAP_LEVELS, Imf::ROUND_UP);
  EXPECT_EQ(up.level_count, 1);
  EXPECT_NE(up.note.find("rounded up"), up.note.npos) << up.note;
  EXPECT_EQ(read_levels(folder, {5, 3}, Imf::ONE_LEVEL).note, "");
  EXPECT_EQ(read_levels(folder, {1, 1}, Imf::MIPMAP_LEVELS, Imf::ROUND_UP).note, "");
}

} // namespace
} // namespace texelscope
