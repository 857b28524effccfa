// Bodies are compiled in a sandboxed process that ends at its limits. NVRTC needs no GPU.
#include "kernels/studies/bodies/body_process.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "app/analyses/live_body.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "tests/environment.h"
#include "tests/program.h"
#include "tests/temp_folder.h"
#include "tests/with_nvrtc.h"

namespace texelscope {
namespace {

// H is a hundred million terms: each line has ten times those of the line before.
std::string eight_lines(const std::string& term) {
  std::string body, before = term;
  for (char name = 'A'; name <= 'H'; ++name) {
    body += std::string("#define ") + name + " " + before;
    for (int i = 1; i < 10; ++i)
      body += "+" + before;
    body += "\n";
    before = name;
  }
  return body;
}
[[maybe_unused]] std::string takes_memory() {
  return eight_lines("x") + "return tex2D<Texel>(tex, H, y);";
}
std::string takes_time() {
  return eight_lines("1") + "#if H\n#endif\nreturn Texel{};";
}

class BodyProcesses : public tests::WithNvrtc<> {
protected:
  CompiledBody compile(const std::string& body) const { return process.compile({body, {}}); }
  std::string refusal(const std::string& body, const SandboxLimits& limits) const {
    try {
      return BodyProcess{limits, TEXELSCOPE_PROGRAM}.compile({body, {}}).first_error();
    } catch (const UserError& error) {
      return error.what();
    }
  }

  BodyProcess process = {{}, TEXELSCOPE_PROGRAM};
};

TEST_F(BodyProcesses, GiveWhatTheCompilerGives) {
  const BodySource source = {"float a;\nTexel t = tex2D<Texel>(tex, x, y);\nreturn t;",
                             {.projection = Projection::tilted, .architecture = 90}};
  // The line table of the code holds the dates of headers with the right names in the folder of the compiling
  // process, and the one in the sandbox sees none.
  const tests::TempFolder empty;
  const WithCurrentFolder there(empty.root());
  const CompiledBody here = compiler->compile(source), in_subprocess = process.compile(source);
  EXPECT_TRUE(in_subprocess.good);
  EXPECT_EQ(in_subprocess.source, source);
  EXPECT_EQ(in_subprocess.ptx, here.ptx);
  EXPECT_EQ(in_subprocess.code, here.code);
  EXPECT_EQ(in_subprocess.messages, here.messages);
  EXPECT_EQ(in_subprocess.messages.size(), 1u) << "a warning";
  EXPECT_EQ(in_subprocess.instructions, here.instructions);
  const CompiledBody broken = compile("return color;");
  EXPECT_FALSE(broken.good);
  EXPECT_EQ(broken.first_error(), "line 1: identifier \"color\" is undefined");
}

TEST_F(BodyProcesses, CompileEveryExample) {
  const std::filesystem::path folder = std::filesystem::path(TEXELSCOPE_SOURCE_DIR) / "assets/fetches";
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_TRUE(compile(contents(entry.path())).good) << entry.path();
}

TEST_F(BodyProcesses, ReadNoFile) {
  const tests::TempFolder folder;
  write(folder / "planted.h", "#define planted 7\n");
  const std::string absolute = (folder / "planted.h").string();
  const std::string relative = std::filesystem::relative(folder / "planted.h").string();
  for (const std::string& name :
       {absolute, relative, std::string("/etc/passwd"), std::string("/proc/self/environ")}) {
    const CompiledBody read = compile("#include \"" + name + "\"\nreturn Texel{};");
    EXPECT_FALSE(read.good) << name;
    EXPECT_NE(read.first_error().find("open source file"), std::string::npos) << read.first_error();
    const CompiledBody seen =
        compile("#if __has_include(\"" + name + "\")\n#error it is seen\n#endif\nreturn Texel{};");
    EXPECT_TRUE(seen.good) << name << ": " << seen.first_error();
  }
  EXPECT_FALSE(compile("asm volatile(\".incbin \\\"" + absolute + "\\\"\");\nreturn Texel{};").good);
}

#if !defined(TEXELSCOPE_SANITIZE) // which needs more address space than any limit leaves
TEST_F(BodyProcesses, EndWhereMemoryEnds) {
  const std::string reason = refusal(takes_memory(), {400, 60}); // NVRTC itself reports it, if it still can
  EXPECT_TRUE(reason == "line 9: out of memory" || reason == say(Text::body_not_finished, {"400", "60"}))
      << reason;
}
#endif

#if !defined(TEXELSCOPE_SANITIZE)
TEST_F(BodyProcesses, NameTheLimitThatIsMet) {
  Program caller;
  write(caller / "memory.cu", takes_memory());
  write(caller / "time.cu", takes_time());
  caller.limits = {{RLIMIT_AS, rlim_t(400) << 20}};
  const std::string said = caller.run({"fetch-check", "memory.cu"}).err;
  EXPECT_TRUE(said.find("out of memory") != said.npos ||
              said.find(say(Text::body_not_finished, {"400", "20"})) != said.npos)
      << said;
  caller.limits = {{RLIMIT_CPU, 2}};
  expect_refused(caller.run({"fetch-check", "time.cu"}), say(Text::body_not_finished, {"1024", "2"}));
  caller.limits = {{RLIMIT_AS, rlim_t(900) << 20}};
  write(caller / "good.cu", "return tex2D<Texel>(tex, x, y);");
  EXPECT_EQ(caller.run({"fetch-check", "good.cu"}).code, 0) << "there is enough";
}
#endif

TEST_F(BodyProcesses, EndWhereTimeEnds) {
  EXPECT_EQ(refusal(takes_time(), {1024, 1}), say(Text::body_not_finished, {"1024", "1"}));
}

TEST_F(BodyProcesses, AreKilledWhenNobodyWaits) {
  LiveBody live(process);
  live.update({takes_time(), {}}, 0, false);
  live.update({takes_time(), {}}, 1, false);
  ASSERT_TRUE(live.findings(false).compiled.busy);
  // A newer body does not wait for the process of the old one, which would take its 20 seconds.
  const std::string good = "return tex2D<Texel>(tex, x, y);";
  live.update({good, {}}, 2, false);
  live.update({good, {}}, 3, true);
  EXPECT_TRUE(live.findings(false).is_good());
  EXPECT_EQ(live.findings(false).compiled.failure, "") << "the canceled compilation reports nothing";
  live.update({takes_time(), {}}, 4, false);
  live.update({takes_time(), {}}, 5, false);
  EXPECT_TRUE(live.findings(false).compiled.busy) << "destroying it ends the process";
}

TEST(BodyProcess, SaysThatNvrtcIsMissing) {
  EXPECT_THROW((BodyProcess{{}, "/bin/false"}.compile({"return Texel{};", {}})), UserError);
  EXPECT_THROW((BodyProcess{{}, "/nowhere/texelscope"}.compile({"return Texel{};", {}})), MachineError);
}

} // namespace
} // namespace texelscope
