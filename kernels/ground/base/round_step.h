// Steps between the ticks of an axis.
#pragma once

#include <cmath>

namespace texelscope {

// The smallest of 1, 2 and 5 times a power of ten that is not below `least`, which must be above 0.
inline double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

} // namespace texelscope
