#include "kernels/unit/image_io/write_image.h"

#include <cstring>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/ground/base/half.h"
#include "kernels/machines/backend/backend.h"
#include "tests/temp_folder.h"

namespace texelscope {
namespace {

using enum ElementKind;
using tests::TempFolder;

Picture make_picture(ResultType type) {
  Picture picture{3, 2, type, {}, {}};
  for (std::uint32_t i = 0; i < 6; ++i)
    picture.pixels.push_back({i, 0x7fc00000u + i, 0xff800000u, 0x80000000u - i});
  return picture;
}

TEST(WriteImage, PngComesBack) {
  const TempFolder folder;
  std::vector<std::uint8_t> rgba;
  for (int i = 0; i < 7 * 5 * 4; ++i)
    rgba.push_back(std::uint8_t(i * 29));
  write_png(folder.path("a.png"), 7, 5, rgba);
  const Image image = read_image(folder.path("a.png"));
  ASSERT_EQ(image.width, 7);
  ASSERT_EQ(image.height, 5);
  ASSERT_EQ(image.format, (ElementFormat{unsigned_int, 8, 4}));
  for (std::size_t i = 0; i < rgba.size(); ++i)
    EXPECT_EQ(image.texels[i], std::byte(rgba[i]));
  EXPECT_EQ(folder.count(), 1u) << "nothing else is left in the folder";
}

TEST(WriteImage, ExrKeepsEveryBit) {
  const TempFolder folder;
  for (const ResultType type : {ResultType::floating, ResultType::unsigned_int}) {
    const Picture picture = make_picture(type);
    write_exr(folder.path("a.exr"), picture);
    const Image image = read_image(folder.path("a.exr"));
    ASSERT_EQ(image.width, 3);
    ASSERT_EQ(image.height, 2);
    ASSERT_EQ(image.format, (ElementFormat{type == ResultType::floating ? floating : unsigned_int, 32, 4}));
    for (int i = 0; i < 6; ++i)
      for (int c = 0; c < 4; ++c)
        EXPECT_EQ(image.bits_at(i % 3, i / 3, c), picture.pixels[std::size_t(i)][std::size_t(c)])
            << i << ", " << c;
  }
}

TEST(WriteImage, ExrRefusesSignedIntegers) {
  const TempFolder folder;
  try {
    write_exr(folder.path("a.exr"), make_picture(ResultType::signed_int));
    FAIL();
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find(".npy"), std::string::npos);
  }
  EXPECT_EQ(folder.count(), 0u);
}

TEST(WriteImage, NpyOfPictures) {
  const TempFolder folder;
  for (const auto& [type, kind] :
       {std::pair(ResultType::floating, floating), std::pair(ResultType::unsigned_int, unsigned_int),
        std::pair(ResultType::signed_int, signed_int)}) {
    const Picture picture = make_picture(type);
    write_npy(folder.path("a.npy"), picture);
    const Image image = read_image(folder.path("a.npy"));
    ASSERT_EQ(image.format, (ElementFormat{kind, 32, 4}));
    for (int i = 0; i < 6; ++i)
      for (int c = 0; c < 4; ++c)
        EXPECT_EQ(image.bits_at(i % 3, i / 3, c), picture.pixels[std::size_t(i)][std::size_t(c)]);
  }
}

TEST(WriteImage, NpyOfImages) {
  const TempFolder folder;
  for (const ElementKind kind : {unsigned_int, signed_int, floating})
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 4}) {
        if (kind == floating && bits == 8) continue;
        Image image = Image::create(5, 3, {kind, bits, channels});
        for (std::size_t i = 0; i < image.size_bytes(); ++i)
          image.texels[i] = std::byte(i * 41);
        write_npy(folder.path("a.npy"), image);
        const Image back = read_image(folder.path("a.npy"));
        EXPECT_EQ(back.format, image.format);
        EXPECT_EQ(back.width, 5);
        EXPECT_EQ(back.texels, image.texels);
      }
}

TEST(WriteImage, NpyHeaderIsNumPys) {
  const TempFolder folder;
  Image image = Image::create(3, 2, {floating, 16, 2});
  write_npy(folder.path("a.npy"), image);
  const std::string bytes = folder.read("a.npy");
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ((10 + std::uint8_t(bytes[8]) + 256 * std::uint8_t(bytes[9])) % 64, 0);
  EXPECT_EQ(bytes.substr(10, 58), "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3, 2");
  EXPECT_EQ(bytes[127], '\n');
  EXPECT_EQ(bytes.size(), 128u + 24);
  image.format = {unsigned_int, 8, 1};
  write_npy(folder.path("a.npy"), image);
  EXPECT_EQ(folder.read("a.npy").substr(10, 57), "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3),");
}

