// What a traced program is started with.
#include "kernels/studies/trace_report/traced_program.h"

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
