// texelscope report: how it is made, what it shows, which verbs take it, and what is refused.
#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/reports/support_matrix/legality_capture.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/report/report_making.h"
#include "kernels/studies/verify/report_agreement.h"
#include "kernels/studies/verify/report_file.h"
#include "kernels/studies/verify/verify_file.h"
#include "tests/kernels/profile_reports.h"
#include "tests/model_device.h"
#include "tests/program.h"
#include "tests/refusal.h"

namespace texelscope {
namespace {

using Json = nlohmann::ordered_json;
using tests::ModelDevice;

// A device that errs in one designed case.
std::unique_ptr<verify::Device> other_chip() {
  auto device = std::make_unique<ModelDevice>();
  device->fault = [](const verify::Case& c, std::vector<std::uint32_t>& components) {
    if (c.srgb && c.samples == 256) components[9] ^= 1;
  };
  return device;
}

verify::MismatchCount counted_class(const std::string& name, std::int64_t fetches) {
  verify::MismatchCount count;
  count.name = name;
  count.fetches = fetches;
  return count;
}

// Three classes, one of which differs.
Json other_figures() {
  verify::Report report;
  report.fetches = 2200;
  report.mismatches = 3;
  report.classes = {counted_class("1d tex point f32", 500),
                    counted_class("2d tex linear u8 normalized", 1000),
                    counted_class("2d tex point u8 normalized", 700)};
  verify::MismatchCount& wrong = report.classes[1];
  wrong.mismatches = 3;
  wrong.first.emplace();
  wrong.first->setup.filter = wrong.first->setup.read_mode = 1;
  wrong.first->device = {0x3f000001};
  wrong.first->model = {0x3f000000};
  return verify_json(report, {}, "GPU X");
}

legality::Capture shipped_capture() {
  return legality::read_capture(TEXELSCOPE_SOURCE_DIR "/assets/legality/h200-cuda13.0.csv");
}

// The report of a GPU that does not exist.
Json other_report() {
  ReportHead head{"0.1.0", "2026-11-24", 95.5, false, true, "GPU X", "12.0", "590.1", "13.1"};
  legality::Capture capture = shipped_capture();
  capture.gpu = "GPU X";
  legality::Outcome& outcome = capture.answers.at("u8x4/element/point/clamp/normalized/array/2d");
  outcome = {legality::Verdict::refused, "cudaCreateTextureObject", "cudaErrorInvalidValue", {}};
  profile::Report bench{tests::machine("", "590.1"),
                        {tests::measured("u8x4.point.2d.array.tile.4K.tex", 4.0)}};
  bench.machine.uuid.clear();
  static const MadeSection fetches = make_fetches_section(other_chip);
  return Json::parse(report_json(head, {{{PartState::done, "", other_figures()},
                                         fetches,
                                         {PartState::done, "", to_text(capture)},
                                         {PartState::done, "", Json::parse(bench_json(bench))}}}));
}

class Reports : public testing::Test {
protected:
  void put(const std::string& file, const Json& report) const { write(program / file, report.dump(1)); }
  Ran show(const Json& report) const {
    put("report.json", report);
    return program.run({"report", "--show", "report.json"});
  }
  static void expect_has(const std::string& out, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
      EXPECT_NE(unwrapped(out).find(unwrapped(part)), std::string::npos) << part << "\n" << out;
  }
  // Every run of white space as one blank: lines are wrapped.
  static std::string unwrapped(const std::string& out) {
    std::string line;
    for (const char c : out)
      if (const bool blank = c == ' ' || c == '\n'; !blank)
        line += c;
      else if (!line.ends_with(' '))
        line += ' ';
    return line;
  }

