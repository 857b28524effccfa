// Which probes an anisotropic fetch makes along the longer axis of its footprint.
#pragma once

#include <array>
#include <vector>

#include "kernels/texture_unit/gradient.h"

namespace texelscope::unit {

struct Probe {
  int level = 0;
  int share = 256;                    // of the whole, over 2^share_bits
  int share_bits = 8;                 // 8 to 10
  std::array<int, 2> offset = {0, 0}; // from the coordinate, in 1/256 texels of the level
  bool ends_pass = false;             // it is the last that is added up with those before it
};

// How many probes of a level are added up at once.
int probes_of_pass(const Texture& texture);

// In the order in which they are summed. `lod` over 256, as level_of_detail gave it; `quad_lane` as in
// FetchAt.
std::vector<Probe> anisotropic_probes(const Texture& texture, const GradientFootprint& footprint, int lod,
                                      int quad_lane);

// 256 * 2^(-i / 256), for i from 0 to 256.
const std::array<int, 257>& falling_powers();

} // namespace texelscope::unit