// Of 37 rows, which are written in these heights.
template <class Whole>
auto bands_of(const Whole& whole, std::vector<int> heights) {
  return [&whole, heights](const BandSink<Picture>& sink) {
    std::size_t row = 0;
    for (const int height : heights) {
      const auto first = whole.pixels.begin() + std::ptrdiff_t(row) * whole.width;
      sink({whole.width, height, whole.type, whole.source, {first, first + height * whole.width}});
      row += std::size_t(height);
    }
  };
}

Picture tall_picture(ResultType type) {
  Picture picture{5, 37, type, {floating, 32, 4}, {}};
  for (std::uint32_t i = 0; i < 5 * 37; ++i) // finite floats, infinities and NaN
    picture.pixels.push_back({float_bits(float(i) / 185), i % 3 ? 0x3e800000u : 0x7f800000u,
                              i % 7 ? 0u : 0x7fc00001u, i * 40503u});
  return picture;
}

TEST(WriteImage, BandsOfRowsMakeTheFileOfTheWhole) {
  const TempFolder folder;
  ViewSpec marked;
  marked.mark_nonfinite = marked.mark_out_of_range = true;
  for (const ResultType type : {ResultType::floating, ResultType::unsigned_int}) {
    const Picture whole = tall_picture(type);
    for (const std::string ending : {".png", ".exr", ".npy"}) {
      write_picture(folder.path("whole"), ending, whole, marked);
      const std::string expected = folder.read("whole");
      ASSERT_GT(expected.size(), 100u);
      for (const std::vector<int>& heights : {std::vector<int>{1, 36}, {16, 16, 5}, {17, 0, 3, 17}}) {
        write_picture(folder.path("bands"), ending, {5, 37, type, bands_of(whole, heights)}, marked);
        EXPECT_EQ(folder.read("bands"), expected) << ending << ", first " << heights[0];
      }
    }
  }
}

TEST(WriteImage, WhatRowsThrowLeavesTheFileAsItWas) {
  const TempFolder folder;
  folder.write("a", "old");
  const Picture whole = tall_picture(ResultType::floating);
  const PictureRows failing(5, 37, ResultType::floating, [&](const BandSink<Picture>& sink) {
    bands_of(whole, {20})(sink);
    throw MachineError("no more rows");
  });
  for (const std::string ending : {".png", ".exr", ".npy"})
    try {
      write_picture(folder.path("a"), ending, failing, {});
      ADD_FAILURE() << ending;
    } catch (const MachineError& error) {
      EXPECT_STREQ(error.what(), "no more rows");
    }
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_EQ(folder.count(), 1u);
}

// A pipe takes no byte before those in front of it, such as OpenEXR's table of blocks.
TEST(WriteImage, APipeGetsTheBytesOfTheFile) {
  const TempFolder folder;
  const Picture whole = tall_picture(ResultType::floating);
  ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
  for (const std::string ending : {".png", ".exr", ".npy"}) {
    write_picture(folder.path("file"), ending, whole, {});
    auto read = std::async(std::launch::async, [&] { return folder.read("pipe"); });
    write_picture(folder.path("pipe"), ending, whole, {});
    EXPECT_EQ(read.get(), folder.read("file")) << ending;
  }
}

TEST(WriteImage, OneRowOrColumnIsAPngToo) { // which libpng cannot filter as others
  const TempFolder folder;
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(9, 1), std::pair(1, 9)}) {
    std::vector<std::uint8_t> rgba;
    for (int i = 0; i < width * height * 4; ++i)
      rgba.push_back(std::uint8_t(i * 53));
    write_png(folder.path("a.png"), width, height, rgba);
    const Image image = read_image(folder.path("a.png"));
    ASSERT_EQ(image.width, width);
    ASSERT_EQ(image.height, height);
    for (std::size_t i = 0; i < rgba.size(); ++i)
      EXPECT_EQ(image.texels[i], std::byte(rgba[i]));
  }
}

