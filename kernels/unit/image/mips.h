// Computes mip levels from the first one.
#pragma once

#include "kernels/ground/base/progress.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/mip_rule.h"

namespace texelscope {

// Fills every level below the first of each plane. Texel i of a level represents texels 2i and 2i + 1 of the
// level above, along x and y, and along z in 3-D; if that level has one row (column, slice), it represents
// that one. A side's odd last texel is left out.
//   box     integers: the sum of the codes over their number, rounded to nearest, halves up; floats: the sum
//           in double over their number, rounded once; sRGB codes (MipRule::light): the nearest code of the
//           light's mean, in the channels that the texture unit decodes
//   drop    the first of them
//   file    like box: the file had none
//   tinted  box averages, not yet tinted ones, then half the real value and half level_tint()
// Returns false, with some of them unwritten, if progress requested a stop.
bool fill_mips(Image& image, const MipRule& rule, const Progress& progress = {});

// The color of a level in MipSource::tinted, as real values; a single channel has its own gray. Alpha is
// kept.
std::array<double, 3> level_tint(int level);

} // namespace texelscope
