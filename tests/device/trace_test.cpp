// `texelscope trace` on programs that make known mistakes, and on sound ones: what it finds, and that the
// programs run as without it.
#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "tests/device/device_fixture.h"
#include "tests/program.h"
#include "tests/trace/expected_findings.h"

namespace texelscope::device_tests {
namespace {

namespace fs = std::filesystem;
using tests::ExpectedTrace;

struct Ran {
  int code = -1;
  std::string out;
};

class TraceOnDevice : public DeviceTest {
protected:
  static fs::path program_of(const ExpectedTrace& traced) {
    const std::string name = traced.program;
    return name == "faults"          ? TEXELSCOPE_FAULTS
           : name == "faults_shared" ? TEXELSCOPE_FAULTS_SHARED
                                     : TEXELSCOPE_DRIVER_FAULTS;
  }
  Ran run(const std::vector<std::string>& words) const {
    const pid_t child = ::fork();
    if (child == 0) {
      ::dup2(::open((folder / "out.txt").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), 1);
      become(words);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), folder.read("out.txt")};
  }
  Ran trace(const fs::path& program, const std::string& name, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {TEXELSCOPE_PROGRAM, "trace", "--quiet", "--out", report};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--", program, name});
    return run(words);
  }

  tests::TempFolder folder;
  std::string report = folder / "trace.json";
};

TEST_F(TraceOnDevice, NamesEachFaultAndLeavesTheProgramAlone) {
  for (const ExpectedTrace& expected : tests::expected_traces) {
    const fs::path program = program_of(expected);
    if (!fs::exists(program)) GTEST_SKIP() << program << " is not there";
    fs::remove(report);
    const Ran plain = run({program, expected.name}), traced = trace(program, expected.name);
    EXPECT_EQ(traced.code, expected.exit_code) << expected.name;
    EXPECT_EQ(plain.code, traced.code) << expected.name;
    EXPECT_EQ(plain.out, traced.out) << expected.name;
    ASSERT_TRUE(fs::exists(report)) << expected.name;
    const trace::TraceReport found = trace::load_trace_report(report);
    EXPECT_TRUE(is_as_expected(found, expected)) << expected.program << " " << expected.name << "\n"
                                                 << testing::PrintToString(tests::found_in(found));
  }
}

TEST_F(TraceOnDevice, FetchesAreCountedAndLeaveTheProgramAlone) {
  for (const ExpectedTrace& expected : tests::expected_traces) {
    const fs::path program = program_of(expected);
    if (!fs::exists(program)) GTEST_SKIP() << program << " is not there";
    const Ran plain = run({program, expected.name}), traced = trace(program, expected.name, {"--fetches"});
    EXPECT_EQ(plain.code, traced.code) << expected.name;
    EXPECT_EQ(plain.out, traced.out) << expected.name;
    const trace::TraceReport found = trace::load_trace_report(report);
    EXPECT_TRUE(found.fetches) << expected.name;
    const std::string name = expected.name;
    // The programs' kernel calls tex2D whatever the texture is.
    if (name == "clean-layers" || name == "clean-memory" || name == "clean-mipmapped") {
      const std::vector<std::string> only = tests::found_in(found);
      ASSERT_EQ(only.size(), 1u) << name;
      EXPECT_TRUE(only[0].starts_with(name == "clean-mipmapped" ? "suspicious " : "misread ")) << only[0];
      EXPECT_NE(only[0].find("fetch(unsigned long long, float*)"), std::string::npos) << only[0];
    } else {
      EXPECT_TRUE(is_as_expected(found, expected)) << expected.program << " " << name;
    }
  }
  trace(TEXELSCOPE_FAULTS, "clean-array", {"--fetches"});
  const trace::TraceReport found = trace::load_trace_report(report);
  ASSERT_TRUE(found.fetches);
  EXPECT_TRUE(found.fetches->unrecorded.empty()) << found.fetches->unrecorded[0].reason;
  ASSERT_EQ(found.fetches->sites.size(), 1u);
  const trace::FetchSite& site = found.fetches->sites[0];
  EXPECT_EQ(site.function, "(anonymous namespace)::fetch(unsigned long long, float*)");
  EXPECT_EQ(site.instruction, "tex.2d.v4.f32.f32");
  EXPECT_EQ(site.fetches, 1u);
  EXPECT_EQ(site.warps, 1u);
  ASSERT_EQ(site.objects.size(), 1u);
  EXPECT_EQ(site.objects[0].object, 1);
  EXPECT_EQ(site.objects[0].recorded, 1u);
  EXPECT_EQ(site.objects[0].least, (std::vector<double>{1.5, 1.5}));
  EXPECT_EQ(site.objects[0].greatest, (std::vector<double>{1.5, 1.5}));
}

// The program launches its kernel once in a graph, ten times, and once more.
TEST_F(TraceOnDevice, OfFetchesThatAreLeftOutTheCountsAreExact) {
  const struct {
    std::vector<std::string> options;
    std::uint64_t recorded;
  } rows[] = {{{}, 11},
              {{"--launches", "3-5"}, 3},
              {{"--launches", "1"}, 1},
              {{"--launches", "11-20"}, 1},
              {{"--launches", "12-20"}, 0},
              {{"--kernel", "etc"}, 11},
              {{"--kernel", "nothing"}, 0},
              {{"--kernel", "nothing", "--kernel", "fetch"}, 11},
              {{"--memory", "1"}, 11},
              {{"--object", "1"}, 11},
              {{"--object", "2,3"}, 0},
              {{"--every", "1000000000"}, 0}};
  for (const auto& row : rows) {
    std::vector<std::string> options = {"--fetches"};
    options.insert(options.end(), row.options.begin(), row.options.end());
    EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "graph", options).code, 0);
    const trace::TraceReport found = trace::load_trace_report(report);
    ASSERT_TRUE(found.fetches);
    ASSERT_EQ(found.fetches->sites.size(), 1u);
    EXPECT_EQ(found.fetches->sites[0].fetches, 11u) << testing::PrintToString(options);
    std::uint64_t recorded = 0;
    for (const trace::FetchedObject& fetched : found.fetches->sites[0].objects)
      recorded += fetched.recorded;
    EXPECT_EQ(recorded, row.recorded) << testing::PrintToString(options);
    const std::string option = row.options.empty() ? "" : row.options[0];
    EXPECT_EQ(found.fetches->notes.size(), option.empty() || option == "--memory" ? 0u
                                           : row.options.back() == "2,3"          ? 3u
                                                                                  : 1u);
  }
}

