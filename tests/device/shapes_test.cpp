// Every dimension, storage, function and projection: the CUDA backend's bits are the CPU's.
#include "tests/device/device_fixture.h"
#include "tests/random_session.h"

namespace texelscope::device_tests {

namespace {
class Shapes : public BothBackends {};

INSTANTIATE_TEST_SUITE_P(Cuda, Shapes, testing::Values(GlBinding::none, GlBinding::current), binding_name);
} // namespace

TEST_P(Shapes, RandomSessionsHaveTheCpusBits) {
  constexpr int width = 61, height = 47;
  std::mt19937 random(2026);
  int failures = 0;
  for (int i = 0; i < 6000 && failures < 12; ++i) {
    tests::Setup setup = tests::random_setup(random);
    setup.effective = resolve(setup.session).effective;
    try {
      cuda->frame({setup.session, setup.effective, setup.image, width, height});
      cpu->frame({setup.session, setup.effective, setup.image, width, height});
    } catch (const MachineError& error) {
      ++failures;
      ADD_FAILURE() << i << ": " << error.what() << tests::describe(setup.session);
      continue;
    }
    std::string message = difference(cuda->read_result(), cpu->read_result());
    if (message.empty()) message = difference(cuda->read_texture(), cpu->read_texture());
    if (message.empty()) continue;
    ++failures;
    ADD_FAILURE() << i << ": " << message << tests::describe(setup.session);
  }
  EXPECT_EQ(failures, 0);
}

} // namespace texelscope::device_tests
