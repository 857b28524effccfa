// How the fetches of a slab become one value, channel by channel, as pure functions that are compiled both
// for the CPU and for CUDA.
//
//   minimum, maximum   exact; of floats, NaN where there is one
//   mean               floats: their sum, rounded to float after each sample in order, over their number;
//                      integers: their sum in 64 bits over their number, towards zero
#pragma once

#include <type_traits>

#include "kernels/ground/base/half.h"
#include "kernels/state/session/spec.h"

namespace texelscope::rules {

// The running result of the samples. Element: float, std::uint32_t or std::int32_t, the type that the fetch
// returns.
template <class Element>
using SlabSum = std::conditional_t<std::is_same_v<Element, float>, float, std::int64_t>;

template <class Element>
TEXELSCOPE_HOST_DEVICE inline SlabSum<Element> slab_value(std::uint32_t word) {
  if constexpr (std::is_same_v<Element, float>)
    return bits_float(word);
  else
    return Element(word);
}

template <class Sum>
TEXELSCOPE_HOST_DEVICE inline Sum fold(Slab slab, Sum so_far, Sum sample) {
  switch (slab) {
  case Slab::minimum:
    return so_far != so_far || so_far <= sample ? so_far : sample;
  case Slab::maximum:
    return so_far != so_far || so_far >= sample ? so_far : sample;
  case Slab::mean:
  case Slab::off:
    break;
  }
  return so_far + sample;
}

// The bits of the result after `count` samples. All NaNs become the same one, because it depends on the
// machine which NaN a sum returns.
TEXELSCOPE_HOST_DEVICE inline std::uint32_t folded(Slab slab, float sum, int count) {
  const float value = slab == Slab::mean ? sum / float(count) : sum;
  return value != value ? 0x7fffffffu : float_bits(value);
}
TEXELSCOPE_HOST_DEVICE inline std::uint32_t folded(Slab slab, std::int64_t sum, int count) {
  return std::uint32_t(slab == Slab::mean ? sum / count : sum);
}

} // namespace texelscope::rules
