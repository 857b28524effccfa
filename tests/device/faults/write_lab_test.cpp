// Faults of the write lab do not lose the GPU for other processes.
#include "kernels/reports/coherence/write_lab.h"

#include "kernels/ground/files/subprocess.h"
#include "tests/device/device_fixture.h"

namespace texelscope::device_tests {

class WriteLabFaults : public DeviceTest {};

TEST_F(WriteLabFaults, LeaveThisProcessWhole) {
  for (const char* fault : {"DISABLED_Trap", "DISABLED_Misaligned"}) {
    const Subprocess child = run_subprocess(
        {"--gtest_also_run_disabled_tests", std::string("--gtest_filter=WriteLabFaults.") + fault});
    EXPECT_EQ(child.code, 0) << child.out;
  }
  const write_lab::BoundaryTest boundary_test = {.format = {ElementKind::unsigned_int, 8, 4}};
  EXPECT_EQ(landings_on_device(boundary_test), landings_by_rule(boundary_test));
}

TEST_F(WriteLabFaults, DISABLED_Trap) {
  const write_lab::FaultReport trap = surface_fault(write_lab::Fault::trap);
  EXPECT_EQ(trap.right, "cudaSuccess");
  EXPECT_NE(trap.faulty, "cudaSuccess");
  EXPECT_EQ(trap.after, trap.faulty);
}

// Other GPUs may drop the low bits of x instead.
TEST_F(WriteLabFaults, DISABLED_Misaligned) {
  const write_lab::FaultReport misaligned = surface_fault(write_lab::Fault::misaligned);
  EXPECT_EQ(misaligned.right, "cudaSuccess");
  EXPECT_EQ(misaligned.after, misaligned.faulty);
}

} // namespace texelscope::device_tests
