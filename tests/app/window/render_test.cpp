// What render writes, on the CPU backend: absolute expectations through the lossless formats.
#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "kernels/unit/image_io/read_image.h"
#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

// The first channel of a .npy of shape (height, width, 4).
template <class T>
std::vector<T> first_channel(const fs::path& file, int width, int height, const char* type) {
  const std::string bytes = contents(file);
  const std::string shape = "(" + std::to_string(height) + ", " + std::to_string(width) + ", 4)";
  EXPECT_TRUE(bytes.starts_with("\x93NUMPY")) << file;
  const auto header_end = bytes.find('\n');
  EXPECT_NE(bytes.substr(0, header_end).find(shape), std::string::npos) << bytes.substr(0, 100);
  EXPECT_NE(bytes.substr(0, header_end).find(type), std::string::npos) << bytes.substr(0, 100);
  std::vector<T> values;
  for (std::size_t at = header_end + 1; at + 4 * sizeof(T) <= bytes.size(); at += 4 * sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    values.push_back(value);
  }
  EXPECT_EQ(values.size(), std::size_t(width) * std::size_t(height));
  return values;
}

// One texel of 4 x 4 is 1; a picture of 4 x 4 pixels that covers the texture once.
const std::vector<std::string> one_hot = {"--texture.source",    "one_hot", "--texture.width",    "4",
                                          "--texture.height",    "4",       "--texture.kind",     "float",
                                          "--texture.bits",      "32",      "--texture.channels", "1",
                                          "--texture.hot_x",     "2",       "--texture.hot_y",    "1",
                                          "--sampler.read_mode", "element", "--view.span",        "1"};

std::vector<std::string> operator+(std::vector<std::string> args, const std::vector<std::string>& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(Render, PixelCentresMeetTexelCentres) {
  const Program program = {};
  const Ran ran = program.render(one_hot + std::vector<std::string>{"--size", "4x4"}, "out.npy");
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::vector<float> expected = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(first_channel<float>(program / "out.npy", 4, 4, "<f4"), expected);
}

TEST(Render, HalfATexelOffIsTheMeanOfNeighbours) {
  const Program program = {};
  const Ran ran = program.render(
      one_hot + std::vector<std::string>{"--size", "4x4", "--fetch.sample_at", "corner"}, "out.npy");
  ASSERT_EQ(ran.code, 0) << ran.err;
  // Corners of texel (2, 1) are shared by four texels each.
  const std::vector<float> expected = {0, 0, 0, 0, 0, 0, 0.25f, 0.25f, 0, 0, 0.25f, 0.25f, 0, 0, 0, 0};
  EXPECT_EQ(first_channel<float>(program / "out.npy", 4, 4, "<f4"), expected);
}

TEST(Render, IntegersStayIntegers) {
  const Program program = {};
  const std::vector<std::string> args = {"--texture.source", "one_hot", "--texture.width",     "2",
                                         "--texture.height", "2",       "--texture.kind",      "signed",
                                         "--texture.bits",   "16",      "--sampler.read_mode", "element",
                                         "--sampler.filter", "point",   "--view.span",         "1",
                                         "--size",           "2x2"};
  ASSERT_EQ(program.render(args, "out.npy").code, 0);
  EXPECT_EQ(first_channel<std::int32_t>(program / "out.npy", 2, 2, "<i4"),
            (std::vector<std::int32_t>{32767, 0, 0, 0}));
}

TEST(Render, TheSessionsFolderIsWherePathsStart) {
  const Program program = {};
  fs::create_directories(program / "a/b");
  ASSERT_EQ(program.render(one_hot + std::vector<std::string>{"--size", "4x4"}, "a/data.npy").code, 0);
  write(program / "a/b/s.json", R"({"version":1, "texture": {"source": "file", "path": "../data.npy"},
                                    "sampler": {"filter": "point"}, "view": {"span": 1}})");
  const Ran ran = program.render({"a/b/s.json", "--size", "4x4"}, "out.npy");
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(first_channel<float>(program / "out.npy", 4, 4, "<f4")[6], 1.f);
  const Ran flag = program.render({"--texture.source", "file", "--texture.path", "a/data.npy",
                                   "--sampler.filter", "point", "--view.span", "1", "--size", "4x4"},
                                  "flag.npy");
  ASSERT_EQ(flag.code, 0) << flag.err;
  EXPECT_EQ(contents(program / "flag.npy"), contents(program / "out.npy"));
}

