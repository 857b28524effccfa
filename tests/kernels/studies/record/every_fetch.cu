// Every texture function of CUDA, for each dimension and many types: what nvcc makes of it is rewritten in a
// test.
#include <cuda_runtime.h>

template <class T>
__device__ float sum(T value); // of the components
#define ONE(type)                                                                                            \
  template <>                                                                                                \
  __device__ float sum(type value) {                                                                         \
    return float(value);                                                                                     \
  }
#define TWO(type)                                                                                            \
  template <>                                                                                                \
  __device__ float sum(type value) {                                                                         \
    return float(value.x) + float(value.y);                                                                  \
  }
#define FOUR(type)                                                                                           \
  template <>                                                                                                \
  __device__ float sum(type value) {                                                                         \
    return float(value.x) + float(value.y) + float(value.z) + float(value.w);                                \
  }
ONE(float)
ONE(int)
ONE(unsigned short)
ONE(signed char)
TWO(float2)
TWO(ushort2)
FOUR(float4)
FOUR(uchar4)
FOUR(uint4)
FOUR(short4)

// A function of its own in the PTX.
template <class T>
__device__ __noinline__ T called(cudaTextureObject_t object, float x, float y) {
  return tex2D<T>(object, x, y);
}

template <class T>
__device__ T fetch_if_resident(T value, bool resident) {
  return resident ? value : T();
}

template <class T>
__global__ void every_fetch(const cudaTextureObject_t* objects, float* out, float x, float y, float z,
                            int i) {
  const cudaTextureObject_t t = objects[threadIdx.x]; // differs by lane
  const float2 d2 = make_float2(x, z), e2 = make_float2(y, x);
  const float4 d4 = make_float4(x, y, z, 0), e4 = make_float4(z, x, y, 0);
  bool resident = false;
  float s = 0;
  s += sum(tex1Dfetch<T>(t, i));
  s += sum(tex1D<T>(t, x));
  s += sum(tex1DLod<T>(t, x, z));
  s += sum(tex1DGrad<T>(t, x, y, z));
  s += sum(tex1DLayered<T>(t, x, i));
  s += sum(tex1DLayeredLod<T>(t, x, i, z));
  s += sum(tex1DLayeredGrad<T>(t, x, i, y, z));
  s += sum(tex2D<T>(t, x, y));
  s += sum(tex2DLod<T>(t, x, y, z));
  s += sum(tex2DGrad<T>(t, x, y, d2, e2));
  s += sum(tex2DLayered<T>(t, x, y, i));
  s += sum(tex2DLayeredLod<T>(t, x, y, i, z));
  s += sum(tex2DLayeredGrad<T>(t, x, y, i, d2, e2));
  s += sum(tex3D<T>(t, x, y, z));
  s += sum(tex3DLod<T>(t, x, y, z, x));
  s += sum(tex3DGrad<T>(t, x, y, z, d4, e4));
  s += sum(texCubemap<T>(t, x, y, z));
  s += sum(texCubemapLod<T>(t, x, y, z, x));
  s += sum(texCubemapGrad<T>(t, x, y, z, d4, e4));
  s += sum(texCubemapLayered<T>(t, x, y, z, i));
  s += sum(texCubemapLayeredLod<T>(t, x, y, z, i, x));
  s += sum(texCubemapLayeredGrad<T>(t, x, y, z, i, d4, e4));
#define RESIDENT(...) s += sum(fetch_if_resident(__VA_ARGS__, resident));
  RESIDENT(tex2D<T>(t, x, y, &resident))
  RESIDENT(tex2DLod<T>(t, x, y, z, &resident))
  RESIDENT(tex2DGrad<T>(t, x, y, d2, e2, &resident))
  RESIDENT(tex2DLayered<T>(t, x, y, i, &resident))
  RESIDENT(tex2DLayeredLod<T>(t, x, y, i, z, &resident))
  RESIDENT(tex2DLayeredGrad<T>(t, x, y, i, d2, e2, &resident))
  RESIDENT(tex3D<T>(t, x, y, z, &resident))
  RESIDENT(tex3DLod<T>(t, x, y, z, x, &resident))
  RESIDENT(tex3DGrad<T>(t, x, y, z, d4, e4, &resident))
  if (i > 5) s += sum(called<T>(t, y, x));
  for (int k = 0; k < i; ++k)
    s += sum(tex2D<T>(t, x + k, y));
  out[threadIdx.x] = s;
}