  Program program;
};

TEST_F(Reports, WithoutAGpuAreAboutTheProcessor) {
  const Ran ran = program.run({"report", "--out", "r.json", "--seconds", "2"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json report = Json::parse(contents(program / "r.json"));
  EXPECT_EQ(report.at("format"), "texelscope-report");
  EXPECT_EQ(report.at("version"), 1);
  EXPECT_EQ(report.at("device").at("kind"), "cpu");
  EXPECT_NE(report.at("device").at("name"), "");
  EXPECT_EQ(report.at("interrupted"), false);
  for (const char* part : {"verify", "fetches", "legality"}) {
    EXPECT_EQ(report.at(part).at("state"), "no_gpu") << part;
    EXPECT_FALSE(report.at(part).contains("document")) << part;
  }
  EXPECT_EQ(report.at("bench").at("state"), "partly") << "two seconds are not enough";
  const Json& cells = report.at("bench").at("document").at("cells");
  EXPECT_GT(cells.size(), 0u);
  EXPECT_LT(report.at("seconds"), 60);
  const Ran shown = program.run({"report", "--show", "r.json"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  expect_has(shown.out, {", the processor: there was no GPU\n", "\nverify      there is no GPU ",
                         "\nbench       ", "ended before it was complete\n"});
  EXPECT_TRUE(ran.out.starts_with(shown.out)) << ran.out;
  EXPECT_EQ(program.run({"bench-merge", "r.json", "-o", "bench.json"}).code, 0);
}

TEST_F(Reports, HoldNoNameOfAUserAFolderOrAHost) {
  program.environment["USER"] = program.environment["LOGNAME"] = "someone-here";
  program.environment["HOME"] = (program / "home-of-someone").string();
  ASSERT_EQ(program.run({"report", "--out", "r.json", "--seconds", "1"}).code, 0);
  const std::string written = contents(program / "r.json");
  char host[256] = {};
  ASSERT_EQ(::gethostname(host, sizeof host - 1), 0);
  for (const std::string& name : {std::string("someone"), program.root().string(),
                                  program.root().filename().string(), std::string(host)})
    EXPECT_EQ(written.find(name), std::string::npos) << name;
  const Json machine = Json::parse(written).at("bench").at("document").at("machine");
  EXPECT_EQ(machine.at("host"), "");
}

TEST_F(Reports, NamesAreTakenOutOfMessages) {
  EXPECT_EQ(without_names("/home/ann/x: ann on box1 failed", {"/home/ann", "ann", "box1"}),
            ".../x: ... on ... failed");
  const MadeSection failed = make_fetches_section([]() -> std::unique_ptr<verify::Device> {
    throw std::runtime_error("no library in " + std::filesystem::current_path().string());
  });
  EXPECT_EQ(failed.state, PartState::failed);
  EXPECT_EQ(failed.reason, "no library in ...");
  EXPECT_TRUE(failed.document.is_null());
}

TEST_F(Reports, CtrlCWritesWhatIsDone) {
  program.interrupted_after = 4;
  const Ran ran = program.run({"report", "--out", "r.json", "--seconds", "300"});
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_EQ(ran.err, "texelscope: warning: Ctrl+C ended it: the report holds what was done until then.\n");
  const Json report = Json::parse(contents(program / "r.json"));
  EXPECT_EQ(report.at("interrupted"), true);
  EXPECT_EQ(report.at("bench").at("state"), "partly");
  program.interrupted_after = 0;
  expect_has(program.run({"report", "--show", "r.json"}).out, {"\nCtrl+C ended it: "});
}

TEST_F(Reports, SectionsEndWithTheirTime) {
  const MadeSection section = make_verify_section(other_chip, "GPU X", 1e15, 1);
  EXPECT_EQ(section.state, PartState::partly);
  EXPECT_GT(section.document.at("fetches"), 0);
  EXPECT_FALSE(section.document.at("classes").empty());
}

TEST_F(Reports, FiguresAreReadAsWritten) {
  const MadeSection section = make_verify_section(other_chip, "GPU X", 1e5, 1000);
  EXPECT_EQ(section.state, PartState::done);
  const std::string json = section.document.dump(), name = "v.json";
  const JsonText source{json, name};
  const JsonValue tree = parse_strict_json(source, max_report_levels);
  const VerifyFigures figures = read_verify({source, tree});
  EXPECT_GE(figures.fetches, 100000);
  EXPECT_EQ(figures.mismatches, section.document.at("mismatches"));
  EXPECT_EQ(figures.classes.size(), section.document.at("classes").size());
}

TEST_F(Reports, ShowSaysWhatDiffers) {
  const Ran ran = show(other_report());
  ASSERT_EQ(ran.code, 0) << ran.err;
  expect_has(
      ran.out,
      {"GPU X, compute 12.0, driver 590.1, CUDA 13.1\nMade by texelscope 0.1.0 on 2026-11-24 in 96 s\n",
       " fetches differ from the model, in 1 of ",
       "2d tex linear u8 normalized: ", "1 of 18 designed cases differ from the model or are refused:\n",
       "srgb_codes (the values of the sRGB codes): 1 of 256 fetches differ from the model",
       "1 answered otherwise than in the capture of NVIDIA H200",
       "u8x4/element/point/clamp/normalized/array/2d\n",
       "bench       1 cell measured, 0 skipped, 0 with wrong results\n"});
}

TEST_F(Reports, ShowSpeaksChinese) {
  put("report.json", other_report());
  const Ran ran = program.run({"report", "--show", "report.json", "--language", "zh-Hans"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  expect_has(ran.out, {"GPU X，计算能力 12.0，驱动 590.1，CUDA 13.1\n", "2200 次拾取中有 3 次",
                       "18 组设计拾取中有 1 组", "与 NVIDIA H200 的记录不同"});
  for (const char* english : {" differ", " fetches", "attempts", "measured"})
    EXPECT_EQ(ran.out.find(english), std::string::npos) << english << "\n" << ran.out;
}

TEST_F(Reports, ShowAsJson) {
  put("report.json", other_report());
  const Ran ran = program.run({"report", "--show", "report.json", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json.at("device"), "GPU X");
  EXPECT_EQ(json.at("verify").at("state"), "done");
  ASSERT_EQ(json.at("verify").at("differing").size(), 1u);
  EXPECT_EQ(json.at("verify").at("differing")[0].at("class"), "2d tex linear u8 normalized");
  EXPECT_EQ(json.at("fetches").at("cases").size(), 18u);
  EXPECT_EQ(json.at("legality").at("other_than_capture"),
            Json({"u8x4/element/point/clamp/normalized/array/2d"}));
  EXPECT_EQ(json.at("bench"), Json({{"state", "done"}, {"measured", 1}, {"skipped", 0}, {"wrong", 0}}));
}

TEST_F(Reports, AnswerLegality) {
  put("x.json", other_report());
  const Ran ran = program.run({"legality", "--report", "x.json", "--only",
                               "u8x4 element point clamp normalized array 2d", "--json", "few.json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("From a capture of GPU X, driver ")) << ran.out;
  const Json few = Json::parse(contents(program / "few.json"));
  EXPECT_EQ(few.at("gpu"), "GPU X");
  bool found = false;
  for (const Json& row : few.at("attempts"))
    if (row.at("attempt") == "u8x4/element/point/clamp/normalized/array/2d")
      found = row.at("answer") == "refused" && row.at("error") == "cudaErrorInvalidValue";
  EXPECT_TRUE(found) << few.dump(1);
  write(program / "capture.csv", to_text(shipped_capture()));
  EXPECT_TRUE(program.run({"legality", "--report", "capture.csv"})
                  .out.starts_with("From a capture of NVIDIA H200, driver "));
  expect_refused(program.run({"legality", "--report", "x.json", "--capture"}), "exclude each other");
}

// An older program tried fewer configurations, perhaps none of today's.
TEST_F(Reports, OfOlderProgramsAnswerWhatTheyHold) {
  legality::Capture capture = shipped_capture();
  std::erase_if(capture.answers, [](const auto& answer) { return answer.first.ends_with("/view"); });
  write(program / "old.csv", to_text(capture));
  Ran ran = program.run({"legality", "--report", "old.csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("3148 attempts: "), std::string::npos) << ran.out;
  Json report = other_report();
  report.at("legality").at("document") = to_text(capture);
  ran = show(report);
  EXPECT_EQ(ran.code, 0) << ran.err;
  expect_has(ran.out, {"3148 attempts"});
  std::erase_if(capture.answers, [](const auto&) { return true; });
  write(program / "none.csv", to_text(capture));
  ran = program.run({"legality", "--report", "none.csv"});
  EXPECT_EQ(ran.code, 2) << ran.out;
  EXPECT_NE(ran.err.find("has no answer for"), std::string::npos) << ran.err;
}

TEST_F(Reports, AreComparedAndMergedAsFilesOfTheBench) {
  Json slower = other_report();
  profile::Report bench{tests::machine("", "590.1"),
                        {tests::measured("u8x4.point.2d.array.tile.4K.tex", 5.0)}};
  slower["bench"]["document"] = Json::parse(bench_json(bench));
  put("before.json", other_report());
  put("after.json", slower);
  const Ran ran = program.run({"bench-compare", "before.json", "after.json"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  expect_has(ran.out, {"slower"});
  EXPECT_EQ(program.run({"bench-merge", "before.json", "-o", "whole.json"}).code, 0);
  EXPECT_EQ(load_bench_json(program / "whole.json").cells.size(), 1u);
  EXPECT_FALSE(is_bench_file(program / "before.json"));
  EXPECT_TRUE(is_report_file(program / "before.json"));
  EXPECT_FALSE(is_report_file(program / "whole.json"));
}

TEST_F(Reports, ExplainSaysWhichClassAgreed) {
  put("x.json", other_report());
  const auto explained = [&](std::vector<std::string> more) {
    std::vector<std::string> args = {"explain", "--backend", "cpu", "--report", "x.json"};
    args.insert(args.end(), more.begin(), more.end());
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.out;
  };
  expect_has(explained({}),
             {"\nReport of GPU X, 2026-11-24: the class \"2d tex linear u8 normalized\" differed "
              "from the model in "});
  expect_has(
      explained({"--at", "3,4", "--sampler.filter", "point"}),
      {"\nReport of GPU X, 2026-11-24: the class \"2d tex point u8 normalized\" agreed with the model in "
       "all 700 fetches."});
  const Json json = Json::parse(explained({"--json"})).at("report");
  EXPECT_EQ(json.at("class"), "2d tex linear u8 normalized");
  EXPECT_EQ(json.at("agrees"), false);
  EXPECT_EQ(json.at("mismatches"), 3);
}

TEST(VerifyClass, IsThatOfTheSameSetting) {
  Session session;
  EXPECT_EQ(verify_class_of(resolve(session).effective, false), "2d tex linear u8 normalized");
  EXPECT_EQ(verify_class_of(resolve(session).effective, true), "") << "block compressed";
  session.texture.channel_kind = ChannelKind::plain;
  session.texture.format.kind = ElementKind::floating;
  session.texture.format.bits = 32;
  EXPECT_EQ(verify_class_of(resolve(session).effective, false), "2d tex linear f32");
  session.fetch.function = FetchKind::gather;
  EXPECT_EQ(verify_class_of(resolve(session).effective, false), "2d gather f32");
}

// Every path of the file with a value that it must not have.
TEST_F(Reports, ThatAreNotAsTheyMustBeAreRefused) {
  const Json good = other_report();
  const auto changed = [&](const char* pointer, const Json& value) {
    Json bad = good;
    bad[Json::json_pointer(pointer)] = value;
    return bad;
  };
  const std::vector<std::pair<Json, std::string>> all = {
      {changed("/format", "texelscope-bench"),
       "report.json:2:2: format: is \"texelscope-bench\", but must be"},
      {changed("/format", 7), "format: is 7, but must be text"},
      {changed("/version", 2), "version: is 2, but this program reads reports up to version 1."},
      {changed("/version", 0), "version: is 0, but must be a whole number"},
      {changed("/version", 1e300), "version: is 1e+300, but must be a whole number"},
      {changed("/more", 1), "more: is unknown here."},
      {changed("/seconds", -1), "seconds: must be a number from 0"},
      {changed("/seconds", 1e300), "seconds: must be a number from 0"},
      {changed("/interrupted", 1), "interrupted: is 1, but must be true or false"},
      {changed("/date", nullptr), "date: is null, but must be text"},
      {changed("/device/name", "a\u001b[31m"), "name: contains a control character."},
      {changed("/device/name", "a\u202eb"), "name: contains a control character."},
      {changed("/device/kind", "fpga"), "kind: is \"fpga\", but must be one of gpu, cpu"},
      {changed("/device/host", "h"), "host: is unknown here."},
      {changed("/verify/state", "fine"), "state: is \"fine\", but must be one of"},
      {changed("/verify/state", "no_gpu"), "verify: must have a document exactly if"},
      {changed("/verify/document/fetches", 1e17), "fetches: is "},
      {changed("/verify/document/fetches", 18446744073709551615u), "fetches: is 18446744073709551615, but"},
      {changed("/verify/document/fetches", 999999999999), "fetches: is not the sum of the classes."},
      {changed("/verify/document/mismatches", 0), "mismatches: is not the sum of the classes."},
      {changed("/verify/document/classes/0/fetches", 999999999999999), "is not the sum of the classes."},
      {changed("/verify/document/classes/0/mismatches", -1), "mismatches: is -1, but"},
      {changed("/verify/document/classes/1/name", good["verify"]["document"]["classes"][0]["name"]),
       "name: is listed twice."},
      {changed("/verify/document/classes/0/first_mismatch",
               {{"request", "1"}, {"device", ""}, {"model", ""}}),
       "must have a first mismatch exactly"},
      {changed("/verify/document/classes", "all"), "classes: must be a list"},
      {changed("/fetches/document/cases/0/name", "other"), "name: \"other\" is none of this program's"},
      {changed("/fetches/document/cases/0/name", good["fetches"]["document"]["cases"][1]["name"]),
       "differs from this program's designed fetches."},
      {changed("/fetches/document/cases/0/results", "0000000g"), "results: must be 513 values of eight hex"},
      {changed("/fetches/document/cases/0/results", ""), "results: must be 513 values of eight hex"},
      {changed("/fetches/document/cases/0/case", "00"), "case: must be 18 values of eight hex"},
      {changed("/fetches/document/cases/1", good["fetches"]["document"]["cases"][0]),
       "name: is listed twice."},
      {changed("/legality/document", "no capture"), "is not a legality capture: line 1 must be"},
      {changed("/legality/document", 3), "document: is 3, but must be text"},
      {changed("/bench/document/version", 9), "version: must be 1, the version that this program reads."},
      {changed("/bench/document/cells/0/median_ms", 1e300), "median_ms: "},
      {changed("/bench", nullptr), "bench: "},
  };
  for (const auto& [bad, sentence] : all)
    expect_refused(show(bad), sentence);
  Json lacking = good;
  lacking.erase("legality");
  expect_refused(show(lacking), "\"legality\" is missing.");
}

TEST_F(Reports, ThatAreNoReportsAreRefused) {
  const std::string good = other_report().dump(1);
  const std::vector<std::pair<std::string, std::string>> all = {
      {"", "this is not JSON"},
      {"hello", "this is not JSON"},
      {"[]", "\"format\" is missing."},
      {"{}", "\"format\" is missing."},
      {"3", "\"format\" is missing."},
      {good.substr(0, good.size() / 2), "this is not JSON"},
      {good.substr(0, good.size() - 1), "this is not JSON"},
      {good + "x", "this is not JSON"},
      {std::string(2000, '['), "brackets are nested more than"},
      {std::string("{\0}", 3), "the text contains a zero byte."},
      {"{\"format\": \"texelscope-report\x01\"}", "this is not JSON"},
      {"{\"format\": \"texelscope-report\", \"format\": \"texelscope-report\"}", "is listed twice."},
      {"{\"format\": \"\xff\"}", "this is not JSON"},
      {contents(TEXELSCOPE_SOURCE_DIR "/assets/sessions/05-mirror.json"), "\"format\" is missing."},
  };
  for (const auto& [bytes, sentence] : all) {
    write(program / "bad.json", bytes);
    expect_refused(program.run({"report", "--show", "bad.json"}), sentence);
    EXPECT_EQ(program.run({"explain", "--backend", "cpu", "--report", "bad.json"}).code, 2) << sentence;
    EXPECT_EQ(program.run({"legality", "--report", "bad.json"}).code, 2) << sentence;
  }
  expect_refused(program.run({"report", "--show", "nowhere.json"}), "nowhere.json");
  expect_refused(program.run({"report", "--show", "."}), "\".\"");
}

TEST_F(Reports, SectionsThatAreMissingAreNamed) {
  Json bare = other_report();
  for (const char* part : {"verify", "fetches", "legality", "bench"})
    bare[part] = {{"state", "left_out"}};
  EXPECT_EQ(show(bare).code, 0);
  write(program / "b.json", bare.dump());
  expect_refused(program.run({"bench-compare", "b.json", "b.json"}),
                 "bench: the report has no section bench to read: left out");
  expect_refused(program.run({"legality", "--report", "b.json"}),
                 "legality: the report has no section legality to read: left out");
  expect_has(program.run({"explain", "--backend", "cpu", "--report", "b.json"}).out,
             {"the class \"2d tex linear u8 normalized\" is not in it (verify: left out"});
}

TEST_F(Reports, OptionsThatDoNotFitAreRefused) {
  expect_refused(program.run({"report"}), "either --out FILE");
  expect_refused(program.run({"report", "--out", "a", "--show", "b"}), "either --out FILE");
  expect_refused(program.run({"report", "--out", "a.json", "--json"}), "--json needs --show.");
  expect_refused(program.run({"report", "--show", "a.json", "--seconds", "3"}), "--seconds needs --out.");
  expect_refused(program.run({"report", "--out", "a.json", "--seconds", "0"}), "--seconds");
  expect_refused(program.run({"report", "--out", "no/such/a.json"}), "no/such");
  EXPECT_FALSE(std::filesystem::exists(program / "a.json"));
}

} // namespace
} // namespace texelscope
