// What texelscope sample refuses: exit code 2, a sentence that names the file and the reason, and nothing
// written.
#include <limits>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/unit/image_io/write_dds.h"
#include "kernels/unit/image_io/write_image.h"
#include "tests/npy.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using Floats = std::vector<float>;
using Strings = std::vector<std::string>;

void expect_refused(const SampleVerb& s, const Ran& ran, const std::string& sentence, int code = 2) {
  EXPECT_EQ(ran.code, code) << sentence;
  EXPECT_NE(ran.err.find(sentence), std::string::npos) << "printed: " << ran.err << "expected: " << sentence;
  EXPECT_TRUE(ran.err.starts_with("texelscope: error: ")) << ran.err;
  EXPECT_FALSE(fs::exists(s / "o.npy")) << sentence;
}

class SampleRefuses : public ::testing::Test, public SampleVerb {
protected:
  SampleRefuses() : SampleVerb("2, 2", Floats{0, 1, 2, 3}, "2, 2", Floats{0, 0, 1, 1}) {}

  void refused(const Strings& more, const std::string& sentence, int code = 2) {
    Strings args = {"--dim", "2d"};
    args.insert(args.end(), more.begin(), more.end());
    expect_refused(*this, sample(args), sentence, code);
  }
  void refused_file(const std::string& name, const std::string& bytes, const std::string& sentence,
                    const Strings& more = {}) {
    const std::string before = contents(*this / name);
    write(name, bytes);
    refused(more, sentence);
    write(name, before);
  }
};

TEST_F(SampleRefuses, MissingAndUnknownFlags) {
  expect_refused(*this, run({"sample"}), "--texture is missing");
  expect_refused(*this, run({"sample", "--texture", "t.npy"}), "--coords is missing");
  expect_refused(*this, run({"sample", "--texture", "t.npy", "--coords", "c.npy"}), "--out is missing");
  expect_refused(*this, sample({}), "--dim is missing");
  refused({"--colour", "x"}, "unknown option --colour.");
  refused({"more"}, "unexpected argument \"more\".");
  refused({"--filter", "point", "--filter", "point"}, "--filter is given twice.");
  refused({"--texture"}, "--texture needs a value after it.");
}

TEST_F(SampleRefuses, Values) {
  expect_refused(
      *this, sample({"--dim", "4d"}),
      "--dim is \"4d\", but must be one of 1d, 2d, 3d, 1d-layered, 2d-layered, cube, cube-layered.");
  refused({"--address", "warp"}, "--address is \"warp\", but must be one of wrap, clamp, mirror, border.");
  refused({"--address", "wrap,,clamp"}, "--address is \"\", but must be one of wrap");
  refused({"--address", "wrap,wrap,wrap,wrap"},
          "--address is \"wrap,wrap,wrap,wrap\", but must be one to three modes");
  refused({"--filter", "cubic"}, "--filter is \"cubic\", but must be one of point, linear.");
  refused({"--mip-filter", "x"}, "--mip-filter is \"x\", but must be one of point, linear.");
  refused({"--read-mode", "float"},
          "--read-mode is \"float\", but must be one of element, normalized-float.");
  refused({"--border", "1,2,3"}, "--border is \"1,2,3\", but must be 4 numbers");
  refused({"--border", "1,2,3,x"}, "--border is \"1,2,3,x\", but must be 4 numbers");
  refused({"--lod-clamp", "1"}, "--lod-clamp is \"1\", but must be 2 numbers");
  refused({"--channels", "3"}, "--channels is \"3\", but must be one of 1, 2, 4.");
  refused({"--backend", "gpu"}, "--backend is \"gpu\", but must be one of cuda, cpu.");
}

TEST_F(SampleRefuses, FilesThatAreNotThere) {
  refused({"--lod", "none.npy"}, "There is no file \"none.npy\".");
  refused({"--lod", "."}, "\".\" is a folder");
  fs::remove(*this / "c.npy");
  refused({}, "There is no file \"c.npy\".");
  fs::remove(*this / "t.npy");
  refused({}, "There is no file \"t.npy\".");
}

