// The verbs trace and trace-open as far as they go without a GPU.
#include <cstdint>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <nlohmann/json.hpp>

#include "kernels/studies/trace_report/symbolizer.h"
#include "tests/program.h"
#include "tests/source_root.h"

namespace texelscope {
namespace {

TEST(TraceVerb, SaysWhatItNeeds) {
  const Program program = {};
  expect_refused(program.run({"trace"}), "Name the program after --: texelscope trace -- ./app");
  expect_refused(program.run({"trace", "./app"}), "unexpected argument \"./app\"");
  expect_refused(program.run({"trace", "--"}), "Name the program after --");
  expect_refused(program.run({"trace", "--out", "-", "--", "true"}), "standard output is the traced program");
  expect_refused(program.run({"trace", "--launch", "3", "--", "true"}), "--launch needs --texels.");
  expect_refused(program.run({"trace", "--launch", "0", "--texels", "t", "--", "true"}), "--launch");
  for (const char* option : {"--every", "--memory", "--kernel", "--launches", "--object"})
    expect_refused(program.run({"trace", option, "3", "--", "true"}),
                   std::string(option) + " needs --fetches.");
  for (const char* range : {"0", "5-3", "3-", "-3", "3-x", "1-2-3"})
    expect_refused(program.run({"trace", "--fetches", std::string("--launches=") + range, "--", "true"}),
                   "but must be a number from 1 to 1000000000, or two such as 3-5");
  for (const char* list : {"0", "3,3", "1,", "x", "1,2,3,4,5,6,7,8,9"})
    expect_refused(
        program.run({"trace", "--fetches", "--object", list, "--", "true"}),
        "but must be different numbers from 1 to 1000000000 with commas between them, 8 of them at most");
  expect_refused(program.run({"trace", "--fetches", "--every", "0", "--", "true"}), "--every");
  expect_refused(program.run({"trace", "--fetches", "--memory", "64M", "--", "true"}), "--memory");
  expect_refused(program.run({"trace", "--set", "filterMode=none", "--", "true"}), "filterMode cannot be");
  expect_refused(program.run({"trace", "--set", "filterMode=point@main", "--", "true"}),
                 "\"main\" behind @ names no texture objects");
  expect_refused(program.run({"trace", "--stric", "--", "true"}), "Did you mean \"--strict\"?");
  write(program / "file", "");
  expect_refused(program.run({"trace", "--texels", "file", "--", "true"}), "file");
}

TEST(TraceVerb, NeedsADriver) {
  const Program program = {};
  const Ran ran = program.run({"trace", "--", "sh", "-c", "echo ran"});
  if (ran.code == 0) GTEST_SKIP() << "there is a driver";
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "") << "the program is not run";
  EXPECT_TRUE(ran.err.starts_with("texelscope: error: Tracing needs")) << ran.err;
}

class TraceOpen : public testing::Test {
protected:
  void SetUp() override {
    write(program / "trace.json", contents(tests::source_root / "tests/trace/recorded.json"));
  }
  Program program;
};

TEST_F(TraceOpen, AdviseNeedsTimesWhereItIsToldThatThereAreSome) {
  expect_refused(program.run({"advise", "--times", "trace.json"}),
                 "--times needs a recording: trace.json#3.");
  expect_refused(program.run({"advise", "trace.json#1", "--times", "trace.json"}),
                 "trace.json holds no times: trace --times measures them.");
}

TEST_F(TraceOpen, WritesASession) {
  const Ran ran = program.run({"trace-open", "trace.json#1", "--out", "s.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "s.json\n");
  EXPECT_NE(ran.err.find("texelscope: warning: The report has no texels"), std::string::npos) << ran.err;
  const auto session = nlohmann::json::parse(contents(program / "s.json"));
  EXPECT_EQ(session.at("sampler").at("normalized_coords"), false);
  EXPECT_EQ(program.run({"explain", "s.json", "--at", "3,4", "--backend", "cpu"}).code, 0);
}

TEST_F(TraceOpen, PrintsAReport) {
  const Ran ran = program.run({"trace-open", "trace.json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(ran.out.starts_with("Trace of ")) << ran.out;
  EXPECT_NE(ran.out.find("\n#1 texture of"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("cure: cudaTextureDesc::normalizedCoords = 1"), std::string::npos);
}

TEST_F(TraceOpen, SaysWhatIsWrong) {
  expect_refused(program.run({"trace-open"}), "Name a report and a texture in it, such as trace.json#3.");
  expect_refused(program.run({"trace-open", "none.json#1"}), "none.json");
  expect_refused(program.run({"trace-open", "trace.json#x"}), "\"x\" behind #");
  expect_refused(program.run({"trace-open", "trace.json#0"}), "\"0\" behind #");
  expect_refused(program.run({"trace-open", "trace.json#99"}), "has no object 99; its objects are: ");
  expect_refused(program.run({"trace-open", "trace.json", "--out", "s.json"}), "--out needs the number");
  write(program / "bad.json", "{\"version\": 1, \"objects\": [");
  expect_refused(program.run({"trace-open", "bad.json#1"}), "bad.json:1:");
  write(program / "session.json", "{\"version\": 1}");
  expect_refused(program.run({"trace-open", "session.json#1"}), "session.json:");
}

[[gnu::noinline, gnu::used]] int function_to_find(int a) {
  return a + 1;
}

// In the program's file.
std::uint64_t file_address(const void* code) {
  Dl_info info = {};
  link_map* program = nullptr;
  return dladdr1(code, &info, reinterpret_cast<void**>(&program), RTLD_DL_LINKMAP) != 0
             ? reinterpret_cast<std::uintptr_t>(code) - program->l_addr
             : 0;
}

TEST(Symbolizer, FindsFunctionsAndSurvivesAnyFile) {
  const tests::TempFolder folder;
  trace::Symbolizer symbols;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::uint64_t address = file_address(reinterpret_cast<const void*>(function_to_find));
  const std::string name = "texelscope::(anonymous namespace)::function_to_find(int)";
  EXPECT_EQ(symbols.find(self, address), name);
  EXPECT_EQ(symbols.find(self, address + 1), name);
  EXPECT_NE(symbols.find(self, address - 1), name);
  EXPECT_EQ(symbols.find("/no/such/file", 1), "");
  EXPECT_EQ(symbols.find("/dev/zero", 1), "");
  EXPECT_EQ(symbols.find(folder.root(), 1), "");
  std::string head = contents(self).substr(0, 4096);
  write(folder / "cut", head);
  EXPECT_EQ(symbols.find(folder / "cut", 0x1000), "");
  for (std::size_t i = 4; i < 64; ++i) { // every byte of the header wrong
    std::string damaged = head;
    damaged[i] = char(0xff);
    write(folder / ("damaged" + std::to_string(i)), damaged);
    symbols.find(folder / ("damaged" + std::to_string(i)), 0x1000);
  }
}

} // namespace
} // namespace texelscope
