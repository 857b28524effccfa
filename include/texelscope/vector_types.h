// CUDA's vector types. Included by texture_unit.h.
#pragma once

namespace texelscope {

template <class S>
struct vector1 {
  S x;
  bool operator==(const vector1&) const = default;
};
template <class S>
struct vector2 {
  S x, y;
  bool operator==(const vector2&) const = default;
};
template <class S>
struct vector3 {
  S x, y, z;
  bool operator==(const vector3&) const = default;
};
template <class S>
struct vector4 {
  S x, y, z, w;
  bool operator==(const vector4&) const = default;
};
using char1 = vector1<signed char>;
using char2 = vector2<signed char>;
using char4 = vector4<signed char>;
using uchar1 = vector1<unsigned char>;
using uchar2 = vector2<unsigned char>;
using uchar4 = vector4<unsigned char>;
using short1 = vector1<short>;
using short2 = vector2<short>;
using short4 = vector4<short>;
using ushort1 = vector1<unsigned short>;
using ushort2 = vector2<unsigned short>;
using ushort4 = vector4<unsigned short>;
using int1 = vector1<int>;
using int2 = vector2<int>;
using int4 = vector4<int>;
using uint1 = vector1<unsigned>;
using uint2 = vector2<unsigned>;
using uint4 = vector4<unsigned>;
using float1 = vector1<float>;
using float2 = vector2<float>;
using float3 = vector3<float>; // coordinates and gradients of batches alone: no texel has three channels
using float4 = vector4<float>;

} // namespace texelscope