TEST_F(SampleRefuses, FilesThatAreNoArrays) {
  for (const char* name : {"t.npy", "c.npy"}) {
    const std::string quoted = "\"" + std::string(name) + "\"";
    refused_file(name, "", quoted + " is empty, 0 bytes.");
    refused_file(name, "\x93NUM", quoted + " is not a .npy file.");
    refused_file(name, "{\"version\": 1}", quoted + " is not a .npy file.");
    refused_file(name, std::string("\x93NUMPY\x09\x00\x10\x00", 10),
                 quoted + " has a .npy header that cannot be read: its version");
    refused_file(name, std::string("\x93NUMPY\x01\x00\x02\x00{]", 12),
                 quoted + " has a .npy header that cannot be read: it is no");
    const std::string whole = npy<float>("2, 2", {0, 0, 0, 0});
    refused_file(name, whole.substr(0, whole.size() - 1), quoted + " is cut short or damaged");
    refused_file(name, whole.substr(0, 40), quoted + " is cut short or damaged");
    refused_file(
        name, npy_bytes("2, 2", ">f4", whole.data(), 16),
        quoted +
            " holds big-endian elements (>f4), which are not supported. Save it with astype(\"float32\").");
    refused_file(name, npy<float>("1000000000000000000, 2", {}), quoted + " is cut short or damaged");
  }
}

TEST_F(SampleRefuses, TextureTypes) {
  const std::string eight(64, '\0');
  for (const auto& [type, name] : {std::pair{"<c8", "complex64"}, {"<U1", "<U1"}})
    refused_file("t.npy", npy_bytes("2, 2", type, eight.data(), 64),
                 std::string("\"t.npy\" holds elements of type ") + name + ", which no texture has.");
}

TEST_F(SampleRefuses, TextureShapes) {
  const auto shape = [&](const std::string& dictionary, const std::string& sentence,
                         const Strings& more = {}) {
    refused_file("t.npy", npy(dictionary, std::vector<std::uint8_t>(200000)), sentence, more);
  };
  shape("4,", "\"t.npy\" has the shape (4,), but a 2d texture has (H, W), or these and a last axis of 1, 2 "
              "or 4 channels.");
  shape("", "\"t.npy\" has the shape (), but a 2d texture has (H, W)");
  shape("2, 2, 2, 2", "\"t.npy\" has the shape (2, 2, 2, 2), but a 2d texture");
  shape("2, 2, 5", "\"t.npy\" has the shape (2, 2, 5), whose last axis is 5 long");
  shape("2, 2, 3",
        "\"t.npy\" has the shape (2, 2, 3), but CUDA has no textures of 3 channels. Add a fourth.");
  shape("2, 2, 4", "\"t.npy\" has the shape (2, 2, 4), but --channels 2 needs (H, W) and a last axis of 2.",
        {"--channels", "2"});
  shape("2, 2", "but --channels 2 needs (H, W) and a last axis of 2.", {"--channels", "2"});
  shape("2, 2, 4", "but --channels 1 needs (H, W), alone or with a last axis of 1.", {"--channels", "1"});
  shape("0, 2", "\"t.npy\" has the shape (0, 2): it holds no texels.");
  shape("1, 131073",
        "\"t.npy\" is 131073 x 1 texels, but cudaDeviceProp::maxTexture2D allows 131072 x 65536.");
  shape("65537, 1", "\"t.npy\" is 1 x 65537 texels, but cudaDeviceProp::maxTexture2D allows 131072 x 65536.");
}

TEST_F(SampleRefuses, Coordinates) {
  const auto shape = [&](const std::string& dictionary, const std::string& sentence) {
    refused_file("c.npy", npy(dictionary, Floats(16)), sentence);
  };
  shape("4, 1", "\"c.npy\" has the shape (4, 1), but the coordinates of a 2d texture have (..., 2).");
  shape("4,", "\"c.npy\" has the shape (4,), but");
  shape("2, 2, 3", "\"c.npy\" has the shape (2, 2, 3), but");
  shape("", "\"c.npy\" has the shape (), but");
  refused_file(
      "c.npy", npy<double>("2, 2", {0, 0, 0, 0}),
      "\"c.npy\" holds elements of type float64, but must hold float32. Save it with astype(\"float32\").");
  refused_file("c.npy", npy<std::int32_t>("2, 2", {0, 0, 0, 0}), "\"c.npy\" holds elements of type int32");
  write("l.npy", npy<float>("3,", {0, 0, 0}));
  refused({"--lod", "l.npy"},
          "\"l.npy\" has the shape (3,), but must have (2,), a level of detail for each coordinate.");
  write("l.npy", npy<double>("2,", {0, 0}));
  refused({"--lod", "l.npy"}, "\"l.npy\" holds elements of type float64");
}

