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

// What a block's fetches go through. `find`: from coordinates, planes and levels of detail to texels and
// their weights. `filter`: to `channels` numbers for each of the first `count` fetches, of which a whole
// vector may be written; if it `streams` past the caches, to where vectors are aligned.
using FilterFunction = void (*)(const FetchPlan& plan, const Block& block, int count, bool streams,
                                std::uint32_t* numbers);
struct BlockFunctions {
  void (*find)(const FetchPlan& plan, Block& block, int count) = nullptr;
  FilterFunction filter = nullptr;
  int channels = 4;
  bool can_stream = false;
};

// Of one texel, or of four that are filtered: from Block::taps. Without `find`, if that is not the plane's.
BlockFunctions plane_functions(const FetchPlan& plan);
// Of more, from Block::quad; plans have unorm16 instead of unorm10.
FilterFunction code_function(const FetchPlan& plan);    // unorm8 to snorm16
FilterFunction float_function(const FetchPlan& plan);   // srgb8, half, single
FilterFunction integer_function(const FetchPlan& plan); // integers read as elements

// Of anisotropic fetches, for the formats that a linear fetch filters.
using ProbesFunction = void (*)(const FetchPlan& plan, const Footprints& footprints, Block& block, int count,
                                std::uint32_t* components);
ProbesFunction code_probes(const FetchPlan& plan);
ProbesFunction float_probes(const FetchPlan& plan);

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
