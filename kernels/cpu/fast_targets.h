// Internal to the fast path: which instruction sets it is compiled for, and what they share.
#pragma once

#include <cstdint>

// Two that matter on x86 and the baseline; vectors of unknown length cannot be members, so no SVE and RVV.
#define HWY_DISABLED_TARGETS                                                                                 \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

namespace texelscope::cpu {

struct FetchPlan;
using RowFunction = void (*)(const FetchPlan&, int first_row, int last_row, std::uint32_t* words);

// The sRGB table as floats, 256 of them.
const float* srgb_floats();

} // namespace texelscope::cpu
