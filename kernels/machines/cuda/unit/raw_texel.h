// Unsigned integers as wide as a texel, for reading and writing surfaces.
#pragma once

#include <cuda_runtime.h>

namespace texelscope::cuda {

template <int Bytes>
struct RawTexel;
template <>
struct RawTexel<1> {
  using type = unsigned char;
};
template <>
struct RawTexel<2> {
  using type = unsigned short;
};
template <>
struct RawTexel<4> {
  using type = unsigned int;
};
template <>
struct RawTexel<8> {
  using type = uint2;
};
template <>
struct RawTexel<16> {
  using type = uint4;
};

} // namespace texelscope::cuda
