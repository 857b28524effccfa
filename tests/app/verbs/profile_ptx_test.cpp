// The compiled texture kernels of the profiler: each holds as many texture instructions as its step has
// fetches.
#include <cstdlib>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "kernels/reports/profile/cell/access_pattern.h"
#include "tests/program.h"

namespace texelscope {
namespace {

// Instructions of each kernel, by name: "tex.2d", "tex.level.2d", "tld4.r.2d".
std::map<std::string, std::map<std::string, int>> texture_instructions(const std::string& ptx) {
  static const std::regex entry(R"(\.entry\s+(\w+))"), instruction(R"(^\s+((?:tex|tld4)\.[a-z0-9.]+)\.v4\.)");
  std::map<std::string, std::map<std::string, int>> found;
  std::istringstream lines(ptx);
  std::string kernel;
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, match, entry))
      found[kernel = match[1]];
    else if (std::regex_search(line, match, instruction))
      ++found[kernel][match[1]];
  return found;
}

TEST(ProfilePtx, EachKernelHoldsItsFetches) {
  const std::string nvcc = TEXELSCOPE_NVCC;
  if (nvcc.empty()) GTEST_SKIP() << "this build has no nvcc";
  const tests::TempFolder folder;
  const std::string root = TEXELSCOPE_SOURCE_DIR, ptx = (folder / "tex.ptx").string();
  const std::string command = nvcc + " -std=c++20 -ptx -arch=compute_75 --fmad=false -I" + root + " -I" +
                              root + "/include " + root +
                              "/kernels/machines/cuda/profile/profile_tex.cu -o " + ptx;
  ASSERT_EQ(std::system(command.c_str()), 0);
  const auto kernels = texture_instructions(contents(ptx));
  EXPECT_EQ(kernels.size(),
            35u); // 7 dimensions of 3 types; tex1Dfetch and gathers of 3; 7 with a level; 1 with gradients
  std::map<std::string, int> all;
  for (const auto& [name, instructions] : kernels) {
    ASSERT_EQ(instructions.size(), 1u) << name;
    // A loop with windows and one without; the compiler may duplicate the first.
    const int held = instructions.begin()->second, of_loop = profile::chains_of(profile::Path::tex);
    EXPECT_EQ(held % of_loop, 0) << name << " " << held;
    EXPECT_GE(held, 2 * of_loop) << name;
    ++all[instructions.begin()->first];
  }
  EXPECT_EQ(all["tex.1d"], 6); // half of them tex1Dfetch
  EXPECT_EQ(all["tex.2d"], 3);
  EXPECT_EQ(all["tex.acube"], 3);
  EXPECT_EQ(all["tld4.r.2d"], 3);
  EXPECT_EQ(all["tex.level.3d"], 1);
  EXPECT_EQ(all["tex.grad.2d"], 1);
}

} // namespace
} // namespace texelscope
