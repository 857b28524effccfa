// Components of floats, and of sRGB colors, which the unit filters like floats.
#include "kernels/unit/batch/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_floats.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

FilterFunction float_function(const FetchPlan& plan) {
  using enum unit::Channel;
  switch (filtered_kind(plan)) {
  case srgb8:
    return choose_channels<srgb8, 8>(plan);
  case half:
    return choose_channels<half, 16>(plan);
  default:
    return choose_channels<single, 32>(plan);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
