// A place in the picture that need not be a pixel's: what it fetches.
#pragma once

#include <array>

#include "kernels/backend.h"
#include "kernels/fetch_rules.h"

namespace texelscope {

// Where a pixel samples, and so many 256ths of a texel to the right and down from there, as the view shows
// it.
struct Spot {
  Pixel pixel;
  std::array<int, 2> steps = {0, 0};

  bool between_pixels() const { return steps != std::array{0, 0}; }
  bool operator==(const Spot&) const = default;
};

struct SpotFetch {
  FetchView view; // that gives it: pixel_fetch() at `pixel` is `fetch`
  Pixel pixel;
  PixelFetch fetch;
  std::array<double, 2> texel = {1, 1}; // the width and height of a texel there, in pixels
  std::array<double, 2> place = {0, 0}; // where it samples, in pixels from the picture's left top corner
};

// Flat views add the steps to the coordinate itself, so that they are as exact as a float can be. Others move
// the pixel by what is a texel there; where nothing is fetched a texel counts as a pixel.
SpotFetch fetch_of(const Session& session, const Effective& effective, int width, int height,
                   const Spot& spot);

} // namespace texelscope
