// Components of integers read as elements.
#include "kernels/unit/batch/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_integers.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

FilterFunction integer_function(const FetchPlan& plan) {
  constexpr unit::Channel integer = unit::Channel::integer;
  const bool is_signed = plan.format.kind == ElementKind::signed_int;
  if (plan.format.bits == 8)
    return is_signed ? choose_channels<integer, 8, true>(plan) : choose_channels<integer, 8>(plan);
  if (plan.format.bits == 16)
    return is_signed ? choose_channels<integer, 16, true>(plan) : choose_channels<integer, 16>(plan);
  return is_signed ? choose_channels<integer, 32, true>(plan) : choose_channels<integer, 32>(plan);
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
