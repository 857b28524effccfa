// One texture fetch with the return type of the texture's element, widened to four 32-bit components.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/state/session/spec.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::cuda {

// The CUDA vector type of `Channels` elements.
template <class Element, int Channels>
struct Vector;
#define TEXELSCOPE_VECTOR(element, name)                                                                     \
  template <>                                                                                                \
  struct Vector<element, 1> {                                                                                \
    using type = name##1;                                                                                    \
  };                                                                                                         \
  template <>                                                                                                \
  struct Vector<element, 2> {                                                                                \
    using type = name##2;                                                                                    \
  };                                                                                                         \
  template <>                                                                                                \
  struct Vector<element, 4> {                                                                                \
    using type = name##4;                                                                                    \
  };
TEXELSCOPE_VECTOR(std::uint8_t, uchar)
TEXELSCOPE_VECTOR(std::int8_t, char)
TEXELSCOPE_VECTOR(std::uint16_t, ushort)
TEXELSCOPE_VECTOR(std::int16_t, short)
TEXELSCOPE_VECTOR(std::uint32_t, uint)
TEXELSCOPE_VECTOR(std::int32_t, int)
TEXELSCOPE_VECTOR(float, float)
#undef TEXELSCOPE_VECTOR

__device__ inline std::uint32_t word(float value) {
  return __float_as_uint(value);
}
template <class Integer>
__device__ std::uint32_t word(Integer value) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value)); // sign extends signed values
}

// Channels that the texture lacks are 0.
template <class Element, int Channels>
__device__ uint4 fetch_components(cudaTextureObject_t texture, float x, float y) {
  const auto value = tex2D<typename Vector<Element, Channels>::type>(texture, x, y);
  uint4 components = {word(value.x), 0, 0, 0};
  if constexpr (Channels > 1) components.y = word(value.y);
  if constexpr (Channels > 2) {
    components.z = word(value.z);
    components.w = word(value.w);
  }
  return components;
}

template <class T>
struct Type {
  using type = T;
};

// Calls function(Type<Element>{}, integral_constant<Channels>{}) for the type that tex2D returns.
template <class Function>
void dispatch_fetch(const ElementFormat& format, ResultType result, Function&& function) {
  const auto with = [&](auto element) {
    dispatch<1, 2, 4>(format.channels, [&](auto channels) { function(element, channels); });
  };
  const bool is_signed = result == ResultType::signed_int;
  if (result == ResultType::floating)
    with(Type<float>{});
  else if (format.bits == 8)
    is_signed ? with(Type<std::int8_t>{}) : with(Type<std::uint8_t>{});
  else if (format.bits == 16)
    is_signed ? with(Type<std::int16_t>{}) : with(Type<std::uint16_t>{});
  else
    is_signed ? with(Type<std::int32_t>{}) : with(Type<std::uint32_t>{});
}

} // namespace texelscope::cuda
