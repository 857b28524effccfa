// The shipped sessions on the device: the CPU's bits.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/session_file.h"
#include "app/texture_source.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
namespace fs = std::filesystem;

// Beside the source tree's tests, or where the environment says (the tests may run elsewhere).
fs::path sessions_folder() {
  const char* named = std::getenv("TEXELSCOPE_SESSIONS");
  return named ? fs::path(named) : fs::path(TEXELSCOPE_SOURCE_DIR) / "assets/sessions";
}

std::vector<fs::path> session_files() {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(sessions_folder(), none))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

class Sessions : public DeviceTest, public testing::WithParamInterface<GlBinding> {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped() && GetParam() == GlBinding::current) need_gl();
    if (!IsSkipped()) cuda = make_cuda_backend({GetParam()});
  }
  void TearDown() override {
    cuda.reset();
    DeviceTest::TearDown();
  }
  std::unique_ptr<Backend> cuda;
};

INSTANTIATE_TEST_SUITE_P(Cuda, Sessions, testing::Values(GlBinding::none, GlBinding::current), binding_name);
} // namespace

TEST_P(Sessions, HaveTheCpusBits) {
  const auto cpu = make_cpu_backend();
  const auto files = session_files();
  ASSERT_GE(files.size(), 40u) << sessions_folder();
  int modelled = 0;
  for (const fs::path& file : files) {
    LoadedSession loaded = load_session(file);
    TextureSource source;
    adopt_file_now(source, loaded);
    const Effective effective = resolve(loaded.session).effective;
    source.request(loaded.session, effective, loaded.base);
    source.wait();
    for (Backend* backend : {cuda.get(), cpu.get()})
      backend->frame({loaded.session, effective, source.image(), 320, 240});
    const std::string words = difference(cuda->read_result(), cpu->read_result());
    if (effective.function == FetchKind::grad && effective.max_anisotropy > 1 && !words.empty()) {
      ++modelled;
      continue;
    }
    EXPECT_EQ(words, "") << file.filename();
  }
  RecordProperty("sessions", int(files.size()));
  std::printf("%d sessions, %d anisotropic ones differ and are only modelled\n", int(files.size()), modelled);
}

} // namespace texelscope::device_tests
