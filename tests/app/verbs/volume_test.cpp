// Volumes, layers and cubes from arrays and raw files: every verb works on their texels.
#include <regex>

#include <nlohmann/json.hpp>

#include "kernels/ground/base/half.h"
#include "kernels/unit/image_io/read_image.h"
#include "tests/npy.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;
using Strings = std::vector<std::string>;

// 4 x 4 x 4 bytes: slice z holds 50 z.
class Volume : public ::testing::Test {
protected:
  Volume() {
    std::vector<std::uint8_t> texels;
    for (int i = 0; i < 64; ++i)
      texels.push_back(std::uint8_t(i / 16 * 50));
    write(program / "v.npy", npy("4, 4, 4", texels));
    write(program / "v.raw", std::string(texels.begin(), texels.end()));
    const Strings as_dds = {"v.npy", "--texture.dimension", "3d", "--texture-out", "v.dds"};
    EXPECT_EQ(program.render(as_dds).code, 0);
  }

  // The verb on each of the files: their texels are the same, so what is printed is too.
  std::string same(const std::string& verb, const Strings& more = {}) {
    std::string expected;
    for (const Strings& file : {array, raw, Strings{"v.dds"}}) {
      Strings args = {verb};
      for (const Strings& part : {file, slice, more})
        args.insert(args.end(), part.begin(), part.end());
      const Ran ran = program.run(args);
      EXPECT_EQ(ran.code, 0) << ran.err << file[0];
      EXPECT_EQ(ran.err, "") << file[0];
      const std::string printed = without_names(ran.out);
      if (file == array) expected = printed;
      EXPECT_EQ(printed, expected) << file[0];
    }
    return expected;
  }

  static std::string without_names(const std::string& printed) {
    const std::regex named(R"([^\n]*(v\.(npy|raw|dds)|texelscope tx1\.)[^\n]*\n)");
    return std::regex_replace(printed, named, "\n");
  }

  const Program program;
  const Strings array = {"v.npy", "--texture.dimension", "3d"};
  const Strings raw = {"v.raw", "--texture.dimension",  "3d", "--texture.raw_width",
                       "4",     "--texture.raw_height", "4",  "--texture.raw_channels",
                       "1"};
  const Strings slice = {"--fetch.slice", "0.875", "--sampler.filter", "point", "--size", "8x8", "-q"};
};

TEST_F(Volume, ExplainScopeAndCompare) {
  const Json explained = Json::parse(same("explain", {"--at", "4,4", "--json"}));
  EXPECT_FLOAT_EQ(explained.at("result")[0].at("value").get<float>(), 150 / 255.0f);
  const Json line = Json::parse(same("scope", {"--json"}));
  EXPECT_NE(line.dump().find("0.588235"), std::string::npos) << line.dump();
  const Json compared = Json::parse(same("compare", {"--a", "model", "--b", "opengl", "--json"}));
  EXPECT_EQ(compared.at("all").at("different"), 0);
}

TEST_F(Volume, ExportedProgramsHoldAllSlices) {
  for (const char* target : {"cuda", "driver", "opengl", "hip"}) // 150 in four texels
    EXPECT_NE(same("export", {"--as", target}).find("96969696"), std::string::npos) << target;
  for (const char* target : {"webgpu", "numpy", "cupy", "torch", "warp"})
    EXPECT_GT(same("export", {"--as", target}).size(), 1000u) << target;
}

TEST_F(Volume, RenderHasTheSlicesValue) {
  for (const Strings& file : {array, raw})
    for (int z = 0; z < 4; ++z) {
      Strings args = file;
      for (const std::string& more : {std::string("--fetch.slice"), std::to_string((z + 0.5) / 4),
                                      std::string("--texture.levels"), std::string("1")})
        args.push_back(more);
      args.insert(args.end(), {"--sampler.filter", "point", "--size", "8x8"});
      ASSERT_EQ(program.render(args, "o.npy").code, 0);
      EXPECT_EQ(read_image(program / "o.npy").bits_at(4, 4, 0), float_bits(float(z * 50) / 255)) << z;
    }
}

TEST_F(Volume, MipsAreThoseOfAVolume) {
  for (const Strings& file : {array, raw}) {
    Strings args = file;
    args.insert(args.end(), {"--texture.levels", "3", "--size", "8x8", "--texture-out", "m.dds"});
    ASSERT_EQ(program.render(args).code, 0);
    const Image image = read_image(program / "m.dds");
    EXPECT_EQ(image.bits_at(0, 0, 1, 1, 0), 125u) << "of 100 and 150";
    EXPECT_EQ(image.bits_at(0, 0, 0, 2, 0), 75u);
  }
}