TEST_F(TraceOnDevice, ModulesFromFilesAreRecorded) {
  folder.write("fetch.ptx", R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry fetch(.param .u64 object, .param .u64 to)
{
.reg .b64 %rd<3>;
.reg .f32 %f<7>;
ld.param.u64 %rd1, [object];
ld.param.u64 %rd2, [to];
mov.f32 %f5, 0f3FC00000;
mov.f32 %f6, 0f40200000;
tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];
st.global.f32 [%rd2], %f1;
ret;
}
)");
  for (const char* call : {"module", "library"}) {
    const std::string file = folder / "fetch.ptx";
    const Ran ran = run({TEXELSCOPE_PROGRAM, "trace", "--quiet", "--out", report, "--fetches", "--",
                         TEXELSCOPE_LOADS, call, file});
    EXPECT_EQ(ran.out, "0 1\n") << call;
    const trace::TraceReport found = trace::load_trace_report(report);
    ASSERT_TRUE(found.fetches) << call;
    ASSERT_EQ(found.fetches->sites.size(), 1u) << call;
    EXPECT_EQ(found.fetches->sites[0].fetches, 1u) << call;
    ASSERT_EQ(found.fetches->sites[0].objects.size(), 1u) << call;
    EXPECT_EQ(found.fetches->sites[0].objects[0].least, (std::vector<double>{1.5, 2.5})) << call;
  }
}

TEST_F(TraceOnDevice, AsManyThreadsFitIntoABlock) {
  const struct {
    const char* program;
    std::uint64_t sites;
  } rows[] = {{TEXELSCOPE_REGISTERS_24, 24}, {TEXELSCOPE_REGISTERS_64, 64}};
  for (const auto& [program, sites] : rows) {
    const Ran plain = run({program});
    const Ran traced =
        run({TEXELSCOPE_PROGRAM, "trace", "--quiet", "--out", report, "--fetches", "--", program});
    EXPECT_EQ(plain.out, "cudaSuccess 0\n");
    EXPECT_EQ(traced.out, plain.out) << program;
    const trace::TraceReport found = trace::load_trace_report(report);
    ASSERT_TRUE(found.fetches);
    EXPECT_TRUE(found.fetches->unrecorded.empty()) << found.fetches->unrecorded[0].reason;
    EXPECT_EQ(found.fetches->sites.size(), sites);
    for (const trace::FetchSite& site : found.fetches->sites)
      EXPECT_EQ(site.fetches, 2048u);
  }
}

