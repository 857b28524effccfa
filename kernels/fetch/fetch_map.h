// Maps the picture's pixels to texture coordinates and back.
#pragma once

#include <array>

#include "kernels/resolve/resolve.h"

namespace texelscope {

struct Pixel {
  int x = 0, y = 0;
  bool operator==(const Pixel&) const = default;
};

// The affine map from pixel to texture coordinate, made once on the host so that every backend computes the
// same bits:
//   x = fma(px, xx, fma(py, xy, x0)),  y = fma(px, yx, fma(py, yy, y0))
// with px = column + offset, py = row + offset as exact floats (offset 0.5 or 0), all in float. The
// coordinates are ready for tex2D: normalized, or in texels where the session says so.
struct FetchMap {
  float xx = 0, xy = 0, x0 = 0;
  float yx = 0, yy = 0, y0 = 0;
  float offset = 0.5f;
  bool operator==(const FetchMap&) const = default;
};

// `width`, `height`: the picture's size in pixels. Uses the session's size before any limit (the actual one
// is in `effective`).
FetchMap fetch_map(const Session& session, const Effective& effective, int width, int height);

// The number of texels along the picture's two axes. For a 3-D texture these are not the slice's axis; a row
// counts as high as it is wide.
std::array<double, 2> spanned_size(const Session& session);

// The normalized texture coordinate of a point in the picture (pixels, from the top-left corner), and back,
// in double, for axes, overlays and panning.
std::array<double, 2> picture_to_texture(const Session& session, int width, int height, double px, double py);
std::array<double, 2> texture_to_picture(const Session& session, int width, int height, double u, double v);

} // namespace texelscope
