// What a scene's fetches touch: by this, scenes are alike or not, whatever their sizes.
#pragma once

#include <cstdint>

#include "kernels/reports/advise/scene.h"

namespace texelscope::advise {

// Counted for texels of floats. A sector is 32 bytes of a row's texels, as loads touch them; a square is 32
// bytes of texels that lie next to each other along all axes, as texture units store them.
struct FetchFootprint {
  bool computed = true;          // coordinates are planes (FetchList::planes); otherwise they are read
  bool whole_steps = false;      // lanes lie whole texels apart (cells.h)
  double warp_sectors = 1;       // of a warp's fetch
  double warp_squares = 1;       // of a warp's fetch
  double fetch_sectors = 1;      // of a block of entries, each sector once, over its fetches
  int thread_fetches = 1;        // whose texels a tile holds together
  std::int64_t working_set = 32; // bytes of all sectors that are touched
  bool operator==(const FetchFootprint&) const = default;
};

FetchFootprint footprint_of(const Scene& scene);

// How unlike a scene's footprint is to a figure's, apart from their working sets: the root of the sum of
// squares of the factors between them, each as a power of 2. `tiles`: for a choice that copies tiles.
// `fewer`: by how much a factor counts where the scene has less.
double distance(const FetchFootprint& scene, const FetchFootprint& figure, bool tiles, double fewer = 1);

} // namespace texelscope::advise