TEST_F(TraceOnDevice, ADescriptorIsChangedWithoutRecompiling) {
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "wrap-in-texels", {"--strict"}).code, 3);
  for (const char* program : {TEXELSCOPE_FAULTS, TEXELSCOPE_FAULTS_SHARED}) {
    EXPECT_EQ(trace(program, "wrap-in-texels", {"--strict", "--set", "normalizedCoords=1"}).code, 0)
        << program;
    const trace::TraceReport found = trace::load_trace_report(report);
    ASSERT_EQ(found.objects.size(), 1u);
    EXPECT_EQ(found.set, "normalizedCoords=1");
    EXPECT_TRUE(found.objects[0].changed);
    EXPECT_EQ(found.objects[0].request.sampler.normalizedCoords, 1);
    EXPECT_EQ(found.objects[0].alive, 0u) << "the program destroyed the object that it got";
  }
  EXPECT_EQ(trace(TEXELSCOPE_DRIVER_FAULTS, "clean-driver", {"--set", "addressMode=clamp"}).code, 0);
  EXPECT_TRUE(trace::load_trace_report(report).objects.at(0).changed);
  // Whatever CUDA makes of it, the report says which.
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "leak", {"--set", "sRGB=1,readMode=normalized_float"}).code, 0);
  const trace::TraceReport refused = trace::load_trace_report(report);
  for (const trace::TracedObject& object : refused.objects)
    EXPECT_TRUE(object.kind != trace::ObjectKind::texture || object.changed || !object.change_error.empty());
}

TEST_F(TraceOnDevice, ADescriptorIsChangedAtItsPlaceAlone) {
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "wrap-in-texels").code, 0);
  const trace::TraceReport plain = trace::load_trace_report(report);
  ASSERT_EQ(plain.objects.size(), 1u);
  ASSERT_FALSE(plain.objects[0].stack.empty());
  for (const trace::Frame& frame : plain.objects[0].stack) {
    const std::string place = fmt::format("{}+{:#x}", module_name(frame), frame.offset);
    EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "wrap-in-texels", {"--set", "normalizedCoords=1@" + place}).code, 0);
    const trace::TraceReport found = trace::load_trace_report(report);
    ASSERT_EQ(found.objects.size(), 1u);
    EXPECT_TRUE(found.objects[0].changed) << place;
    ASSERT_TRUE(found.objects[0].original);
    EXPECT_EQ(found.objects[0].original->normalizedCoords, 0);
    EXPECT_TRUE(found.findings.empty());
  }
  for (const char* place : {"@2", "@trace_faults+0x1"}) {
    EXPECT_EQ(
        trace(TEXELSCOPE_FAULTS, "wrap-in-texels", {"--set", "normalizedCoords=1" + std::string(place)}).code,
        0);
    const trace::TraceReport found = trace::load_trace_report(report);
    EXPECT_FALSE(found.objects.at(0).changed) << place;
    ASSERT_EQ(found.findings.size(), 1u) << place;
    EXPECT_EQ(found.findings[0].kind, trace::FindingKind::unused);
  }
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "wrap-in-texels",
                  {"--set", "normalizedCoords=1@1", "--fetches", "--texels", folder / "texels"})
                .code,
            0);
  const trace::TraceReport compared = trace::load_trace_report(report);
  ASSERT_TRUE(compared.fetches);
  const auto& fetched = compared.fetches->sites.at(0).objects.at(0);
  ASSERT_TRUE(fetched.original);
  EXPECT_EQ(fetched.original->why_not, "");
  EXPECT_EQ(fetched.original->compared, 1u);
}

