// Programs of CUDA's runtime API, its driver API and HIP, from the patterns of one writer.
#include <gtest/gtest.h>

#include <sstream>

#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/program.h"
#include "tests/random_session.h"

namespace texelscope {
namespace {

// Without comments, and without the driver program's kernel, which is CUDA C++.
std::string host_code(const std::string& program) {
  std::istringstream lines(program);
  std::string code;
  bool kernel = false;
  for (std::string line; std::getline(lines, line);) {
    kernel = line.starts_with("static const char kernel[]") || (kernel && line != ")\";");
    const std::size_t begin = line.find_first_not_of(' ');
    if (!kernel && begin != std::string::npos && line.compare(begin, 2, "//") != 0) code += line + "\n";
  }
  return code;
}

bool program_has(const std::string& program, const std::string& text) {
  return program.find(text) != std::string::npos;
}

TEST(DeviceProgram, EveryNameIsFilledWithItsApis) {
  std::mt19937 random(31);
  for (int i = 0; i < 200; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    const Resolution resolution = resolve(setup.session);
    const auto code = [&](ExportTarget target) {
      return host_code(export_program(target, {setup.session, resolution, *setup.image, 24, 18, "a test",
                                               share_line(setup.session).line, ""})
                           .text);
    };
    const std::string cuda = code(ExportTarget::cuda), driver = code(ExportTarget::driver),
                      hip = code(ExportTarget::hip);
    const std::string state = tests::describe(setup.session);
    EXPECT_FALSE(program_has(cuda + driver + hip, "@")) << state;
    EXPECT_TRUE(program_has(cuda, "cudaCreateTextureObject(") && !program_has(cuda, "hip")) << state << cuda;
    EXPECT_TRUE(program_has(hip, "hipCreateTextureObject(") && !program_has(hip, "cuda")) << state << hip;
    EXPECT_TRUE(program_has(driver, "cuTexObjectCreate(") && !program_has(driver, "cudaT") &&
                !program_has(driver, "cudaM"))
        << state << driver;
  }
}

} // namespace
} // namespace texelscope
