// The probes of an anisotropic fetch along the longer axis of its footprint.
#pragma once

#include <array>
#include <vector>

#include "kernels/unit/texture_unit/gradient.h"

namespace texelscope::unit {

struct Probe {
  int level = 0;
  int share = 256;                    // of the whole, over 2^share_bits
  int share_bits = 8;                 // 8 to 10
  std::array<int, 2> offset = {0, 0}; // from the coordinate, in 1/256 texels of the level
  bool ends_pass = false;             // it is the last one of a pass, which is added up together
};

// The number of a level's probes that are added up at once.
int probes_of_pass(const Texture& texture);

// In the order in which they are summed. `lod` is over 256, as from level_of_detail; `quad_lane`: see
// FetchAt.
std::vector<Probe> anisotropic_probes(const Texture& texture, const GradientFootprint& footprint, int lod,
                                      int quad_lane);

// 256 * 2^(-i / 256), for i from 0 to 256.
const std::array<int, 257>& falling_powers();

} // namespace texelscope::unit
