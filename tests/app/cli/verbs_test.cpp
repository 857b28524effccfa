// What several verbs share: --strict, --json, numbers that JSON lacks, the progress line.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/version.h"
#include "tests/npy.h"
#include "tests/terminal.h"

namespace texelscope {
namespace {

using Strings = std::vector<std::string>;
using Json = nlohmann::json;

TEST(JsonText, NumbersThatJsonLacksAreNamedBeside) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
  const nlohmann::ordered_json json = {{"a", 1.5},
                                       {"b", nan},
                                       {"c", {1.0, -inf, 2.0}},
                                       {"d", {{"e", inf}, {"f", nullptr}}},
                                       {"g", {{{"h", nan}}, {{"h", 0.0}}}}};
  EXPECT_EQ(nlohmann::ordered_json::parse(json_text(json)).dump(),
            R"({"a":1.5,"b":null,"b_text":"nan","c":[1.0,null,2.0],"c_text":[null,"-inf",null],)"
            R"("d":{"e":null,"e_text":"inf","f":null},"g":[{"h":null,"h_text":"nan"},{"h":0.0}]})");
}

TEST(Strict, AlteredSettingsAreExitCodeThree) {
  const Program program = {};
  const Strings altered = {"--sampler.normalized_coords", "off"};
  const auto run = [&](Strings args, bool alters, bool strict) {
    if (alters) args.insert(args.end(), altered.begin(), altered.end());
    if (strict) args.emplace_back("--strict");
    return program.run(args);
  };
  const std::vector<Strings> all = {
      {"render", "--size", "8x8", "--backend", "cpu", "--out", "out.png"},
      {"render", "--window", "--size", "640x480", "--backend", "cpu", "--out", "out.png"},
      {"explain", "--backend", "cpu"},
      {"explain", "--backend", "cpu", "--at", "3,4"},
      {"export", "--as", "cuda", "--texture.width", "4", "--texture.height", "4"}};
  for (const Strings& args : all) {
    EXPECT_EQ(run(args, false, true).code, 0) << args[0];
    EXPECT_EQ(run(args, true, false).code, 0) << args[0];
    std::filesystem::remove(program / "out.png");
    const Ran ran = run(args, true, true);
    EXPECT_EQ(ran.code, 3) << args[0];
    EXPECT_TRUE(ran.err.ends_with(
        "texelscope: error: --strict: altered or refused: sampler.address_x, sampler.address_y.\n"))
        << args[0] << ran.err;
    if (args[0] == "render") {
      EXPECT_TRUE(std::filesystem::exists(program / "out.png")) << "the work is done all the same";
    } else {
      EXPECT_EQ(ran.out.substr(0, 20), run(args, true, false).out.substr(0, 20)) << args[0];
    }
    EXPECT_NE(program.run({args[0], "--help"}).out.find("\n  3    With --strict: "), std::string::npos)
        << args[0];
  }
  const Ran refused =
      program.run({"explain", "--sampler.read_mode", "element", "--strict", "-q", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_EQ(refused.err, "texelscope: error: --strict: altered or refused: sampler.filter.\n");
}

// What the settings call changed is what --strict sees; what they call rounded is not.
TEST(Strict, SeesWhatTheSettingsCallChanged) {
  const Program program = {};
  const Strings levels = {"explain",
                          "--backend",
                          "cpu",
                          "--strict",
                          "--texture.width",
                          "16",
                          "--texture.height",
                          "16",
                          "--texture.levels",
                          "4",
                          "--fetch.function",
                          "lod"};
  const auto ran = [&](const Strings& more) {
    Strings args = levels;
    args.insert(args.end(), more.begin(), more.end());
    return program.run(args);
  };
  const std::vector<std::pair<Strings, std::string>> changed = {
      {{"--sampler.mip_bias", "20"}, "sampler.mip_bias"},
      {{"--sampler.mip_bias", "-16"}, "sampler.mip_bias"},
      {{"--sampler.max_anisotropy", "7"}, "sampler.max_anisotropy"},
      {{"--sampler.address_x", "border", "--sampler.border_color", "2,0,0,0"}, "sampler.border_color"}};
  for (const auto& [more, field] : changed) {
    const Ran found = ran(more);
    EXPECT_EQ(found.code, 3) << field;
    EXPECT_TRUE(found.err.ends_with("altered or refused: " + field + ".\n")) << found.err;
    EXPECT_NE(found.out.find(", changed\n"), std::string::npos) << found.out;
  }
  for (const Strings& more : {Strings{"--sampler.mip_bias", "0.3"},
                              {"--sampler.address_x", "border", "--sampler.border_color", "0.3,0,0,0"}}) {
    const Ran found = ran(more);
    EXPECT_EQ(found.code, 0) << found.err;
    EXPECT_NE(found.out.find(", rounded\n"), std::string::npos) << found.out;
    EXPECT_EQ(found.out.find(", changed\n"), std::string::npos) << found.out;
  }
}

// Without a place every note is listed, those of other fields than the sampler's too.
TEST(ExplainVerb, ListsEveryNote) {
  const Program program = {};
  const auto line = [&](const Strings& flags, const std::string& field) {
    Strings args = {"explain", "--backend", "cpu"};
    args.insert(args.end(), flags.begin(), flags.end());
    const Ran ran = program.run(args);
    for (const std::string& one : lines_of(ran.out))
      if (one.starts_with(field + " ")) return one.substr(40);
    return ran.out;
  };
  EXPECT_EQ(line({"--texture.width", "200000", "--texture.height", "2"}, "texture.width"),
            "200000                  32768, refused");
  EXPECT_EQ(line({"--texture.storage", "pitch", "--texture.pitch_offset", "3"}, "texture.pitch_offset"),
            "3                       0, refused");
  EXPECT_EQ(line({"--texture.dimension", "cube", "--texture.width", "8", "--texture.height", "4"},
                 "texture.height"),
            "4                       8, refused");
  EXPECT_EQ(line({"--fetch.function", "texel"}, "fetch.function"), "texel                   plain, refused");
  EXPECT_EQ(line({"--fetch.lod", "2"}, "fetch.lod"), "2                       no effect");
  EXPECT_EQ(line({"--texture.dimension", "3d", "--texture.storage", "linear"}, "texture.storage"),
            "linear                  array, refused");
}

TEST(ExplainVerb, TakesASizeWithAndWithoutAPixel) {
  const Program program = {};
  for (const Strings& more : {Strings{}, {"--at", "3,4"}, {"--coord", "0.5,0.5"}}) {
    Strings args = {"explain", "--backend", "cpu", "--size", "32x24"};
    args.insert(args.end(), more.begin(), more.end());
    EXPECT_EQ(program.run(args).code, 0);
  }
  EXPECT_EQ(program.run({"explain", "--backend", "cpu", "--size", "32x24", "--at", "32,4"}).code, 2)
      << "outside of it";
  EXPECT_EQ(program.run({"explain", "--backend", "cpu", "--size", "0x24"}).code, 2);
}

TEST(ExplainVerb, SaysNaNBesideNull) {
  const Program program = {};
  const std::vector<float> texels = {std::nanf(""), std::numeric_limits<float>::infinity()};
  write(program / "t.npy", npy_bytes("1, 2", "<f4", texels.data(), texels.size() * sizeof(float)));
  const auto first_component = [&](const char* at) {
    const Ran ran = program.run(
        {"explain", "t.npy", "--backend", "cpu", "--json", "--sampler.filter", "point", "--coord", at});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return Json::parse(ran.out).at("result")[0];
  };
  EXPECT_TRUE(first_component("0.25,0.5").at("value").is_null());
  EXPECT_EQ(first_component("0.25,0.5").at("value_text"), "nan");
  EXPECT_EQ(first_component("0.75,0.5").at("value_text"), "inf");
  EXPECT_EQ(first_component("0.75,0.5").at("bits"), "7f800000");
}

TEST(DoctorVerb, AsJson) {
  const Program program = {};
  const Json json = Json::parse(program.run({"doctor", "--json"}).out);
  EXPECT_EQ(json.at("program"), std::string("texelscope ") + version());
  EXPECT_TRUE(json.at("problems").is_array());
  EXPECT_TRUE(json.at("problems").back().get<std::string>().starts_with("The window cannot open: "))
      << json.dump(1);
  EXPECT_TRUE(!json.contains("gpus") || json.at("gpus").is_array());
}

TEST(LessonAnswers, InTextAndJson) {
  const Program program = {};
  const Ran plain = program.run({"lesson", "half-a-texel"}),
            answers = program.run({"lesson", "half-a-texel", "--answers"});
  EXPECT_EQ(answers.code, 0) << answers.err;
  EXPECT_EQ(plain.out.find("Answer: "), std::string::npos);
  EXPECT_NE(answers.out.find("\nAnswer: 0.125 (By the exact model of the texture unit.)\n\n1.0 is the edge "
                             "between texel 0 and texel 1"),
            std::string::npos)
      << answers.out;
  const Json json = Json::parse(program.run({"lesson", "half-a-texel", "--answers", "--json"}).out);
  EXPECT_EQ(json.at("id"), "half-a-texel");
  EXPECT_EQ(json.at("steps").size(), 2u);
  EXPECT_EQ(json.at("steps")[0].at("answer"), 0.125);
  EXPECT_TRUE(
      json.at("steps")[1].at("see").get<std::string>().starts_with("The value of floor(1.999) is 1."));
  EXPECT_FALSE(
      Json::parse(program.run({"lesson", "half-a-texel", "--json"}).out).at("steps")[0].contains("answer"));
  const Json list = Json::parse(program.run({"lesson", "--json"}).out);
  EXPECT_EQ(list.at("lessons").size(), 30u);
  EXPECT_EQ(list.at("groups").size(), 8u);
  EXPECT_EQ(program.run({"lesson", "--json", "--check"}).code, 2);
  EXPECT_EQ(program.run({"lesson", "--answers"}).code, 2) << "no lesson is named";
}

TEST(LessonAnswers, BugsHaveThemToo) {
  const Program program = {};
  const Json list = Json::parse(program.run({"lesson", "--json"}).out).at("bugs");
  ASSERT_FALSE(list.empty());
  for (const Json& bug : list) {
    const std::string id = bug.at("id");
    const Ran plain = program.run({"lesson", id}), answer = program.run({"lesson", id, "--answers"});
    EXPECT_EQ(plain.code, 0) << plain.err;
    EXPECT_EQ(plain.out.find("Answer: "), std::string::npos) << id;
    const Json json = Json::parse(program.run({"lesson", id, "--answers", "--json"}).out);
    const std::string field = json.at("field"), wrong = json.at("wrong"), sound = json.at("sound");
    EXPECT_NE(wrong, sound) << id;
    EXPECT_NE(answer.out.find("\nAnswer: " + field + " is " + wrong + ", but should be " + sound + "."),
              std::string::npos)
        << answer.out;
    EXPECT_NE(json.at("why"), "") << id;
  }
}

TEST(SampleVerb, TheSmallestLevelIsNotTheLargest) {
  SampleVerb sampler("2, 2", std::vector<float>{0, 1, 2, 3}, "1, 2", std::vector<float>{0.5f, 0.5f});
  for (const char* clamp : {"3,1", "nan,1", "1,nan", "inf,-inf"}) {
    const Ran ran = sampler.sample({"--dim", "2d", "--lod-clamp", clamp});
    EXPECT_EQ(ran.code, 2) << clamp;
    EXPECT_EQ(ran.err, "texelscope: error: --lod-clamp is \"" + std::string(clamp) +
                           "\", but the first number must not be larger than the second.\n");
  }
  EXPECT_EQ(sampler.sample({"--dim", "2d", "--lod-clamp", "1,1"}).code, 0);
}

// What a terminal shows on standard error while the program runs.
std::string on_terminal(const Program& program, const Strings& args) {
  const auto set_up = [] {
    cpu_set_t one; // so that little work takes long
    CPU_ZERO(&one);
    CPU_SET(unsigned(::sched_getcpu()), &one);
    ::sched_setaffinity(0, sizeof one, &one);
    ::dup2(::open("/dev/null", O_WRONLY), 1);
  };
  const auto [status, shown] = run_on_terminal(program, args, set_up, [](const auto&) { return ""; });
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : 128, 0) << shown;
  return shown;
}

TEST(ProgressLine, IsOneLineThatGoesAway) {
  const Program program = {};
#ifdef TEXELSCOPE_SANITIZE
  const std::string frames = "100"; // each takes much longer
#else
  const std::string frames = "1200";
#endif
  const Strings longer = {"render",  "--backend",       "cpu",    "--size",           "64x48", "--write.mode",
                          "pattern", "--texture.width", "512",    "--texture.height", "512",   "--frames",
                          frames,    "--out",           "out.png"};
  const std::string shown = on_terminal(program, longer);
  EXPECT_TRUE(shown.starts_with("\r\033[K[")) << shown.substr(0, 100);
  EXPECT_NE(shown.find("/" + frames + "] frame"), std::string::npos) << shown.substr(0, 100);
  EXPECT_TRUE(shown.ends_with("\r\033[K"))
      << shown.substr(shown.size() - std::min<std::size_t>(shown.size(), 80));
  EXPECT_EQ(shown.find('\n'), std::string::npos) << "the line overwrites itself";
  Strings quiet = longer;
  quiet.emplace_back("-q");
  EXPECT_EQ(on_terminal(program, quiet), "");
  EXPECT_EQ(on_terminal(program, {"render", "--backend", "cpu", "--size", "8x8", "--out", "out.png"}), "")
      << "a run of less than a second shows no progress";
}

} // namespace
} // namespace texelscope
