// "-": standard input and standard output where a file is named.
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/stat.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kernels/unit/image_io/read_image.h"
#include "tests/npy.h"

namespace texelscope {
namespace {

using Strings = std::vector<std::string>;
using Json = nlohmann::json;

// Exit code 2 (or `code`), nothing on standard output.
// Runs a shell line in which $T is the program.
int run_shell(const Program& program, const std::string& line) {
  const std::string whole = "cd " + program.root().string() + "; T=" TEXELSCOPE_PROGRAM "; " + line;
  const int status = std::system(("bash -c '" + whole + "'").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(Streams, AResultIsItsBytesAlone) {
  const Program program = {};
  for (const std::string format : {"png", "exr", "npy"}) {
    ASSERT_EQ(program.render({"--size", "24x16"}, "a." + format).code, 0);
    const Ran ran = program.render({"--size", "24x16", "--format", format}, "-");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, contents(program / ("a." + format))) << format;
    EXPECT_TRUE(ran.err.starts_with("texelscope: note: <stdout>: 24 x 16 pixels, ")) << ran.err;
    EXPECT_FALSE(std::filesystem::exists(program / "-"));
  }
  EXPECT_EQ(program.render({"--size", "24x16"}, "-").out, contents(program / "a.png"))
      << "PNG is the default";
  EXPECT_EQ(program.render({"--size", "24x16", "-q"}, "-").err, "");
}

TEST(Streams, TexturesGoOut) {
  const Program program = {};
  const Strings flags = {"--size", "8x8", "--texture.width", "16", "--texture.height", "8"};
  const auto with = [&](Strings more) {
    more.insert(more.end(), flags.begin(), flags.end());
    return program.render(more);
  };
  ASSERT_EQ(with({"--texture-out", "t.dds"}).code, 0);
  EXPECT_EQ(with({"--texture-out", "-"}).out, contents(program / "t.dds"));
  ASSERT_EQ(with({"--texture-out", "t.npy"}).code, 0);
  EXPECT_EQ(with({"--texture-out", "-", "--format", "npy"}).out, contents(program / "t.npy"));
  expect_refused(with({"--texture-out", "-", "--format", "exr"}),
                 "--format is \"exr\", but must be one of dds, npy, png.");
}

TEST(Streams, TheWindowToo) {
  const Program program = {};
  const Ran picture = program.render({"--window", "--size", "640x480"}, "-");
  EXPECT_EQ(picture.code, 0) << picture.err;
  EXPECT_TRUE(picture.out.starts_with("\x89PNG"));
  const Ran map = program.render({"--window", "--size", "640x480", "--ui-map", "-"});
  EXPECT_TRUE(Json::accept(map.out)) << map.out.substr(0, 200);
}

// A session, a share line and a picture are distinguished by their first bytes.
TEST(Streams, SessionsComeIn) {
  Program program;
  write(program / "s.json", "\n {\"version\": 1, \"sampler\": {\"filter\": \"point\"}, \"texture\": "
                            "{\"source\": \"file\", \"path\": \"t.png\"}}");
  ASSERT_EQ(program.render({"--size", "20x10"}, "t.png").code, 0);
  const Ran line = program.run({"share", "s.json"});
  ASSERT_EQ(line.code, 0) << line.err;
  write(program / "line.txt", line.out);
  for (const char* from : {"s.json", "line.txt"}) {
    program.in_from = from;
    EXPECT_EQ(program.run({"share", "-"}).out, line.out) << from;
  }
  write(program / "marked.json", "\xef\xbb\xbf" + contents(program / "s.json"));
  program.in_from = "marked.json";
  EXPECT_EQ(program.run({"share", "-"}).out, line.out) << "a byte order mark stands before the session";
  program.in_from = "t.png";
  ASSERT_EQ(program.render({"t.png", "--size", "9x9"}, "a.png").code, 0);
  const Ran picture = program.render({"-", "--size", "9x9"}, "b.png");
  EXPECT_EQ(picture.code, 0) << picture.err;
  EXPECT_EQ(contents(program / "a.png"), contents(program / "b.png"));
  EXPECT_EQ(
      program.render({"--texture.source", "file", "--texture.path", "-", "--size", "9x9"}, "c.png").code, 0);
  EXPECT_NE(contents(program / "c.png"), "");
  program.in_from = "s.json";
  for (const std::string verb : {"explain", "scope", "export"}) {
    Strings args = {verb, "-"}, by_name = {verb, "s.json"};
    for (Strings* all : {&args, &by_name})
      if (verb == "export") all->insert(all->end(), {"--as", "cuda"});
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 0) << verb << ran.err;
    if (verb != "export") {
      EXPECT_EQ(ran.out, program.run(by_name).out) << verb;
    }
  }
  EXPECT_EQ(
      program.run({"compare", "--a", "model", "--b", "session:-", "--backend", "cpu", "--size", "8x8"}).code,
      0);
}

TEST(Streams, EveryPictureFormatComesIn) {
  Program program;
  const Strings flags = {"--size", "9x9"};
  for (const std::string name : {"t.png", "t.exr", "t.npy"})
    ASSERT_EQ(program.render({"--size", "12x6"}, name).code, 0);
  ASSERT_EQ(program.render({"--size", "8x8", "--texture-out", "t.dds"}).code, 0);
  for (const std::string name : {"t.png", "t.exr", "t.npy", "t.dds"}) {
    ASSERT_EQ(program.render({name, "--size", "9x9"}, "a.npy").code, 0) << name;
    program.in_from = name;
    const Ran ran = program.render({"-", "--size", "9x9"}, "b.npy");
    EXPECT_EQ(ran.code, 0) << name << ran.err;
    EXPECT_EQ(contents(program / "a.npy"), contents(program / "b.npy")) << name;
  }
}

// Input that cannot seek: a pipe, with more data than a pipe buffers.
TEST(Streams, Pipes) {
  const Program program = {};
  EXPECT_EQ(
      run_shell(program,
                "$T render -q --size 400x300 -o - --format npy | $T render - -q --size 64x48 -o piped.png"),
      0);
  EXPECT_EQ(run_shell(program,
                      "$T render -q --size 400x300 -o a.npy && $T render a.npy -q --size 64x48 -o named.png"),
            0);
  EXPECT_NE(contents(program / "named.png"), "");
  EXPECT_EQ(contents(program / "piped.png"), contents(program / "named.png"));
}

TEST(Streams, ArraysComeInAndGoOut) {
  SampleVerb sampler("2, 2", std::vector<float>{0, 1, 2, 3}, "2, 2",
                     std::vector<float>{0.5f, 0.5f, 1.5f, 1.5f});
  ASSERT_EQ(sampler.sample({"--dim", "2d"}).code, 0);
  const std::string expected = contents(sampler / "o.npy");
  ASSERT_NE(expected, "");
  for (const auto& [flag, file] : {std::pair{"--texture", "t.npy"}, {"--coords", "c.npy"}}) {
    sampler.in_from = file;
    Strings args = {"sample", "--texture", "t.npy", "--coords", "c.npy", "--out", "-", "--dim", "2d"};
    *(std::ranges::find(args, flag) + 1) = "-";
    const Ran ran = sampler.run(args);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, expected) << flag;
    EXPECT_EQ(ran.err, "");
  }
  ASSERT_EQ(sampler.render({"--size", "3x2"}, "p.png").code, 0);
  const Ran by_name = sampler.run({"sample", "--texture", "p.png", "--coords", "c.npy", "--out", "-"});
  EXPECT_EQ(by_name.code, 0) << by_name.err;
  sampler.in_from = "p.png";
  EXPECT_EQ(sampler.run({"sample", "--texture", "-", "--coords", "c.npy", "--out", "-"}).out, by_name.out);
  sampler.in_from = "";
  expect_refused(sampler.run({"sample", "--texture", "-", "--coords", "c.npy", "--out", "-", "--dim", "2d"}),
                 "\"<stdin>\" is empty, 0 bytes.");
  expect_refused(sampler.run({"sample", "--texture", "-", "--coords", "-", "--out", "-", "--dim", "2d"}),
                 "--texture and --coords are both standard input, which can only be read once.");
  expect_refused(sampler.run({"sample", "--texture", "-", "--texture", "-", "--coords", "c.npy", "--out", "-",
                              "--dim", "2d"}),
                 "--texture and --texture are both");
}

TEST(Streams, Reports) {
  Program program;
  const auto json_of = [&](const Strings& args) {
    const Ran ran = program.run(args);
    EXPECT_EQ(ran.code, 0) << args[0] << ran.err;
    EXPECT_NE(ran.err, "") << "the table: " << args[0];
    EXPECT_TRUE(Json::accept(ran.out)) << args[0] << ran.out.substr(0, 300);
    return ran.out;
  };
  const Json few =
      Json::parse(json_of({"legality", "--capture", "--only", "f8x4 linear 2d array", "--json", "-"}));
  EXPECT_EQ(few.at("from"), "capture");
  EXPECT_EQ(Json::parse(json_of({"write-lab", "--only", "boundary zero u8x4", "--json", "-"}))
                .at("staleness")
                .size(),
            0u);
  EXPECT_TRUE(program.run({"legality", "--capture", "--only", "u8x4 3d", "--csv", "-"})
                  .out.starts_with("attempt,format,"));
  EXPECT_EQ(program.run({"legality", "--capture", "--only", "u8x4 3d", "--csv", "-", "-q"}).err, "");
  const Strings bench = {"bench",   "--backend", "cpu",    "--cell", "u8x4.bilinear.2d.array.tile.256K.tex",
                         "--steps", "1",         "--json", "-"};
  const std::string report = json_of(bench);
  write(program / "run.json", report);
  program.in_from = "run.json";
  EXPECT_EQ(program.run({"bench-merge", "-", "-o", "-"}).out, report);
  EXPECT_TRUE(Json::accept(program.run({"bench-compare", "-", "run.json", "--json", "-"}).out));
  EXPECT_EQ(program.run({"bench-compare", "run.json", "-"}).code, 0);
  expect_refused(program.run({"bench-merge", "-", "-", "-o", "x.json"}),
                 "FILES and FILES are both standard input");
}

TEST(Streams, OnlyOneIsOneOfThem) {
  const Program program = {};
  expect_refused(program.render({"--texture-out", "-"}, "-"),
                 "--out and --texture-out both go to standard output, which takes only one of them.");
  expect_refused(program.run({"compare", "--a", "model", "--b", "ideal", "--out", "-", "--json"}),
                 "--out and --json both go to standard output");
  expect_refused(program.run({"scope", "--csv", "-", "--json"}),
                 "--csv and --json both go to standard output");
  expect_refused(program.run({"legality", "--csv", "-", "--json", "-"}),
                 "--csv and --json both go to standard output");
  expect_refused(program.run({"compare", "-", "--a", "model", "--b", "file:-"}),
                 "SESSION and --b are both standard input");
}

TEST(Streams, FormatsAreForStandardOutput) {
  const Program program = {};
  expect_refused(program.render({"--format", "npy"}),
                 "--format is for -, standard output: a file's ending names its format.");
  expect_refused(program.render({"--format", "jpg"}, "-"),
                 "--format is \"jpg\", but must be one of png, exr, npy.");
  expect_refused(program.render({"--window", "--format", "exr"}, "-"), "the window is drawn as a .png");
  const Ran map = program.run(
      {"compare", "--a", "model", "--b", "ideal", "--size", "8x8", "--out", "-", "--format", "npy"});
  EXPECT_TRUE(map.out.starts_with("\x93NUMPY")) << map.err;
  EXPECT_NE(map.err.find("RMSE"), std::string::npos);
}

TEST(Streams, BadInput) {
  Program program;
  expect_refused(program.render({"-"}), "\"<stdin>\" is empty, 0 bytes.");
  expect_refused(program.run({"explain", "-"}), "\"<stdin>\" is empty, 0 bytes.");
  expect_refused(program.run({"import-desc", "-"}), "<stdin>:1:1: error: no cudaTextureDesc found");
  program.in_from = "bad.txt";
  write(program / "bad.txt", "this is no picture\n");
  expect_refused(program.render({"-"}), "\"<stdin>\" is not a supported format");
  write(program / "bad.txt", "{\"version\": 1, \"sampler\": {\"filtre\": 1}}");
  expect_refused(program.render({"-"}), "<stdin>:1:28: sampler.filtre is not a field.");
  write(program / "bad.txt", "{" + std::string(2 << 20, ' '));
  expect_refused(program.render({"-"}), "\"<stdin>\" is longer than 1 MB");
}

TEST(Streams, FullDisksAndClosedPipes) {
  Program program;
  EXPECT_EQ(run_shell(program, "$T render -q --size 64x64 -o - > /dev/full 2> err.txt"), 1);
  EXPECT_EQ(contents(program / "err.txt"),
            "texelscope: error: Writing \"<stdout>\" failed: No space left on device.\n");
  EXPECT_EQ(
      run_shell(program,
                "$T render -q --size 900x900 -o - --format npy 2> err.txt | true; exit ${PIPESTATUS[0]}"),
      1);
  EXPECT_EQ(contents(program / "err.txt"), "texelscope: error: Writing \"<stdout>\" failed: Broken pipe.\n");
  EXPECT_EQ(run_shell(program, "$T legality --capture --as-capture 2> err.txt | true; exit ${PIPESTATUS[0]}"),
            0)
      << "the reader has closed the pipe";
  EXPECT_EQ(contents(program / "err.txt"), "");
}

// In a session and a settings file "-" is a file's name.
TEST(Streams, InsideASessionADashIsAFileName) {
  Program program;
  ASSERT_EQ(program.render({"--size", "8x8"}, "t.png").code, 0);
  std::filesystem::rename(program / "t.png", program / "-");
  write(program / "s.json", R"({"version": 1, "texture": {"source": "file", "path": "-"}})");
  EXPECT_EQ(program.render({"s.json", "--size", "8x8"}).code, 0);
  EXPECT_EQ(program.render({"./-", "--size", "8x8"}).code, 0);
}

TEST(Endings, AreTheSameInCapitals) {
  const Program program = {};
  for (const std::string name : {"A.PNG", "A.Npy", "A.EXR"}) {
    ASSERT_EQ(program.render({"--size", "8x8"}, name).code, 0) << name;
    EXPECT_EQ(program.render({name, "--size", "8x8"}).code, 0) << name;
  }
  EXPECT_TRUE(contents(program / "A.PNG").starts_with("\x89PNG"));
  EXPECT_TRUE(contents(program / "A.Npy").starts_with("\x93NUMPY"));
  EXPECT_EQ(program.render({"--size", "8x8", "--texture-out", "T.DDS"}).code, 0);
  EXPECT_TRUE(contents(program / "T.DDS").starts_with("DDS "));
  EXPECT_EQ(program.render({"--window", "--size", "640x480"}, "W.PNG").code, 0);
  EXPECT_EQ(program.run({"compare", "--a", "model", "--b", "ideal", "--size", "8x8", "--out", "D.EXR"}).code,
            0);
  write(program / "S.JSON", R"({"version": 1, "sampler": {"filter": "point"}})");
  EXPECT_EQ(program.run({"share", "S.JSON"}).out, program.run({"share", "--sampler.filter", "point"}).out);
}

// What it writes comes late and in pieces.
TEST(Streams, ASlowPipeIsReadToItsEnd) {
  const Program program = {};
  ASSERT_EQ(::mkfifo((program / "slow.json").c_str(), 0600), 0);
  std::jthread writer([&] {
    std::ofstream pipe(program / "slow.json");
    for (const char* piece : {R"({"version": 1, )", R"("texture": {"width": 7, )", R"("height": 5}})"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      pipe << piece << std::flush;
    }
  });
  const Ran slow = program.run({"share", "slow.json"});
  EXPECT_EQ(slow.code, 0) << slow.err;
  write(program / "same.json", R"({"version": 1, "texture": {"width": 7, "height": 5}})");
  EXPECT_EQ(slow.out, program.run({"share", "same.json"}).out);
}

} // namespace
} // namespace texelscope