TEST_F(Volume, LayersAndCubes) {
  const auto texel = [&](const Strings& args, int plane) {
    Strings all = args;
    all.insert(all.end(), {"--size", "8x8", "--texture-out", "o.dds"});
    const Ran ran = program.render(all);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return read_image(program / "o.dds").bits_at(0, 0, plane, 0, 0);
  };
  EXPECT_EQ(texel({"v.npy", "--texture.dimension", "2d_layered"}, 3), 150u);
  write(program / "faces.raw", std::string(std::size_t(4 * 5), 'a') + std::string(4, 'f'));
  const Strings shape = {"--texture.raw_width",    "2", "--texture.raw_height", "2",
                         "--texture.raw_channels", "1"};
  Strings cube = {"faces.raw", "--texture.dimension", "cube"};
  cube.insert(cube.end(), shape.begin(), shape.end());
  EXPECT_EQ(texel(cube, 5), std::uint32_t('f'));
  EXPECT_EQ(texel(cube, 4), std::uint32_t('a'));
}

// A depth is never made up by repeating slices, and none is left out.
TEST_F(Volume, WhatDoesNotFitIsRefused) {
  const auto refused = [&](Strings args, const Strings& more, const std::string& sentence) {
    args.insert(args.end(), more.begin(), more.end());
    expect_refused(program.render(args), sentence);
  };
  for (const char* depth : {"3", "8"})
    refused(array, {"--texture.depth", depth},
            "\"v.npy\" has a depth of 4, but the texture's is " + std::string(depth) +
                ". Set texture.depth to 4.");
  refused(raw, {"--texture.depth", "3"},
          "\"v.raw\" has 64 bytes, but 4 x 4 x 3 texels of 1 bytes need only 48. Set texture.depth to 4");
  refused(raw, {"--texture.depth", "8"}, "4 x 4 x 8 texels of 1 bytes from byte 0 on need 128.");
  refused({raw.begin() + 3, raw.end()}, {"v.raw"}, "need only 16. If it is a volume of 4 slices");
  EXPECT_EQ(program.render({"v.npy", "--texture.dimension", "2d"}).code, 0) << "4 x 4 texels of 4 channels";
  refused({"v.dds"}, {"--texture.depth", "8"}, "\"v.dds\" has a depth of 4, but the texture's is 8.");
}

TEST_F(Volume, NotesSayWhatValuesBecame) {
  write(program / "wide.npy", npy_bytes("2, 2", "<f8", std::vector<double>{0, 0.25, 0.5, 1}.data(), 32));
  const std::string note =
      "texelscope: warning: \"wide.npy\" holds float64, which no texture has; its values became float32.\n";
  EXPECT_EQ(program.run({"render", "wide.npy", "--out", "o.npy", "--size", "2x2", "--backend", "cpu"}).err,
            note);
  EXPECT_EQ(program.run({"explain", "wide.npy", "--at", "1,1", "--size", "8x8", "--backend", "cpu"}).err,
            note);
  EXPECT_EQ(program.run({"export", "wide.npy", "--as", "cuda"}).err, note);
  EXPECT_EQ(program.run({"render", "wide.npy", "--out", "o.npy", "-q", "--backend", "cpu"}).err, "");
}

// A texture of one row is written as the axes that it has, and so read again as what it was.
TEST(OneRow, IsReadAsWhatWasWritten) {
  const Program program;
  for (const int texels : {1, 2, 3, 4, 5})
    for (const int channels : {1, 2, 4}) {
      const Strings texture = {"--texture.dimension",
                               "1d",
                               "--texture.width",
                               std::to_string(texels),
                               "--texture.channels",
                               std::to_string(channels),
                               "--texture.source",
                               "noise",
                               "--size",
                               "16x1",
                               "--texture.storage",
                               "array"};
      Strings written = texture;
      written.insert(written.end(), {"--texture-out", "t.npy"});
      ASSERT_EQ(program.render(written, "a.npy").code, 0);
      const std::string shape =
          std::to_string(texels) + (channels > 1 ? ", " + std::to_string(channels) : ",");
      EXPECT_NE(contents(program / "t.npy").find("'shape': (" + shape + ")"), std::string::npos) << shape;
      ASSERT_EQ(program.render({"t.npy", "--texture.dimension", "1d", "--size", "16x1"}, "b.npy").code, 0);
      EXPECT_EQ(contents(program / "a.npy"), contents(program / "b.npy")) << texels << " x " << channels;
      write(program / "c.npy", npy<float>("1, 1", {float(texels) - 0.5f}));
      ASSERT_EQ(
          program.run({"sample", "--texture", "t.npy", "--dim", "1d", "--coords", "c.npy", "--out", "o.npy"})
              .code,
          0);
      const Image sampled = read_image(program / "o.npy"),
                  whole = read_image(program / "t.npy", {.dimension = Dimension::d1});
      EXPECT_EQ(sampled.bits_at(0, 0, 0), float_bits(float(double(whole.bits_at(texels - 1, 0, 0)) / 255)));
    }
}

} // namespace
} // namespace texelscope
