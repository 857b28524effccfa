// texelscope fetch-check and bodies on the command line, where there is no GPU.
#include <filesystem>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/text/texts.h"
#include "tests/program.h"
#include "tests/with_nvrtc.h"

namespace texelscope {
namespace {

class FetchCheck : public tests::WithNvrtc<> {
protected:
  const Program program = {};
};

TEST_F(FetchCheck, PrintsTheInstructionsAndTheirLines) {
  write(program / "a.cu",
        "// twice\nTexel t = tex2D<Texel>(tex, x, y);\nt.x += tex2D<Texel>(tex, y, x).x;\nreturn t;\n");
  const Ran ran = program.run({"fetch-check", "a.cu", "--architecture", "90"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with(
      "a.cu compiles for compute capability 9.0; it returns float4.\n    line 2  tex.2d.v4.f32.f32"))
      << ran.out;
  EXPECT_NE(ran.out.find("    line 3  tex.2d.v4"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("    kernel  sust.b.2d.v4.b32.zero"), std::string::npos) << ran.out;
  const Ran ptx = program.run({"fetch-check", "a.cu", "--ptx"});
  EXPECT_NE(ptx.out.find(".target sm_75"), std::string::npos) << ptx.out;
}

TEST_F(FetchCheck, PrintsErrorsAtTheirLines) {
  write(program / "a.cu", "float a = 1;\nreturn color;\n");
  const Ran ran = program.run({"fetch-check", "a.cu"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_NE(ran.err.find("a.cu:2:8: error: identifier \"color\" is undefined\n"), std::string::npos)
      << ran.err;
  EXPECT_NE(ran.err.find("a.cu:1:7: warning: "), std::string::npos) << ran.err;
  EXPECT_EQ(ran.err.find("error: a.cu:"), std::string::npos)
      << "an editor jumps to a line that begins with the file: " << ran.err;
  EXPECT_NE(ran.err.find("a.cu does not compile: line 2: identifier"), std::string::npos) << ran.err;
}

TEST_F(FetchCheck, TakesABodyOrASessionFromStandardInput) {
  Program p;
  write(p / "body.cu", "{ return tex2D<Texel>(tex, x, y); }");
  p.in_from = "body.cu";
  const Ran body = p.run({"fetch-check", "-"});
  EXPECT_EQ(body.code, 0) << body.err;
  EXPECT_TRUE(body.out.starts_with("<stdin> compiles for compute capability 7.5")) << body.out;
  write(p / "s.json", R"( { "version": 1, "fetch": {"body": "return nothing;"}})");
  p.in_from = "s.json";
  const Ran session = p.run({"fetch-check", "-"});
  EXPECT_EQ(session.code, 2);
  EXPECT_TRUE(session.err.starts_with("<stdin>:1:8: error: identifier \"nothing\" is undefined\n"))
      << session.err;
}

TEST_F(FetchCheck, TakesASessionAndItsTexelType) {
  write(program / "s.json", R"({"version": 1, "sampler": {"read_mode": "element", "filter": "point"},
                                "fetch": {"body": "return tex2D<Texel>(tex, x, y);"}})");
  const Ran ran = program.run({"fetch-check", "s.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("it returns uint4.\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("tex.2d.v4.u32.f32"), std::string::npos) << ran.out;
}

TEST(FetchCheckRefuses, WhatIsNoBody) {
  const Program program = {};
  write(program / "s.json", R"({"version": 1})");
  write(program / "long.cu", std::string(40000, ' '));
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"fetch-check"}, text(Text::fetch_check_no_file)},
      {{"fetch-check", "s.json"}, say(Text::fetch_check_no_body, {"s.json"})},
      {{"fetch-check", "missing.cu"}, "missing.cu"},
      {{"fetch-check", "long.cu"}, "\"long.cu\" is longer than 32 KB, the limit for such a file."},
      {{"fetch-check", "s.json", "--architecture", "50"}, "--architecture"},
  };
  for (const auto& [args, reason] : cases) {
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 2) << reason;
    EXPECT_NE(ran.err.find(reason), std::string::npos) << ran.err;
  }
}

// The plain fetch would draw another session's picture.
TEST(Body, IsRefusedWhereNoGpuRunsIt) {
  const Program program = {};
  write(program / "body.json", R"({"version": 1, "fetch": {"body": "return Texel{1, 1, 1, 1};"}})");
  const std::vector<std::vector<std::string>> all = {
      {"render", "body.json", "--backend", "cpu", "--size", "32x24", "--out", "out.png"},
      {"explain", "body.json", "--backend", "cpu", "--at", "3,4"},
      {"scope", "body.json", "--sources", "model", "--samples", "1"},
      {"compare", "body.json", "--a", "model", "--b", "ideal", "--size", "32x24"},
      {"compare", "--a", "model", "--b", "session:body.json", "--backend", "cpu", "--size", "32x24"},
  };
  for (const std::vector<std::string>& args : all) {
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 2) << args[0];
    EXPECT_EQ(ran.out, "") << args[0];
    EXPECT_TRUE(ran.err.starts_with("texelscope: error: fetch.body: Only CUDA runs this body; "))
        << args[0] << ": " << ran.err;
  }
  EXPECT_FALSE(std::filesystem::exists(program / "out.png"));
  const Ran exported = program.run({"export", "body.json", "--as", "cuda"});
  EXPECT_EQ(exported.code, 0);
  EXPECT_EQ(
      exported.err,
      "texelscope: warning: fetch.body: The program makes plain fetches; the session's body is left out.\n");
  EXPECT_NE(exported.out.find("the session's body is left out"), std::string::npos);
  EXPECT_EQ(program.run({"explain", "body.json", "--backend", "cpu"}).code, 0)
      << "the sampler's settings need no body";
  EXPECT_EQ(program.render({"body.json", "--fetch.body", "", "--size", "8x8"}).code, 0)
      << "the suggested fix works";
}

TEST(ShippedBody, RunsWithoutAGpu) {
  const Program program = {};
  const std::string body =
      contents(std::filesystem::path(TEXELSCOPE_SOURCE_DIR) / "assets/fetches/4-catmull-rom.cu");
  const std::vector<std::string> point = {"--sampler.filter", "point",  "--fetch.body",
                                          "catmull-rom",      "--size", "32x24"};
  const auto run = [&](std::vector<std::string> args) {
    args.insert(args.begin() + 1, point.begin(), point.end());
    return program.run(args);
  };
  const Ran rendered = run({"render", "--backend", "cpu", "--out", "out.npy"});
  EXPECT_EQ(rendered.code, 0) << rendered.err;
  EXPECT_EQ(rendered.err.find("warning"), std::string::npos) << rendered.err;
  const Ran plain = program.run(
      {"render", "--backend", "cpu", "--sampler.filter", "point", "--size", "32x24", "--out", "plain.npy"});
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_NE(contents(program / "out.npy"), contents(program / "plain.npy"));

  const Ran compared = program.run({"compare", "--a", "model", "--b", "file:out.npy", "--sampler.filter",
                                    "point", "--fetch.body", body, "--size", "32x24", "--json"});
  EXPECT_EQ(compared.code, 0) << compared.err;
  EXPECT_EQ(nlohmann::json::parse(compared.out).at("all").at("different"), 0);

  const auto explained =
      nlohmann::json::parse(run({"explain", "--backend", "cpu", "--at", "3,4", "--json"}).out);
  EXPECT_EQ(explained["body"]["name"], "4-catmull-rom");
  EXPECT_EQ(explained["body"]["fetches"].size(), 16u);
  EXPECT_EQ(explained["why"][0], say(Text::explain_body_made, {"4-catmull-rom", "16"}));
  EXPECT_TRUE(explained["result"][0]["returned"]["same"]) << "the plain fetch in its place";
  const Ran text_of = run({"explain", "--backend", "cpu", "--at", "3,4"});
  EXPECT_NE(text_of.out.find("\nThe body\n"), std::string::npos) << text_of.out;
  EXPECT_EQ(text_of.err, "");
  EXPECT_NE(run({"scope", "--sources", "model", "--samples", "1"}).err.find(text(Text::scope_body)),
            std::string::npos);

  std::string changed = body;
  changed[body.find("1.5f")] = '2';
  const Ran own = program.run({"render", "--fetch.body", changed, "--backend", "cpu", "--out", "own.png"});
  EXPECT_EQ(own.code, 2);
  EXPECT_TRUE(own.err.starts_with("texelscope: error: fetch.body: Only CUDA runs this body; ")) << own.err;
}

} // namespace
} // namespace texelscope