TEST_F(SampleRefuses, WhatCudaRefuses) {
  write("t.npy", npy("2, 2", std::vector<std::uint8_t>(4)));
  refused({"--filter", "linear", "--read-mode", "element"},
          "\"t.npy\" holds uint8 read as integers, which --filter linear does not take. "
          "cudaCreateTextureObject returns cudaErrorInvalidFilterSetting");
  write("t.npy", npy("2, 2", std::vector<std::int32_t>(4)));
  refused({"--filter", "linear"}, "\"t.npy\" holds int32 read as integers");
  refused({"--read-mode", "normalized-float"},
          "\"t.npy\" holds int32, which --read-mode normalized-float does not take. cudaCreateTextureObject "
          "returns cudaErrorInvalidNormSetting");
  write("t.npy", npy("2, 2", Floats(4)));
  refused({"--read-mode", "normalized-float"}, "\"t.npy\" holds float32, which --read-mode normalized-float");
}

TEST_F(SampleRefuses, MipLevels) {
  const Strings mips = {"--normalized-coords", "--texture", "m.npy"};
  write("m.npy", npy("1, 1", Floats(1)));
  refused({"--texture", "m.npy"}, "\"m.npy\" and more are mip levels, which need --normalized-coords");
  refused({"--normalized-coords", "--texture", "m.npy", "--texture", "m.npy"},
          "\"m.npy\" would be mip level 2, but level 1 is the last: one texel.");
  refused_file("m.npy", npy("1, 2", Floats(2)),
               "\"m.npy\" is 2 x 1 texels, but mip level 1 of this texture is 1 x 1.", mips);
  refused_file("m.npy", npy("1, 1", std::vector<std::uint8_t>(1)),
               "\"m.npy\" holds uint8 x 1, but level 0 holds float32 x 1: all mip levels have one format.",
               mips);
  refused_file("m.npy", npy("1, 1, 4", Floats(4)),
               "\"m.npy\" holds float32 x 4, but level 0 holds float32 x 1", mips);
  Strings many = {"--normalized-coords"};
  for (int i = 0; i < 16; ++i)
    many.insert(many.end(), {"--texture", "m.npy"});
  refused(many, "--texture is given 17 times, but a texture has at most 16 mip levels.");
}

TEST_F(SampleRefuses, OutputsThatCannotBe) {
  const auto out = [&](const std::string& to, const std::string& sentence) {
    expect_refused(*this,
                   run({"sample", "--texture", "t.npy", "--coords", "c.npy", "--dim", "2d", "--out", to}),
                   sentence);
  };
  out(".", "\".\" cannot be written: it is a folder.");
  out("none/o.npy", "\"none/o.npy\" cannot be written: the folder \"none\" does not exist.");
  out("/proc/o.npy", "\"/proc/o.npy\" cannot be written: ");
}

TEST_F(SampleRefuses, CudaWithoutAGpu) {
  const CudaReport cuda = cuda_report();
  if (!cuda.devices.empty()) GTEST_SKIP() << "there is a GPU";
  refused({"--backend", "cuda"}, cuda.problem, 1);
}

TEST_F(SampleRefuses, OneFieldSetTwice) {
  const auto twice = [&](const Strings& flags, const std::string& names) {
    refused(flags, names + " set the same field; give one of them.");
  };
  twice({"--filter", "point", "--sampler.filter", "point"}, "--filter and --sampler.filter");
  twice({"--srgb", "--sampler.srgb", "off"}, "--srgb and --sampler.srgb");
  twice({"--address", "wrap", "--sampler.address", "wrap"}, "--address and --sampler.address");
  twice({"--sampler.address", "wrap", "--sampler.address_y", "clamp"},
        "--sampler.address and --sampler.address_y");
  twice({"--lod-clamp", "0,1", "--sampler.mip_max", "2"}, "--lod-clamp and --sampler.mip_max");
  twice({"--texture.dimension", "2d"}, "--dim and --texture.dimension");
  twice({"--lod", "c.npy", "--fetch.lod", "1"}, "--lod and --fetch.lod");
  twice({"--layers", "c.npy", "--fetch.layer", "1"}, "--layers and --fetch.layer");
}

