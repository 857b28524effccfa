// Fetches of one texel, or of four that are filtered.
#include "kernels/unit/batch/fast_targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unit/batch/fast_plane.cpp"
#include <hwy/foreach_target.h> // compiles this file once for each instruction set

#include <hwy/highway.h>
#if TEXELSCOPE_HAS_VECTORS
#include "kernels/unit/batch/fast_functions-inl.h"
#include "kernels/unit/batch/fast_plane-inl.h"

HWY_BEFORE_NAMESPACE();
namespace texelscope::cpu::HWY_NAMESPACE {

// Calls choose(integral_constant) with the number of channels.
template <class Choose>
FilterFunction by_channels(const FetchPlan& plan, Choose&& choose) {
  if (plan.format.channels == 1) return choose(std::integral_constant<int, 1>());
  if (plan.format.channels == 2) return choose(std::integral_constant<int, 2>());
  return choose(std::integral_constant<int, 4>());
}

template <unit::Channel kind, class Number>
FilterFunction points_of(const FetchPlan& plan) {
  return by_channels(plan, [](auto channels) -> FilterFunction {
    return plane_points<kind, Number, decltype(channels)::value>;
  });
}

FilterFunction point_function(const FetchPlan& plan) {
  using enum unit::Channel;
  const bool is_signed = plan.format.kind == ElementKind::signed_int;
  if (plan.format.bits == 32)
    return by_channels(
        plan, [](auto channels) -> FilterFunction { return copy_plane_points<decltype(channels)::value>; });
  switch (plan.channel[0]) {
  case integer:
    if (plan.format.bits == 8)
      return is_signed ? points_of<integer, std::int8_t>(plan) : points_of<integer, std::uint8_t>(plan);
    return is_signed ? points_of<integer, std::int16_t>(plan) : points_of<integer, std::uint16_t>(plan);
  case unorm8:
    return points_of<unorm8, std::uint8_t>(plan);
  case snorm8:
    return points_of<snorm8, std::int8_t>(plan);
  case unorm16:
    return points_of<unorm16, std::uint16_t>(plan);
  case snorm16:
    return points_of<snorm16, std::int16_t>(plan);
  case srgb8:
    return points_of<srgb8, std::uint8_t>(plan);
  default:
    return points_of<half, std::uint16_t>(plan);
  }
}

template <unit::Channel kind>
BlockFunctions code_functions(const FetchPlan& plan) {
  return {choose_plane_taps<PlaneForm::codes>(plan), by_channels(plan, [](auto channels) -> FilterFunction {
            return filter_plane<PlaneCodes<kind, decltype(channels)::value>, decltype(channels)::value>;
          })};
}
template <template <int> class Filter>
BlockFunctions float_functions(const FetchPlan& plan) {
  return {choose_plane_taps<PlaneForm::floats>(plan), by_channels(plan, [](auto channels) -> FilterFunction {
            return filter_plane<Filter<decltype(channels)::value>, decltype(channels)::value>;
          })};
}

BlockFunctions linear_functions(const FetchPlan& plan) {
  using enum unit::Channel;
  switch (plan.channel[0]) {
  case unorm8:
    return code_functions<unorm8>(plan);
  case snorm8:
    return code_functions<snorm8>(plan);
  case unorm16:
    return code_functions<unorm16>(plan);
  case snorm16:
    return code_functions<snorm16>(plan);
  case srgb8:
    return float_functions<PlaneColors>(plan);
  case half:
    return float_functions<PlaneHalves>(plan);
  default:
    return float_functions<PlaneSingles>(plan);
  }
}

BlockFunctions plane_functions(const FetchPlan& plan) {
  const bool points = plan.quads == 0;
  BlockFunctions functions =
      points ? BlockFunctions{choose_plane_taps<PlaneForm::point>(plan), point_function(plan)}
             : linear_functions(plan);
  functions.channels = plan.format.channels;
  functions.can_stream = !points || plan.format.bits < 32;
  return functions;
}

} // namespace texelscope::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
