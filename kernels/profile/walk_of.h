// A cell as numbers: its walk, its texture for the model and for CUDA, the function that fetches.
#pragma once

#include "kernels/profile/cell.h"
#include "kernels/profile/texels.h"
#include "kernels/profile/walk.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope::profile {

FetchKind kind_of(const Cell& cell);
// With its sampler and no texels.
Texture texture_of(const Cell& cell);
Walk walk_of(const Cell& cell);
// Tiles of all planes: one pass over the texture is so many steps of a warp.
std::int64_t tiles_of(const Walk& walk);

} // namespace texelscope::profile
