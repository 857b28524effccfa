// Internal to the fast path: which instruction sets it is compiled for, and what they share.
#pragma once

#include <cstdint>

// On x86 AVX2, AVX-512 and the baseline: bits 0 to 7 are later kinds of AVX-512, some without a name in older
// Highways. Vectors of unknown length cannot be members, so no SVE and RVV.
#define HWY_DISABLED_TARGETS                                                                                 \
  (0xff | HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

namespace texelscope::cpu {

struct FetchPlan;
using RowFunction = void (*)(const FetchPlan&, int first_row, int last_row, std::uint32_t* words);

// The sRGB table: 256 floats whose lowest 8 bits, zero in the values themselves, hold the exponent field of
// 2^(segment's exponent - 1).
const float* srgb_entries();

} // namespace texelscope::cpu
