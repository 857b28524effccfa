// Code of choices as C++ with CUDA's names, in which every load and every texel of a tile is checked.
#pragma once

#include <regex>
#include <string>

namespace texelscope::tests {

inline constexpr const char* cuda_shim = R"(#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>
using std::max;
using std::min;
#define __device__
using cudaTextureObject_t = unsigned long long;
#define TEXELSCOPE_VECTORS(type, name) \
  struct name##2 { type x, y; }; \
  struct name##4 { type x, y, z, w; }; \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; } \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
TEXELSCOPE_VECTORS(float, float)
TEXELSCOPE_VECTORS(signed char, char)
TEXELSCOPE_VECTORS(unsigned char, uchar)
TEXELSCOPE_VECTORS(short, short)
TEXELSCOPE_VECTORS(unsigned short, ushort)
struct Dim { int x = 0; };
static thread_local Dim threadIdx;
static Dim blockIdx, blockDim = {256};
static const char* memory_begin;
static std::size_t memory_bytes;
static std::atomic<std::size_t> outside; // loads
template <class T> T __ldg(const T* from) {
  const auto offset = reinterpret_cast<std::uintptr_t>(from) - reinterpret_cast<std::uintptr_t>(memory_begin);
  if (offset > memory_bytes - sizeof(T)) return ++outside, T{};
  return *from;
}
template <class T> struct Tile {
  std::vector<T> texels;
  const T& operator[](long long i) const { return const_cast<Tile&>(*this)[i]; }
  T& operator[](long long i) {
    static T nothing;
    if (i < 0 || i >= (long long)texels.size()) return ++outside, nothing;
    return texels[std::size_t(i)];
  }
};
// The device's conversion: towards zero, limited to the range, 0 for NaN.
inline int whole(float value) {
  if (std::isnan(value)) return 0;
  return value >= 2147483648.0f ? 2147483647 : value <= -2147483648.0f ? -2147483647 - 1 : int(value);
}
inline float of_half(unsigned short bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float size = exponent == 0    ? std::ldexp(float(fraction), -24)
                     : exponent == 31 ? (fraction ? NAN : INFINITY)
                                      : std::ldexp(float(1024 + fraction), exponent - 25);
  return bits & 0x8000 ? -size : size;
}
inline float __int_as_float(unsigned bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}
)";

inline std::string cpp_of(std::string code) {
  const std::pair<const char*, const char*> changes[] = {{"const texel\\* tile", "const Tile<texel>& tile"},
                                                         {"texel\\* tile", "Tile<texel>& tile"},
                                                         {"asm\\(.*", "value = of_half(bits);"},
                                                         {"\\bint\\(", "whole("}};
  for (const auto& [from, to] : changes)
    code = std::regex_replace(code, std::regex(from), to);
  return code;
}

} // namespace texelscope::tests
