// Where surface writes beyond a surface's edges land.
#pragma once

#include "kernels/reports/coherence/write_lab.h"

namespace texelscope {

// On the device (throws MachineError), or by the rules; with the number of destinations that differ from
// them.
write_lab::BoundaryResult run_boundary_test(const write_lab::BoundaryTest& boundary_test, bool on_device);

} // namespace texelscope
