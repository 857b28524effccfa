// Generated textures. Each pattern is a rule from texel index to real values in [0,1], encoded as image.h says.
#pragma once

#include <functional>

#include "kernels/image.h"

namespace texelscope {

// Called now and then with the share done, 0 to 1, from the calling thread or a worker; false stops the work.
using Progress = std::function<bool(double)>;

// spec.source must not be Source::file; spec.format must be one that exists (no 8-bit float).
// Returns an empty image (width 0) if progress asked to stop.
Image make_pattern(const TextureSpec& spec, const Progress& progress = {});

} // namespace texelscope
