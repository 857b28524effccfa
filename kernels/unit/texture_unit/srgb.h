// The texture unit's sRGB table. Codes are grouped in segments; the values of a segment share an exponent and
// have 8 bits below it. They are close to the sRGB curve (largest difference 3.7e-3), and the filter uses
// them with that exponent.
#pragma once

#include <cstdint>

namespace texelscope::unit {

// The linear value of an 8-bit code, as half-precision bits.
std::uint16_t srgb_half(std::uint32_t code);

// The exponent of the code's segment: its values are below 2^exponent (255 equals it halved) and multiples of
// 2^(exponent - 8).
int srgb_exponent(std::uint32_t code);

} // namespace texelscope::unit
