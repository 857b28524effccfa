// NRRD and MetaImage.
#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"
#include "tests/kernels/make_volumes.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using enum ElementKind;
using tests::packed;

const std::string numbers = "\1\2\3\4\5\6\7\x8\x9\xa\xb\xc"; // 12 bytes

class ReadVolumes : public ::testing::Test {
protected:
  Image read(const std::string& name, const std::string& bytes) {
    return read_image(folder.write(name, bytes));
  }
  std::string refusal(const std::string& name, const std::string& bytes) {
    const std::string message = tests::refusal_of<FileError>([&] { read(name, bytes); });
    return message.substr(std::min(message.find(name), message.size()));
  }
  tests::TempFolder folder;
};

std::string nrrd(const std::string& fields) {
  return "NRRD0004\n# a comment\n" + fields + "\n";
}

TEST_F(ReadVolumes, NrrdIsAVolumeOfItsOwnSize) {
  const Image image = read("a.nrrd", nrrd("type: uchar\ndimension: 3\nsizes: 3 2 2\nencoding: raw\n"
                                          "space directions: (1,0,0) (0,1,0) (0,0,1)\nmodality:=CT\n") +
                                         numbers);
  EXPECT_EQ(image.dimension, Dimension::d3);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.planes, 2);
  EXPECT_EQ(image.format, (ElementFormat{unsigned_int, 8, 1}));
  EXPECT_EQ(image.bits_at(2, 1, 0, 0, 0), 6u);
  EXPECT_EQ(image.bits_at(0, 0, 1, 0, 0), 7u);
  EXPECT_EQ(image.file.format, "NRRD");
}

TEST_F(ReadVolumes, NrrdTypesAndByteOrders) {
  const auto first = [&](const std::string& type, const std::string& endian) {
    const Image image =
        read("a.nrrd", nrrd("type: " + type + "\nsizes: 1 1\nencoding: raw\n" + endian) + "\1\2\3\4");
    EXPECT_EQ(image.dimension, Dimension::d2);
    return std::pair(image.format, image.bits_at(0, 0, 0));
  };
  using Wanted = std::pair<ElementFormat, std::uint32_t>;
  EXPECT_EQ(first("signed char", ""), (Wanted{{signed_int, 8, 1}, 1}));
  EXPECT_EQ(first("short", "endian: little\n"), (Wanted{{signed_int, 16, 1}, 0x201}));
  EXPECT_EQ(first("unsigned short int", "endian: big\n"), (Wanted{{unsigned_int, 16, 1}, 0x102}));
  EXPECT_EQ(first("int32_t", "endian: big\n"), (Wanted{{signed_int, 32, 1}, 0x1020304}));
  EXPECT_EQ(first("float", "endian: little\n"), (Wanted{{floating, 32, 1}, 0x4030201}));
}

TEST_F(ReadVolumes, NrrdOfGzipAndOfAnotherFile) {
  const std::string fields = "type: uint8\r\ndimension: 3\r\nsizes: 3 2 2\r\nencoding: gzip\r\n";
  EXPECT_EQ(read("a.nrrd", "NRRD0005\r\n" + fields + "\r\n" + packed(numbers, 31)).bits_at(2, 1, 1, 0, 0),
            12u);
  folder.write("b.raw.gz", "first line\n" + packed(numbers, 31));
  const std::string skip = "line skip: 1\r\nbyte skip: 4\r\n";
  const Image image = read("b.nhdr", "NRRD0005\r\ntype: uint8\r\nsizes: 2 2 2\r\nencoding: gz\r\n" + skip +
                                         "data file: b.raw.gz\r\n");
  EXPECT_EQ(image.bits_at(0, 0, 0, 0, 0), 5u);
  EXPECT_EQ(image.bits_at(1, 1, 1, 0, 0), 12u);
  folder.write("d.raw.gz", packed("a header of any length" + numbers, 31));
  EXPECT_EQ(
      read("d.nhdr", "NRRD0001\ntype: uint8\nsizes: 3 4\nencoding: gz\nbyteskip: -1\ndatafile: d.raw.gz\n")
          .bits_at(0, 0, 0),
      1u);
  folder.write("c.raw", "a header of any length" + numbers);
  EXPECT_EQ(
      read("c.nhdr", "NRRD0001\ntype: uint8\nsizes: 3 4\nencoding: raw\nbyteskip: -1\ndatafile: c.raw\n")
          .bits_at(2, 3, 0),
      12u);
}

