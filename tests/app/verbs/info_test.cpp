// texelscope info: what files hold.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/kernels/make_files.h"
#include "tests/kernels/make_tiff.h"
#include "tests/program.h"

namespace texelscope {
namespace {

class Info : public ::testing::Test {
protected:
  const Program program = {};
};

TEST_F(Info, AsText) {
  write(
      program / "a.tif",
      tests::make_tiff({.width = 2, .height = 1, .samples = 3, .blocks = {"abcdef"}, .tags = {{274, {6}}}}));
  const Ran ran = program.run({"info", "a.tif"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "format        TIFF\n"
                     "size          1 x 2\n"
                     "texels        u8x3 in the file, u8x4 in the texture\n"
                     "mip levels    1\n"
                     "color space   not stated\n"
                     "converted     \"a.tif\" states the orientation 6, which was applied: its rows and "
                     "columns were turned.\n");
  EXPECT_EQ(ran.err, "");
}

TEST_F(Info, AsJson) {
  tests::TiffMaker maker;
  for (const char* texels : {"ab", "cd"})
    maker.add({.width = 2, .blocks = {texels}});
  write(program / "a.tif", maker.bytes);
  const Ran ran = program.run({"info", "a.tif", "--json", "--texture.dimension", "3d"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out), nlohmann::json::parse(R"({
    "file": "a.tif", "format": "TIFF", "dimension": "3d", "width": 2, "height": 1, "depth": 2, "levels": 1,
    "file_texels": "u8x1", "texture_texels": "u8x1", "color_space": null, "srgb": null, "converted": null})"));
}

TEST_F(Info, OfASessionARawFileAndStandardInput) {
  write(program / "a.pgm", "P5 2 1 255 ab");
  write(program / "s.json", R"({"version": 1, "texture": {"source": "file", "path": "a.pgm"}})");
  EXPECT_TRUE(has(program.run({"info", "s.json"}).out, "PNM\n"));
  write(program / "a.raw", "abcd");
  const Ran raw = program.run({"info", "a.raw", "--texture.raw_width", "2", "--texture.raw_height", "2",
                               "--texture.raw_channels", "1"});
  EXPECT_TRUE(has(raw.out, "format        raw\nsize          2 x 2\n")) << raw.out << raw.err;
}

TEST_F(Info, OtherVerbsWarnOfTheSame) {
  write(program / "a.tif", tests::make_tiff({.width = 2, .blocks = {"ab"}, .tags = {{274, {2}}}}));
  write(program / "c.npy", tests::make_npy("<f4", "(1, 2)", std::string(8, '\0')));
  const std::string warning = "texelscope: warning: \"a.tif\" states the orientation 2, which was applied: "
                              "its rows and columns were turned.";
  const Ran sample = program.run({"sample", "--texture", "a.tif", "--coords", "c.npy", "-o", "o.npy"});
  EXPECT_EQ(sample.code, 0) << sample.err;
  EXPECT_TRUE(has(sample.err, warning)) << sample.err;
  const Ran render = program.run({"render", "a.tif", "--size", "4x4", "--backend", "cpu", "-o", "o.png"});
  EXPECT_EQ(render.code, 0) << render.err;
  EXPECT_TRUE(has(render.err, warning)) << render.err;
}

TEST_F(Info, Refusals) {
  expect_refused(program.run({"info"}), "info needs a file: a picture, an array, or a session");
  expect_refused(program.run({"info", "none.png"}), "There is no file \"none.png\".");
  write(program / "s.json", R"({"version": 1})");
  expect_refused(program.run({"info", "s.json"}), "info needs a file");
  write(program / "a.gif", "GIF89a");
  expect_refused(program.run({"info", "a.gif"}), "is a GIF file; GIF is not supported");
}

} // namespace
} // namespace texelscope
