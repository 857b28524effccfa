#include "kernels/unit/image/srgb.h"

#include <cmath>

namespace texelscope {

double decoded_srgb(double v) {
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double encoded_srgb(double v) {
  return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

namespace rules {

const SrgbCurve& srgb_curve() {
  static const SrgbCurve curve = [] {
    // The largest multiple of 10 * 255 * 12.92 in 32 bits: the lights of the curve's straight part are whole
    // numbers, so that halves round up there as those of codes do.
    constexpr double whole = 32946.0 * 130363;
    SrgbCurve made = {};
    for (int code = 0; code < 256; ++code)
      made.light[code] = std::uint32_t(std::llround(decoded_srgb(code / 255.0) * whole));
    for (int code = 0; code < 255; ++code)
      made.least[code] = std::uint32_t(std::llround(decoded_srgb((code + 0.5) / 255) * whole));
    return made;
  }();
  return curve;
}

} // namespace rules
} // namespace texelscope
