// The kernel around a body, compiled only by NVRTC: see fetch_body.h. `texelscope_texel` is the texel's type,
// and the kernel is for one `texelscope_projection` and `texelscope_dimension`.
#include "kernels/unit/fetch/fetch_rules.h"

using Texel = texelscope_texel;

namespace texelscope {

// The names that a body can use.
struct BodyPixel {
  static constexpr unsigned max_rounds = 65536;

  cudaTextureObject_t tex;
  float x, y, z;
  int layer;
  float lod;
  float3 dx, dy;
  int texel;
  int2 pixel, picture;
  int3 size;
  bool normalized;
  unsigned rounds = 0;

  // Every loop counts its rounds, because only the end of the process could stop a kernel with an endless
  // loop. Loops of a known length are unrolled as usual, and their count is optimized away.
  __device__ Texel fetch() {
// A space after the name would define another macro.
// clang-format off
#define for(...) for (__VA_ARGS__) if (++rounds > max_rounds) break; else
#define while(...) while ((__VA_ARGS__) && ++rounds <= max_rounds)
// clang-format on
#define goto static_assert(false, texelscope_no_goto);
#include "body"
#undef for
#undef while
#undef goto
  }
};

__device__ inline uint4 result_bits(float4 v) {
  return {__float_as_uint(v.x), __float_as_uint(v.y), __float_as_uint(v.z), __float_as_uint(v.w)};
}
__device__ inline uint4 result_bits(uint4 v) {
  return v;
}
__device__ inline uint4 result_bits(int4 v) {
  return {unsigned(v.x), unsigned(v.y), unsigned(v.z), unsigned(v.w)};
}

__device__ inline float3 vector(const Gradient& g) {
  return {g.x, g.y, g.z};
}

} // namespace texelscope

// The launch's parameters are those of kernels/machines/cuda/frame/body_kernel.cpp.
extern "C" __global__ void texelscope_body(cudaTextureObject_t tex, texelscope::FetchView view, int3 size,
                                           int normalized, cudaSurfaceObject_t result, int width,
                                           int height) {
  using namespace texelscope;
  __builtin_assume(int(view.projection) == texelscope_projection);
  __builtin_assume(int(view.dimension) == texelscope_dimension);
  const int column = int(blockIdx.x * blockDim.x + threadIdx.x),
            row = int(blockIdx.y * blockDim.y + threadIdx.y);
  if (column >= width || row >= height) return;
  const PixelFetch fetch = rules::pixel_fetch(view, column, row);
  uint4 components = {0, 0, 0, 0};
  if (!fetch.empty) {
    const FetchAt& at = fetch.at;
    BodyPixel body = {tex,
                      at.x,
                      at.y,
                      at.z,
                      at.layer,
                      at.lod,
                      vector(at.dx),
                      vector(at.dy),
                      at.texel,
                      {column, row},
                      {width, height},
                      size,
                      normalized != 0};
    components = result_bits(body.fetch());
    if (body.rounds > BodyPixel::max_rounds) components = {~0u, ~0u, ~0u, ~0u};
    if (view.component_count < 2) components.y = 0;
    if (view.component_count < 3) components.z = components.w = 0;
  }
  surf2Dwrite(components, result, column * int(sizeof(uint4)), row, cudaBoundaryModeZero);
}
