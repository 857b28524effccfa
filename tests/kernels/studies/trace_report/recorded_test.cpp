// Traces that were recorded on an H200 (driver 580.159.04, CUDA 13.0): the programs of tests/trace, each with
// the fault that it commits. Their files become reports, reports become files, and textures become sessions.
#include <algorithm>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/trace/trace_linker.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "kernels/studies/trace_report/trace_text.h"
#include "tests/program.h"
#include "tests/source_root.h"
#include "tests/trace/expected_findings.h"

namespace texelscope::trace {
namespace {

namespace fs = std::filesystem;
using tests::ExpectedTrace;

TraceReport recorded(const ExpectedTrace& expected) {
  const std::string bytes = contents(tests::source_root / "tests/trace/recorded" /
                                     (std::string(expected.program) + "-" + expected.name + ".trace"));
  const auto records = read_records(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(records) << expected.name;
  return records ? link_records(*records, expected.exit_code) : TraceReport();
}

const TracedObject& worst(const TraceReport& report) {
  return report.objects.at(0);
}

TEST(RecordedTraces, HaveTheirFindings) {
  for (const ExpectedTrace& expected : tests::expected_traces) {
    const TraceReport report = recorded(expected);
    EXPECT_TRUE(is_as_expected(report, expected)) << expected.program << " " << expected.name << "\n"
                                                  << testing::PrintToString(tests::found_in(report));
    EXPECT_EQ(report.lost, 0u);
    ASSERT_FALSE(report.processes.empty());
    EXPECT_TRUE(report.processes[0].program.ends_with(expected.program)) << report.processes[0].program;
  }
}

TEST(RecordedTraces, CudasErrorsAreThoseOfTheRules) {
  int refused = 0;
  for (const ExpectedTrace& expected : tests::expected_traces) {
    const std::string finding = expected.finding;
    if (!finding.starts_with("refused ")) continue;
    ++refused;
    const TraceReport report = recorded(expected);
    EXPECT_EQ(worst(report).findings.at(0).error, worst(report).error) << expected.name;
  }
  EXPECT_GE(refused, 9);
}

TEST(RecordedTraces, ThreadsProcessesAndContexts) {
  EXPECT_EQ(worst(recorded({"faults", "threads", ""})).count, 200u);
  EXPECT_EQ(worst(recorded({"faults", "leak", ""})).alive, 99u);
  EXPECT_EQ(recorded({"faults", "in-a-program-started-by-it", ""}).processes.size(), 2u);
  const TraceReport child = recorded({"faults", "in-a-child", ""});
  EXPECT_EQ(worst(child).process, child.processes.at(0).process);
  const TracedObject two = worst(recorded({"driver_faults", "two-contexts", ""}));
  EXPECT_EQ(two.call, "cuTexObjectCreate");
  for (const char* crashed : {"crash"})
    EXPECT_EQ(worst(recorded({"faults", crashed, "", 134})).alive, 1u);
}

TEST(RecordedTraces, TheReportIsWrittenAndReadBack) {
  for (const ExpectedTrace& expected : tests::expected_traces) {
    TraceReport report = recorded(expected);
    report.command = {"./app", "--size=3"};
    const std::string json = write_trace_report(report);
    const TraceReport read = parse_trace_report(json, "trace.json");
    EXPECT_EQ(write_trace_report(read), json) << expected.name;
    EXPECT_EQ(trace_text(read), trace_text(report)) << expected.name;
    EXPECT_EQ(read.objects.size(), report.objects.size());
  }
}

TEST(RecordedTraces, AsText) {
  TraceReport report = recorded({"faults", "wrap-in-texels", ""});
  report.command = {"./app"};
  const std::string shown = trace_text(report);
  EXPECT_TRUE(shown.starts_with("Trace of ./app, exit code 0\n1 of 1 kinds of objects have findings: "
                                "1 altered.\n"))
      << shown;
  for (const char* line :
       {"\n#1 texture of an array, 2d, 64 x 32, 1 x 32 bits float, once\n",
        "  requested: filterMode linear, addressMode wrap wrap, readMode element, normalizedCoords 0\n",
        "  in effect: filterMode linear, addressMode clamp clamp, readMode element, normalizedCoords 0\n",
        "  altered: cudaTextureDesc::addressMode[0]: ", "    cure: cudaTextureDesc::normalizedCoords = 1\n"})
    EXPECT_NE(shown.find(line), std::string::npos) << line << shown;
}

TEST(TracedSession, SaysWhatTheProgramRequested) {
  const ObjectSession opened = object_session(worst(recorded({"faults", "wrap-in-texels", ""})));
  EXPECT_EQ(opened.session.texture.width, 64);
  EXPECT_EQ(opened.session.texture.height, 32);
  EXPECT_EQ(opened.session.texture.storage, Storage::array);
  EXPECT_EQ(opened.session.sampler.filter, FilterMode::linear);
  EXPECT_EQ(opened.session.sampler.address[0], AddressMode::wrap);
  EXPECT_FALSE(opened.session.sampler.normalized_coords);
  EXPECT_EQ(opened.unsaid.size(), 2u) << "the texels, and the coordinates";
}

TEST(TracedSession, SaysWhatItCannotHold) {
  const auto unsaid = [](const char* name, const char* part) {
    const auto opened = object_session(worst(recorded({"faults", name, ""})));
    return std::ranges::any_of(opened.unsaid, [part](const std::string& sentence) {
      return sentence.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(unsaid("address-alignment", "the address"));
  EXPECT_TRUE(unsaid("pitch-too-short", "pitch of 512 bytes"));
  EXPECT_TRUE(unsaid("uninitialized-descriptor", "no enumerators"));
  EXPECT_FALSE(unsaid("third-axis", "no enumerators"));
}

TEST(TracedSession, EveryTextureOpensAsAFileThatReadsBack) {
  const tests::TempFolder folder;
  int textures = 0;
  for (const ExpectedTrace& expected : tests::expected_traces)
    for (const TracedObject& object : recorded(expected).objects) {
      if (object.kind != ObjectKind::texture || object.findings.size() == 1) continue;
      if (!object.request.array && object.request.channels.x == 0) continue;
      ++textures;
      const Session session = object_session(object).session;
      save_session(folder / "s.json", session);
      EXPECT_EQ(load_session(folder / "s.json").session, session) << expected.name;
    }
  EXPECT_GE(textures, 10);
}

TEST(TracedSession, OnlyTexturesOpen) {
  TracedObject object;
  object.number = 3;
  object.kind = ObjectKind::surface;
  try {
    object_session(object);
    ADD_FAILURE();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "Object 3 is of kind surface; only textures open as sessions.");
  }
  object.kind = ObjectKind::texture;
  EXPECT_THROW(object_session(object), UserError) << "its array is not known";
}

} // namespace
} // namespace texelscope::trace
