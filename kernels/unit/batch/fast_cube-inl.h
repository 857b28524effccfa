// Vector code of a cube's directions. See texture_unit/cube.h and reciprocal.h.
#if defined(TEXELSCOPE_FAST_CUBE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_CUBE_INL
#undef TEXELSCOPE_FAST_CUBE_INL
#else
#define TEXELSCOPE_FAST_CUBE_INL
#endif

#include "kernels/unit/batch/fast_axis-inl.h"
#include "kernels/unit/texture_unit/reciprocal.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Corresponds to std::fmax.
HWY_INLINE Floats larger(Floats a, Floats b) {
  const Floats larger = hn::IfThenElse(hn::Gt(a, b), a, b);
  return hn::IfThenElse(hn::Eq(b, b), hn::IfThenElse(hn::Eq(a, a), larger, b), a);
}

HWY_INLINE Ints truncated_square(Ints x) {
  const Ints one = hn::Set(i32, 1), high = hn::ShiftRight<9>(x);
  Ints sum = hn::Mul(hn::Add(high, high), hn::Add(high, hn::And(hn::ShiftRight<8>(x), one)));
  for (int i = 1; i <= 7; ++i) {
    const auto bit = hn::Ne(hn::And(x, hn::Set(i32, 1 << i)), hn::Zero(i32));
    sum = hn::Add(sum, hn::IfThenElseZero(bit, hn::ShiftRightSame(x, 16 - i)));
  }
  return sum;
}

// The model's sum in units of 2^-39 ends in 15 bits that are cut off. Their carry is computed first, so that
// 32 bits suffice.
HWY_INLINE Ints reciprocal_significand(Ints mantissa) {
  const auto* table = reinterpret_cast<const std::int32_t*>(unit::reciprocal_segments.data());
  const Ints segment = hn::ShiftRight<16>(mantissa), at = hn::Add(segment, segment);
  const Ints start = hn::GatherIndex(i32, table, at), rest = hn::GatherIndex(i32, table + 1, at);
  const Ints low_half = hn::Set(i32, 0xffff), x = hn::And(mantissa, low_half);
  const hn::RebindToUnsigned<IntTag> u32;
  const Ints slope = hn::Mul(hn::And(rest, low_half), x);
  const Ints slope_high = hn::BitCast(i32, hn::ShiftRight<15>(hn::BitCast(u32, slope)));
  const Ints curve = hn::Mul(hn::ShiftRight<16>(rest), truncated_square(x));
  Ints low =
      hn::Add(hn::ShiftLeft<13>(hn::And(start, hn::Set(i32, 3))), hn::Set(i32, unit::reciprocal_rounding));
  low = hn::Sub(hn::Add(low, curve), hn::And(slope, hn::Set(i32, 0x7fff)));
  return hn::Add(hn::Sub(hn::ShiftRight<2>(start), slope_high), hn::ShiftRight<15>(low));
}

HWY_INLINE Floats approximate_reciprocal(Floats value) {
  const Ints bits = hn::BitCast(i32, value), exponent = hn::ShiftRight<23>(bits);
  const Ints significand =
      hn::BitCast(i32, hn::ConvertTo(f, reciprocal_significand(hn::And(bits, hn::Set(i32, 0x7fffff)))));
  const Ints scaled = hn::Add(significand, hn::ShiftLeft<23>(hn::Sub(hn::Set(i32, 103), exponent)));
  const auto normal = hn::Gt(scaled, hn::Set(i32, 0x7fffff));
  Floats result = hn::BitCast(f, hn::IfThenElseZero(normal, scaled));
  const Floats infinity = hn::BitCast(f, hn::Set(i32, 0x7f800000));
  result = hn::IfThenElse(hn::Lt(value, hn::Set(f, 0x1p-126f)), infinity, result);
  result = hn::IfThenElse(hn::Eq(value, infinity), hn::Zero(f), result);
  return hn::IfThenElse(hn::Eq(value, value), result, value);
}

struct FacePoint {
  Ints face;
  Floats s, t; // NaN becomes 0
};

HWY_INLINE FacePoint face_point(Floats x, Floats y, Floats z) {
  const Floats zero = hn::Zero(f);
  const Floats scale = approximate_reciprocal(larger(larger(hn::Abs(x), hn::Abs(y)), hn::Abs(z)));
  x = hn::Mul(x, scale), y = hn::Mul(y, scale), z = hn::Mul(z, scale);
  const auto length = [&](Floats c) HWY_ATTR { // NaN is shorter than every number
    return hn::IfThenElse(hn::Eq(c, c), hn::Abs(c), hn::Set(f, -1.0f));
  };
  const Floats ax = length(x), ay = length(y);
  const auto on_z = hn::Ge(length(z), hn::Max(ax, ay)), on_y = hn::Ge(ay, ax);
  const Floats major = hn::IfThenElse(on_z, z, hn::IfThenElse(on_y, y, x));
  const auto negative = hn::Lt(major, zero);
  const Ints axis = hn::IfThenElse(hn::RebindMask(i32, on_z), hn::Set(i32, 4),
                                   hn::IfThenElseZero(hn::RebindMask(i32, on_y), hn::Set(i32, 2)));
  const Floats z_s = hn::IfThenElse(negative, hn::Neg(x), x), x_s = hn::IfThenElse(negative, z, hn::Neg(z));
  const Floats y_t = hn::IfThenElse(negative, hn::Neg(z), z);
  const auto on_face = [&](Floats at) HWY_ATTR {
    return hn::Min(hn::Max(hn::IfThenElseZero(hn::Eq(at, at), at), hn::Set(f, -1.0f)), hn::Set(f, 1.0f));
  };
  const Floats s = hn::IfThenElse(on_z, z_s, hn::IfThenElse(on_y, x, x_s));
  const Floats t = hn::IfThenElse(hn::AndNot(on_z, on_y), y_t, hn::Neg(y));
  return {hn::Sub(axis, hn::VecFromMask(i32, hn::RebindMask(i32, negative))), on_face(s), on_face(t)};
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
