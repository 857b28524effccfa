// The shipped fetch bodies as C++ for the host: the files that NVRTC compiles for a GPU, with the names that
// they use. NVRTC compiles them without contraction (fetch_body.cpp), so that each operation is rounded as it
// is written, and so it is here (-ffp-contract=off). What else CUDA computes in its own way is in the
// components' types.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/ground/base/half.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope::cpu {

// A component of a float4. The GPU's arithmetic returns one NaN whatever its operands are; a copy keeps its
// bits.
class FloatComponent {
public:
  FloatComponent() = default;
  FloatComponent(float value) : word(std::isnan(value) ? 0x7fffffffu : float_bits(value)) {}
  static FloatComponent of_bits(std::uint32_t bits) {
    FloatComponent made;
    made.word = bits;
    return made;
  }
  std::uint32_t bits() const { return word; }
  operator float() const { return bits_float(word); }
  FloatComponent& operator+=(float other) { return *this = FloatComponent(float(*this) + other); }

private:
  std::uint32_t word = 0;
};

// A component of a uint4 or int4. A float becomes one as CUDA converts it: truncated, limited to the type's
// range, NaN as 0. Differences wrap.
template <class Integer>
class IntegerComponent {
public:
  IntegerComponent() = default;
  IntegerComponent(float value) : number(converted(value)) {}
  static IntegerComponent of_bits(std::uint32_t bits) {
    IntegerComponent made;
    made.number = Integer(bits);
    return made;
  }
  std::uint32_t bits() const { return std::uint32_t(number); }
  operator Integer() const { return number; }
  IntegerComponent& operator+=(float other) { return *this = IntegerComponent(float(number) + other); }
  friend Integer operator-(IntegerComponent a, IntegerComponent b) { return Integer(a.bits() - b.bits()); }

private:
  static Integer converted(float value) {
    using Range = std::numeric_limits<Integer>;
    const float beyond = float(double(Range::max()) + 1); // a power of two
    if (std::isnan(value)) return 0;
    if (value >= beyond) return Range::max();
    return value <= float(Range::min()) ? Range::min() : Integer(value);
  }

  Integer number = 0;
};

struct BodySize {
  int x, y, z;
};
struct BodyPlace {
  int x, y;
};

// The functions that bodies call. `Fetcher` fetches; what it returns are four components.
template <class Texel, class Fetcher>
Texel tex2D(Fetcher& tex, float x, float y) {
  return tex.fetch_plain(x, y);
}
template <class Texel, class Fetcher>
Texel tex2Dgather(Fetcher& tex, float x, float y, int component) {
  return tex.fetch_gather(x, y, component);
}

template <class Component>
struct HostTexel {
  Component x, y, z, w;
};

// What BodyPixel is to a GPU (fetch_body_kernel.cuh): the names that a shipped body can use.
template <class Fetcher, class Component>
struct HostBody {
  using Texel = HostTexel<Component>;

  Fetcher tex;
  float x, y;
  BodyPlace pixel;
  BodySize size;
  bool normalized;

  Texel run(ShippedBody body) {
    switch (body) {
    case ShippedBody::plain:
      return plain();
    case ShippedBody::bilinear:
      return bilinear();
    case ShippedBody::b_spline:
      return b_spline();
    case ShippedBody::catmull_rom:
      return catmull_rom();
    case ShippedBody::dither:
      return dither_shades();
    case ShippedBody::gather:
      break;
    }
    return nearest_by_gather();
  }

private:
// CUDA C++ converts between integers and floats without a word.
// clang-format off
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
  Texel plain() {
#include "assets/fetches/1-plain.cu"
  }
  Texel bilinear() {
#include "assets/fetches/2-bilinear-in-float.cu"
  }
  Texel b_spline() {
#include "assets/fetches/3-bicubic-b-spline.cu"
  }
  Texel catmull_rom() {
#include "assets/fetches/4-catmull-rom.cu"
  }
  Texel dither_shades() {
#include "assets/fetches/5-ordered-dither.cu"
  }
  Texel nearest_by_gather() {
#include "assets/fetches/6-nearest-by-gather.cu"
  }
#pragma GCC diagnostic pop
  // clang-format on
};

} // namespace texelscope::cpu
