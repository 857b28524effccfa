// How the profiler's loading kernels read and convert texels.
#pragma once

#include <type_traits>

#include "kernels/machines/cuda/profile/profile_launch.h"
#include "kernels/machines/cuda/unit/raw_texel.h"

namespace texelscope::cuda {

// The meaning of a texel's bytes; integers of 8 and 16 bits are read as normalized floats.
enum class TexelClass : std::uint8_t { unsigned8, signed8, unsigned16, signed16, half, single, integer };

inline TexelClass class_of(const ElementFormat& f) {
  using enum TexelClass;
  if (f.kind == ElementKind::floating) return f.bits == 16 ? half : single;
  if (f.bits == 32) return integer;
  const bool is_signed = f.kind == ElementKind::signed_int;
  return f.bits == 8 ? (is_signed ? signed8 : unsigned8) : (is_signed ? signed16 : unsigned16);
}

// The offset from the start of the memory.
__device__ inline std::uint64_t row_offset(const ProfileArguments& a, int row) {
  return std::uint64_t(unsigned(row)) * a.pitch;
}

template <int Bytes, TexelClass Class>
struct Texel {
  using Raw = typename RawTexel<Bytes>::type;
  using Value = std::conditional_t<Class == TexelClass::integer, uint4, float4>;

  static constexpr bool is_signed = Class == TexelClass::signed8 || Class == TexelClass::signed16;
  static constexpr bool is_normalized =
      is_signed || Class == TexelClass::unsigned8 || Class == TexelClass::unsigned16;
  static constexpr int bits =
      Class == TexelClass::unsigned8 || Class == TexelClass::signed8 ? 8 : 16; // of a normalized channel
  static constexpr float scale = is_normalized ? 1.0f / float((1 << (bits - is_signed)) - 1) : 1.0f;

  __device__ static uint4 to_bits(const Raw& raw) {
    if constexpr (Bytes == 16)
      return raw;
    else if constexpr (Bytes == 8)
      return {raw.x, raw.y, 0, 0};
    else
      return {raw, 0, 0, 0};
  }

  // An unsigned integer becomes a float when it is placed in the mantissa of 2^23, a signed one by its
  // distance from the smallest value.
  template <int channel>
  __device__ static float code(const uint4& w) {
    if constexpr ((channel + 1) * bits > 8 * Bytes) return 0;
    constexpr unsigned sign_bit = is_signed ? 1u << (bits - 1) : 0;
    constexpr unsigned byte = channel * bits % 32 / 8;
    constexpr unsigned places = bits == 8 ? 0x7440 | byte : 0x7400 | (byte + 1) << 4 | byte;
    const unsigned word =
        (channel * bits < 32 ? w.x : w.y) ^ sign_bit * (bits == 8 ? 0x01010101u : 0x00010001u);
    return __uint_as_float(__byte_perm(word, 0x4b000000u, places)) - float(0x800000u + sign_bit);
  }
  __device__ static float half(unsigned word, int shift) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<unsigned short>(word >> shift)));
    return value;
  }

  // Floats unchanged, integers as whole numbers.
  __device__ static Value codes(const Raw& raw) {
    const uint4 w = to_bits(raw);
    if constexpr (Class == TexelClass::integer)
      return w;
    else if constexpr (Class == TexelClass::single)
      return {__uint_as_float(w.x), __uint_as_float(w.y), __uint_as_float(w.z), __uint_as_float(w.w)};
    else if constexpr (Class == TexelClass::half)
      return {half(w.x, 0), half(w.x, 16), half(w.y, 0), half(w.y, 16)};
    else
      return {code<0>(w), code<1>(w), code<2>(w), code<3>(w)};
  }

  // Adds what the texture unit would return. Each product is rounded together with its sum if no product is
  // truncated.
  __device__ static void add_to(Value& sum, const Raw& raw) {
    const Value v = codes(raw);
    if constexpr (is_normalized && !is_signed)
      sum = {fmaf(v.x, scale, sum.x), fmaf(v.y, scale, sum.y), fmaf(v.z, scale, sum.z),
             fmaf(v.w, scale, sum.w)};
    else if constexpr (is_normalized)
      add(sum, scaled(v, scale));
    else
      add(sum, v);
  }
  // The smallest signed integer gives -1, like the next one.
  __device__ static float4 scaled(const float4& v, float by) {
    const float4 r = {v.x * by, v.y * by, v.z * by, v.w * by};
    if constexpr (!is_signed) return r;
    return {fmaxf(r.x, -1), fmaxf(r.y, -1), fmaxf(r.z, -1), fmaxf(r.w, -1)};
  }
};

// Calls visit(Texel<bytes, class>()) for the format; `integers`: whether it is also called for 32-bit
// integers.
template <bool integers, class Visit>
void with_texel(const ElementFormat& format, Visit&& visit) {
  using enum TexelClass;
  const int bytes = format.texel_bytes();
  switch (class_of(format)) {
  case unsigned8:
    return bytes == 1   ? visit(Texel<1, unsigned8>())
           : bytes == 2 ? visit(Texel<2, unsigned8>())
                        : visit(Texel<4, unsigned8>());
  case signed8:
    return bytes == 1   ? visit(Texel<1, signed8>())
           : bytes == 2 ? visit(Texel<2, signed8>())
                        : visit(Texel<4, signed8>());
  case unsigned16:
    return bytes == 2   ? visit(Texel<2, unsigned16>())
           : bytes == 4 ? visit(Texel<4, unsigned16>())
                        : visit(Texel<8, unsigned16>());
  case signed16:
    return bytes == 2   ? visit(Texel<2, signed16>())
           : bytes == 4 ? visit(Texel<4, signed16>())
                        : visit(Texel<8, signed16>());
  case half:
    return bytes == 2   ? visit(Texel<2, half>())
           : bytes == 4 ? visit(Texel<4, half>())
                        : visit(Texel<8, half>());
  case single:
    return bytes == 4   ? visit(Texel<4, single>())
           : bytes == 8 ? visit(Texel<8, single>())
                        : visit(Texel<16, single>());
  case integer:
    if constexpr (integers)
      return bytes == 4   ? visit(Texel<4, integer>())
             : bytes == 8 ? visit(Texel<8, integer>())
                          : visit(Texel<16, integer>());
  }
}

} // namespace texelscope::cuda
