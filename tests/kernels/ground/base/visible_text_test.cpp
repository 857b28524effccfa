// Text for people holds no byte that controls a terminal, wherever the text came from.
#include "kernels/ground/base/visible_text.h"

#include <algorithm>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/ground/files/json_text.h"
#include "kernels/ground/files/strict_json.h"
#include "kernels/studies/bench/bench_file.h"
#include "tests/kernels/profile_reports.h"
#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

TEST(VisibleText, ShowsWhatSteersATerminal) {
  EXPECT_EQ(visible_text("\x1b]0;title\a\x1b[2J"), "\\x1b]0;title\\x07\\x1b[2J");
  EXPECT_EQ(visible_text("a\rb\bc\x7f"), "a\\x0db\\x08c\\x7f");
  EXPECT_EQ(visible_text("a\n\tb"), "a\n\tb");
  EXPECT_EQ(visible_line("a\n\tb"), "a\\x0a\\x09b");
  EXPECT_EQ(visible_text(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(visible_text("\u0080\u009b2J\u009f\u00a0"), "\\u0080\\u009b2J\\u009f\u00a0");
  EXPECT_EQ(visible_text("\u202a\u202e\u2066\u2069"), "\\u202a\\u202e\\u2066\\u2069");
  EXPECT_EQ(visible_text("\u2029\u202f\u2065\u206a"), "\u2029\u202f\u2065\u206a");
  EXPECT_EQ(visible_text("半个纹素 é \U0001f600 \\x1b"), "半个纹素 é \U0001f600 \\x1b");
}

TEST(VisibleText, BytesThatAreNoUtf8AreShownOneByOne) {
  EXPECT_EQ(visible_text("\x9b"
                         "2J"),
            "\\x9b2J");
  EXPECT_EQ(visible_text("\xff\xfe\xc0\x80"), "\\xff\\xfe\\xc0\\x80");
  EXPECT_EQ(visible_text("\xc1\x9b"), "\\xc1\\x9b") << "an overlong encoding";
  EXPECT_EQ(visible_text("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");
  EXPECT_EQ(visible_text("\xf0\x80\x82\x9b"), "\\xf0\\x80\\x82\\x9b");
  EXPECT_EQ(visible_text("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair";
  EXPECT_EQ(visible_text("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "past U+10FFFF";
  EXPECT_EQ(visible_text("\xf8\x88\x80\x80\x80"), "\\xf8\\x88\\x80\\x80\\x80");
  EXPECT_EQ(visible_text("\xe5\x8d"), "\\xe5\\x8d") << "cut off";
  EXPECT_EQ(visible_text("\xe5\x1b["), "\\xe5\\x1b[") << "the following bytes are decoded on their own";
  EXPECT_EQ(visible_text("\xe5\xe5\x8d\x8a"), "\\xe5半");
}

TEST(VisibleText, JsonKeepsItsValues) {
  const std::string hostile = "\x1b]0;x\a\x7f\u009b2J\u202e \u2028 é\n";
  const Json json = {{hostile, hostile}};
  const std::string printed = json_text(json);
  EXPECT_EQ(Json::parse(printed), json);
  EXPECT_EQ(visible_text(printed), printed);
  EXPECT_EQ(json_string(hostile), "\"\\u001b]0;x\\u0007\\u007f\\u009b2J\\u202e \u2028 é\\n\"");
}

// For each byte or character that a terminal acts on or that turns text around.
void expect_harmless(const std::string& printed, const std::string& from) {
  EXPECT_EQ(visible_text(printed), printed) << from;
  EXPECT_EQ(std::ranges::count_if(
                printed, [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }),
            0)
      << from;
  EXPECT_EQ(printed.find("\xc2\x9b"), std::string::npos) << from;
}

const std::string hostile = "\x1b]0;PWNED\a\x1b[2J\r\x7f\u009b2J\u202e";

std::string in_json(const std::string& content) {
  return Json(content).dump();
}

struct Case {
  std::vector<std::string> args;
  int code;
  std::string shown; // part of what is printed
};

class Hostile : public testing::Test {
protected:
  void expect(const Case& c) {
    std::string all;
    for (const std::string& arg : c.args)
      all += arg + " ";
    const Ran ran = program.run(c.args);
    EXPECT_EQ(ran.code, c.code) << visible_text(all + ran.err);
    expect_harmless(ran.out, "out of " + visible_text(all));
    expect_harmless(ran.err, "err of " + visible_text(all));
    EXPECT_NE((ran.out + ran.err).find(c.shown), std::string::npos) << visible_text(all + ran.out + ran.err);
  }
  Program program;
};

TEST_F(Hostile, NamesOnTheCommandLine) {
  const std::string shown = "\\x1b]0;PWNED\\x07";
  for (const char* verb : {"render", "explain", "compare", "scope", "export", "import-desc", "share",
                           "fetch-check", "lesson", "bench-merge", "bench-plot"})
    expect({{verb, hostile, "--" + hostile}, 2, shown});
  expect({{hostile}, 2, shown});
  expect({{"./" + hostile}, 2, shown});
  expect({{"render", hostile + ".json", "--out", "o.png"}, 2, shown});
  expect({{"render", "--out", hostile}, 2, shown});
  expect({{"render", "--out", hostile + "/o.png"}, 2, shown});
  expect({{"render", "--out", "o.png", "--sampler.filter", hostile}, 2, shown});
  expect({{"explain", hostile + ".png"}, 2, shown});
  expect({{"lesson", hostile}, 2, shown});
  expect({{"help", hostile}, 2, shown});
  expect({{"bench", "--cell", hostile}, 2, shown});
  expect({{"bench-compare", hostile, hostile}, 2, shown});
  expect({{"sample", "--texture", hostile}, 2, ""});
  expect({{"legality", "--only", hostile, "--capture"}, 2, shown});
  expect({{"render", "--out", "o.png", "--language", hostile}, 2, shown});
}

TEST_F(Hostile, NamesOfFilesThatAreReadAndWritten) {
  const std::string shown = "\\x1b]0;PWNED\\x07";
  const std::string name = "\x1b]0;PWNED\a\x1b[2J";
  write(program / (name + ".json"), R"({"version": 1, "texture": {"width": "wide"}})");
  write(program / (name + ".png"), "no picture");
  expect({{"render", name + ".json", "--out", "o.png"}, 2, shown});
  expect({{"render", name + ".png", "--out", "o.png"}, 2, shown});
  expect({{"render", "--size", "8x8", "--backend", "cpu", "--out", name + "o.png"}, 0, shown});
  EXPECT_TRUE(fs::exists(program / (name + "o.png"))) << "the file's own name is unchanged";
}

TEST_F(Hostile, Lessons) {
  const std::string lesson = R"({"version": 1, "id": )" + in_json("x" + hostile) + R"(, "title": {"en": )" +
                             in_json(hostile) + R"(}, "steps": [{"text": {"en": )" + in_json(hostile) +
                             R"(}, "see": {"en": )" + in_json(hostile) + R"(}, "question": {"en": )" +
                             in_json(hostile) +
                             R"(}, "session": {}, "answer": {"fetch": {"x": 0.5}}, "try": [{"en": )" +
                             in_json(hostile) + R"(, "fields": {"sampler.filter": "point"}}]}]})";
  write(program / "l.json", lesson);
  const std::string shown = "\\x1b]0;PWNED\\x07\\x1b[2J\\x0d\\x7f\\u009b2J\\u202e";
  expect({{"lesson", "l.json"}, 0, shown});
  expect({{"lesson", "l.json", "--answers"}, 0, shown});
  expect({{"lesson", "l.json", "--check"}, 0, shown});
  expect({{"lesson", "l.json", "--json"}, 0, "\\u001b]0;PWNED\\u0007\\u001b[2J\\r\\u007f\\u009b2J\\u202e"});
  EXPECT_EQ(Json::parse(program.run({"lesson", "l.json", "--json"}).out).at("title"), hostile);
  write(program / "bad.json", R"({"version": 1, "id": "x", )" + in_json(hostile) + ": 1}");
  expect({{"lesson", "bad.json"}, 2, shown});
}

TEST_F(Hostile, Sessions) {
  const std::string shown = "\\x1b]0;PWNED\\x07";
  write(program / "name.json", R"({"version": 1, "sampler": {)" + in_json(hostile) + ": 1}}");
  write(program / "value.json", R"({"version": 1, "sampler": {"filter": )" + in_json(hostile) + "}}");
  write(program / "path.json",
        R"({"version": 1, "texture": {"source": "file", "width": 4, "height": 4, "path": )" +
            in_json(hostile + ".png") + "}}");
  write(program / "syntax.json", "{\"version\": 1, \x1b[2J");
  for (const char* file : {"name.json", "value.json", "path.json", "syntax.json"}) {
    expect({{"render", file, "--out", "o.png", "--backend", "cpu"}, 2, "texelscope: error: "});
    expect({{"explain", file, "--backend", "cpu"}, 2, "texelscope: error: "});
    expect({{"compare", file, "--a", "model", "--b", "ideal"}, 2, "texelscope: error: "});
    expect({{"scope", file}, 2, "texelscope: error: "});
    expect({{"export", file, "--as", "cuda"}, 2, "texelscope: error: "});
  }
  expect({{"render", "path.json", "--out", "o.png", "--backend", "cpu"}, 2, shown});
}

TEST_F(Hostile, CellsOfBenchReports) {
  const profile::Report report = {tests::machine(),
                                  {tests::measured("u8x4.point.2d.array.tile.4K.tex", 4.0)}};
  write(program / "a.json", bench_json(report));
  Json json = Json::parse(bench_json(report));
  const std::string plain = json.dump();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = plain;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == changed.npos ? changed : changed.replace(at, from.size(), to);
  };
  const std::string gpu = tests::machine().device;
  ASSERT_FALSE(gpu.empty());
  write(program / "cell.json", with(in_json("u8x4.point.2d.array.tile.4K.tex"), in_json(hostile)));
  write(program / "gpu.json", with(in_json(gpu), in_json(hostile)));
  const std::string shown = "\\x1b]0;PWNED\\x07";
  expect({{"bench-compare", "a.json", "cell.json"}, 2, shown});
  expect({{"bench-compare", "a.json", "gpu.json"}, 0, shown});
  expect({{"bench-merge", "cell.json", "a.json", "--out", "m.json"}, 2, shown});
  expect({{"bench-plot", "cell.json", "--kind", "staircase", "--out", "p.svg"}, 2, shown});
}

TEST_F(Hostile, ForeignCode) {
  write(program / "d.cpp", "cudaTextureDesc t = {}; t.filterMode = \x1b]0;PWNED\a\x1b[2J;");
  write(program / "e.cpp", "cudaTextureDesc t = {}; t.filterMode = caf\u009b2J;");
  write(program / "f.cpp", "cudaTextureDesc t = {}; t.\u202e = 1;");
  expect({{"import-desc", "d.cpp"}, 2, "d.cpp:1:"});
  expect({{"import-desc", "e.cpp"}, 2, "caf\\u009b2J"});
  expect({{"import-desc", "f.cpp"}, 2, "f.cpp:1:"});
}

// Whole lines of the body come back in the compiler's messages.
TEST_F(Hostile, CompilersMessages) {
  const std::string name = "\x1b[2J.cu";
  write(program / name, "#warning \x1b]0;PWNED\a \u009b2J \xff\nreturn nonsense_\u202e;\n");
  const Ran ran = program.run({"fetch-check", name});
  EXPECT_NE(ran.code, 0);
  expect_harmless(ran.out + ran.err, "fetch-check");
}

TEST_F(Hostile, OutputForProgramsKeepsItsBytes) {
  const Ran ran = program.run({"render", "--size", "4x4", "--backend", "cpu", "--out", "-"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("\x89PNG\r\n\x1a\n")) << visible_text(ran.out.substr(0, 8));
  EXPECT_EQ(program.render({"--size", "4x4"}).code, 0);
  EXPECT_EQ(ran.out, contents(program / "out.png"));
}

// No source prints directly where reports and files become text: all output goes through one function. Only
// main() does, where memory has ended, with a sentence of its own, and programs that are written do.
TEST(VisibleText, IsTheOnlyWayOut) {
  const std::regex prints(R"(std::(f?printf|f?puts|f?putc|putchar|cout|cerr|clog|perror)\b|fmt::print)");
  int seen = 0;
  for (const char* folder : {"app", "kernels/ground/files", "kernels/state/stored", "kernels/studies"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TEXELSCOPE_SOURCE_DIR) / folder)) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".cpp" || entry.path().parent_path().filename() == "export" ||
          name == "choice_program.cpp" || name == "progress_line.cpp" || name == "main.cpp")
        continue;
      ++seen;
      std::string code;
      for (const std::string& line : lines_of(contents(entry.path())))
        if (!line.starts_with("//")) code += line + "\n";
      EXPECT_FALSE(std::regex_search(code, prints)) << name;
    }
  EXPECT_GT(seen, 200);
}

} // namespace
} // namespace texelscope
