// What verify draws: the share of each class of fetches, and the range of sizes in each group.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/studies/verify/random_cases.h"

namespace texelscope::verify {

struct DrawnShare {
  std::string name; // a group's, or a class that crosses groups: "NaN", "huge steps", "anisotropic, point"
  double share = 0; // of all fetches
};

// The smallest and the largest that was drawn.
struct DrawnRange {
  std::array<std::uint32_t, 2> width, height, depth, levels;
};

struct DrawSummary {
  std::vector<DrawnShare> shares;
  std::vector<DrawnRange> ranges; // in the order of Group
};

// Draws `rounds` rounds of cases with `samples` fetches each, without fetching any.
// A huge step is a finite component of a gradient from 2^20, or an infinite one.
DrawSummary summarize_draw(std::uint32_t seed, int rounds, int samples);

} // namespace texelscope::verify
