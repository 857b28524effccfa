// Programs that scripts/check-exports.sh has written return the explorer's bits. Those in Python run where
// python3 has their modules, all of which TEXELSCOPE_PYTHON_MODULES names: "cupy cuda_core".
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernels/state/stored/share_line.h"
#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

namespace {
namespace fs = std::filesystem;
constexpr int exported_width = 64, exported_height = 48;

std::vector<fs::path> lines_in(const fs::path& folder) {
  std::vector<fs::path> lines;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".line") lines.push_back(entry.path());
  std::sort(lines.begin(), lines.end());
  return lines;
}

// Empty: it failed.
std::vector<TexelBits> run_program(const fs::path& program) {
  const fs::path out = fs::temp_directory_path() / "texelscope-export.bin";
  const std::string run = program.extension() == ".py" ? "python3 " : "";
  if (std::system((run + program.string() + " " + out.string()).c_str()) != 0) return {};
  std::vector<TexelBits> pixels(exported_width * exported_height);
  std::ifstream file(out, std::ios::binary);
  file.read(reinterpret_cast<char*>(pixels.data()), std::streamsize(pixels.size() * sizeof(TexelBits)));
  return file ? pixels : std::vector<TexelBits>();
}

// Of the programs to run.
std::vector<std::string> endings() {
  std::vector<std::string> all = {".out", ".driver.out"};
  const char* modules = std::getenv("TEXELSCOPE_PYTHON_MODULES");
  std::istringstream names(modules != nullptr ? modules : "");
  for (std::string name; names >> name;)
    all.push_back("." + name + ".py");
  return all;
}
} // namespace

class ExportedPrograms : public DeviceTest {};

TEST_F(ExportedPrograms, ReturnTheExplorersBits) {
  const char* folder = std::getenv("TEXELSCOPE_EXPORTS");
  if (folder == nullptr) GTEST_SKIP() << "TEXELSCOPE_EXPORTS names no folder of scripts/check-exports.sh";
  const auto lines = lines_in(folder);
  ASSERT_FALSE(lines.empty()) << folder;
  const auto cuda = make_cuda_backend({GlBinding::none});
  int ran = 0;
  for (const fs::path& file : lines) {
    std::string line;
    std::getline(std::ifstream(file), line);
    const tests::Setup setup = tests::setup_of(parse_share_line(line));
    cuda->frame({setup.session, setup.effective, setup.image, exported_width, exported_height});
    const Picture wanted = cuda->read_result();
    for (const std::string& ending : endings()) {
      fs::path program = file;
      program.replace_extension(ending);
      if (!fs::exists(program)) continue;
      ++ran;
      const auto got = run_program(program);
      ASSERT_EQ(got.size(), wanted.pixels.size())
          << program << " failed: " << line << tests::describe(setup.session);
      const auto differs = std::mismatch(got.begin(), got.end(), wanted.pixels.begin()).first - got.begin();
      if (std::size_t(differs) == got.size()) continue;
      const TexelBits &a = got[std::size_t(differs)], &b = wanted.pixels[std::size_t(differs)];
      ADD_FAILURE() << program.filename() << " pixel " << differs % exported_width << ", "
                    << differs / exported_width << std::hex << " " << a[0] << " " << a[1] << " " << a[2]
                    << " " << a[3] << ", not " << b[0] << " " << b[1] << " " << b[2] << " " << b[3] << "\n"
                    << line << tests::describe(setup.session);
    }
  }
  EXPECT_GT(ran, 0) << "nothing is compiled in " << folder;
  std::printf("%d programs ran\n", ran);
}

} // namespace texelscope::device_tests