// More rows than a block of OpenEXR's, so that its threads share the work.
TEST(WriteImage, ThreadsKeepEveryBitOfAnExr) {
  const TempFolder folder;
  Picture picture{64, 333, ResultType::unsigned_int, {}, {}};
  for (std::uint32_t i = 0; i < 64 * 333; ++i)
    picture.pixels.push_back({i, i * 2654435761u, ~i, 7});
  const auto write_and_read = [&](const std::string& name) {
    write_exr(folder.path(name), picture);
    const Image image = read_image(folder.path(name));
    return image.size_bytes() == picture.pixels.size() * sizeof(TexelBits) &&
           std::memcmp(image.texels.data(), picture.pixels.data(), image.size_bytes()) == 0;
  };
  EXPECT_TRUE(write_and_read("a.exr"));
  std::vector<std::future<bool>> at_once;
  for (const char* name : {"b.exr", "c.exr", "d.exr"})
    at_once.push_back(std::async(std::launch::async, write_and_read, name));
  for (auto& one : at_once)
    EXPECT_TRUE(one.get());
  const pid_t child = ::fork(); // where the pool's threads would be missing
  if (child == 0) ::_exit(write_and_read("e.exr") ? 0 : 1);
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

template <class Error>
std::string failure(const std::filesystem::path& path) {
  try {
    write_npy(path, make_picture(ResultType::floating));
  } catch (const Error& error) {
    std::string message = error.what();
    EXPECT_NE(message.find(path.string()), message.npos) << message;
    return message;
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of error: " << error.what();
    return "";
  }
  ADD_FAILURE() << path << " was written";
  return "";
}

TEST(WriteImage, WrongPathsAreFileErrors) {
  const TempFolder folder;
  EXPECT_NE(failure<FileError>(folder.path("none/a.npy")).find("does not exist"), std::string::npos);
  EXPECT_NE(failure<FileError>(folder.root()).find("it is a folder"), std::string::npos);
  EXPECT_NE(failure<FileError>(folder.path("new/")).find("it is a folder"), std::string::npos);
  folder.write("file", "x");
  EXPECT_NE(failure<FileError>(folder.path("file/a.npy")).find("Not a directory"), std::string::npos);
  EXPECT_NE(failure<FileError>(folder.path(std::string(300, 'a'))).find("too long"), std::string::npos);
  EXPECT_EQ(folder.count(), 1u) << "nothing is left behind";
}

TEST(WriteImage, PermissionsAreFileErrors) {
  const TempFolder folder;
  folder.write("locked.npy", "old");
  std::filesystem::permissions(folder.path("locked.npy"), std::filesystem::perms::owner_read);
  const tests::WithoutRoot without_root;
  if (::access(folder.root().c_str(), W_OK) != 0) {
    EXPECT_NE(failure<FileError>(folder.path("new.npy")).find("Permission denied"), std::string::npos);
  }
  EXPECT_NE(failure<FileError>(folder.path("locked.npy")).find("Permission denied"), std::string::npos);
  EXPECT_EQ(folder.count(), 1u);
}

TEST(WriteImage, AFullDiskIsTheMachinesFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_NE(failure<MachineError>("/dev/full").find("No space left"), std::string::npos);
  EXPECT_THROW(write_png("/dev/full", 1, 1, std::vector<std::uint8_t>(4)), MachineError);
  EXPECT_THROW(write_exr("/dev/full", make_picture(ResultType::floating)), MachineError);
  std::vector<std::uint8_t> noise(1024 * 1024 * 4); // of which a part is written before the end
  std::uint32_t state = 1;
  for (std::uint8_t& byte : noise)
    byte = std::uint8_t((state = state * 1664525u + 1013904223u) >> 24);
  EXPECT_THROW(write_png("/dev/full", 1024, 1024, noise), MachineError);
  struct stat status = {};
  ASSERT_EQ(::stat("/dev/full", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode)) << "the device is still there";
  write_png("/dev/null", 1, 1, std::vector<std::uint8_t>(4));
}

TEST(WriteImage, ReplacesAFileAndKeepsItsModeAndLinks) {
  const TempFolder folder;
  folder.write("real.npy", "old");
  std::filesystem::permissions(folder.path("real.npy"), std::filesystem::perms(0640));
  std::filesystem::create_symlink("real.npy", folder.path("link.npy"));
  write_npy(folder.path("link.npy"), make_picture(ResultType::floating));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.npy")));
  EXPECT_EQ(read_image(folder.path("real.npy")).width, 3);
  EXPECT_EQ(std::filesystem::status(folder.path("real.npy")).permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(folder.count(), 2u);
}

TEST(WriteImage, ARelativePathNeedsNoFolder) {
  const TempFolder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.root());
  EXPECT_NO_THROW(write_npy("a.npy", make_picture(ResultType::floating)));
  std::filesystem::current_path(before);
  EXPECT_EQ(read_image(folder.path("a.npy")).height, 2);
}

} // namespace
} // namespace texelscope
