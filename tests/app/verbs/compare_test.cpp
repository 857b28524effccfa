// `texelscope compare`: what it finds, writes, refuses, and how it ends.
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/unit/image_io/read_image.h"
#include "tests/program.h"

namespace texelscope {
namespace {

using Json = nlohmann::json;

class Compare : public ::testing::Test {
protected:
  Ran compare(const std::string& a, const std::string& b, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"compare", "--a", a, "--b", b, "--size", "64x48"});
    return program.run(more);
  }
  Json found(const std::string& a, const std::string& b, std::vector<std::string> more = {}) const {
    more.push_back("--json");
    const Ran ran = compare(a, b, more);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.code == 0 ? Json::parse(ran.out) : Json();
  }
  void refuses(const std::vector<std::string>& args, const std::string& sentence) const {
    std::vector<std::string> all = {"compare"};
    all.insert(all.end(), args.begin(), args.end());
    const Ran ran = program.run(all);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err;
  }
  const Program program = {};
};

TEST_F(Compare, TheLargestErrorIsWhatExplainSaysToTheBit) {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{},
        {"--texture.source", "noise", "--texture.bits", "16"},
        {"--texture.levels", "5", "--fetch.function", "lod", "--fetch.lod", "1.3"}}) {
    const Json result = found("model", "ideal", flags);
    const Json largest = result.at("all").at("largest");
    EXPECT_NE(largest.at("difference"), 0.0);
    std::vector<std::string> args = {"explain",
                                     "--at",
                                     std::to_string(int(largest.at("pixel")[0])) + "," +
                                         std::to_string(int(largest.at("pixel")[1])),
                                     "--size",
                                     "64x48",
                                     "--json",
                                     "--backend",
                                     "cpu"};
    args.insert(args.end(), flags.begin(), flags.end());
    const Ran ran = program.run(args);
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Json component = Json::parse(ran.out).at("result")[largest.at("channel").get<std::size_t>()];
    EXPECT_EQ(component.at("value").get<double>(), largest.at("a").get<double>());
    EXPECT_EQ(component.at("ideal").get<double>(), largest.at("b").get<double>());
    EXPECT_EQ(component.at("error").get<double>(), largest.at("difference").get<double>());
  }
}

// Eight-bit weights are at most half a step off on each axis, of texels that differ by at most 1.
TEST_F(Compare, TheModelAgainstTheIdeal) {
  const Json result = found("model", "ideal");
  EXPECT_EQ(result.at("peak"), 1.0);
  EXPECT_EQ(result.at("region"), Json({0, 0, 64, 48}));
  const double largest = std::abs(result.at("all").at("largest").at("difference").get<double>());
  EXPECT_LE(largest, 2.0 / 512 + 0x1p-16);
  EXPECT_GT(largest, 0.2 / 512);
  EXPECT_EQ(result.at("all").at("count"), 64 * 48 * 4);
  EXPECT_EQ(result.at("all").at("nan"), Json({0, 0}));
  EXPECT_GT(result.at("all").at("psnr_db"), 50.0);
  EXPECT_GT(result.at("all").at("ssim"), 0.999);
  EXPECT_EQ(result.at("channels").size(), 4u);
}

// Two pixels a texel, none on an edge between two.
TEST_F(Compare, OpenGlReadsTheSameTexels) {
  const Json result = found("model", "opengl",
                            {"--sampler.filter", "point", "--texture.kind", "float", "--texture.bits", "32",
                             "--sampler.read_mode", "element", "--view.span", "0.375"});
  EXPECT_EQ(result.at("all").at("different"), 0);
  EXPECT_EQ(result.at("all").at("psnr_db"), nullptr);
  EXPECT_EQ(result.at("all").at("psnr_db_text"), "inf");
  EXPECT_EQ(result.at("all").at("max_ulp"), 0);
  EXPECT_NE(result.at("b").at("maker"), "") << "the renderer is named";
}

