// The fetches of one record: what each lane of a warp passed to a texture instruction, and what it got.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/state/session/fetch_enums.h"
#include "kernels/state/session/texel.h"
#include "kernels/studies/record/read_records.h"
#include "kernels/studies/record/site.h"
#include "kernels/unit/texture_unit/fetch_at.h"

namespace texelscope::fetches {

struct RecordedFetch {
  std::uint64_t handle = 0; // of the texture object; 0: the instruction names a texture reference
  std::uint64_t grid = 0;   // %gridid of the launch
  std::array<std::uint32_t, 3> block = {}, thread = {}, block_size = {};
  std::uint32_t lane = 0;
  FetchKind function = FetchKind::plain; // as the model has it, with its arguments
  FetchAt at;
  std::array<double, 3> coordinates = {}; // as passed: floats, or whole numbers of fetches by index
  TexelBits result = {};                  // components that the program discards are 0

  // The number of the thread along an axis of the whole launch.
  std::uint64_t position(std::size_t axis) const {
    return std::uint64_t(block[axis]) * block_size[axis] + thread[axis];
  }
};

// In the order of the lanes.
std::vector<RecordedFetch> fetches_of(const record::Site& site, const record::WarpRecord& record);

// The texture's dimension that the instruction fetches from; the index of a fetch by index is of linear
// memory.
Dimension dimension_of(const record::Site& site);
Dimension dimension_of(record::Geometry geometry);

} // namespace texelscope::fetches
