#include "kernels/unit/batch/fast_gradient.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/unit/texture_unit/lod_trace.h"
#include "kernels/unit/texture_unit/short_float.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_gradient.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_cube-inl.h"
#include "kernels/unit/batch/fast_short-inl.h"
#endif

#ifndef TEXELSCOPE_FAST_GRADIENT_TABLES
#define TEXELSCOPE_FAST_GRADIENT_TABLES
namespace texelscope::cpu {
// unit::unit_vector_of(a, b) at index 32 a + b, both components in 32 bits.
inline const std::int32_t* unit_vectors() {
  static const std::array<std::int32_t, 1024> table = [] {
    std::array<std::int32_t, 1024> made;
    for (int i = 0; i < 1024; ++i) {
      const auto [u, v] = unit::unit_vector_of(i / 32, i % 32);
      made[std::size_t(i)] = u | v << 16;
    }
    return made;
  }();
  return table.data();
}
} // namespace texelscope::cpu
#endif

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

#if TEXELSCOPE_HAS_VECTORS
struct Vector3 {
  Floats x, y, z;
};
struct Gradients {
  Vector3 dx, dy;
  FloatMask one_face; // cubes: the three directions hit the same face
};

HWY_INLINE FloatMask all_lanes() {
  return hn::Eq(hn::Zero(f), hn::Zero(f));
}

