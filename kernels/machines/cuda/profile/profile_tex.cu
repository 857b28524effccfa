// Texture fetches, timed. There is one kernel for each return type, function and dimension; everything else
// about an access pattern is data.
#include "kernels/machines/cuda/device/dispatch.h"
#include "kernels/machines/cuda/profile/profile_kernel.cuh"
#include "kernels/machines/cuda/unit/unit_fetch.cuh"

namespace texelscope::cuda {

namespace {
template <class T, Dimension dimension, FetchKind kind>
struct TexSource {
  static constexpr profile::Path path = profile::Path::tex;
  static constexpr int min_blocks = 4; // of a multiprocessor
  using Number = std::conditional_t<kind == FetchKind::texel, int, float>;
  using Fetched = T;
  using Value = decltype(sum_type(T()));

  template <bool draws>
  __device__ static T fetch(const ProfileArguments& a, const profile::AccessCursor<Number, draws>& cursor,
                            int chain) {
    if constexpr (kind == FetchKind::texel)
      return tex1Dfetch<T>(a.texture, profile::texel_of(a.pattern, cursor, chain).x);
    else if constexpr (kind == FetchKind::gather)
      return tex2Dgather<T>(a.texture, profile::point_of(a.pattern, cursor, chain).x,
                            profile::point_of(a.pattern, cursor, chain).y, 0);
    else
      return fetch_any<T>(a.texture, dimension, kind, profile::at_point(a.pattern, cursor, chain, dimension));
  }
  __device__ static void add_to(Value& sum, const T& fetched) { add(sum, sum_type(fetched)); }
};

template <class T, Dimension dimension, FetchKind kind>
ProfileKernel kernel() {
  return profile_kernel<TexSource<T, dimension, kind>>;
}

template <class T>
ProfileKernel plain_kernel(Dimension dimension, FetchKind kind) {
  if (kind == FetchKind::texel) return kernel<T, Dimension::d1, FetchKind::texel>();
  if (kind == FetchKind::gather) return kernel<T, Dimension::d2, FetchKind::gather>();
  using enum Dimension;
  ProfileKernel found = nullptr;
  dispatch<d1, d2, d3, d1_layered, d2_layered, cube, cube_layered>(
      dimension, [&](auto d) { found = kernel<T, d.value, FetchKind::plain>(); });
  return found;
}
} // namespace

ProfileKernel tex_kernel_of(Dimension dimension, FetchKind kind, ResultType result) {
  if (result == ResultType::unsigned_int) return plain_kernel<uint4>(dimension, kind);
  if (result == ResultType::signed_int) return plain_kernel<int4>(dimension, kind);
  if (kind == FetchKind::grad) return kernel<float4, Dimension::d2, FetchKind::grad>();
  if (kind != FetchKind::lod) return plain_kernel<float4>(dimension, kind);
  using enum Dimension;
  ProfileKernel found = nullptr;
  dispatch<d1, d2, d3, d1_layered, d2_layered, cube, cube_layered>(
      dimension, [&](auto d) { found = kernel<float4, d.value, FetchKind::lod>(); });
  return found;
}

} // namespace texelscope::cuda
