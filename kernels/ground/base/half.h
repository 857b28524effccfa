// Half-precision floats as bits: exact decoding, encoding rounded to nearest even.
#pragma once

#include <bit>
#include <cstdint>

#ifdef __CUDACC__
#define TEXELSCOPE_HALF_BOTH __host__ __device__
#else
#define TEXELSCOPE_HALF_BOTH
#endif

namespace texelscope {

TEXELSCOPE_HALF_BOTH inline std::uint32_t float_bits(float value) {
#ifdef __CUDA_ARCH__
  return __float_as_uint(value);
#else
  return std::bit_cast<std::uint32_t>(value);
#endif
}

TEXELSCOPE_HALF_BOTH inline std::uint64_t double_bits(double value) {
#ifdef __CUDA_ARCH__
  return std::uint64_t(__double_as_longlong(value));
#else
  return std::bit_cast<std::uint64_t>(value);
#endif
}

TEXELSCOPE_HALF_BOTH inline float bits_float(std::uint32_t bits) {
#ifdef __CUDA_ARCH__
  return __uint_as_float(bits);
#else
  return std::bit_cast<float>(bits);
#endif
}

// NaN keeps its sign and upper payload bits.
TEXELSCOPE_HALF_BOTH inline float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = std::uint32_t(half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 31u;
  const std::uint32_t mantissa = half & 1023u;
  if (exponent == 31) return bits_float(sign | 0x7f800000u | (mantissa << 13));
  if (exponent != 0) return bits_float(sign | ((exponent + 112u) << 23) | (mantissa << 13));
  const float magnitude = float(mantissa) * 5.9604644775390625e-8f; // 2^-24
  return bits_float(sign | float_bits(magnitude));
}

// Has no branches, so that loops over it become vector code.
TEXELSCOPE_HALF_BOTH inline std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = float_bits(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  const std::uint32_t normal = (magnitude + 0xfffu + ((magnitude >> 13) & 1u) - 0x38000000u) >> 13;
  // Below 2^-14 halves are multiples of 2^-24, like floats in [0.5, 1): the sum rounds to the code.
  const bool tiny = magnitude < 0x38800000u;
  const std::uint32_t denormal = float_bits(bits_float(tiny ? magnitude : 0u) + 0.5f) - 0x3f000000u;
  const std::uint32_t finite = tiny ? denormal : normal;
  const std::uint32_t large = magnitude >= 0x477ff000u ? 0x7c00u : finite; // 65520 and above
  const std::uint32_t nan = 0x7e00u | ((magnitude >> 13) & 1023u);
  return std::uint16_t(sign | (magnitude > 0x7f800000u ? nan : large));
}

} // namespace texelscope