// True for 0 and for floats whose Shorts, products and sums lose nothing.
HWY_INLINE FloatMask is_ordinary(Floats v) {
  const Floats size = hn::Abs(v);
  return hn::Or(hn::Eq(size, hn::Zero(f)),
                hn::And(hn::Ge(size, hn::Set(f, 0x1p-40f)), hn::Le(size, hn::Set(f, 0x1p40f))));
}
HWY_INLINE FloatMask are_ordinary(const Vector3& v) {
  return hn::And(is_ordinary(v.x), hn::And(is_ordinary(v.y), is_ordinary(v.z)));
}
HWY_INLINE Vector3 plus(const Vector3& a, const Vector3& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Vector3 load(const float (&from)[3][block_size], int i) {
  return {hn::Load(f, from[0] + i), hn::Load(f, from[1] + i), hn::Load(f, from[2] + i)};
}

// Steps in texels, and a mask of the lanes where they are right; the model computes the others.
struct Measured {
  Gradients gradients;
  FloatMask ordinary;
};

HWY_INLINE Measured flat(const GradientPlan& plan, const Vector3& dx, const Vector3& dy) {
  const bool rows = !is_1d(plan.texture->dimension);
  const Floats zero = hn::Zero(f);
  const auto in_texels = [&](const Vector3& g) HWY_ATTR {
    return Vector3{short_product(cut_short(g.x), plan.size[0]),
                   rows ? short_product(cut_short(g.y), plan.size[1]) : zero, zero};
  };
  FloatMask ordinary = hn::And(is_ordinary(dx.x), is_ordinary(dy.x));
  if (rows) ordinary = hn::And(ordinary, hn::And(is_ordinary(dx.y), is_ordinary(dy.y)));
  return {{in_texels(dx), in_texels(dy), all_lanes()}, ordinary};
}

HWY_INLINE Floats step_between(Floats from, Floats to) {
  return cut_sum<24>(to, hn::Neg(from));
}

HWY_INLINE Measured spatial(const GradientPlan& plan, const Vector3& at, const Vector3& dx,
                            const Vector3& dy) {
  const Vector3 right = plus(at, dx), down = plus(at, dy);
  const auto steps = [&](const Vector3& to) HWY_ATTR {
    const auto in_texels = [&](Floats a, Floats b, float size)
                               HWY_ATTR { return short_product(step_between(a, b), size); };
    return Vector3{in_texels(at.x, to.x, plan.size[0]), in_texels(at.y, to.y, plan.size[1]),
                   in_texels(at.z, to.z, plan.size[2])};
  };
  const FloatMask ordinary = hn::And(are_ordinary(at), hn::And(are_ordinary(right), are_ordinary(down)));
  return {{steps(right), steps(down), all_lanes()}, ordinary};
}

// unit::MajorAxis
struct Major {
  Vector3 direction;
  FloatMask on_z, on_y; // else on x
  FloatMask negative;
};
HWY_INLINE Major major_axis(const Vector3& v) {
  const Floats scale = approximate_reciprocal(larger(larger(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z)));
  Major major;
  major.direction = {hn::Mul(v.x, scale), hn::Mul(v.y, scale), hn::Mul(v.z, scale)};
  const auto& [x, y, z] = major.direction;
  major.on_z = hn::Ge(hn::Abs(z), larger(hn::Abs(x), hn::Abs(y)));
  major.on_y = hn::AndNot(major.on_z, hn::Ge(hn::Abs(y), larger(hn::Abs(x), hn::Zero(f))));
  major.negative = hn::Lt(hn::IfThenElse(major.on_z, z, hn::IfThenElse(major.on_y, y, x)), hn::Zero(f));
  return major;
}

HWY_INLINE FloatMask same(FloatMask a, FloatMask b) {
  return hn::Not(hn::Xor(a, b));
}
HWY_INLINE FloatMask same_axis(const Major& a, const Major& b) {
  return hn::And(same(a.on_z, b.on_z), same(a.on_y, b.on_y));
}

// The step from one direction to another on the first one's face, in texels.
struct FaceSteps {
  const Major& from;
  float size;

  // The components of a direction along the face and towards it, by the first one's axis.
  HWY_INLINE Vector3 on_face(const Vector3& v) const {
    return {hn::IfThenElse(hn::Or(from.on_z, from.on_y), v.x, v.y), hn::IfThenElse(from.on_z, v.y, v.z),
            hn::IfThenElse(from.on_z, v.z, hn::IfThenElse(from.on_y, v.y, v.x))};
  }
  HWY_INLINE Floats in_texels(Floats a, Floats b) const {
    return short_product(hn::Mul(step_between(a, b), hn::Set(f, 0.5f)), size);
  }
  HWY_INLINE Floats left(Floats c, FloatMask negative) const {
    return hn::Abs(in_texels(c, hn::IfThenElse(negative, hn::Set(f, -1.0f), hn::Set(f, 1.0f))));
  }

  HWY_INLINE Vector3 operator()(const Major& to) const {
    const Vector3 a = on_face(from.direction), b = on_face(to.direction);
    Vector3 step = {in_texels(a.x, b.x), in_texels(a.y, b.y), hn::Zero(f)};
    const FloatMask one_axis = same_axis(from, to);
    const FloatMask opposite = hn::And(one_axis, hn::Xor(from.negative, to.negative));
    step.z = hn::IfThenElseZero(opposite, hn::Set(f, size));
    if (HWY_LIKELY(hn::AllTrue(f, one_axis))) return step;
    // Across an edge: the remaining distance to it on either face.
    const Floats far = left(b.z, from.negative), minus = hn::IfThenElseZero(to.negative, hn::Set(f, -0.0f));
    const FloatMask to_x = hn::Not(hn::Or(to.on_z, to.on_y)), from_x = hn::Not(hn::Or(from.on_z, from.on_y));
    const FloatMask first = hn::Or(hn::AndNot(from_x, to_x), hn::And(from_x, to.on_y));
    const FloatMask second = hn::AndNot(hn::Or(first, one_axis), all_lanes());
    const auto around = [&](Floats c)
                            HWY_ATTR { return hn::Or(short_sum_of(left(c, to.negative), far), minus); };
    step.x = hn::IfThenElse(first, around(a.x), step.x);
    step.y = hn::IfThenElse(second, around(a.y), step.y);
    return step;
  }
};

HWY_INLINE Measured on_cube(const GradientPlan& plan, const Vector3& at, const Vector3& dx,
                            const Vector3& dy) {
  const Major here = major_axis(at), right = major_axis(plus(at, dx)), down = major_axis(plus(at, dy));
  const auto one_face = [&](const Major& to) HWY_ATTR {
    return hn::And(same_axis(here, to), same(here.negative, to.negative));
  };
  const FaceSteps steps{here, plan.size[0]};
  const FloatMask ordinary = hn::And(are_ordinary(here.direction),
                                     hn::And(are_ordinary(right.direction), are_ordinary(down.direction)));
  return {{steps(right), steps(down), hn::And(one_face(right), one_face(down))}, ordinary};
}

HWY_INLINE Measured measure(const GradientPlan& plan, const Block& block, const Pixels& pixels, int i) {
  const Vector3 dx = load(pixels.dx, i), dy = load(pixels.dy, i);
  if (plan.texture->dimension == Dimension::d3) return spatial(plan, load(block.at, i), dx, dy);
  if (is_cube(plan.texture->dimension)) return on_cube(plan, load(block.at, i), dx, dy);
  return flat(plan, dx, dy);
}

// The magnitudes, largest first.
HWY_INLINE Vector3 sorted(const Vector3& v) {
  const Floats x = hn::Abs(v.x), y = hn::Abs(v.y), z = hn::Abs(v.z);
  const Floats low = hn::Min(x, y), high = hn::Max(x, y), rest = hn::Min(high, z);
  return {hn::Max(high, z), hn::Max(low, rest), hn::Min(low, rest)};
}

HWY_INLINE Floats length(const Vector3& of) {
  const Vector3 v = sorted(of);
  return short_sum_of(v.x, short_sum_of(short_scaled(v.y, 704, 11), hn::Mul(v.z, hn::Set(f, 0.25f))));
}
HWY_INLINE Floats diagonal_length(const Vector3& of) {
  const Vector3 v = sorted(of);
  return short_sum_of(short_scaled(v.x, 704, 10),
                      short_sum_of(short_scaled(v.y, 968, 12), short_scaled(v.z, 704, 12)));
}
HWY_INLINE Floats diagonal_part(Floats v) {
  return hn::CopySign(short_scaled(v, 704, 10), v);
}

// The longest axis found so far: its length, and its direction in the plane.
struct Longest {
  Floats length, x, y;
  FloatMask dx_longer;

  HWY_INLINE void consider(FloatMask allowed, Floats other, Floats other_x, Floats other_y) {
    const FloatMask longer = hn::And(allowed, hn::Lt(length, other));
    length = hn::IfThenElse(longer, other, length);
    x = hn::IfThenElse(longer, other_x, x);
    y = hn::IfThenElse(longer, other_y, y);
  }
  HWY_INLINE void consider_diagonal(FloatMask allowed, const Vector3& v) {
    consider(allowed, diagonal_length(v), diagonal_part(v.x), diagonal_part(v.y));
  }
};

HWY_INLINE Longest longest_axis(const Gradients& g) {
  const auto& [dx, dy, one_face] = g;
  const Floats right = length(dx), down = length(dy);
  const FloatMask dx_longer = hn::Lt(down, right);
  Longest longest = {right, dx.x, dx.y, dx_longer};
  longest.consider_diagonal(one_face,
                            {short_sum_of(dx.x, dy.x), short_sum_of(dx.y, dy.y), short_sum_of(dx.z, dy.z)});
  longest.consider(all_lanes(), down, dy.x, dy.y);
  const auto difference = [&](Floats a, Floats b) HWY_ATTR {
    const Floats d = short_difference(a, b);
    return hn::IfThenElse(dx_longer, d, hn::Neg(d));
  };
  longest.consider_diagonal(one_face,
                            {difference(dx.x, dy.x), difference(dx.y, dy.y), difference(dx.z, dy.z)});
  return longest;
}

HWY_INLINE Ints log_over_256(Floats a) {
  const Ints bits = bits_of(hn::Abs(a));
  const Ints whole = hn::ShiftLeft<8>(hn::Sub(hn::ShiftRight<23>(bits), hn::Set(i32, 127)));
  const Ints step = hn::And(hn::ShiftRight<15>(bits), hn::Set(i32, 255));
  const Ints log = hn::Min(hn::Add(whole, hn::GatherIndex(i32, unit::log_fractions().data(), step)),
                           hn::Set(i32, unit::largest_log));
  return hn::IfThenElse(hn::Eq(bits, hn::Zero(i32)), hn::Set(i32, unit::log_of_nothing), log);
}

HWY_INLINE Ints find_ratio(const GradientPlan& plan, const Gradients& g, Ints log_major) {
  const auto& [dx, dy, one_face] = g;
  const Ints area = log_over_256(short_difference(short_product(dx.x, dy.y), short_product(dx.y, dy.x)));
  const Ints ratio = hn::Sub(hn::Add(log_major, log_major), area);
  return hn::Max(hn::Min(ratio, hn::Set(i32, plan.ratio_limit)), hn::Zero(i32));
}

// Corresponds to unit_vector() of gradient.cpp.
HWY_INLINE void find_axis(Floats x, Floats y, int i, Footprints& to) {
  const Ints exponent = hn::Max(exponent_bits_of(x), exponent_bits_of(y));
  const auto middle = [&](Floats n) HWY_ATTR {
    const Ints exponent_difference = hn::ShiftRight<23>(hn::Sub(exponent, exponent_bits_of(n))),
               five = hn::Set(i32, 5);
    const Ints upper = hn::Shr(significand<4>(n), hn::Min(exponent_difference, five));
    const Ints odd = hn::Add(hn::Add(upper, upper), hn::Set(i32, 1));
    const FloatMask zero = hn::Eq(n, hn::Zero(f));
    return hn::IfThenZeroElse(hn::Or(hn::RebindMask(i32, zero), hn::Gt(exponent_difference, five)), odd);
  };
  const Ints entry = hn::GatherIndex(i32, unit_vectors(), hn::Add(hn::ShiftLeft<5>(middle(x)), middle(y)));
  const auto put = [&](Ints length, Floats sign, int axis) HWY_ATTR {
    const IntMask negative = hn::Lt(bits_of(sign), hn::Zero(i32));
    hn::Store(hn::IfThenElse(negative, hn::Neg(length), length), i32, to.axis[axis] + i);
  };
  put(hn::And(entry, hn::Set(i32, 0xffff)), x, 0);
  put(hn::ShiftRight<16>(entry), y, 1);
}

// Computes lanes that are not ordinary numbers with the model.
HWY_NOINLINE void ask_model(const GradientPlan& plan, const Block& block, const Pixels& pixels, int i,
                            Footprints& to) {
  FetchAt at;
  at.x = block.at[0][i], at.y = block.at[1][i], at.z = block.at[2][i];
  at.dx = {pixels.dx[0][i], pixels.dx[1][i], pixels.dx[2][i]};
  at.dy = {pixels.dy[0][i], pixels.dy[1][i], pixels.dy[2][i]};
  const unit::GradientFootprint footprint = unit::gradient_footprint(*plan.texture, at);
  to.log_major[i] = footprint.log_major;
  to.ratio[i] = footprint.ratio;
  to.axis[0][i] = footprint.axis[0];
  to.axis[1][i] = footprint.axis[1];
  to.seconds[i] = (pixels.quad_lane[i] & (footprint.dx_longer ? 1 : 2)) != 0 ? -1 : 0;
}

HWY_INLINE void find_seconds(const Pixels& pixels, FloatMask dx_longer, int i, Footprints& to) {
  const IntMask beside = hn::RebindMask(i32, dx_longer);
  const Ints bit = hn::IfThenElse(beside, hn::Set(i32, 1), hn::Set(i32, 2));
  const IntMask first = hn::Eq(hn::And(hn::Load(i32, pixels.quad_lane + i), bit), hn::Zero(i32));
  hn::Store(hn::IfThenZeroElse(first, hn::Set(i32, -1)), i32, to.seconds + i);
}

void find_footprints_here(const GradientPlan& plan, const Block& block, const Pixels& pixels, int count,
                          Footprints& to) {
  const int lanes = int(hn::Lanes(f));
  for (int i = 0; i < count; i += lanes) {
    const Measured measured = measure(plan, block, pixels, i);
    const Longest longest = longest_axis(measured.gradients);
    const Ints log_major = log_over_256(longest.length);
    hn::Store(log_major, i32, to.log_major + i);
    if (plan.ratio_limit > 0) {
      hn::Store(find_ratio(plan, measured.gradients, log_major), i32, to.ratio + i);
      find_axis(longest.x, longest.y, i, to);
      find_seconds(pixels, longest.dx_longer, i, to);
    }
    if (HWY_LIKELY(hn::AllTrue(f, measured.ordinary))) continue;
    HWY_ALIGN std::int32_t ordinary[hn::MaxLanes(i32)];
    hn::Store(hn::VecFromMask(i32, hn::RebindMask(i32, measured.ordinary)), i32, ordinary);
    for (int lane = 0; lane < std::min(lanes, count - i); ++lane)
      if (!ordinary[lane]) ask_model(plan, block, pixels, i + lane, to);
  }
  to.any_ratio = plan.ratio_limit > 0 && std::any_of(to.ratio, to.ratio + count, [](int r) { return r > 0; });
}

// Corresponds to lod.cpp.
void find_levels_here(const GradientPlan& plan, const Footprints& from, int count, Block& block) {
  const unit::LodRule& rule = plan.lod;
  const Ints max_log = hn::Set(i32, 65536), first = hn::Set(i32, 256 * plan.texture->first_level);
  for (int i = 0; i < count; i += int(hn::Lanes(f))) {
    const Ints seen = hn::Sub(hn::Load(i32, from.log_major + i), first);
    const Ints major = hn::Max(hn::Min(seen, max_log), hn::Neg(max_log));
    Ints exact = hn::Add(major, hn::Set(i32, rule.bias));
    if (plan.ratio_limit > 0) exact = hn::Sub(exact, hn::Load(i32, from.ratio + i));
    hn::Store(limited_lod(exact, rule), i32, block.lod + i);
  }
}
#else
void find_footprints_here(const GradientPlan&, const Block&, const Pixels&, int, Footprints&) {}
void find_levels_here(const GradientPlan&, const Footprints&, int, Block&) {}
#endif

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texelscope::cpu {
HWY_EXPORT(find_footprints_here);
HWY_EXPORT(find_levels_here);

GradientPlan plan_gradients(const Texture& texture) {
  const auto cut = [](int size) {
    const unit::Short number = unit::make_short(size);
    return std::ldexp(float(number.magnitude), number.exponent);
  };
  const int ratio = unit::stretches(texture) ? unit::ratio_limit(texture.sampler.max_anisotropy) : 0;
  const auto [width, height, depth] = unit::texels_per_unit(texture);
  return {&texture,
          {cut(is_cube(texture.dimension) ? texture.width : width), cut(height), cut(depth)},
          ratio,
          unit::lod_rule(texture)};
}

void find_footprints(const GradientPlan& plan, const Block& block, const Pixels& pixels, int count,
                     Footprints& footprints) {
  HWY_DYNAMIC_DISPATCH(find_footprints_here)(plan, block, pixels, count, footprints);
}

void find_levels(const GradientPlan& plan, const Footprints& footprints, int count, Block& block) {
  HWY_DYNAMIC_DISPATCH(find_levels_here)(plan, footprints, count, block);
}
} // namespace texelscope::cpu
#endif
