// The approximate reciprocal of NVIDIA's special function unit (MUFU.RCP), with which CUDA's compiler scales
// the direction of a cube fetch before the texture unit sees it.
#pragma once

#include <array>
#include <cstdint>

namespace texelscope::unit {

// 1 / (1 + m) on a segment: C0 - C1 * x + C2 * x^2.
struct ReciprocalSegment {
  std::uint32_t start;     // over 2^26
  std::uint16_t slope;     // over 2^39, for each step of x
  std::uint16_t curvature; // over 2^39, for each unit of the truncated square
};
extern const std::array<ReciprocalSegment, 128> reciprocal_segments;
constexpr int reciprocal_rounding = 2023; // over 2^39

// rcp.approx.ftz.f32 of a number that is not negative: denormals count as 0, denormal results are 0.
float approximate_reciprocal(float value);

} // namespace texelscope::unit
