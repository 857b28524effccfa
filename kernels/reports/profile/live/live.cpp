#include "kernels/reports/profile/live/live.h"

#include <cmath>

#include "kernels/ground/base/half.h"

namespace texelscope::profile {

LiveSums sums_of(const Picture& picture) {
  LiveSums sums = {};
  const bool floats = picture.type == ResultType::floating;
  for (const TexelBits& pixel : picture.pixels)
    for (std::size_t c = 0; c < 4; ++c)
      sums[c] += floats ? double(bits_float(pixel[c])) : double(pixel[c]);
  if (!floats)
    for (double& sum : sums)
      sum = std::fmod(sum, 4294967296.0);
  return sums;
}

} // namespace texelscope::profile
