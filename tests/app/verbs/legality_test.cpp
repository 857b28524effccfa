// texelscope legality where there is no GPU: the capture answers.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "tests/program.h"

namespace texelscope {
namespace {

std::ptrdiff_t commas(const std::string& line) {
  return std::ranges::count(line, ',');
}

TEST(Legality, SaysThatACaptureAnswers) {
  const Program program = {};
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--capture"}}) {
    std::vector<std::string> args = {"legality"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_TRUE(ran.out.starts_with("From a capture of NVIDIA H200, driver ")) << ran.out.substr(0, 200);
    EXPECT_NE(ran.out.find("\nrefused "), std::string::npos);
    EXPECT_NE(ran.out.find("cudaCreateTextureObject: cudaErrorInvalidFilterSetting"), std::string::npos);
    EXPECT_NE(ran.out.find("\n" + std::to_string(legality::configurations().size()) + " attempts: "),
              std::string::npos);
  }
}

TEST(Legality, CsvHasARowForEveryAttempt) {
  const Program program = {};
  const Ran ran = program.run({"legality", "--csv", "all.csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const std::vector<std::string> lines = lines_of(contents(program / "all.csv"));
  ASSERT_EQ(lines.size(), legality::configurations().size() + 1);
  EXPECT_EQ(lines[0], "attempt,format,read_mode,filter,address,coordinates,storage,dimension,other_address,"
                      "mip_filter,srgb,use,answer,call,error,changes");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_EQ(commas(lines[i]), 15) << lines[i];
    EXPECT_TRUE(lines[i].starts_with(identifier(legality::configurations()[i - 1]) + ",")) << lines[i];
  }
  const std::string integers =
      "u8x4/element/linear/clamp/normalized/array/2d,u8x4,element,linear,clamp,normalized,"
      "array,2d,clamp,point,off,texture,refused,cudaCreateTextureObject,"
      "cudaErrorInvalidFilterSetting,";
  EXPECT_NE(std::ranges::find(lines, integers), lines.end());
}

TEST(Legality, JsonSaysWhoAnswered) {
  const Program program = {};
  ASSERT_EQ(program.run({"legality", "--only", "f8x4 linear 2d array", "--json", "few.json"}).code, 0);
  const std::string json = contents(program / "few.json");
  for (const char* part : {"\"gpu\": \"NVIDIA H200\"", "\"from\": \"capture\"", "\"format\": \"f8x4\"",
                           "\"answer\": \"refused\"", "\"call\": \"cudaMalloc3DArray\""})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json.substr(0, 600);
  EXPECT_EQ(json.find("u8x4"), std::string::npos);
}

TEST(Legality, FiltersByTerms) {
  const Program program = {};
  const Ran ran =
      program.run({"legality", "--only", "u8x4 element unnormalized array 2d wrap", "--csv", "few.csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("\nu8x4/element/point/wrap/unnormalized/array/2d  altered   "), std::string::npos)
      << ran.out;
  for (const std::string& line : lines_of(contents(program / "few.csv")))
    EXPECT_TRUE(line.starts_with("attempt,") || line.starts_with("u8x4/element/")) << line;
  const Ran blocks = program.run({"legality", "--only", "bc* linear_memory", "--csv", "blocks.csv"});
  EXPECT_EQ(blocks.code, 0) << blocks.err;
  for (const std::string& line : lines_of(contents(program / "blocks.csv")))
    EXPECT_TRUE(line.starts_with("attempt,") || line.starts_with("bc")) << line;
}

TEST(Legality, PrintsACapture) {
  const Program program = {};
  const Ran ran = program.run({"legality", "--capture", "--as-capture"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(legality::capture_from(ran.out, "printed"),
            legality::read_capture(TEXELSCOPE_SOURCE_DIR "/assets/legality/h200-cuda13.0.csv"));
}

TEST(Legality, BadArgumentsAreRefused) {
  const Program program = {};
  expect_refused(program.run({"legality", "--only", "u8x5"}), "No attempt matches \"u8x5\". The terms are ");
  expect_refused(program.run({"legality", "--capture", "--device-answers"}),
                 "--device-answers, --capture and --report exclude each other.");
  for (const char* more : {"--only", "--csv", "--json"})
    expect_refused(program.run({"legality", "--as-capture", more, "u8x4"}),
                   "--as-capture prints every answer");
  expect_refused(program.run({"legality", "--onyl", "u8x4"}), "Did you mean \"--only\"?");
  expect_refused(program.run({"legality", "--csv"}), "--csv needs a value after it");
  expect_refused(program.run({"legality", "now"}), "unexpected argument \"now\"");
  expect_refused(program.run({"legality", "--csv", "no/such/all.csv"}), "no/such");
}

TEST(Legality, WithoutAGpuDeviceAnswersFail) {
  const Program program = {};
  const Ran ran = program.run({"legality", "--device-answers"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(ran.err.starts_with("texelscope: error: ")) << ran.err;
  EXPECT_EQ(ran.out, "");
}

} // namespace
} // namespace texelscope