TEST(Render, APngHasTheStatedSize) {
  const Program program = {};
  const Ran ran = program.render({"--size", "33x17"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("out.png: 33 x 17 pixels, CPU")) << ran.out;
  const std::string png = contents(program / "out.png");
  ASSERT_GT(png.size(), 24u);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(16, 8), std::string("\0\0\0\x21\0\0\0\x11", 8));
}

TEST(Render, AnExrIsWritten) {
  const Program program = {};
  ASSERT_EQ(program.render({"--size", "8x8"}, "out.exr").code, 0);
  EXPECT_TRUE(contents(program / "out.exr").starts_with("\x76\x2f\x31\x01"));
  EXPECT_EQ(program.render({"out.exr", "--size", "8x8"}).code, 0) << "the written file can be read";
}

#if !defined(TEXELSCOPE_SANITIZE) // which takes memory of its own
// A picture of 4096 x 4096 pixels takes 256 MiB.
TEST(Render, OnlyABandOfRowsIsInMemory) {
  const Program program = {};
  const std::vector<std::string> args = {"--texture.source", "one_hot", "--sampler.filter", "point"};
  const long small = program.render(args + std::vector<std::string>{"--size", "16x16"}).peak_kib;
  ASSERT_GT(small, 1 << 10);
  for (const std::string out : {"out.npy", "out.png", "out.exr"}) {
    const Ran ran = program.render(args + std::vector<std::string>{"--size", "4096x4096"}, out);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_LT(ran.peak_kib - small, 160 << 10) << out;
  }
  EXPECT_EQ(fs::file_size(program / "out.npy"), 128 + 4096ull * 4096 * 16);
  EXPECT_EQ(read_image(program / "out.exr").height, 4096);
}
#endif

TEST(Render, CtrlCLeavesNoPartOfAFile) {
  Program program;
  write(program / "old.npy", "old");
  ASSERT_EQ(program.run({"doctor", "now"}).code, 2) << "makes the files of its output";
  const auto files = [&] { return std::distance(fs::directory_iterator(program.root()), {}); };
  const auto before = files();
  program.interrupted_after = 0.7;
  for (const std::string out : {"out.png", "old.npy"}) {
    const Ran ran = program.render({"--texture.source", "noise", "--size", "16384x16384"}, out);
    EXPECT_EQ(ran.code, 130) << out << ran.err;
    EXPECT_EQ(files(), before) << out;
  }
  EXPECT_EQ(contents(program / "old.npy"), "old");
}

TEST(Render, FramesAdvanceTheFrameNumber) {
  const Program program = {};
  for (const std::vector<std::string>& mode : {std::vector<std::string>{"--write.mode", "pattern"},
                                               {"--write.mode", "feedback", "--write.feedback", "drift"}}) {
    const auto base = mode + std::vector<std::string>{"--size", "64x64"};
    ASSERT_EQ(program.render(base + std::vector<std::string>{"--write.frame", "7"}, "at7.npy").code, 0);
    ASSERT_EQ(
        program.render(base + std::vector<std::string>{"--write.frame", "5", "--frames", "3"}, "to7.npy")
            .code,
        0);
    ASSERT_EQ(program.render(base + std::vector<std::string>{"--write.frame", "5"}, "at5.npy").code, 0);
    EXPECT_EQ(contents(program / "at7.npy"), contents(program / "to7.npy"));
    EXPECT_NE(contents(program / "at7.npy"), contents(program / "at5.npy"));
  }
}

