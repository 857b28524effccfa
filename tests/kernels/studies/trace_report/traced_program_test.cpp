// What a traced program is started with.
#include "kernels/studies/trace_report/traced_program.h"

#include <cstring>

#include <gtest/gtest.h>

#include "tests/environment.h"
#include "tests/program.h"

namespace texelscope {
namespace {

std::string library_path_of_program(const tests::TempFolder& folder) {
  trace::Tracing tracing;
  tracing.command = {"sh", "-c", "printf %s \"$LD_LIBRARY_PATH\" >'" + (folder / "seen").string() + "'"};
  EXPECT_EQ(trace::run_traced(tracing), 0);
  return contents(folder / "seen");
}

// Of the variables that the library reads in the traced program.
std::string fetch_variables(const tests::TempFolder& folder, trace::Tracing tracing) {
  tracing.file = folder / "trace";
  tracing.fetches = true;
  tracing.command = {"sh", "-c",
                     "printf '%s %s %s %s %s' \"$TEXELSCOPE_TRACE_EVERY\" \"$TEXELSCOPE_TRACE_MEMORY\" "
                     "\"$TEXELSCOPE_TRACE_FIRST_LAUNCH\" \"$TEXELSCOPE_TRACE_LAST_LAUNCH\" "
                     "\"$TEXELSCOPE_TRACE_OBJECTS\" >'" +
                         (folder / "seen").string() + "'"};
  EXPECT_EQ(trace::run_traced(tracing), 0);
  return contents(folder / "seen");
}

TEST(TracedProgram, KnowsWhatIsRecorded) {
  const tests::TempFolder folder;
  trace::Tracing tracing;
  EXPECT_EQ(fetch_variables(folder, tracing), "1    ");
  tracing.limits = {64, 3, 2, 5, {7, 12}};
  EXPECT_EQ(fetch_variables(folder, tracing), "64 3145728 2 5 7,12");
}

TEST(TracedProgram, CompilesItsPythonKernelsToPtx) {
  const tests::TempFolder folder;
  trace::Tracing tracing;
  tracing.file = folder / "trace";
  tracing.command = {"sh", "-c",
                     "printf '%s %s' \"$CUPY_COMPILE_WITH_PTX\" \"$CUPY_CACHE_DIR\" >'" +
                         (folder / "seen").string() + "'"};
  WithVariables environment;
  environment.set("CUPY_COMPILE_WITH_PTX", nullptr);
  environment.set("CUPY_CACHE_DIR", nullptr);
  trace::run_traced(tracing);
  EXPECT_EQ(contents(folder / "seen"), " ");
  tracing.fetches = true;
  trace::run_traced(tracing);
  EXPECT_EQ(contents(folder / "seen"), "1 " + (folder / "cupy").string());
  environment.set("CUPY_COMPILE_WITH_PTX", "0");
  environment.set("CUPY_CACHE_DIR", "/mine");
  trace::run_traced(tracing);
  EXPECT_EQ(contents(folder / "seen"), "0 /mine") << "the caller's own";
}

TEST(TracedProgram, KnowsWhereTimesGo) {
  const tests::TempFolder folder;
  trace::Tracing tracing;
  tracing.file = folder / "trace";
  tracing.command = {"sh", "-c",
                     "printf '%s' \"$TEXELSCOPE_TRACE_TIMES\" >'" + (folder / "seen").string() + "'"};
  trace::run_traced(tracing);
  EXPECT_EQ(contents(folder / "seen"), "");
  tracing.times = true;
  trace::run_traced(tracing);
  EXPECT_EQ(contents(folder / "seen"), folder.root().string());
}

TEST(TracedProgram, PrintsNothingWhereItsOutputIsDropped) {
  trace::Tracing tracing;
  tracing.command = {"sh", "-c", "echo result; echo message >&2"};
  testing::internal::CaptureStdout();
  trace::run_traced(tracing);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "result\n");
  tracing.drops_output = true;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  trace::run_traced(tracing);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "message\n");
}

TEST(TracedProgram, FindsTheChangeOfItsDescriptors) {
  const tests::TempFolder folder;
  trace::Tracing tracing;
  tracing.file = folder / "trace";
  tracing.changes.resize(2);
  tracing.changes[1].change.values[3] = 1, tracing.changes[1].change.masks[3] = ~0u;
  tracing.changes[1].number = 7;
  tracing.command = {"sh", "-c", "cp \"$TEXELSCOPE_TRACE_SET\" '" + (folder / "seen").string() + "'"};
  EXPECT_EQ(trace::run_traced(tracing), 0);
  const std::string seen = contents(folder / "seen");
  ASSERT_EQ(seen.size(), 2 * sizeof(trace::ObjectChange));
  EXPECT_EQ(std::memcmp(seen.data(), tracing.changes.data(), seen.size()), 0);
}

TEST(TracedProgram, HasTheCallersLibrariesNotTheLaunchers) {
  const tests::TempFolder folder;
  WithVariables environment;
  environment.set("LD_LIBRARY_PATH", "/mine");
  EXPECT_EQ(library_path_of_program(folder), "/mine");
  environment.set("LD_LIBRARY_PATH", "/mine:/bundle/lib/cxx");
  environment.set("TEXELSCOPE_CALLERS_LIBRARY_PATH", "/mine");
  EXPECT_EQ(library_path_of_program(folder), "/mine");
  environment.set("TEXELSCOPE_CALLERS_LIBRARY_PATH", "");
  EXPECT_EQ(library_path_of_program(folder), "");
}

} // namespace
} // namespace texelscope
