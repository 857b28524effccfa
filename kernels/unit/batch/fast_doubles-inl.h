// Operations of doubles that Highway's WebAssembly target lacks before version 1.1, under the names and with
// the meaning that Highway gives them everywhere else.
#if defined(TEXELSCOPE_FAST_DOUBLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_DOUBLES_INL
#undef TEXELSCOPE_FAST_DOUBLES_INL
#else
#define TEXELSCOPE_FAST_DOUBLES_INL
#endif

#include <hwy/highway.h>

#if HWY_TARGET == HWY_WASM && !HWY_HAVE_FLOAT64
namespace hwy::HWY_NAMESPACE {

using TwoDoubles = Vec128<double, 2>;
using DoublesTag = Simd<double, 2, 0>;
using DoublesMask = Mask128<double, 2>;

HWY_API TwoDoubles operator+(TwoDoubles a, TwoDoubles b) {
  return {wasm_f64x2_add(a.raw, b.raw)};
}
HWY_API TwoDoubles operator-(TwoDoubles a, TwoDoubles b) {
  return {wasm_f64x2_sub(a.raw, b.raw)};
}
HWY_API TwoDoubles operator*(TwoDoubles a, TwoDoubles b) {
  return {wasm_f64x2_mul(a.raw, b.raw)};
}
HWY_API TwoDoubles MulAdd(TwoDoubles a, TwoDoubles b, TwoDoubles sum) {
  return a * b + sum;
}
HWY_API TwoDoubles Set(DoublesTag, double value) {
  return {wasm_f64x2_splat(value)};
}
HWY_API TwoDoubles Max(TwoDoubles a, TwoDoubles b) {
  return {wasm_f64x2_max(a.raw, b.raw)};
}
HWY_API TwoDoubles Abs(TwoDoubles v) {
  return {wasm_f64x2_abs(v.raw)};
}
HWY_API TwoDoubles Floor(TwoDoubles v) {
  return {wasm_f64x2_floor(v.raw)};
}
HWY_API TwoDoubles Trunc(TwoDoubles v) {
  return {wasm_f64x2_trunc(v.raw)};
}
HWY_API DoublesMask Ge(TwoDoubles a, TwoDoubles b) {
  return {wasm_f64x2_ge(a.raw, b.raw)};
}
HWY_API TwoDoubles PromoteTo(DoublesTag, Vec128<float, 2> v) {
  return {wasm_f64x2_promote_low_f32x4(v.raw)};
}
HWY_API Vec128<float, 2> DemoteTo(Simd<float, 2, 0>, TwoDoubles v) {
  return {wasm_f32x4_demote_f64x2_zero(v.raw)};
}

} // namespace hwy::HWY_NAMESPACE
#endif

#endif
