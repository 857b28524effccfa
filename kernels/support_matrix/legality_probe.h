// Tries attempts on the current CUDA device.
#pragma once

#include <span>
#include <vector>

#include "kernels/support_matrix/legality.h"

namespace texelscope::legality {

// One answer an attempt. Throws MachineError where there is no CUDA, and where an attempt broke the device's
// context: it names the attempt, and no later call could succeed.
std::vector<Outcome> probe(std::span<const Configuration> tried);

} // namespace texelscope::legality
