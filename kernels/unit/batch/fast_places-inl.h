// Vector code that finds the texels of a block of fetches: first faces and levels, then each level's axes.
#if defined(TEXELSCOPE_FAST_PLACES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_PLACES_INL
#undef TEXELSCOPE_FAST_PLACES_INL
#else
#define TEXELSCOPE_FAST_PLACES_INL
#endif

#include <algorithm>

#include <hwy/cache_control.h>

#include "kernels/unit/batch/fast_cube-inl.h"
#include "kernels/unit/batch/fast_taps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Converts block.lod to levels and their weights; returns whether all fetches choose the same ones.
HWY_INLINE bool choose_levels(const FetchPlan& plan, Block& block, int count) {
  const Ints last = hn::Set(i32, plan.level_count - 1);
  IntMask same = hn::Eq(last, last);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const Ints lod = hn::Load(i32, block.lod + i);
    Ints level = hn::Min(hn::ShiftRight<8>(hn::Add(lod, hn::Set(i32, 128))), last);
    if (plan.mip_linear) {
      level = hn::ShiftRight<8>(lod);
      const Floats fraction = hn::ConvertTo(f, hn::And(lod, hn::Set(i32, 255)));
      hn::Store(hn::Min(hn::Add(level, hn::Set(i32, 1)), last), i32, block.level[1] + i);
      hn::Store(hn::Sub(hn::Set(f, 256.0f), fraction), f, block.level_weight[0] + i);
      hn::Store(fraction, f, block.level_weight[1] + i);
    }
    hn::Store(level, i32, block.level[0] + i);
    same = hn::And(same, hn::Eq(level, hn::Set(i32, block.level[0][0])));
  }
  return hn::AllTrue(i32, same);
}

// Converts directions to points on faces, and layers to faces.
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
auto taps_function(const FetchPlan& plan, bool same_level) {
  using enum FetchShape;
  if (!same_level) return level_taps<linear, true>;
  if constexpr (linear) {
    if (plan.shape == face) return level_taps<true, false, face>;
    if (plan.shape == volume) return level_taps<true, false, volume>;
  }
  return level_taps<linear, false>;
}

template <bool linear>
void find_taps_of(const FetchPlan& plan, Block& block, int count) {
  block.pairs = true;
  if (plan.dimension == Dimension::cube || plan.dimension == Dimension::cube_layered)
    find_faces(block, count);
  const bool same = plan.level_count == 1 || choose_levels(plan, block, count);
  const auto find = taps_function<linear>(plan, same);
  for (int which = 0; which < (plan.mip_linear ? 2 : 1); ++which)
    find(plan, which, block, count);
}

// Prefetches texels, because gathers wait long for memory that is in no near cache. Inline, since GCC removes
// calls of functions that do nothing else.
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

// Computes block.quad from coordinates, planes and levels of detail.
void find_taps(const FetchPlan& plan, Block& block, int count) {
  if (plan.footprint == unit::Footprint::point)
    find_taps_of<false>(plan, block, count);
  else
    find_taps_of<true>(plan, block, count);
  switch (plan.format.texel_bytes()) { // smaller texels are mostly cached
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
