// Internal: how BC6H and BC7 divide a block's texels into subsets (Khronos Data Format Specification, BPTC).
#pragma once

#include <cstdint>

namespace texelscope::bc {

int subset_of(int subsets, int partition, int texel);

// The texel of a subset whose index is stored without its upper bit, which is 0.
int anchor_of(int subsets, int partition, int subset);

} // namespace texelscope::bc
