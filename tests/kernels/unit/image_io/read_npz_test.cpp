#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"
#include "tests/kernels/make_files.h"
#include "tests/kernels/make_volumes.h"
#include "tests/refusals.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using tests::make_npy;
using tests::make_zip;
using tests::ZipMember;

class ReadNpz : public ::testing::Test {
protected:
  Image read(const std::string& bytes, const std::string& part = "", Dimension dimension = Dimension::d2) {
    folder.write("a.npz", bytes);
    return read_image(folder.path("a.npz" + part), {.dimension = dimension});
  }
  // The sentence from the file's name on.
  std::string refusal(const std::string& bytes, const std::string& part = "") {
    const std::string message = tests::refusal_of<FileError>([&] { read(bytes, part); });
    return message.substr(std::min(message.find("a.npz"), message.size()));
  }

  tests::TempFolder folder;
  const std::string numbers = make_npy("|u1", "(2, 3)", "\1\2\3\4\5\6"),
                    volume = make_npy("<u2", "(2, 1, 2)", std::string("\x01\x02\x03\x04\x05\x06\x07\x08"));
};

TEST_F(ReadNpz, TheOnlyArrayNeedsNoName) {
  for (const bool deflated : {false, true})
    for (const bool wide : {false, true}) {
      const Image image = read(make_zip({{"x.npy", numbers, deflated, wide}}));
      EXPECT_EQ(image.width, 3);
      EXPECT_EQ(image.height, 2);
      EXPECT_EQ(image.format, (ElementFormat{ElementKind::unsigned_int, 8, 1}));
      EXPECT_EQ(image.bits_at(0, 0, 0), 1u);
      EXPECT_EQ(image.bits_at(2, 1, 0), 6u);
      EXPECT_EQ(image.file.format, ".npz");
    }
}

TEST_F(ReadNpz, APartIsNamedBehindTheFile) {
  const std::string zip =
      make_zip({{"x.npy", numbers, true}, {"y.npy", volume}, {"read me.txt", "no array"}});
  EXPECT_EQ(read(zip, "#x").bits_at(2, 1, 0), 6u);
  EXPECT_EQ(read(zip, "#y", Dimension::d3).bits_at(1, 0, 1, 0, 0), 0x807u);
  EXPECT_EQ(read(zip, "#y.npy", Dimension::d3).planes, 2);
}

TEST_F(ReadNpz, AFileOfThatNameComesFirst) {
  folder.write("a.npz#x", numbers);
  EXPECT_EQ(read(make_zip({{"x.npy", make_npy("|u1", "(1, 1)", "\x09")}}), "#x").width, 3);
}

TEST_F(ReadNpz, ACommentMayFollowTheDirectory) {
  EXPECT_EQ(read(make_zip({{"x.npy", numbers}}, std::string(65535, '#'))).width, 3);
}

TEST_F(ReadNpz, Refusals) {
  const std::string two = make_zip({{"x.npy", numbers}, {"y.npy", volume}});
  EXPECT_EQ(refusal(two).substr(0, 46), "a.npz\" holds 2 arrays: x, y. Name one of them ");
  EXPECT_EQ(refusal(two, "#z"), "a.npz#z\" names no array of its file: there is no \"z\", but x, y.");
  EXPECT_EQ(refusal(make_zip({{"x.txt", "x"}})),
            "a.npz\" is a zip file that holds no arrays; numpy.savez() writes such files.");
  const std::string method =
      "a.npz\" holds \"x.npy\" encrypted or compressed in a way other than Deflate. Save "
      "it with numpy.savez_compressed().";
  EXPECT_EQ(refusal(make_zip({{"x.npy", numbers, false, false, 12}})), method);
  EXPECT_EQ(refusal(make_zip({{"x.npy", numbers, false, false, 99999, 1}})), method);
  EXPECT_EQ(
      refusal(make_zip({{"x.npy", "no array"}})),
      "a.npz\" has a .npy header that cannot be read: it is not a dictionary of descr, fortran_order and "
      "shape.");
  EXPECT_EQ(refusal(make_zip({{"x.npy", ""}})), "a.npz\" is cut short or damaged: the file ends too early.");
}

TEST_F(ReadNpz, ChecksumsAreChecked) {
  std::string zip = make_zip({{"x.npy", numbers}});
  zip[zip.find("\1\2\3\4\5\6") + 2] = '\7';
  EXPECT_EQ(refusal(zip), "a.npz\" is cut short or damaged: its compressed data cannot be unpacked.");
}

// Two gigabytes of zeros in two megabytes are a file; in a hundred bytes they are a lie that costs no memory.
TEST_F(ReadNpz, SizesThatTheFileCannotHaveAreRefusedAtOnce) {
  std::string zip = make_zip({{"x.npy", numbers, true}});
  const std::size_t directory = zip.find("PK\1\2");
  zip.replace(directory + 24, 4, tests::little<std::uint32_t>(0x7fffffff));
  EXPECT_EQ(refusal(zip), "a.npz\" is cut short or damaged: the file ends too early.");
  zip.replace(directory + 42, 4, tests::little<std::uint32_t>(0x7fffffff));
  EXPECT_EQ(refusal(zip), "a.npz\" is cut short or damaged: the file ends too early.");
}

TEST_F(ReadNpz, OtherFilesHaveNoParts) {
  folder.write("a.npy", numbers);
  EXPECT_THROW(read_image(folder.path("a.npy#x")), FileError);
}

} // namespace
} // namespace texelscope
