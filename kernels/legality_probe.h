// Tries attempts on the current CUDA device.
#pragma once

#include <span>
#include <vector>

#include "kernels/legality.h"

namespace texelscope::legality {

// One answer an attempt. Throws MachineError where there is no CUDA, and where an attempt broke the device's
// context: it names the attempt, and no later call could succeed.
std::vector<Answer> probe(std::span<const Attempt> tried);

} // namespace texelscope::legality
