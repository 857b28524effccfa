// Generated textures. Each pattern is a rule from texel index to real values in [0,1], encoded as image.h
// says; alpha is 1, and one or two channels are the first of four. The bits are the same on every machine.
//   checkerboard  red 1 in the first cell, 0 in the next; green and blue 0.9 and 0.7, 0.15 and 0.35
//   ramp          red x / (W - 1), green y / (H - 1), blue 1 - red; 0 where the side is 1
//   zone_plate    (1 + cos(2 pi t)) / 2, t = (x - W/2)^2 / 2W + (y - H/2)^2 / 2H - c / 12 turns for channel c
//   uv_grid       colors from the cell's place; one channel is their luminance
//   noise         n / 2^32 from a hash of seed, x, y and channel
//   one_hot       every channel 1 at (hot_x, hot_y), clamped into the texture; every channel 0
//                 elsewhere, alpha too
// Planes p of P (slices, layers, faces) differ:
//   checkerboard  slices: colors swap every `cell` slices; layers and faces: every one
//   ramp          blue p / (P - 1)
//   zone_plate    slices: t grows by (p - P/2)^2 / 2P; layers and faces: by p / P
//   uv_grid       red, green and blue permuted, the next way for each plane
//   noise         another seed for each
//   one_hot       plane hot_z
// Mip levels follow from spec.mips and `averages_light`; see mips.h.
#pragma once

#include "kernels/ground/base/progress.h"
#include "kernels/unit/image/image.h"

namespace texelscope {

// spec.source must not be Source::file; spec.format must exist (no 8-bit float); there must be no more levels
// than the sides allow. Returns an empty image (width 0) if progress requested a stop.
Image make_pattern(const TextureSpec& spec, const Progress& progress = {}, bool averages_light = false);

} // namespace texelscope
