// Tries configurations on the current CUDA device.
#pragma once

#include <span>
#include <vector>

#include "kernels/reports/support_matrix/legality.h"

namespace texelscope::legality {

// One outcome per configuration. Throws MachineError if there is no CUDA, and if a configuration broke the
// device's context: the message names it, and no later call can succeed.
std::vector<Outcome> probe(std::span<const Configuration> tried);
// The time to create and destroy a texture object of a small array, in microseconds: the median of many
// batches. Throws MachineError.
double object_us();

} // namespace texelscope::legality
