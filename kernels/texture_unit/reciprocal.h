// The approximate reciprocal of NVIDIA's special function unit (MUFU.RCP), with which CUDA's compiler scales the direction of a
// cube fetch before the texture unit sees it.
#pragma once

namespace texelscope::unit {

// rcp.approx.ftz.f32 of a number that is not negative: denormals count as 0, denormal results are 0.
float approximate_reciprocal(float value);

} // namespace texelscope::unit
