// The texture unit's sRGB table.
#pragma once

#include <array>
#include <cstdint>

namespace texelscope::unit {

// Linear value of each 8-bit code, as half-precision bits: the table's entries are all representable so.
const std::array<std::uint16_t, 256>& srgb_table();

} // namespace texelscope::unit
