// The memory that one warp's fetches touch: texels, sectors of 32 bytes, cache lines of 128; predicted, and
// counted by a GPU.
//
// A warp is a tile of 8 x 4 pixels, and four pixels of a row are a quad. The texture unit accesses the L1
// quad by quad, and again for each mip level and anisotropic probe; lanes of a quad share what they touch
// together. Measured with counters on an H200: linear filters take the lanes of a quad two by two in volumes
// and where texels have 16 bytes, and these twice, for half of the bytes at a time. Order of memory:
// sectors.h; levels, slices, layers and faces are separate planes.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/reports/profile/live/live.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/image/image.h"

namespace texelscope::profile {

struct TouchedTexel {
  int level = 0, plane = 0, x = 0, y = 0; // of the texture as the texture object sees it
  std::uint32_t lanes = 0; // lanes that read it, one bit each; 0: it only shares a sector with a read texel
  std::int64_t sector = 0; // within the plane; a line is four of them
  std::int64_t line() const { return sector / 4; }
  bool operator==(const TouchedTexel&) const = default;
};

struct WarpFootprint {
  Pixel tile;                             // its top-left pixel
  int lanes = 0, quads = 0;               // with a fetch
  std::int64_t fetched = 0;               // texels of all footprints, without those of zero weight
  int texels = 0, sectors = 0, lines = 0; // distinct ones
  double used = 0;                        // the share of the sectors' bytes that is read, 0 to 1
  std::vector<TouchedTexel> moved;        // all texels of these sectors, by level, plane, row and column
  std::int64_t requests = 0;              // of the L1: one a quad, for each fetch of a slab
  std::int64_t quad_sectors = 0, quad_lines = 0; // requested from the L1, quad by quad
  bool operator==(const WarpFootprint&) const = default;
};

Pixel tile_of(const Pixel& pixel);

// `image`: the texture in memory. Pixels outside the picture of `width` x `height` fetch nothing.
WarpFootprint warp_footprint(const Session& session, const Effective& effective, const Image& image,
                             int width, int height, const Pixel& pixel);

struct WarpCounts {
  double quads = 0, requests = 0, sectors = 0; // of textures, sent to the L1
  bool operator==(const WarpCounts&) const = default;
};
// Counts a launch of that one warp on the calling thread's device. Other kernels that run on it meanwhile are
// counted too, so the minimum of several launches is used. Throws a MachineError that says why there are no
// counters, and the cure.
WarpCounts count_warp(const Session& session, const Effective& effective, const Image& image, int width,
                      int height, const Pixel& pixel);

} // namespace texelscope::profile