// Types that no gather has would not compile.
template <class T>
__global__ void every_gather(cudaTextureObject_t t, float* out, float x, float y) {
  bool resident = false;
  float s = sum(tex2Dgather<T>(t, x, y)) + sum(tex2Dgather<T>(t, x, y, 1)) + sum(tex2Dgather<T>(t, x, y, 2)) +
            sum(tex2Dgather<T>(t, x, y, 3));
  RESIDENT(tex2Dgather<T>(t, x, y, &resident, 0))
  RESIDENT(tex2Dgather<T>(t, x, y, &resident, 1))
  RESIDENT(tex2Dgather<T>(t, x, y, &resident, 2))
  RESIDENT(tex2Dgather<T>(t, x, y, &resident, 3))
  out[threadIdx.x] = s;
}

#define KERNEL(type)                                                                                         \
  template __global__ void every_fetch<type>(const cudaTextureObject_t*, float*, float, float, float, int);
KERNEL(float)
KERNEL(int)
KERNEL(unsigned short)
KERNEL(signed char)
KERNEL(float2)
KERNEL(ushort2)
KERNEL(float4)
KERNEL(uchar4)
KERNEL(uint4)
KERNEL(short4)
#define GATHER(type) template __global__ void every_gather<type>(cudaTextureObject_t, float*, float, float);
GATHER(float4)
GATHER(uchar4)
GATHER(uint4)
GATHER(short4)

// What no function of CUDA has: guards, results that overwrite operands, offsets, half floats, statements
// over lines.
extern "C" __global__ void by_hand(unsigned long long t, unsigned* out, float x, float y, int guard) {
  unsigned a = __float_as_uint(x), b = __float_as_uint(y), c = 0, d = 0;
  asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %5, 0; setp.eq.s32 q, %5, 7;\n"
               "@p tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%0, %1}]; @!q tex.2d.v4.u32.f32 {%0, _,\n"
               "  %2, /* } */ %3}|p, // ;\n"
               "  [%4, {%0, %1}], {1, -2};\n"
               "@p tex.2d.v4.f32.f32 {%0, %1, %2, %3}|p, [%4, {0f3F000000, -1.5}];\n"
               "@!p tld4.a.2d.v4.f32.f32 {%0, %1, %2, %3}|p, [%4, {%0, %1}]; }"
               : "+r"(a), "+r"(b), "+r"(c), "+r"(d)
               : "l"(t), "r"(guard));
  asm volatile("{ .reg .b16 h<5>; tex.2d.v4.f16.f32 {h1, h2, h3, h4}, [%2, {%0, %1}];\n"
               "mov.b32 %0, {h1, h2}; mov.b32 %1, {h3, h4}; tex.2d.v2.f16x2.f32 {%0, %1}, [%2, {%0, %1}]; }"
               : "+r"(a), "+r"(b)
               : "l"(t));
  out[threadIdx.x] = a + b + c + d;
}

// Registers have a bound.
extern "C" __global__ void __launch_bounds__(1024)
    bounded(cudaTextureObject_t t, float4* out, float x, float y) {
  float4 values[4];
  for (int k = 0; k < 4; ++k)
    values[k] = tex2D<float4>(t, x + k, y * k);
  for (int k = 0; k < 4; ++k)
    out[threadIdx.x * 4 + k] = values[k];
}
