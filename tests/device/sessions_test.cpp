// The shipped sessions on the device: the CPU's bits; and how long a change of one takes.
#include <algorithm>
#include <chrono>
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

// From the plain picture to each session and back, textures of 1024 x 1024, the making of the texels included.
TEST_P(Sessions, ChangesAreToldInMilliseconds) {
  const auto timed = [&](const Session& session) {
    const auto start = std::chrono::steady_clock::now();
    const Effective effective = resolve(session, cuda->info().limits).effective;
    TextureSource source;
    source.request(session, effective, {});
    source.wait();
    cuda->frame({session, effective, source.image(), 1280, 720});
    cuda->read_result(); // waits for the device
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  };
  Session plain;
  plain.texture.width = plain.texture.height = 1024;
  timed(plain);
  double worst = 0;
  std::string worst_name;
  for (const fs::path& file : session_files()) {
    Session session = load_session(file).session;
    if (session.texture.source == Source::file) continue;
    session.texture.width = session.texture.height = 1024;
    const double there = timed(session), back = timed(plain);
    std::printf("%-32s %7.2f ms, back %7.2f ms\n", file.stem().c_str(), there, back);
    if (there > worst) worst = there, worst_name = file.stem();
  }
  std::printf("slowest: %s, %.2f ms\n", worst_name.c_str(), worst);
}

} // namespace texelscope::device_tests
