// The vector code that is compiled in files of its own, since it takes long: the functions that compute the
// components of fetches.
#if defined(TEXELSCOPE_FAST_FUNCTIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_FAST_FUNCTIONS_INL
#undef TEXELSCOPE_FAST_FUNCTIONS_INL
#else
#define TEXELSCOPE_FAST_FUNCTIONS_INL
#endif

#include <hwy/highway.h>

#include "kernels/unit/batch/fast_fetch.h"
#include "kernels/unit/batch/fast_targets.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Of fetches of channels of these kinds; plans have unorm16 instead of unorm10.
ComponentsFunction code_function(const FetchPlan& plan);    // unorm8 to snorm16
ComponentsFunction float_function(const FetchPlan& plan);   // srgb8, half, single
ComponentsFunction integer_function(const FetchPlan& plan); // integers read as elements

// Of anisotropic fetches, for the formats that a linear fetch filters.
using ProbesFunction = void (*)(const FetchPlan& plan, const Footprints& footprints, Block& block, int count,
                                std::uint32_t* components);
ProbesFunction code_probes(const FetchPlan& plan);
ProbesFunction float_probes(const FetchPlan& plan);

// Of fetches from one level of a 2-D texture (FetchPlan::plane): the texels of a block's first `count`
// fetches, then their components, of which a whole vector may be written; if it `streams` past the caches, to
// where vectors are aligned. Null: not supported.
struct PlaneFunctions {
  void (*find)(const FetchPlan& plan, const Block& block, int count, PlaneTaps& taps) = nullptr;
  void (*filter)(const FetchPlan& plan, const PlaneTaps& taps, int count, bool streams,
                 std::uint32_t* components) = nullptr;
  bool can_stream = true;
};
PlaneFunctions plane_functions(const FetchPlan& plan);

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