TEST_F(SampleRefuses, ValuesOfFields) {
  refused({"--sampler.filter", "cubic"}, "--sampler.filter is \"cubic\", but must be one of point, linear.");
  refused({"--sampler.normalized_coords", "yes"},
          "--sampler.normalized_coords is \"yes\", but must be on or off.");
  refused({"--sampler.address", "wrap,no"}, "--sampler.address is \"no\", but must be one of wrap");
  refused({"--sampler.mip_bias", "65"}, "--sampler.mip_bias is 65, but must be from -64 to 64.");
  refused({"--sampler.mip_bias", "nan"}, "--sampler.mip_bias is nan, but must be a finite number.");
  refused({"--fetch.component", "4"}, "--fetch.component is 4, but must be from 0 to 3.");
  refused({"--texture.channels", "3"}, "--texture.channels is 3, but CUDA arrays have 1, 2 or 4 channels.");
  refused({"--fetch.function", "fetch"}, "--fetch.function is \"fetch\", but must be one of plain, lod");
  refused({"--view.span", "2"}, "unknown option --view.span.");
}

TEST_F(SampleRefuses, FunctionsWithoutTheirArguments) {
  refused({"--fetch.function", "lod"}, "--fetch.function lod needs --lod or --fetch.lod.");
  refused({"--fetch.function", "grad"}, "--fetch.function grad needs --gradients.");
  refused({"--fetch.function", "texel"}, "--fetch.function texel needs --indices.");
  refused({"--fetch.function", "gather", "--fetch.lod", "1"},
          "--fetch.function is gather, but --lod or --fetch.lod belongs to lod.");
  refused({"--fetch.function", "plain", "--gradients", "c.npy"},
          "--fetch.function is plain, but --gradients belongs to grad.");
  refused({"--fetch.lod", "1", "--gradients", "c.npy"}, "--lod and --gradients exclude each other");
  refused({"--indices", "c.npy"}, "--coords and --indices exclude each other");
}

TEST(SampleRefusals, Indices) {
  const SampleVerb s("2, 2", std::vector<float>(4), "1, 2", {0, 0});
  write(s / "i.npy", npy<std::int32_t>("1,", {0}));
  const auto refused = [&](const Strings& more, const std::string& sentence) {
    Strings args = {"sample", "--texture", "t.npy", "--out", "o.npy", "--indices"};
    args.insert(args.end(), more.begin(), more.end());
    expect_refused(s, s.run(args), sentence);
  };
  refused({"i.npy", "--dim", "2d"}, "\"t.npy\" is not a 1-D texture of one level, which tex1Dfetch needs.");
  refused({"i.npy", "--dim", "2d", "--fetch.lod", "0"}, "--indices belongs to tex1Dfetch");
  write(s / "t.npy", npy<float>("4,", std::vector<float>(4)));
  refused({"c.npy", "--dim", "1d"},
          "\"c.npy\" holds elements of type float32, but indices are int32. Save it with astype(\"int32\").");
  refused({"i.npy", "--dim", "1d", "--sampler.normalized_coords", "on", "--texture", "t.npy"},
          "\"t.npy\" is not a 1-D texture of one level");
}

TEST(SampleRefusals, Gathers) {
  const SampleVerb s("2, 2, 2", std::vector<float>(8), "1, 3", {0, 0, 0});
  expect_refused(s, s.sample({"--dim", "3d", "--fetch.function", "gather"}),
                 "\"t.npy\" cannot be gathered from. tex2Dgather takes 2-D textures");
  expect_refused(s, s.sample({"--dim", "3d", "--texture.gather_flag", "on"}),
                 "\"t.npy\" cannot be gathered from. tex2Dgather takes 2-D textures");
}