TEST_F(ReadVolumes, NrrdChannels) {
  const Image rgb = read(
      "a.nrrd", nrrd("type: uchar\nsizes: 3 2 2\nkinds: RGB-color domain domain\nencoding: raw\n") + numbers);
  EXPECT_EQ(rgb.dimension, Dimension::d2);
  EXPECT_EQ(rgb.format.channels, 4);
  EXPECT_EQ(rgb.bits_at(1, 1, 2), 12u);
  EXPECT_EQ(rgb.bits_at(1, 1, 3), 255u);
  const Image four = read("b.nrrd", nrrd("type: uchar\nsizes: 2 3 1 2\nencoding: raw\n") + numbers);
  EXPECT_EQ(four.dimension, Dimension::d3);
  EXPECT_EQ(four.format.channels, 2);
  EXPECT_EQ(four.bits_at(2, 0, 1, 0, 1), 12u);
}

TEST_F(ReadVolumes, NrrdOfDoublesSaysWhatBecameOfThem) {
  const Image image = read("a.nrrd", nrrd("type: double\nsizes: 1 1 2\nencoding: raw\nendian: little\n") +
                                         tests::little(1.5) + tests::little(2.5));
  EXPECT_EQ(image.format, (ElementFormat{floating, 32, 1}));
  EXPECT_NE(image.note.find("float64"), image.note.npos);
}

TEST_F(ReadVolumes, NrrdRefusals) {
  const std::string fields = "type: uchar\nsizes: 3 4\nencoding: raw\n",
                    short_file = "a.nrrd\" is cut short or damaged: the file ends too early.";
  const tests::Refusals<> cases = {
      {nrrd("sizes: 3 4\nencoding: raw\n"),
       "a.nrrd\" has a header without the field \"type\", which every volume needs."},
      {nrrd("type: uchar\nencoding: raw\n"),
       "a.nrrd\" has a header without the field \"sizes\", which every volume needs."},
      {nrrd("type: uchar\nsizes: 3 4\n"),
       "a.nrrd\" has a header without the field \"encoding\", which every volume needs."},
      {nrrd("type: block\n"), "a.nrrd\" has a header whose line \"type: block\" is not supported."},
      {nrrd("type: uchar\nencoding: bzip2\n"),
       "a.nrrd\" has a header whose line \"encoding: bzip2\" is not supported."},
      {nrrd("sizes: 3 -4\n"), "a.nrrd\" has a header whose line \"sizes: 3 -4\" is not supported."},
      {nrrd("data file: LIST\n"), "a.nrrd\" has a header whose line \"data file: LIST\" is not supported."},
      {nrrd("data file: a%03d.raw 1 9 1\n"),
       "a.nrrd\" has a header whose line \"data file: a%03d.raw 1 9 1\" is not supported."},
      {nrrd("no field\n"), "a.nrrd\" has a header whose line \"no field\" is not supported."},
      {nrrd("type: uchar\nsizes: 2 2 3\nkinds: space vector\nencoding: raw\n"),
       "a.nrrd\" has a header whose line \"sizes: 2 2 3\" is not supported."},
      {nrrd("type: uchar\nsizes: 9 2 2 2 2\nencoding: raw\n"),
       "a.nrrd\" has the size 9 x 2 x 2 x 2 x 2 (channels: 1), but a texture has 1 to 3 axes and 1 to 4 "
       "channels. Save a part of it."},
      {nrrd("type: uchar\nsizes: 5 2 2\nkinds: vector space space\nencoding: raw\n"),
       "a.nrrd\" has the size 2 x 2 (channels: 5), but a texture has 1 to 3 axes and 1 to 4 channels. Save a "
       "part of it."},
      {nrrd("type: uchar\nsizes: 0 4\nencoding: raw\n"),
       "a.nrrd\" has the shape (4, 0): it holds no texels."},
      {nrrd(fields) + "\1\2\3", short_file},
      {nrrd("type: uchar\nsizes: 60000 60000 60000\nencoding: gzip\n") + packed(numbers, 31), short_file},
      {nrrd("type: float\nsizes: 999999999999 999999999999 999999999999\nencoding: raw\n") + numbers,
       short_file},
      {nrrd("type: uchar\nsizes: 3 4\nencoding: gzip\n") + numbers,
       "a.nrrd\" is cut short or damaged: its compressed data cannot be unpacked."},
  };
  tests::expect_refused_as([&](const std::string& bytes) { return refusal("a.nrrd", bytes); }, cases);
  EXPECT_EQ(tests::refusal_of<FileError>([&] { read("b.nhdr", nrrd(fields + "data file: none.raw")); }),
            "There is no file \"" + folder.path("none.raw").string() + "\".");
}

