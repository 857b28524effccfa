// Translates a cell: its access pattern, its texture for the model and for CUDA, the function that fetches.
#pragma once

#include "kernels/reports/profile/cell/access_pattern.h"
#include "kernels/reports/profile/cell/cell.h"
#include "kernels/reports/profile/cell/texels.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::profile {

FetchKind kind_of(const BenchmarkCase& cell);
// Has the cell's sampler and no texels.
Texture texture_of(const BenchmarkCase& cell);

// How a block's warps share a region. Which is faster depends on how texels lie in memory.
//   strips       two warps side by side, four strips high: a warp's fetches lie one below the other
//   interleaved  four warps side by side, two high: each further fetch of all lies below them together
//   across       eight warps side by side, likewise
//   stacked      eight warps one above the other, likewise
// Tiles that are taller than wide lie the other way round.
enum class Layout : std::uint8_t { strips, interleaved, across, stacked };

// For one block per plane; see set_blocks().
AccessPattern access_pattern_of(const BenchmarkCase& cell, Layout layout = Layout::strips);
// Blocks stay: `blocks` is the number in a launch, a multiple of the planes.
void set_blocks(AccessPattern& pattern, int blocks);
// Blocks end after `regions` regions each.
void set_regions_of_block(AccessPattern& pattern, int regions);
// Limits the pattern to the first rows of regions.
void limit_rows(AccessPattern& pattern, int rows);

// The number of regions of all planes, which is the number of a block's steps in one pass over the texture.
std::int64_t regions_of(const AccessPattern& pattern);

} // namespace texelscope::profile
