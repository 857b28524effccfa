// The sRGB curve (IEC 61966-2-1), for what averages or multiplies light.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/ground/base/host_device.h"

namespace texelscope {

// Of values from 0 to 1.
double decoded_srgb(double v);
double encoded_srgb(double v);

namespace rules {

// The curve of 8-bit codes in whole numbers, so that sums of light are exact and every machine rounds them to
// the same code.
struct SrgbCurve {
  std::uint32_t light[256]; // of each code
  std::uint32_t least[255]; // the least light that is nearer to code i + 1 than to code i

  // The nearest code of the mean of `count` lights.
  TEXELSCOPE_HOST_DEVICE std::uint8_t code(std::uint64_t sum, int count) const {
    int found = 0;
    for (int step = 128; step > 0; step /= 2)
      if (sum >= std::uint64_t(least[found + step - 1]) * std::uint64_t(count)) found += step;
    return std::uint8_t(found);
  }
};

const SrgbCurve& srgb_curve();

// Whether the texture unit decodes a channel: alpha, and the second of two channels, are not.
TEXELSCOPE_HOST_DEVICE constexpr bool is_srgb_channel(int channels, int channel) {
  return channel != (channels == 2 ? 1 : 3);
}

} // namespace rules
} // namespace texelscope
