// The shipped sessions on the device: the CPU's bits.
#include <cstdio>

#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
namespace fs = std::filesystem;

class Sessions : public BothBackends {};

INSTANTIATE_TEST_SUITE_P(Cuda, Sessions, testing::Values(GlBinding::none, GlBinding::current), binding_name);
} // namespace

TEST_P(Sessions, HaveTheCpusBits) {
  const auto files = session_files();
  ASSERT_GE(files.size(), 40u);
  for (const fs::path& file : files) {
    const auto [session, effective, image] = shipped_session(file);
    for (Backend* backend : {cuda.get(), cpu.get()})
      backend->frame({session, effective, image, 320, 240});
    EXPECT_EQ(difference(cuda->read_result(), cpu->read_result()), "") << file.filename();
  }
  RecordProperty("sessions", int(files.size()));
}

} // namespace texelscope::device_tests
