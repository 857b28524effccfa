#include <gtest/gtest.h>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image_io/read_image.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

class ReadCube : public ::testing::Test {
protected:
  Image read(const std::string& bytes) { return read_image(folder.write("a.cube", bytes)); }
  std::string refusal(const std::string& bytes) {
    const std::string message = tests::refusal_of<FileError>([&] { read(bytes); });
    return message.substr(std::min(message.find("a.cube"), message.size()));
  }
  tests::TempFolder folder;
};

// Red is that of the place along x, green along y, blue along z; and 8 lines tell them apart.
const std::string table = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n0.25 +0.5 1e-1\n";

std::array<float, 4> texel(const Image& image, int x, int y, int z) {
  std::array<float, 4> values = {};
  for (int c = 0; c < 4; ++c)
    values[std::size_t(c)] = bits_float(image.bits_at(x, y, z, 0, c));
  return values;
}

TEST_F(ReadCube, RedRunsAlongX) {
  const Image image = read("# made by hand\nTITLE \"two\"\r\n\nLUT_3D_SIZE 2\r\n" + table);
  EXPECT_EQ(image.dimension, Dimension::d3);
  EXPECT_EQ(image.width, 2);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.planes, 2);
  EXPECT_EQ(image.format, (ElementFormat{ElementKind::floating, 32, 4}));
  EXPECT_EQ(texel(image, 1, 0, 0), (std::array{1.f, 0.f, 0.f, 1.f}));
  EXPECT_EQ(texel(image, 0, 1, 0), (std::array{0.f, 1.f, 0.f, 1.f}));
  EXPECT_EQ(texel(image, 0, 0, 1), (std::array{0.f, 0.f, 1.f, 1.f}));
  EXPECT_EQ(texel(image, 1, 1, 1), (std::array{0.25f, 0.5f, 0.1f, 1.f}));
  EXPECT_EQ(image.note, "");
  EXPECT_EQ(image.file.format, ".cube");
  EXPECT_EQ(image.file.texels, "f32x3");
}

TEST_F(ReadCube, OneDimension) {
  const Image image = read("LUT_1D_SIZE 3\n0 0.1 0.2\n0.5 0.6 0.7\n1 1.1 -1.2");
  EXPECT_EQ(image.dimension, Dimension::d1);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.height, 1);
  EXPECT_EQ(texel(image, 2, 0, 0), (std::array{1.f, 1.1f, -1.2f, 1.f}));
}

TEST_F(ReadCube, OfTwoTablesTheVolumeIsRead) {
  const Image image =
      read("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE -0.125 4\nLUT_3D_SIZE 2\n9 9 9\n8 8 8\n" + table);
  EXPECT_EQ(image.dimension, Dimension::d3);
  EXPECT_EQ(texel(image, 1, 0, 0), (std::array{1.f, 0.f, 0.f, 1.f}));
  EXPECT_NE(image.note.find("a 1-D table of 2 entries"), image.note.npos) << image.note;
  EXPECT_EQ(image.note.find("inputs from"), image.note.npos) << "those of the 1-D table";
}

TEST_F(ReadCube, OtherInputsThanZeroToOneAreSaid) {
  const std::string domain = read("DOMAIN_MIN 0 -1 0\nDOMAIN_MAX 1 1 2.5\nLUT_3D_SIZE 2\n" + table).note;
  EXPECT_NE(domain.find("inputs from (0, -1, 0) to (1, 1, 2.5)"), domain.npos) << domain;
  const std::string range = read("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 4.0\n" + table).note;
  EXPECT_NE(range.find("inputs from (0, 0, 0) to (4, 4, 4)"), range.npos) << range;
  const std::string line = read("LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 2\n0 0 0\n1 1 1\n").note;
  EXPECT_NE(line.find("inputs from (0, 0, 0) to (2, 2, 2)"), line.npos) << line;
}

TEST_F(ReadCube, ALongCommentInFront) {
  EXPECT_EQ(read("# " + std::string(5000, 'x') + "\nLUT_3D_SIZE 2\n" + table).width, 2);
}

TEST_F(ReadCube, Refusals) {
  const tests::Refusals<> cases = {
      {"TITLE \"x\"\n0 0 0\n", "a.cube\" states neither LUT_1D_SIZE nor LUT_3D_SIZE in front of its table."},
      {"LUT_3D_SIZE 2\n0 0 0\n", "a.cube\" states a table of 8 entries, but it has 1."},
      {"LUT_3D_SIZE 2\n" + table + "1 1 1\n",
       "a.cube\" is not a .cube table that can be read: line 10 is \"1 1 1\"."},
      {"LUT_3D_SIZE 1\n0 0 0\n",
       "a.cube\" is not a .cube table that can be read: line 1 is \"LUT_3D_SIZE 1\"."},
      {"LUT_3D_SIZE x\n0 0 0\n",
       "a.cube\" is not a .cube table that can be read: line 1 is \"LUT_3D_SIZE x\"."},
      {"LUT_3D_SIZE 2\n0 0\n", "a.cube\" is not a .cube table that can be read: line 2 is \"0 0\"."},
      {"LUT_3D_SIZE 2\n0 0 zero\n",
       "a.cube\" is not a .cube table that can be read: line 2 is \"0 0 zero\"."},
      {"LUT_3D_SIZE 2048\n0 0 0\n", "a.cube\" states a table of 8589934592 entries, but it has 1."},
  };
  tests::expect_refused_as([&](const std::string& bytes) { return refusal(bytes); }, cases);
}

} // namespace
} // namespace texelscope
