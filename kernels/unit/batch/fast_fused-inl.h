// Vector code of the fused multiply-add that fetch_rules.h uses.
#if defined(TEXELSCOPE_FAST_FUSED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_FUSED_INL
#undef TEXELSCOPE_FAST_FUSED_INL
#else
#define TEXELSCOPE_FAST_FUSED_INL
#endif

#include <cmath>

#include "kernels/unit/batch/fast_axis-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// One instruction or, if there is none, the library's function.
HWY_INLINE Floats fused(Floats a, float b, Floats c) {
#if HWY_NATIVE_FMA
  return hn::MulAdd(a, hn::Set(f, b), c);
#else
  HWY_ALIGN float x[hn::MaxLanes(f)], y[hn::MaxLanes(f)];
  hn::Store(a, f, x);
  hn::Store(c, f, y);
  for (std::size_t i = 0; i < hn::Lanes(f); ++i)
    x[i] = std::fma(x[i], b, y[i]);
  return hn::Load(f, x);
#endif
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
