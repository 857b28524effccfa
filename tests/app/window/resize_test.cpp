// A session whose view is a resize, in every verb that makes a picture or asks about one.
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/share_line.h"
#include "tests/program.h"

namespace texelscope {
namespace {

// A texel of 4 x 4 is 1, the one whose center is (2.5, 1.5).
const std::vector<std::string> one_texel = {
    "--texture.source",    "one_hot", "--texture.width", "4",      "--texture.height",    "4",
    "--texture.kind",      "float",   "--texture.bits",  "32",     "--texture.channels",  "1",
    "--texture.hot_x",     "2",       "--texture.hot_y", "1",      "--sampler.address_x", "clamp",
    "--sampler.address_y", "clamp",   "--view.mapping",  "resize", "--sampler.read_mode", "element"};

std::vector<std::string> resized(const std::string& width, const std::string& height, bool aligned,
                                 std::vector<std::string> more = {}) {
  std::vector<std::string> args = one_texel;
  args.insert(args.end(), {"--view.resize_width", width, "--view.resize_height", height});
  if (aligned) args.insert(args.end(), {"--view.align_corners", "on"});
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

// The first channel of row `y` of a .npy of shape (height, width, 4).
std::vector<float> row_of(const std::filesystem::path& file, int width, int height, int y) {
  const std::string bytes = contents(file);
  const std::string shape = "(" + std::to_string(height) + ", " + std::to_string(width) + ", 4)";
  EXPECT_NE(bytes.substr(0, bytes.find('\n')).find(shape), std::string::npos) << bytes.substr(0, 100);
  std::vector<float> row;
  for (int x = 0; x < width; ++x) {
    float value = 0;
    std::memcpy(&value, bytes.data() + bytes.find('\n') + 1 + 16 * (y * width + x), 4);
    row.push_back(value);
  }
  return row;
}

std::vector<std::string> verb(const std::string& name, std::vector<std::string> args) {
  args.insert(args.begin(), name);
  return args;
}

TEST(ResizeView, RenderMapsTheTextureByEitherConvention) {
  const Program program = {};
  ASSERT_EQ(program.render(resized("8", "4", false), "centers.npy").code, 0);
  EXPECT_EQ(row_of(program / "centers.npy", 8, 4, 1),
            (std::vector<float>{0, 0, 0, 0.25f, 0.75f, 0.75f, 0.25f, 0}));
  ASSERT_EQ(program.render(resized("7", "4", true), "corners.npy").code, 0);
  EXPECT_EQ(row_of(program / "corners.npy", 7, 4, 1), (std::vector<float>{0, 0, 0, 0.5f, 1, 0.5f, 0}));
  ASSERT_EQ(program.render(resized("4", "1", true), "first.npy").code, 0);
  EXPECT_EQ(row_of(program / "first.npy", 4, 1, 0), (std::vector<float>{0, 0, 0, 0})) << "texels of row 0";
}

TEST(ResizeView, AnotherSizeIsNotUsedAndSaysSo) {
  const Program program = {};
  const Ran other = program.render(resized("8", "4", false, {"--size", "64x48"}), "other.npy");
  EXPECT_EQ(other.code, 0);
  EXPECT_NE(other.err.find("warning: --size 64x48 has no effect: the view is a resize to 8x4."),
            std::string::npos)
      << other.err;
  EXPECT_EQ(row_of(program / "other.npy", 8, 4, 1)[4], 0.75f);
  const Ran same = program.render(resized("8", "4", false, {"--size", "8x4"}), "same.npy");
  EXPECT_EQ(same.err.find("warning"), std::string::npos) << same.err;
  expect_refused(program.render(resized("0", "4", false)), "view.resize_width");
  expect_refused(program.render(resized("8", "8193", false)), "view.resize_height");
  const Ran net =
      program.render({"--view.mapping", "resize", "--view.projection", "sheet", "--size", "32x16"});
  EXPECT_EQ(net.code, 0);
  EXPECT_NE(net.err.find("view.mapping: Only the flat view can be a resize"), std::string::npos) << net.err;
}

TEST(ResizeView, ExplainDerivesTheCoordinate) {
  const Program program = {};
  const Ran centers = program.run(verb("explain", resized("8", "3", false, {"--at", "3,2"})));
  ASSERT_EQ(centers.code, 0) << centers.err;
  EXPECT_NE(centers.out.find("(3 + 0.5) * 4 / 8 = 1.75\n"), std::string::npos) << centers.out;
  EXPECT_NE(centers.out.find("(2 + 0.5) * 4 / 3 = 3.33333333\n"), std::string::npos) << centers.out;
  const Ran corners = program.run(verb("explain", resized("7", "1", true, {"--at", "3,0", "--json"})));
  ASSERT_EQ(corners.code, 0) << corners.err;
  const auto json = nlohmann::json::parse(corners.out);
  EXPECT_EQ(json.at("resize").at("x"), "3 * 3 / 6 + 0.5 = 2");
  EXPECT_EQ(json.at("resize").at("y"), "0.5");
  EXPECT_EQ(json.at("size"), nlohmann::json({7, 1}));
  EXPECT_EQ(json.at("fetch").at("coordinate")[0].at("value"), 0.5);
  expect_refused(program.run(verb("explain", resized("8", "3", false, {"--at", "8,0"}))), "--at");
  const Ran usual = program.run({"explain", "--at", "3,2", "--json"});
  EXPECT_FALSE(nlohmann::json::parse(usual.out).contains("resize"));
}

TEST(ResizeView, CompareSetsTheConventionsAgainstEachOther) {
  const Program program = {};
  Session session;
  session.view.mapping = Mapping::resize;
  session.view.resize_width = 20, session.view.resize_height = 10;
  write(program / "centers.json", write_session(session));
  session.view.align_corners = true;
  write(program / "corners.json", write_session(session));
  session.view.resize_width = 21;
  write(program / "wider.json", write_session(session));
  const auto compared = [&](const std::string& other) {
    return program.run(
        {"compare", "centers.json", "--a", "model", "--b", "session:" + other, "--json", "--backend", "cpu"});
  };
  const Ran same = compared("centers.json"), different = compared("corners.json");
  ASSERT_EQ(same.code, 0) << same.err;
  ASSERT_EQ(different.code, 0) << different.err;
  EXPECT_EQ(nlohmann::json::parse(same.out).at("all").at("different"), 0);
  EXPECT_GT(nlohmann::json::parse(different.out).at("all").at("different").get<int>(), 100);
  EXPECT_EQ(compared("wider.json").code, 2) << "pictures of two sizes";
}

TEST(ResizeView, ScopeSpansTheResult) {
  const Program program = {};
  const Ran ran = program.run(verb("scope", resized("8", "4", false, {"--json"})));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("line"), nlohmann::json({0.0, 2.5, 8.0, 2.5}));
}

TEST(ResizeView, ExportAndShareKeepIt) {
  const Program program = {};
  for (const char* target : {"cuda", "hip", "driver", "opengl", "webgpu"}) {
    const Ran ran = program.run(verb("export", resized("23", "11", true, {"--as", target})));
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("23"), std::string::npos) << target;
    EXPECT_NE(ran.out.find("11"), std::string::npos) << target;
    EXPECT_EQ(ran.out.find("640"), std::string::npos) << target;
  }
  const Ran shared = program.run(verb("share", resized("7", "4", true)));
  ASSERT_EQ(shared.code, 0) << shared.err;
  const Session session = parse_share_line(lines_of(shared.out).at(0));
  EXPECT_EQ(session.view.mapping, Mapping::resize);
  EXPECT_EQ(session.view.resize_width, 7);
  EXPECT_TRUE(session.view.align_corners);
  ASSERT_EQ(program.render({lines_of(shared.out).at(0)}, "shared.npy").code, 0);
  EXPECT_EQ(row_of(program / "shared.npy", 7, 4, 1)[4], 1);
}

// The two sessions differ in nothing else.
TEST(ResizeView, TheShippedSessionsShowBothConventions) {
  const std::string folder = TEXELSCOPE_SOURCE_DIR "/assets/sessions/";
  Session centers = load_session(folder + "64-resize-by-centers.json").session;
  const Session corners = load_session(folder + "65-resize-align-corners.json").session;
  EXPECT_FALSE(centers.view.align_corners);
  centers.view.align_corners = true;
  EXPECT_EQ(centers, corners);
}

} // namespace
} // namespace texelscope