TEST(Render, TheWrittenTextureIsSavedAndReadAgain) {
  const Program program = {};
  const std::vector<std::string> writes = {"--texture.dimension", "3d",      "--texture.depth",  "3",
                                           "--texture.width",     "8",       "--texture.height", "8",
                                           "--write.mode",        "pattern", "--write.frame",    "9",
                                           "--view.projection",   "sheet",   "--size",           "64x64"};
  ASSERT_EQ(program.render(writes + std::vector<std::string>{"--texture-out", "t.dds"}, "a.npy").code, 0);
  ASSERT_EQ(program.render({"t.dds", "--view.projection", "sheet", "--size", "64x64"}, "b.npy").code, 0);
  EXPECT_EQ(contents(program / "a.npy"), contents(program / "b.npy"));
  ASSERT_EQ(program.render(writes + std::vector<std::string>{"--texture-out", "t.npy"}).code, 0);
  ASSERT_EQ(
      program
          .render({"t.npy", "--texture.dimension", "3d", "--view.projection", "sheet", "--size", "64x64"},
                  "c.npy")
          .code,
      0);
  EXPECT_EQ(contents(program / "a.npy"), contents(program / "c.npy"));
  expect_refused(
      program.render(writes + std::vector<std::string>{"--texture.levels", "2", "--texture-out", "t.npy"}),
      "t.npy: such a file holds one level; write this texture (levels: 2) as .dds.");
  EXPECT_EQ(program.render({"--texture-out", "t.npy", "--write.mode", "pattern"}).code, 0);
  EXPECT_EQ(program.render(writes + std::vector<std::string>{"--texture-out", "t.png"}).code, 2);
  const std::vector<std::string> half = {"--texture.source",    "one_hot", "--texture.kind",     "float",
                                         "--texture.bits",      "16",      "--texture.channels", "2",
                                         "--sampler.read_mode", "element"};
  EXPECT_EQ(program.render(half + std::vector<std::string>{"--texture-out", "t.png"}).code, 0);
  const Image colors = read_image(program / "t.png");
  EXPECT_EQ(colors.width, 64);
  for (int c = 0; c < 4; ++c) {
    EXPECT_EQ(colors.bits_at(0, 0, c), c == 2 ? 0u : 255u) << "two channels, alpha 1";
    EXPECT_EQ(colors.bits_at(1, 0, c), c == 3 ? 255u : 0u);
  }
  EXPECT_EQ(program.render({"--texture-out", "t.tiff"}).code, 2);
  EXPECT_EQ(program.render({"--texture-out", "nowhere/t.dds"}).code, 2);
  EXPECT_EQ(program.render({"--window", "--texture-out", "t.dds"}).code, 2);
}

TEST(Render, ShippedSessionsAreSmallAndRender) {
  const Program program = {};
  int sessions = 0, refused = 0;
  for (const auto& entry : fs::directory_iterator(TEXELSCOPE_SOURCE_DIR "/assets/sessions")) {
    const bool session = entry.path().extension() == ".json";
    EXPECT_LE(entry.file_size(), session ? 2048u : 128u * 1024) << entry.path();
    if (!session) continue;
    ++sessions;
    const Ran ran = program.render({entry.path().string(), "--size", "64x48"});
    if (ran.code == 2)
      ++refused;
    else
      EXPECT_EQ(ran.code, 0) << entry.path() << ran.err;
  }
  EXPECT_GE(sessions, 10);
  EXPECT_EQ(refused, 1) << "linear filtering of integers shows a refusal";
}

TEST(Render, TheWholeWindowNeedsNoDisplay) {
  const Program program = {};
  const Ran ran = program.render({"--window", "--size", "1280x720"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(contents(program / "out.png").substr(16, 8), std::string("\0\0\x05\0\0\0\x02\xd0", 8));
  const Ran refused = program.render({"--window", "--size", "1280x720", "--sampler.read_mode", "element"});
  EXPECT_EQ(refused.code, 0) << "the window shows what is refused" << refused.err;
}

TEST(Render, WithoutEglTheWindowFailsWithASentence) {
  Program program;
  program.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/nonexistent";
  const Ran ran = program.render({"--window"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(
      ran.err.starts_with("texelscope: error: EGL offers neither a GPU nor Mesa's software renderer."))
      << ran.err;
}

} // namespace
} // namespace texelscope
