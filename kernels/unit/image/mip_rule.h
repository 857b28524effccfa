// How the mip levels below the first are made.
#pragma once

#include "kernels/state/session/spec.h"

namespace texelscope {

struct MipRule {
  MipSource source = MipSource::box;
  bool light = false; // bytes are sRGB codes: averages are those of the light, not of the codes

  MipRule(MipSource from = MipSource::box, bool averages_light = false)
      : source(from), light(averages_light) {}
  bool operator==(const MipRule&) const = default;
};

} // namespace texelscope
