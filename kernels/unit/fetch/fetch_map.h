// Maps the picture's pixels to texture coordinates and back.
#pragma once

#include <array>

#include "kernels/unit/resolve/resolve.h"

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

// Whether the view is a resize: the whole texture is mapped onto the picture, whatever its size. Along each
// axis of `in` texels, pixel i of `out` samples, in texels,
//   (i + 0.5) * in / out                   by centers, so that the outer edges coincide
//   i * in / out                           by the pixels' corners (SampleAt::corner)
//   i * (in - 1) / (out - 1) + 0.5         with aligned corners; 0.5 for a single pixel
// Its FetchMap has these as fma(px, step, origin): px = i + 0.5 or i is exact, the step is the quotient, over
// `in` again for normalized coordinates, rounded once, and the origin is 0 or half a texel. So a resize by
// centers is one rounded multiplication, as in a kernel that computes (i + 0.5f) * scale.
bool is_resize(const Session& session);

// The size of a session's picture where one of `width` x `height` is requested: a resize has its own.
std::array<int, 2> picture_size(const Session& session, int width, int height);

// `width`, `height`: the picture's size in pixels. Uses the session's size before any limit (the actual one
// is in `effective`).
FetchMap fetch_map(const Session& session, const Effective& effective, int width, int height);

// The number of texels along the picture's two axes. For a 3-D texture these are not the slice's axis; a row
// counts as high as it is wide.
std::array<double, 2> spanned_size(const Session& session);

// The width and height of a texel in the picture, in pixels. 1 along an axis whose pixels all sample one
// point.
std::array<double, 2> texel_pixels(const Session& session, int width, int height);

// Where in a pixel the point lies that it samples, as the picture is drawn: 0.5 or 0.
double sampled_point(const Session& session);

// The normalized texture coordinate of a point in the picture (pixels, from the top-left corner), and back,
// in double, for axes, overlays and panning.
std::array<double, 2> picture_to_texture(const Session& session, int width, int height, double px, double py);
std::array<double, 2> texture_to_picture(const Session& session, int width, int height, double u, double v);

} // namespace texelscope
