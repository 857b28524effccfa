// What one warp's fetches touch in memory: texels, sectors of 32 bytes, cache lines of 128; predicted, and
// counted by a GPU.
//
// A warp is a tile of 8 x 4 pixels, four pixels of a row a quad. The texture unit asks the L1 quad by quad,
// and anew for each mip level and anisotropic probe; lanes of a quad share what they touch together. Measured
// with counters on an H200: linear filters take the lanes of a quad two by two in volumes and where texels
// have 16 bytes, and these twice, for half of the bytes at a time. Order of memory: sectors.h; levels,
// slices, layers and faces are planes of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/fetch/fetch_map.h"
#include "kernels/image/image.h"
#include "kernels/profile/live/live.h"

namespace texelscope::profile {

struct TouchedTexel {
  int level = 0, plane = 0, x = 0, y = 0; // of the texture as it is seen
  std::uint32_t lanes = 0; // that read it, bit by bit; 0: it only lies in the same sector as one that is read
  std::int64_t sector = 0; // within the plane; a line is four of them
  std::int64_t line() const { return sector / 4; }
  bool operator==(const TouchedTexel&) const = default;
};

struct WarpFootprint {
  Pixel tile;               // its left top pixel
  int lanes = 0, quads = 0; // with a fetch
  std::int64_t fetched = 0; // texels of all footprints; texels that a weight of zero leaves out do not count
  int texels = 0, sectors = 0, lines = 0; // different ones
  double used = 0;                        // of the sectors' bytes those of texels that are read, from 0 to 1
  std::vector<TouchedTexel> moved;        // all texels of these sectors, by level, plane, row and column
  std::int64_t requests = 0;              // of the L1: one a quad, for each fetch of a slab
  std::int64_t quad_sectors = 0, quad_lines = 0; // requested from the L1, quad by quad
  bool operator==(const WarpFootprint&) const = default;
};

Pixel tile_of(const Pixel& pixel);

// `image`: the texture in memory. Pixels beyond the picture of `width` x `height` fetch nothing.
WarpFootprint warp_footprint(const Session& session, const Effective& effective, const Image& image,
                             int width, int height, const Pixel& pixel);

struct WarpCounts {
  double quads = 0, requests = 0, sectors = 0; // of textures, to the L1
  bool operator==(const WarpCounts&) const = default;
};
// Of a launch of that one warp on the calling thread's device; other kernels that run on it meanwhile are
// counted with it, so the least of several launches counts. Throws MachineError: why there are no counters,
// and the cure.
WarpCounts count_warp(const Session& session, const Effective& effective, const Image& image, int width,
                      int height, const Pixel& pixel);

} // namespace texelscope::profile