// The program makes 100 objects of one array, and fetches of the last.
TEST_F(TraceOnDevice, OfObjectsThatAreMadeAlikeEachIsKnown) {
  for (const auto& [number, recorded] : {std::pair("100", 1u), {"99", 0u}, {"1,2,100", 1u}}) {
    EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "leak", {"--fetches", "--object", number}).code, 0);
    const trace::TraceReport found = trace::load_trace_report(report);
    ASSERT_TRUE(found.fetches);
    const trace::FetchSite& site = found.fetches->sites.at(0);
    EXPECT_EQ(site.fetches, 1u);
    EXPECT_EQ(site.objects.size(), recorded) << number;
  }
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "leak", {"--fetches", "--texels", folder / "texels"}).code, 0);
  const trace::TraceReport found = trace::load_trace_report(report);
  const auto object =
      std::ranges::find(found.objects, trace::ObjectKind::texture, &trace::TracedObject::kind);
  ASSERT_NE(object, found.objects.end());
  EXPECT_EQ(object->count, 100u);
  ASSERT_EQ(object->texels.size(), 1u) << "of the one that was destroyed";
  EXPECT_EQ(object->texels[0].instance, 99u);
  const auto& fetched = found.fetches->sites.at(0).objects.at(0);
  EXPECT_EQ(fetched.compared, 1u);
  EXPECT_EQ(fetched.different, 0u);
}

TEST_F(TraceOnDevice, AHandleThatIsUsedAgainMarksItsFetches) {
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "threads", {"--fetches"}).code, 0);
  const trace::TraceReport found = trace::load_trace_report(report);
  std::uint64_t count = 0;
  for (const trace::TracedObject& object : found.objects)
    count += object.count;
  EXPECT_EQ(count, 200u);
  EXPECT_EQ(found.lost, 0u);
}

TEST_F(TraceOnDevice, EachFetchIsKeptAndExplained) {
  const std::string fetched = folder / "fetched.npy";
  const std::string texels = folder / "texels";
  EXPECT_EQ(
      trace(TEXELSCOPE_FAULTS, "clean-array", {"--fetches", "--fetches-out", fetched, "--texels", texels})
          .code,
      0);
  const trace::TraceReport found = trace::load_trace_report(report);
  ASSERT_TRUE(found.fetches);
  EXPECT_EQ(found.fetches->file, fetched);
  fetches::FetchFile file(fetched);
  ASSERT_EQ(file.size(), 1u);
  ASSERT_EQ(found.objects.size(), 1u);
  const fetches::FetchRow row = find_fetch(file, found.objects[0].number, 1);
  EXPECT_EQ(row.fetch.at.x, 1.5f);
  EXPECT_EQ(row.fetch.at.y, 1.5f);
  EXPECT_EQ(row.fetch.position(0), 0u);
  const fetches::ExplainedFetch explained = fetches::FetchExplainer(found).explain(row);
  EXPECT_EQ(explained.why_not, "");
  ASSERT_TRUE(explained.explanation.fetch.returned);
  EXPECT_EQ((*explained.explanation.fetch.returned)[0], explained.explanation.fetch.handed[0]);
  const Ran of_thread = run({TEXELSCOPE_PROGRAM, "explain", report, "--thread", "0,0"});
  EXPECT_EQ(of_thread.code, 0);
  EXPECT_TRUE(of_thread.out.starts_with("Thread 0,0,0 fetched once in launch ")) << of_thread.out;
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "clean-array", {"--fetches", "--thread", "0,0"}).code, 0);
}

TEST_F(TraceOnDevice, StrictIsExitCodeThree) {
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "wrap-in-texels", {"--strict"}).code, 3);
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "clean-array", {"--strict"}).code, 0);
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "exit-code", {"--strict"}).code, 42) << "the program's own";
}

TEST_F(TraceOnDevice, SavesTexelsThatOpen) {
  const std::string texels = folder / "texels";
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "wrap-in-texels", {"--texels", texels}).code, 0);
  const trace::TraceReport found = trace::load_trace_report(report);
  ASSERT_FALSE(found.objects.empty());
  ASSERT_EQ(found.objects[0].texels.size(), 1u);
  EXPECT_TRUE(fs::exists(found.objects[0].texels[0].file));
  const std::string session = folder / "session.json", image = folder / "image.npy";
  const std::string number = std::to_string(found.objects[0].number);
  EXPECT_EQ(run({TEXELSCOPE_PROGRAM, "trace-open", report + "#" + number, "--out", session}).code, 0);
  EXPECT_EQ(run({TEXELSCOPE_PROGRAM, "render", session, "--out", image, "--size", "64x32"}).code, 0);
  EXPECT_EQ(trace(TEXELSCOPE_FAULTS, "graph", {"--texels", texels, "--launch", "3"}).code, 0);
  const trace::TraceReport graph = trace::load_trace_report(report);
  ASSERT_FALSE(graph.objects.empty());
  EXPECT_EQ(graph.objects[0].texels.size(), 1u) << "copied although the program captures its stream";
}

} // namespace
} // namespace texelscope::device_tests
