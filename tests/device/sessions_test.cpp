// The shipped sessions on the device: the CPU's bits.
#include <cstdio>

#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

namespace {
namespace fs = std::filesystem;

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
