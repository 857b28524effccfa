// Step 5: the weighted sum, as wide as the hardware's and no wider.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/texture_unit/decode.h"

namespace texelscope::unit {

// The float bits that a linear fetch returns for one channel. `weights` over 256, their sum 256; `bits` as
// decode.h says. `kind` is not Channel::integer.
std::uint32_t filter(Channel kind, const std::array<int, 4>& weights,
                     const std::array<std::uint32_t, 4>& stored);

} // namespace texelscope::unit
