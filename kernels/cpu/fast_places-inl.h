// Vector code that finds the texels of a block of fetches: faces, levels, then each level's axes.
#if defined(TEXELSCOPE_FAST_PLACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PLACES_INL
#undef TEXELSCOPE_FAST_PLACES_INL
#else
#define TEXELSCOPE_FAST_PLACES_INL
#endif

#include <algorithm>

#include <hwy/cache_control.h>

#include "kernels/cpu/fast_cube-inl.h"
#include "kernels/cpu/fast_taps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// block.lod becomes levels and their weights; returns which levels there are, a bit each.
HWY_INLINE std::uint32_t choose_levels(const FetchPlan& plan, Block& block, int count) {
  const Ints last = hn::Set(i32, plan.level_count - 1), one = hn::Set(i32, 1);
  Ints present = hn::Zero(i32);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const Ints lod = hn::Load(i32, block.lod + i);
    Ints level = hn::Min(hn::ShiftRight<8>(hn::Add(lod, hn::Set(i32, 128))), last);
    Floats weight = hn::Set(f, 256.0f);
    if (plan.mip_linear) {
      level = hn::ShiftRight<8>(lod);
      const Floats fraction = hn::ConvertTo(f, hn::And(lod, hn::Set(i32, 255)));
      const Ints next = hn::Min(hn::Add(level, one), last);
      weight = hn::Sub(weight, fraction);
      hn::Store(next, i32, block.level[1] + i);
      hn::Store(fraction, f, block.level_weight[1] + i);
      present = hn::Or(present, hn::Shl(one, next));
    }
    hn::Store(level, i32, block.level[0] + i);
    hn::Store(weight, f, block.level_weight[0] + i);
    present = hn::Or(present, hn::Shl(one, level));
  }
  HWY_ALIGN std::int32_t lanes[hn::MaxLanes(i32)];
  hn::Store(present, i32, lanes);
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < hn::Lanes(i32); ++i)
    all |= std::uint32_t(lanes[i]);
  return all;
}

// Directions become points on faces; layers become faces too.
HWY_NOINLINE void find_faces(Block& block, int count) {
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const FacePoint point =
        face_point(hn::Load(f, block.at[0] + i), hn::Load(f, block.at[1] + i), hn::Load(f, block.at[2] + i));
    const Ints layer = hn::Load(i32, block.plane + i);
    hn::Store(hn::Add(hn::Mul(layer, hn::Set(i32, 6)), point.face), i32, block.plane + i);
    hn::Store(point.s, f, block.at[0] + i);
    hn::Store(point.t, f, block.at[1] + i);
  }
}

template <bool linear>
void find_taps_of(const FetchPlan& plan, Block& block, int count) {
  block.pairs = true;
  if (plan.dimension == Dimension::cube || plan.dimension == Dimension::cube_layered)
    find_faces(block, count);
  if (linear && plan.usual) return level_taps<linear, false, linear>(plan, 0, 0, block, count);
  if (plan.level_count == 1) return level_taps<linear, false>(plan, 0, 0, block, count);
  const std::uint32_t present = choose_levels(plan, block, count);
  for (int level = 0; level < plan.level_count; ++level) {
    if ((present >> level & 1) == 0) continue;
    level_taps<linear, true>(plan, level, 0, block, count);
    if (plan.mip_linear) level_taps<linear, true>(plan, level, 1, block, count);
  }
}

// Gathers wait long for what no cache near them has. Inline, since GCC drops calls of functions that do
// nothing else.
template <int bytes>
HWY_INLINE void prefetch_texels(const FetchPlan& plan, const Block& block, int count) {
  const std::byte* texels = plan.texels;
  const bool rows = plan.quads > 0;
  for (int q = 0; q < std::max(1, plan.quads); ++q) {
    const auto& index = block.quad[q].index;
    for (int i = 0; i < count; ++i) {
      hwy::Prefetch(texels + std::ptrdiff_t(index[0][i]) * bytes);
      if (rows) hwy::Prefetch(texels + std::ptrdiff_t(index[2][i]) * bytes);
    }
  }
}

// From coordinates, planes and levels of detail to block.quad.
void find_taps(const FetchPlan& plan, Block& block, int count) {
  if (plan.footprint == unit::Footprint::point)
    find_taps_of<false>(plan, block, count);
  else
    find_taps_of<true>(plan, block, count);
  switch (plan.format.texel_bytes()) { // smaller ones mostly lie in a cache
  case 4:
    return prefetch_texels<4>(plan, block, count);
  case 8:
    return prefetch_texels<8>(plan, block, count);
  case 16:
    return prefetch_texels<16>(plan, block, count);
  default:
    return;
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