TEST_F(Compare, FilesAndSessions) {
  ASSERT_EQ(program.render({"--size", "64x48"}, "same.npy").code, 0);
  EXPECT_EQ(found("model", "file:same.npy").at("all").at("different"), 0);
  ASSERT_EQ(program.render({"--size", "64x48"}, "colors.png").code, 0);
  const Json colors = found("model", "file:colors.png").at("all"); // rounded to a 255th
  EXPECT_LE(std::abs(colors.at("largest").at("difference").get<double>()), 0.5 / 255 + 1e-6);
  write(program / "clamped.json",
        R"({"version": 1, "sampler": {"address_x": "clamp", "address_y": "clamp"}})");
  EXPECT_GT(found("model", "session:clamped.json", {"--backend", "cpu"}).at("all").at("different"), 1000);
  EXPECT_EQ(found("model", "session:clamped.json", {"--backend", "cpu", "--roi", "20,16,24,16"})
                .at("all")
                .at("largest")
                .at("difference"),
            0.0)
      << "inside the texture they agree";
}

TEST_F(Compare, WritesTheDifferences) {
  const Json result = found("model", "ideal", {"--out", "d.npy"});
  const Image differences = read_image(program / "d.npy");
  EXPECT_EQ(differences.width, 64);
  EXPECT_EQ(differences.height, 48);
  const Json largest = result.at("all").at("largest");
  const auto bits =
      differences.bits_at(largest.at("pixel")[0], largest.at("pixel")[1], largest.at("channel"));
  EXPECT_EQ(real_value(differences.format, bits), double(float(largest.at("difference").get<double>())));
  EXPECT_EQ(compare("model", "ideal", {"--out", "d.exr", "--measure", "ulp"}).code, 0);
  EXPECT_EQ(read_image(program / "d.exr").width, 64);
  EXPECT_EQ(compare("model", "model", {"--out", "d.png"}).code, 0);
  const Image white = read_image(program / "d.png");
  EXPECT_EQ(white.bits_at(5, 5, 0), 255u) << "nothing differs";
  EXPECT_EQ(compare("model", "ideal", {"--out", "d.png", "--measure", "absolute"}).code, 0);
  EXPECT_NE(read_image(program / "d.png").bits_at(5, 5, 1), 255u);
}

TEST_F(Compare, TheLimitDecidesHowItEnds) {
  EXPECT_EQ(compare("model", "model", {"--max-error", "0"}).code, 0);
  EXPECT_EQ(compare("model", "ideal", {"--max-error", "0.01"}).code, 0);
  const Ran over = compare("model", "ideal", {"--max-error", "0.0001"});
  EXPECT_EQ(over.code, 1);
  EXPECT_NE(over.err.find("The largest difference, "), std::string::npos) << over.err;
  EXPECT_NE(over.out.find("RMSE"), std::string::npos) << "the report is printed all the same";
}

// 0.1 is no float32: a picture of 255ths, read in double precision, differs from the model's floats by
// rounding alone.
TEST_F(Compare, RoundingToFloatIsNoDifference) {
  const std::vector<std::string> point = {"--sampler.filter", "point", "--view.span", "0.375"};
  std::vector<std::string> args = {"--size", "64x48"};
  args.insert(args.end(), point.begin(), point.end());
  ASSERT_EQ(program.render(args, "points.png").code, 0);
  EXPECT_EQ(found("model", "file:points.png", point).at("all").at("different"), 0);
  EXPECT_EQ(found("model", "ideal", point).at("all").at("different"), 0);
}

TEST_F(Compare, TheTableNamesTheLargestUlp) {
  EXPECT_NE(compare("model", "model").out.find("\n  max ULP                  0 "), std::string::npos)
      << compare("model", "model").out;
}

TEST_F(Compare, TheTableFollowsTheLanguageAndJsonDoesNot) {
  const std::vector<std::string> in_chinese = {"--language", "zh-Hans"};
  const std::string shown = compare("model", "model", in_chinese).out;
  for (const char* row : {"\n  不同                     0 ", "\n  平均绝对值               0 ",
                          "\n  最大 ULP                 0 ", "\n  最大差                  +0  0,0 R "})
    EXPECT_NE(shown.find(row), std::string::npos) << row << shown;
  EXPECT_EQ(found("model", "ideal", in_chinese), found("model", "ideal"));
}

