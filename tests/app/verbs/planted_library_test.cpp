// Libraries that lie in the current folder are not opened, whatever the environment names.
#include <gtest/gtest.h>

#include "tests/program.h"

namespace texelscope {
namespace {

namespace fs = std::filesystem;

// Plants every library that is opened by name, in the current folder and in the folders of a toolkit there.
bool opens_planted(const std::map<std::string, std::string>& environment) {
  Program program;
  for (const char* folder : {".", "lib64", "extras/CUPTI/lib64", "here/lib64", "here/extras/CUPTI/lib64"}) {
    fs::create_directories(program / folder);
    for (const char* name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "libcupti.so.13",
                             "libcupti.so.12", "libnvidia-ml.so.1"})
      fs::copy_file(TEXELSCOPE_PLANTED, program / folder / name);
  }
  write(program / "a.cu", "return tex2D<Texel>(tex, x, y);\n");
  for (const auto& [name, value] : environment)
    program.environment[name] = value == "absolute" ? (program / "here/lib64").string() : value;
  program.run({"fetch-check", "a.cu"});
  program.run({"doctor"});
  return fs::exists(program / "planted library was opened");
}

TEST(PlantedLibrary, IsOpenedFromAbsoluteFoldersOnly) {
  EXPECT_FALSE(opens_planted({}));
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    for (const char* value : {"", ".", "here"})
      EXPECT_FALSE(opens_planted({{variable, value}})) << variable << "=" << value;
  for (const char* value : {":", ".", "/nowhere:", "/nowhere::/nowhere", ";"})
    EXPECT_FALSE(opens_planted({{"LD_LIBRARY_PATH", value}})) << value;
}

// The test would notice a library that is loaded.
TEST(PlantedLibrary, IsOpenedWhereItsWholePathIsNamed) {
  EXPECT_TRUE(opens_planted({{"LD_LIBRARY_PATH", "absolute"}}));
}

} // namespace
} // namespace texelscope
