// What record_test.cpp rewrites and loads. Each kernel fetches in one way; one of seven threads does not, so
// that no warp is whole. A thread's arguments are 12 floats: x, y, z, layer, level, then dx and dy, three
// each.
#include <cuda_runtime.h>

#define FETCHES(name, Result, expression)                                                                    \
  extern "C" __global__ void name(cudaTextureObject_t t, const float* arguments, Result* results, int n) {   \
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;                  \
    const int i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + thread;                                \
    if (i >= n || i % 7 == 3) return;                                                                        \
    const float* a = arguments + 12 * i;                                                                     \
    [[maybe_unused]] const float x = a[0], y = a[1], z = a[2], level = a[4];                                 \
    [[maybe_unused]] const int layer = int(a[3]);                                                            \
    results[i] = expression;                                                                                 \
  }
#define DX2 make_float2(a[5], a[6])
#define DY2 make_float2(a[8], a[9])
#define DX4 make_float4(a[5], a[6], a[7], 0)
#define DY4 make_float4(a[8], a[9], a[10], 0)

FETCHES(fetch_1d, float4, tex1D<float4>(t, x))
FETCHES(fetch_2d, float4, tex2D<float4>(t, x, y))
FETCHES(fetch_2d_integers, uint4, tex2D<uint4>(t, x, y))
FETCHES(fetch_3d, float4, tex3D<float4>(t, x, y, z))
FETCHES(layered_1d, float4, tex1DLayered<float4>(t, x, layer))
FETCHES(layered_2d, float4, tex2DLayered<float4>(t, x, y, layer))
FETCHES(cubemap, float4, texCubemap<float4>(t, x, y, z))
FETCHES(cubemap_layered, float4, texCubemapLayered<float4>(t, x, y, z, layer))
FETCHES(lod_1d, float4, tex1DLod<float4>(t, x, level))
FETCHES(lod_2d, float4, tex2DLod<float4>(t, x, y, level))
FETCHES(lod_3d, float4, tex3DLod<float4>(t, x, y, z, level))
FETCHES(layered_lod_2d, float4, tex2DLayeredLod<float4>(t, x, y, layer, level))
FETCHES(cubemap_lod, float4, texCubemapLod<float4>(t, x, y, z, level))
FETCHES(cubemap_layered_lod, float4, texCubemapLayeredLod<float4>(t, x, y, z, layer, level))
FETCHES(grad_1d, float4, tex1DGrad<float4>(t, x, a[5], a[8]))
FETCHES(grad_2d, float4, tex2DGrad<float4>(t, x, y, DX2, DY2))
FETCHES(grad_3d, float4, tex3DGrad<float4>(t, x, y, z, DX4, DY4))
FETCHES(layered_grad_2d, float4, tex2DLayeredGrad<float4>(t, x, y, layer, DX2, DY2))
FETCHES(gather_red, float4, tex2Dgather<float4>(t, x, y, 0))
FETCHES(gather_alpha, float4, tex2Dgather<float4>(t, x, y, 3))
FETCHES(element, float4, tex1Dfetch<float4>(t, int(x)))

// Two sites, by lanes that take turns, in a function that is not inlined.
__device__ __noinline__ float4 either(cudaTextureObject_t t, bool plain, float x, float y, float level) {
  return plain ? tex2D<float4>(t, x, y) : tex2DLod<float4>(t, x, y, level);
}
FETCHES(divergent, float4, either(t, i % 2 == 0, x, y, level))