TEST_F(Compare, OtherLimits) {
  const auto code = [&](const char* flag, const char* limit) {
    return compare("model", "ideal", {flag, limit}).code;
  };
  EXPECT_EQ(code("--min-psnr", "40"), 0);
  EXPECT_EQ(code("--min-psnr", "90"), 1);
  EXPECT_EQ(code("--min-ssim", "0.99"), 0);
  EXPECT_EQ(code("--min-ssim", "1"), 1);
  EXPECT_EQ(code("--max-differing", "12288"), 0);
  EXPECT_EQ(code("--max-differing", "100%"), 0);
  EXPECT_EQ(code("--max-differing", "10"), 1);
  EXPECT_EQ(code("--max-differing", "0.5%"), 1);
  EXPECT_EQ(
      compare("model", "model", {"--min-psnr", "1e300", "--min-ssim", "1", "--max-differing", "0"}).code, 0);
  const Ran all = compare("model", "ideal", {"--min-psnr", "90", "--min-ssim", "1", "--max-differing", "0"});
  EXPECT_EQ(all.code, 1);
  for (const char* sentence :
       {"The PSNR, ", ", is under 90.\n", "The SSIM, ", " of 12288 values differ, more than 0.\n"})
    EXPECT_NE(all.err.find(sentence), std::string::npos) << sentence << all.err;
  const Ran small = compare("model", "ideal", {"--min-ssim", "0.5", "--roi", "0,0,4,4"});
  EXPECT_EQ(small.code, 1) << "windows of 11 x 11 pixels do not fit";
  EXPECT_NE(small.err.find("There is no SSIM to compare with 0.5"), std::string::npos) << small.err;
  for (const char* wrong : {"-1", "x", "101%", "1.5", "%", "nan", ""}) {
    const Ran ran = compare("model", "ideal", {std::string("--max-differing=") + wrong});
    EXPECT_EQ(ran.code, 2) << wrong;
    EXPECT_NE(ran.err.find("--max-differing"), std::string::npos) << ran.err;
  }
}

// 2048 of 3072 pixels are NaN in one picture alone: what is left is the same, and no gate lets it pass.
TEST_F(Compare, EveryGateSeesANumberThatOnePictureAloneHas) {
  ASSERT_EQ(program.render({"--size", "64x48"}, "a.npy").code, 0);
  std::string bytes = contents(program / "a.npy"); // four floats a pixel, at the end
  const std::uint32_t nan_bits = 0x7fc00000u;
  for (std::size_t at = bytes.size() - std::size_t(2048) * 16; at < bytes.size(); at += 4)
    std::memcpy(bytes.data() + at, &nan_bits, 4);
  write(program / "b.npy", bytes);
  using Gate = std::pair<const char*, const char*>;
  for (const auto& [flag, limit] : {Gate{"--min-psnr", "60"}, Gate{"--min-ssim", "0.99"},
                                    Gate{"--max-error", "1"}, Gate{"--max-differing", "100%"}})
    for (const bool swapped : {false, true}) {
      const Ran ran = swapped ? compare("file:b.npy", "model", {flag, limit})
                              : compare("model", "file:b.npy", {flag, limit});
      EXPECT_EQ(ran.code, 1) << flag << ran.out;
      EXPECT_NE(ran.err.find("Values that are NaN or infinite in only one of the two: 8192."),
                std::string::npos)
          << flag << ran.err;
    }
  EXPECT_EQ(compare("file:b.npy", "file:b.npy", {"--min-psnr", "60", "--min-ssim", "0.99"}).code, 0)
      << "NaN in both is the same";
}

TEST_F(Compare, RefusesWithASentence) {
  refuses({}, "--a SOURCE --b SOURCE");
  refuses({"--a", "model"}, "--a SOURCE --b SOURCE");
  refuses({"--a", "model", "--b", "vulkan"}, "--b: no source is named vulkan");
  refuses({"--a", "model", "--b", "file:none.npy"}, "none.npy");
  refuses({"--a", "model", "--b", "session:none.json"}, "none.json");
  refuses({"--a", "model", "--b", "ideal", "--roi", "1,2,3"}, "--roi 1,2,3: expected x,y,width,height");
  refuses({"--a", "model", "--b", "ideal", "--roi", "600,0,100,10"}, "within 640 x 480");
  refuses({"--a", "model", "--b", "ideal", "--out", "d.jpg"}, "d.jpg: differences are written as");
  refuses({"--a", "model", "--b", "ideal", "--measure", "ulp"}, "--measure needs --out");
  refuses({"--a", "model", "--b", "opengl", "--texture.storage", "pitch"}, "pitch or linear memory");
  ASSERT_EQ(program.render({"--size", "32x32"}, "small.npy").code, 0);
  refuses({"--a", "model", "--b", "file:small.npy"}, "640 x 480 and 32 x 32");
  const Ran cuda = compare("model", "cuda");
  EXPECT_EQ(cuda.code, 1) << "there is no GPU";
}

} // namespace
} // namespace texelscope