TEST(SampleRefusals, ShapesThatDoNotFitTheCoordinates) {
  const SampleVerb s("2, 2", std::vector<float>(4), "2, 3, 2", std::vector<float>(12));
  write(s / "f.npy", npy<float>("3, 2", std::vector<float>(6)));
  write(s / "i.npy", npy<std::int32_t>("2, 3, 1", std::vector<std::int32_t>(6)));
  expect_refused(s, s.sample({"--dim", "2d", "--lod", "f.npy"}),
                 "\"f.npy\" has the shape (3, 2), but must have (2, 3), a level of detail");
  expect_refused(s, s.sample({"--dim", "2d", "--gradients", "f.npy"}),
                 "\"f.npy\" has the shape (3, 2), but the gradients of these fetches of a 2d texture have "
                 "(2, 3, 4).");
  write(s / "t.npy", npy<float>("1, 2, 2", std::vector<float>(4)));
  expect_refused(s, s.sample({"--dim", "2d-layered", "--layers", "i.npy"}),
                 "int32 of the shape (2, 3), a layer for each coordinate.");
}

TEST(SampleRefusals, Pictures) {
  const SampleVerb s("2, 2", std::vector<float>(4), "1, 2", {0, 0});
  write_png(s / "p.png", 1, 1, std::vector<std::uint8_t>(4));
  const auto refused = [&](const Strings& more, const std::string& sentence) {
    Strings args = {"sample", "--coords", "c.npy", "--out", "o.npy"};
    args.insert(args.end(), more.begin(), more.end());
    expect_refused(s, s.run(args), sentence);
  };
  refused({"--texture", "p.png", "--dim", "3d"}, "\"p.png\" is a 2d texture, but --dim is 3d.");
  refused({"--texture", "p.png", "--channels", "2"}, "\"p.png\" has channels: 4, but --channels is 2.");
  refused({"--texture", "p.png", "--layers", "c.npy"}, "--layers needs a layered texture, but --dim is 2d.");
  refused({"--texture", "none.png"}, "There is no file \"none.png\".");
  Image image = Image::create({.width = 2, .height = 2, .format = {}, .level_count = 2});
  write_dds(s / "m.dds", image);
  refused({"--texture", "m.dds"}, "\"m.dds\" has mip levels, which need --normalized-coords");
  refused({"--texture", "m.dds", "--texture", "p.png", "--normalized-coords"},
          "\"m.dds\" holds 2 mip levels, but where --texture is given several times");
  refused({"--texture", "p.png", "--texture", "p.png", "--normalized-coords"},
          "\"p.png\" would be mip level 1, but level 0 is the last");
  write(s / "p.png", "no picture");
  refused({"--texture", "p.png"}, "\"p.png\"");
}

TEST(SampleRefusals, GradientsLayersAndFaces) {
  const SampleVerb s("2, 2", std::vector<float>(4), "1, 2", {0, 0});
  write(s / "steps.npy", npy<float>("1, 2", {0, 0}));
  expect_refused(
      s, s.sample({"--dim", "2d", "--gradients", "steps.npy"}),
      "steps.npy\" has the shape (1, 2), but the gradients of these fetches of a 2d texture have (1, 4).");
  expect_refused(s, s.sample({"--dim", "2d", "--gradients", "steps.npy", "--lod", "steps.npy"}),
                 "--lod and --gradients exclude each other");
  expect_refused(s, s.sample({"--dim", "2d", "--layers", "steps.npy"}),
                 "--layers needs a layered texture, but --dim is 2d.");
  expect_refused(s, s.sample({"--dim", "2d", "--max-anisotropy", "17"}), "--max-anisotropy is 17");
  const SampleVerb faces("5, 2, 2", std::vector<float>(20), "1, 3", {0, 0, 1});
  expect_refused(faces, faces.sample({"--dim", "cube"}),
                 "but a cube texture has (6, H, W) with square faces.");
  const SampleVerb layers("3, 2, 2", std::vector<float>(12), "1, 2", {0, 0});
  write(layers / "steps.npy", npy<float>("1,", {0}));
  expect_refused(layers, layers.sample({"--dim", "2d-layered", "--layers", "steps.npy"}),
                 "but must hold int32 of the shape (1,), a layer for each coordinate.");
}

} // namespace
} // namespace texelscope
