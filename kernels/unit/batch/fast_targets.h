// Internal to the fast path: the instruction sets that it is compiled for, and shared definitions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/ground/base/half.h"

// On x86 SSE4, AVX2, AVX-512 and the baseline: bits 0 to 7 are later kinds of AVX-512, some without a name in
// older Highways. Vectors of unknown length cannot be members, so no SVE and RVV.
#undef HWY_DISABLED_TARGETS // Highway's own choice, where one of its headers came first
#define HWY_DISABLED_TARGETS (0xff | HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// Whether the instruction set that is being compiled has vectors; the model fetches where there are none: on
// x86 before SSE4.
#define TEXELSCOPE_HAS_VECTORS (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128)

namespace texelscope::cpu {

struct FetchPlan;
struct FetchLevel;

// Fetches go through the steps in blocks, whose texel indices stay in the first-level cache in between.
constexpr int block_size = 128;

// Of arrays from whose every place a vector is loaded.
constexpr int past_end = 16;

// Four texels for each fetch of a block: top left, top right, bottom left, bottom right.
struct alignas(64) QuadTaps {
  std::int32_t index[4][block_size];         // within the plan's texels
  float weight[4][block_size + past_end];    // over 256
  std::int32_t flags[block_size + past_end]; // bits 0 to 3: the border color replaces it; bits 4 to 7: it
                                             // contributes
};

// The same for fetches of one quad or texel.
struct alignas(64) PlaneTaps {
  std::int32_t index[4][block_size]; // -1: the border; with `pairs` perhaps of left texels alone
  union {
    float weight[4][block_size + past_end];      // of floats
    std::int32_t pair[2][block_size + past_end]; // of codes: a row's two weights, 16 bits each
  };
  std::int32_t flags[block_size + past_end]; // of floats: as in QuadTaps
  bool pairs;                                // right texels follow left ones, and none is the border's
};

// A block's fetches from step to step. Members that a plan does not need are not written.
struct alignas(64) Block {
  float at[3][block_size] = {};        // coordinates; cubes: on the face
  std::int32_t plane[block_size] = {}; // layer or face
  std::int32_t lod[block_size] = {};   // over 256
  std::int32_t level[2][block_size] = {};
  float level_weight[2][block_size] = {};
  QuadTaps quad[4];   // slices of the first level, then of the second
  bool pairs = false; // right texels follow left ones in memory, those without weight too
  PlaneTaps taps;     // in place of quads, if there is at most one
};

// What a block's pixels fetch besides coordinates: the members of PixelFetch. Gradients and element numbers
// are only set if the view's function takes them.
struct alignas(64) Pixels {
  float dx[3][block_size] = {}, dy[3][block_size] = {};
  float lod[block_size] = {};
  std::int32_t layer[block_size] = {}, texel[block_size] = {};
  std::int32_t empty[block_size] = {};     // 1: the picture is 0 there
  std::int32_t quad_lane[block_size] = {}; // as in FetchAt
  bool all_empty = false, any_empty = false;
};
static_assert(offsetof(Pixels, quad_lane) % 64 == 0); // whole vectors are loaded from there

// unit::GradientFootprint of a block's fetches.
struct alignas(64) Footprints {
  std::int32_t log_major[block_size] = {}, ratio[block_size] = {};
  std::int32_t axis[2][block_size] = {};
  std::int32_t seconds[block_size] = {}; // -1: the second of two fetches that share their passes, see quad.h
  bool any_ratio = false;                // above 0
};

// Sets the texels of a seamless cube where the footprint of fetch `i`, starting at texel (x, y) of a plane,
// crosses an edge.
void cross_edge(const FetchLevel& level, QuadTaps& quad, int i, int plane, int x, int y);

// Writes the numbers of `count` fetches, `channels` each, as `each` per fetch; those beyond are 0.
inline void spread_channels(const std::uint32_t* from, int count, int channels, int each, std::uint32_t* to) {
  for (int i = 0; i < count; ++i)
    for (int c = 0; c < each; ++c)
      to[i * each + c] = c < channels ? from[i * channels + c] : 0;
}

// The sRGB table: 256 floats whose lowest 8 bits, zero in the values themselves, hold the exponent field of
// 2^(segment's exponent - 1).
const float* srgb_entries();

} // namespace texelscope::cpu
