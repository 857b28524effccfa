// Components of anisotropic fetches of codes.
#include "kernels/unit/batch/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_code_probes.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_probe_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

ProbesFunction code_probes(const FetchPlan& plan) {
  using enum unit::Channel;
  switch (plan.channel[0]) {
  case unorm8:
    return choose_probes<unorm8, 8>(plan);
  case snorm8:
    return choose_probes<snorm8, 8>(plan);
  case snorm16:
    return choose_probes<snorm16, 16>(plan);
  default:
    return choose_probes<unorm16, 16>(plan);
  }
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
