// Internal: one element format at compile time, so that loops over texels hold no branches on the format.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/ground/base/half.h"
#include "kernels/state/session/spec.h"

namespace texelscope {

// Texels are stored little endian and read as whole elements.
static_assert(std::endian::native == std::endian::little);

// The half nearest to a double, rounded only once: in the step through float the last bit is made odd if the
// float is not exact, so that the second rounding knows on which side of a tie the value lies.
TEXELSCOPE_HOST_DEVICE inline std::uint16_t double_to_half(double value) {
  const float near = static_cast<float>(value);
  std::uint32_t bits = float_bits(near);
  const double rounded = near;
  if (rounded != value && value == value && (bits & 1u) == 0) {
    const bool below = (rounded < 0 ? -rounded : rounded) < (value < 0 ? -value : value);
    bits = below ? bits + 1 : bits - 1;
    if (rounded == 0 && value < 0) bits |= 0x80000000u;
  }
  return float_to_half(bits_float(bits));
}

// The code of 1 where a fetch makes floats of integers: 255 or 127 of 8 bits.
constexpr double code_of_one(ElementKind kind, int bits) {
  return double((std::int64_t(1) << (kind == ElementKind::signed_int ? bits - 1 : bits)) - 1);
}

template <ElementKind element_kind, int element_bits>
struct Element {
  static constexpr ElementKind kind = element_kind;
  static constexpr int bits = element_bits;
  using Word = std::conditional_t<bits == 8, std::uint8_t,
                                  std::conditional_t<bits == 16, std::uint16_t, std::uint32_t>>;
  using Signed = std::make_signed_t<Word>;
  static constexpr bool is_signed = kind == ElementKind::signed_int;
  static constexpr double largest = code_of_one(kind, bits);
  static constexpr Word nan = Word(bits == 32 ? 0x7fffffffu : 0x7fffu); // for floats: all bits set

  // See real_value() in image.h.
  TEXELSCOPE_HOST_DEVICE static double real(Word word) {
    if constexpr (kind == ElementKind::floating)
      return bits == 16 ? half_to_float(std::uint16_t(word)) : bits_float(word);
    else if constexpr (is_signed) {
      const double value = static_cast<Signed>(word) / largest;
      return value < -1 ? -1 : value;
    } else
      return word / largest;
  }

  // See encode_real() in image.h.
  TEXELSCOPE_HOST_DEVICE static Word encode(double value) {
    if constexpr (kind == ElementKind::floating) {
      if constexpr (bits == 16)
        return double_to_half(value);
      else
        return float_bits(static_cast<float>(value));
    } else {
      constexpr double min_value = is_signed ? -1 : 0;
      const double number = value == value ? value : 0;
      const double clamped = number < min_value ? min_value : number > 1 ? 1 : number;
      // Adding 1.5 * 2^52 leaves the nearest integer, ties to even, in the low bits.
      return static_cast<Word>(double_bits(clamped * largest + 6755399441055744.0));
    }
  }

  // encode() for a value that is in [0,1] except for rounding.
  static Word encode_unit(double value) {
    if constexpr (kind != ElementKind::floating && bits < 32)
      return static_cast<Word>(double_bits(value * largest + 6755399441055744.0));
    else
      return encode(value < 0 ? 0 : value > 1 ? 1 : value);
  }
};

// Calls visit(Element<kind, bits>()). An 8-bit float does not exist and is treated as 16 bits.
template <class Visit>
decltype(auto) with_element(ElementKind kind, int bits, Visit&& visit) {
  using enum ElementKind;
  switch (kind) {
  case unsigned_int:
    if (bits == 8) return visit(Element<unsigned_int, 8>());
    if (bits == 16) return visit(Element<unsigned_int, 16>());
    return visit(Element<unsigned_int, 32>());
  case signed_int:
    if (bits == 8) return visit(Element<signed_int, 8>());
    if (bits == 16) return visit(Element<signed_int, 16>());
    return visit(Element<signed_int, 32>());
  case floating:
    break;
  }
  if (bits == 32) return visit(Element<floating, 32>());
  return visit(Element<floating, 16>());
}

} // namespace texelscope