std::string meta(const std::string& fields) {
  return "ObjectType = Image\nNDims = 3\nBinaryData = True\n" + fields;
}

TEST_F(ReadVolumes, MetaImageInOneFileAndInTwo) {
  const std::string fields = "DimSize = 3 2 2\nElementSpacing = 1 1 2.5\nElementType = MET_UCHAR\n";
  const Image image = read("a.mha", meta(fields + "ElementDataFile = LOCAL\n") + numbers);
  EXPECT_EQ(image.dimension, Dimension::d3);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.planes, 2);
  EXPECT_EQ(image.bits_at(0, 1, 1, 0, 0), 10u);
  EXPECT_EQ(image.file.format, "MetaImage");
  folder.write("b.raw", "12345" + numbers);
  EXPECT_EQ(read("b.mhd", meta(fields + "HeaderSize = 5\nElementDataFile = b.raw\n")).bits_at(0, 0, 0), 1u);
  EXPECT_EQ(read("c.mhd", meta(fields + "HeaderSize = -1\nElementDataFile = b.raw")).bits_at(2, 1, 1, 0, 0),
            12u);
  const std::string zlib = packed(numbers, 15);
  EXPECT_EQ(read("d.mha", meta(fields + "CompressedData = True\nCompressedDataSize = " +
                               std::to_string(zlib.size()) + "\nElementDataFile = LOCAL\n") +
                              zlib)
                .bits_at(2, 1, 1, 0, 0),
            12u);
}

TEST_F(ReadVolumes, MetaImageElements) {
  const Image image =
      read("a.mha", meta("DimSize = 2 1 1\nElementNumberOfChannels = 3\nElementByteOrderMSB = True\n"
                         "ElementType = MET_SHORT\nElementDataFile = LOCAL\n") +
                        numbers);
  EXPECT_EQ(image.dimension, Dimension::d2);
  EXPECT_EQ(image.format, (ElementFormat{signed_int, 16, 4}));
  EXPECT_EQ(image.bits_at(1, 0, 2), 0xb0cu);
  EXPECT_EQ(image.bits_at(1, 0, 3), 0x7fffu);
}

TEST_F(ReadVolumes, MetaImageRefusals) {
  const auto line = [](const std::string& text) {
    return "a.mha\" has a header whose line \"" + text + "\" is not supported.";
  };
  const auto missing = [](const std::string& field) {
    return "a.mha\" has a header without the field \"" + field + "\", which every volume needs.";
  };
  const tests::Refusals<> cases = {
      {"ObjectType = Mesh\nElementDataFile = LOCAL\n", line("ObjectType = Mesh")},
      {"ObjectType = Image\nBinaryData = False\n", line("BinaryData = False")},
      {meta("ElementType = MET_STRING\n"), line("ElementType = MET_STRING")},
      {meta("DimSize = many\n"), line("DimSize = many")},
      {meta("HeaderSize = -2\n"), line("HeaderSize = -2")},
      {meta("DimSize = 2 2\nElementType = MET_UCHAR\nHeaderSize = -1\nCompressedData = True\nElementDataFile "
            "= "
            "LOCAL\n"),
       line("HeaderSize = -1")},
      {meta("ElementDataFile = LIST\n"), line("ElementDataFile = LIST")},
      {meta("ElementType = MET_UCHAR\nDimSize = 2 2\n"), missing("ElementDataFile")},
      {meta("ElementType = MET_UCHAR\nElementDataFile = LOCAL\n"), missing("DimSize")},
      {meta("DimSize = 2 2\nElementDataFile = LOCAL\n"), missing("ElementType")},
  };
  tests::expect_refused_as([&](const std::string& bytes) { return refusal("a.mha", bytes); }, cases);
}

} // namespace
} // namespace texelscope
