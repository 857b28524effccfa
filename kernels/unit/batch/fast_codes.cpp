// Components of codes: integers read as normalized floats.
#include "kernels/unit/batch/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_codes.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

FilterFunction code_function(const FetchPlan& plan) {
  using enum unit::Channel;
  switch (filtered_kind(plan)) {
  case unorm8:
    return choose_channels<unorm8, 8>(plan);
  case snorm8:
    return choose_channels<snorm8, 8>(plan);
  case snorm16:
    return choose_channels<snorm16, 16>(plan);
  default:
    return choose_channels<unorm16, 16>(plan);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
