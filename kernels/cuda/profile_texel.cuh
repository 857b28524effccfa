// Texels as the profiler's loading kernels read and convert them.
#pragma once

#include <type_traits>

#include "kernels/cuda/profile_launch.h"
#include "kernels/cuda/raw_texel.h"

namespace texelscope::cuda {

template <int Bytes, TexelClass Class>
struct Texel {
  using Raw = typename RawTexel<Bytes>::type;
  using Value = std::conditional_t<Class == TexelClass::integer, uint4, float4>;

  __device__ static uint4 words(const Raw& raw) {
    if constexpr (Bytes == 16)
      return raw;
    else if constexpr (Bytes == 8)
      return {raw.x, raw.y, 0, 0};
    else
      return {raw, 0, 0, 0};
  }

  // A whole number below 2^22 becomes a float by its place in the mantissa of 1.5 * 2^23.
  __device__ static float code(unsigned word, int channel, const Unpacking& u) {
    const unsigned bits = (word >> u.shift[channel] & u.mask[channel]) ^ u.sign;
    return __uint_as_float(bits - u.sign + 0x4b400000u) - 12582912.0f;
  }
  __device__ static float half(unsigned word, int shift) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<unsigned short>(word >> shift)));
    return value;
  }

  // Floats as they are, integers as whole numbers.
  __device__ static Value codes(const Raw& raw, const Unpacking& u) {
    const uint4 w = words(raw);
    if constexpr (Class == TexelClass::integer)
      return w;
    else if constexpr (Class == TexelClass::single)
      return {__uint_as_float(w.x), __uint_as_float(w.y), __uint_as_float(w.z), __uint_as_float(w.w)};
    else if constexpr (Class == TexelClass::half)
      return {half(w.x, 0), half(w.x, 16), half(w.y, 0), half(w.y, 16)};
    else {
      const unsigned second = Bytes == 8 ? w.y : w.x;
      return {code(w.x, 0, u), code(w.x, 1, u), code(second, 2, u), code(second, 3, u)};
    }
  }

  // What the texture unit returns for it.
  __device__ static Value value(const Raw& raw, const Unpacking& u) {
    Value v = codes(raw, u);
    if constexpr (Class == TexelClass::normalized) v = scaled(v, u.scale);
    return v;
  }
  // The least signed integer gives -1 as the next one does.
  __device__ static float4 scaled(const float4& v, float scale) {
    const float4 r = {v.x * scale, v.y * scale, v.z * scale, v.w * scale};
    if constexpr (Class != TexelClass::normalized) return r;
    return {fmaxf(r.x, -1), fmaxf(r.y, -1), fmaxf(r.z, -1), fmaxf(r.w, -1)};
  }
};

// Calls visit(Texel<bytes, class>()) for the format; `integers`: whether it is called for 32-bit integers.
template <bool integers, class Visit>
void with_texel(const ElementFormat& format, Visit&& visit) {
  using enum TexelClass;
  const int bytes = format.texel_bytes();
  switch (class_of(format)) {
  case normalized:
    return bytes == 1 ? visit(Texel<1, normalized>()) : bytes == 2 ? visit(Texel<2, normalized>())
           : bytes == 4 ? visit(Texel<4, normalized>()) : visit(Texel<8, normalized>());
  case half:
    return bytes == 2 ? visit(Texel<2, half>()) : bytes == 4 ? visit(Texel<4, half>()) : visit(Texel<8, half>());
  case single:
    return bytes == 4 ? visit(Texel<4, single>()) : bytes == 8 ? visit(Texel<8, single>()) : visit(Texel<16, single>());
  case integer:
    if constexpr (integers)
      return bytes == 4 ? visit(Texel<4, integer>()) : bytes == 8 ? visit(Texel<8, integer>()) : visit(Texel<16, integer>());
  }
}

} // namespace texelscope::cuda
