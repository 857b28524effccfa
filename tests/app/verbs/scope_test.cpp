// texelscope scope: the steps of the weights as CSV and as a summary, and what is refused.
#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/machines/backend/cuda_support.h"
#include "tests/program.h"

namespace texelscope {
namespace {

using Strings = std::vector<std::string>;

// The texel (10, 10) of 64 x 64 is 1, the others 0; one texel per pixel.
Strings scope_of(const Strings& more) {
  Strings args = {"scope",  "--texture.source", "one_hot", "--texture.hot_x", "10",    "--texture.hot_y",
                  "10",     "--texture.kind",   "float",   "--texture.bits",  "32",    "--texture.channels",
                  "1",      "--view.span",      "1",       "--size",          "64x64", "--sampler.read_mode",
                  "element"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(ScopeVerb, AllSamplesAsCsv) {
  const Program program = {};
  const Ran ran = program.run(scope_of({"--line", "9.5,10.5,10.5,10.5", "--csv", "-"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Strings lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 513u);
  EXPECT_EQ(lines[0], "sample,pixel_x,pixel_y,texel_x,texel_y,coordinate_x,coordinate_y,model_r,ideal_r");
  EXPECT_EQ(lines[1], "0,9.5009765625,10.5,9.5009765625,10.5,0.14845276,0.1640625,0,0.0009765625");
  EXPECT_EQ(lines[2], "1,9.5029296875,10.5,9.5029296875,10.5,0.14848328,0.1640625,0.00390625,0.0029296875");
  EXPECT_EQ(lines[257].substr(lines[257].find(",0.1640625,")), ",0.1640625,0.5,0.5009765625");
  EXPECT_EQ(lines[512].substr(lines[512].find(",0.1640625,")), ",0.1640625,1,0.9990234375");
}

// Vertical lines, perspective views and other dimensions too: texel_x and texel_y are always there.
TEST(ScopeVerb, EverySampleHasItsPlaceInTheTexture) {
  const Program program = {};
  const auto first = [&](const Strings& more) {
    Strings args = scope_of({"--csv", "-", "--samples", "2", "--sources", "model"});
    args.insert(args.end(), more.begin(), more.end());
    const Strings lines = lines_of(program.run(args).out);
    return lines.size() > 1 ? lines[0] + "\n" + lines[1] : "nothing";
  };
  EXPECT_TRUE(first({"--line", "10.5,20,10.5,24"})
                  .starts_with("sample,pixel_x,pixel_y,texel_x,texel_y,coordinate_x,coordinate_y,model_r\n0,"
                               "10.5,20.25,10.5,20.25,"));
  EXPECT_TRUE(first({"--view.projection", "tilted", "--line", "32,60,32,20"})
                  .starts_with("sample,pixel_x,pixel_y,texel_x,texel_y,"));
  EXPECT_TRUE(first({"--texture.dimension", "3d", "--texture.depth", "8", "--fetch.slice", "2", "--line",
                     "10,10.5,12,10.5"})
                  .starts_with("sample,pixel_x,pixel_y,texel_x,texel_y,texel_z,coordinate_x,coordinate_y,"
                               "coordinate_z,model_r\n0,10.25,10.5,10.25,10.5,"));
}

TEST(ScopeVerb, SourcesAreInTheGivenOrder) {
  const Program program = {};
  const auto head = [&](const char* sources) {
    return lines_of(program.run(scope_of({"--samples", "1", "--sources", sources, "--csv", "-"})).out).at(0);
  };
  EXPECT_TRUE(head("ideal,model").ends_with(",ideal_r,model_r")) << head("ideal,model");
  EXPECT_TRUE(head("opengl,ideal,model").ends_with(",opengl_r,ideal_r,model_r"))
      << head("opengl,ideal,model");
  EXPECT_TRUE(head("model,ideal,model").ends_with(",coordinate_y,model_r,ideal_r"))
      << head("model,ideal,model");
}

TEST(ScopeVerb, InShortAndIntoAFile) {
  const Program program = {};
  const Ran ran = program.run(scope_of({"--line", "8.5,10.5,12.5,10.5", "--csv", "line.csv"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "x from 8.5 to 12.5 texels, 2048 samples, 512 per texel\n"
                     "model r: 0 to 1, 512 changes, at most 0.000977 from the ideal, at 9.50097656\n");
  EXPECT_EQ(lines_of(contents(program / "line.csv")).size(), 2049u);
  const nlohmann::json json =
      nlohmann::json::parse(program.run(scope_of({"--line", "8.5,10.5,12.5,10.5", "--json"})).out);
  EXPECT_EQ(json.at("samples"), 2048);
  EXPECT_EQ(json.at("axis"), "x");
  EXPECT_EQ(json.at("from"), 8.5);
  EXPECT_EQ(json.at("curves")[0], nlohmann::json({{"source", "model"},
                                                  {"channel", "r"},
                                                  {"low", 0.0},
                                                  {"high", 1.0},
                                                  {"changes", 512},
                                                  {"largest_error", 0.0009765625},
                                                  {"largest_error_at", 9.5009765625}}));
  const Ran row = program.run(scope_of({"--samples", "1", "--sources", "model"}));
  EXPECT_EQ(row.out, "x from 0 to 64 texels, 64 samples, 1 per texel\nmodel r: 0 to 0, 0 changes\n")
      << row.err;
}

TEST(ScopeVerb, OutOfPerspectiveSamplesCountPixels) {
  const Program program = {};
  const Ran ran =
      program.run(scope_of({"--view.projection", "tilted", "--line", "32,60,32,20", "--samples", "2"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(lines_of(ran.out)[0], "40 pixels of the picture, 80 samples, 2 per pixel");
}

TEST(ScopeVerb, IntegersAndWrittenTexelsAreAsReturned) {
  const Program program = {};
  const Ran ran = program.run(
      {"scope",   "--texture.source",    "ramp",  "--texture.channels", "1",      "--sampler.read_mode",
       "element", "--sampler.filter",    "point", "--texture.width",    "256",    "--texture.height",
       "1",       "--texture.dimension", "1d",    "--view.span",        "0.0625", "--size",
       "256x16",  "--samples",           "1",     "--sources",          "model",  "--csv",
       "-"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Strings lines = lines_of(ran.out);
  EXPECT_EQ(lines[0], "sample,pixel_x,pixel_y,texel_x,texel_y,coordinate_x,model_r");
  EXPECT_TRUE(lines[201].ends_with(",200")) << lines[201];
}

TEST(ScopeVerb, Refusals) {
  const Program program = {};
  const std::vector<std::pair<Strings, std::string>> cases = {
      {{"--line", "1,2,3"}, "--line is \"1,2,3\", but must be four numbers such as 0,120.5,640,120.5"},
      {{"--line", "1,2,3,x"}, "--line is \"1,2,3,x\", but must be four numbers"},
      {{"--line", "1,2,3,nan"}, "but must be four numbers"},
      {{"--line", "1,2,1e9,2"}, "but must lie within a million pixels"},
      {{"--line", "1,2,1,2"}, "which is a point"},
      {{"--samples", "0"}, "--samples is 0, but must be from"},
      {{"--samples", "65536", "--line", "0,1,64,1", "--view.span", "64"},
       "The line would have 35791394 samples"},
      {{"--sources", "model,gpu"}, "--sources is \"gpu\", but must be one of model, ideal"},
      {{"--sources", "pinned"}, "pinned states are the window's"},
      {{"--csv", ""}, "--csv needs a value"},
      {{"--size", "0x4"}, "--size is 0x4"},
      {{"--at", "3"}, "unknown option --at"},
      {{"none.json"}, "\"none.json\" cannot be read"},
      {{"--sampler.filter", "linear", "--sampler.read_mode", "element", "--texture.kind", "unsigned",
        "--texture.bits", "32", "--texture.storage", "array"},
       "cannot be filtered linearly"},
  };
  for (const auto& [more, sentence] : cases) {
    Strings args = {"scope"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 2) << sentence << ran.err;
    EXPECT_NE(ran.err.find(sentence), std::string::npos)
        << "printed: " << ran.err << "expected: " << sentence;
    EXPECT_EQ(ran.out, "");
  }
  if (const std::string problem = cuda_report().problem; !problem.empty()) {
    const Ran ran = program.run({"scope", "--sources", "cuda"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find(problem), std::string::npos) << ran.err;
  }
  const Ran folder = program.run(scope_of({"--csv", "no/such/folder.csv"}));
  EXPECT_EQ(folder.code, 2) << folder.err;
  EXPECT_EQ(program.render({"--line", "1,2,3,4"}).code, 2);
}

} // namespace
} // namespace texelscope
