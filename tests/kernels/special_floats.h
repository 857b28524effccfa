// Floats that are no ordinary numbers.
#pragma once

#include <limits>

namespace texelscope::tests {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();

} // namespace texelscope::tests
