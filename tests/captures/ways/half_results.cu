// texelscope_half_results: what `tex` returns in halves. PTX has the result types .f16 and .f16x2. Each fetch
// is made in .f32, .f16 and .f16x2, and the halves are compared with the .f32 result rounded by
// __float2half_rn.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define MUST(call)                                                                                           \
  do {                                                                                                       \
    const cudaError_t e_ = (call);                                                                           \
    if (e_ != cudaSuccess) std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e_)), std::exit(1);    \
  } while (false)

enum Geometry { g1d, g2d, g3d, g1d_array, g2d_array, gcube, gcube_array, geometries };
enum Function { plain, level, grad, functions };
struct Results {
  float f32[4];
  std::uint16_t f16[4], f16x2[4];
};
#define OUT4 "=f"(r.f32[0]), "=f"(r.f32[1]), "=f"(r.f32[2]), "=f"(r.f32[3])
#define OUTH "=h"(r.f16[0]), "=h"(r.f16[1]), "=h"(r.f16[2]), "=h"(r.f16[3])
#define THREE(name, coords, ...)                                                                             \
  asm volatile("tex." name ".v4.f32.f32 {%0,%1,%2,%3}, [%4, " coords ";" : OUT4 : "l"(t), __VA_ARGS__);      \
  asm volatile("tex." name ".v4.f16.f32 {%0,%1,%2,%3}, [%4, " coords ";" : OUTH : "l"(t), __VA_ARGS__);
#define TWO(name, coords, ...)                                                                               \
  asm volatile("tex." name ".v2.f16x2.f32 {%0,%1}, [%2, " coords ";"                                         \
               : "=r"(p0), "=r"(p1)                                                                          \
               : "l"(t), __VA_ARGS__);

__device__ Results fetch(cudaTextureObject_t t, int geometry, int function, float x, float y, float z,
                         int layer, float lod, float d) {
  Results r;
  unsigned p0 = 0, p1 = 0;
  if (function == plain) switch (geometry) {
    case g1d:
      THREE("1d", "{%5}]", "f"(x)) TWO("1d", "{%3}]", "f"(x)) break;
    case g2d:
      THREE("2d", "{%5,%6}]", "f"(x), "f"(y)) TWO("2d", "{%3,%4}]", "f"(x), "f"(y)) break;
    case g3d:
      THREE("3d", "{%5,%6,%7,%7}]", "f"(x), "f"(y), "f"(z))
      TWO("3d", "{%3,%4,%5,%5}]", "f"(x), "f"(y), "f"(z)) break;
    case g1d_array:
      THREE("a1d", "{%5,%6}]", "r"(layer), "f"(x)) TWO("a1d", "{%3,%4}]", "r"(layer), "f"(x)) break;
    case g2d_array:
      THREE("a2d", "{%5,%6,%7,%7}]", "r"(layer), "f"(x), "f"(y))
      TWO("a2d", "{%3,%4,%5,%5}]", "r"(layer), "f"(x), "f"(y)) break;
    case gcube:
      THREE("cube", "{%5,%6,%7,%7}]", "f"(x), "f"(y), "f"(z))
      TWO("cube", "{%3,%4,%5,%5}]", "f"(x), "f"(y), "f"(z)) break;
    default:
      THREE("acube", "{%5,%6,%7,%8}]", "r"(layer), "f"(x), "f"(y), "f"(z))
      TWO("acube", "{%3,%4,%5,%6}]", "r"(layer), "f"(x), "f"(y), "f"(z)) break;
    }
  else if (function == level)
    switch (geometry) {
    case g1d:
      THREE("level.1d", "{%5}], %6", "f"(x), "f"(lod)) TWO("level.1d", "{%3}], %4", "f"(x), "f"(lod)) break;
    case g2d:
      THREE("level.2d", "{%5,%6}], %7", "f"(x), "f"(y), "f"(lod))
      TWO("level.2d", "{%3,%4}], %5", "f"(x), "f"(y), "f"(lod)) break;
    case g3d:
      THREE("level.3d", "{%5,%6,%7,%7}], %8", "f"(x), "f"(y), "f"(z), "f"(lod))
      TWO("level.3d", "{%3,%4,%5,%5}], %6", "f"(x), "f"(y), "f"(z), "f"(lod)) break;
    case g1d_array:
      THREE("level.a1d", "{%5,%6}], %7", "r"(layer), "f"(x), "f"(lod))
      TWO("level.a1d", "{%3,%4}], %5", "r"(layer), "f"(x), "f"(lod)) break;
    case g2d_array:
      THREE("level.a2d", "{%5,%6,%7,%7}], %8", "r"(layer), "f"(x), "f"(y), "f"(lod))
      TWO("level.a2d", "{%3,%4,%5,%5}], %6", "r"(layer), "f"(x), "f"(y), "f"(lod)) break;
    case gcube:
      THREE("level.cube", "{%5,%6,%7,%7}], %8", "f"(x), "f"(y), "f"(z), "f"(lod))
      TWO("level.cube", "{%3,%4,%5,%5}], %6", "f"(x), "f"(y), "f"(z), "f"(lod)) break;
    default:
      THREE("level.acube", "{%5,%6,%7,%8}], %9", "r"(layer), "f"(x), "f"(y), "f"(z), "f"(lod))
      TWO("level.acube", "{%3,%4,%5,%6}], %7", "r"(layer), "f"(x), "f"(y), "f"(z), "f"(lod)) break;
    }
  else
    switch (geometry) {
    case g1d:
      THREE("grad.1d", "{%5}], {%6}, {%6}", "f"(x), "f"(d))
      TWO("grad.1d", "{%3}], {%4}, {%4}", "f"(x), "f"(d)) break;
    case g2d:
      THREE("grad.2d", "{%5,%6}], {%7,%8}, {%8,%7}", "f"(x), "f"(y), "f"(d), "f"(d / 8))
      TWO("grad.2d", "{%3,%4}], {%5,%6}, {%6,%5}", "f"(x), "f"(y), "f"(d), "f"(d / 8)) break;
    case g3d:
      THREE("grad.3d", "{%5,%6,%7,%7}], {%8,%8,%8,%8}, {%8,%8,%8,%8}", "f"(x), "f"(y), "f"(z), "f"(d))
      TWO("grad.3d", "{%3,%4,%5,%5}], {%6,%6,%6,%6}, {%6,%6,%6,%6}", "f"(x), "f"(y), "f"(z), "f"(d)) break;
    case g1d_array:
      THREE("grad.a1d", "{%5,%6}], {%7}, {%7}", "r"(layer), "f"(x), "f"(d))
      TWO("grad.a1d", "{%3,%4}], {%5}, {%5}", "r"(layer), "f"(x), "f"(d)) break;
    case g2d_array:
      THREE("grad.a2d", "{%5,%6,%7,%7}], {%8,%9}, {%9,%8}", "r"(layer), "f"(x), "f"(y), "f"(d), "f"(d / 8))
      TWO("grad.a2d", "{%3,%4,%5,%5}], {%6,%7}, {%7,%6}", "r"(layer), "f"(x), "f"(y), "f"(d), "f"(d / 8))
      break;
    case gcube:
      THREE("grad.cube", "{%5,%6,%7,%7}], {%8,%9,%8,%8}, {%9,%8,%8,%8}", "f"(x), "f"(y), "f"(z), "f"(d),
            "f"(d / 8))
      TWO("grad.cube", "{%3,%4,%5,%5}], {%6,%7,%6,%6}, {%7,%6,%6,%6}", "f"(x), "f"(y), "f"(z), "f"(d),
          "f"(d / 8))
      break;
    default:
      THREE("grad.acube", "{%5,%6,%7,%8}], {%9,%10,%9,%9}, {%10,%9,%9,%9}", "r"(layer), "f"(x), "f"(y),
            "f"(z), "f"(d), "f"(d / 8))
      TWO("grad.acube", "{%3,%4,%5,%6}], {%7,%8,%7,%7}, {%8,%7,%7,%7}", "r"(layer), "f"(x), "f"(y), "f"(z),
          "f"(d), "f"(d / 8))
      break;
    }
  r.f16x2[0] = std::uint16_t(p0), r.f16x2[1] = std::uint16_t(p0 >> 16);
  r.f16x2[2] = std::uint16_t(p1), r.f16x2[3] = std::uint16_t(p1 >> 16);
  return r;
}

__device__ std::uint32_t hashed(std::uint32_t i) {
  i ^= i >> 16, i *= 0x7feb352du, i ^= i >> 15, i *= 0x846ca68bu, i ^= i >> 16;
  return i;
}
__device__ float unit(std::uint32_t i) {
  return float(hashed(i) >> 8) * 0x1p-24f;
}

enum Compared { f16, f16x2, compared };
struct Found {
  unsigned long long fetched, wrong[compared];
  unsigned examples;
  std::uint32_t f32[16];
  std::uint16_t f16[16];
};
// Every thread of a warp calls it; `counts` is false for those beyond the end.
__device__ void judge(Found* found, const Results& r, bool counts) {
  unsigned wrong[compared] = {}, fetched = counts ? 4 : 0;
  for (int c = 0; c < 4 && counts; ++c) {
    const float f = r.f32[c];
    const std::uint16_t h = r.f16[c];
    const std::uint16_t rounded = __half_as_ushort(__float2half_rn(f));
    wrong[f16] += r.f16[c] != rounded;
    wrong[f16x2] += r.f16x2[c] != rounded;
    if (h != rounded && found->examples < 16) {
      const unsigned n = atomicAdd(&found->examples, 1u);
      if (n < 16) found->f32[n] = __float_as_uint(f), found->f16[n] = h;
    }
  }
  for (int k = 0; k < compared; ++k)
    if (wrong[k]) atomicAdd(&found->wrong[k], 1ull * wrong[k]);
  for (int bit = 0; bit < 5; ++bit) // a sum a warp: one a thread would take minutes
    fetched += __shfl_xor_sync(~0u, fetched, 1 << bit);
  if (threadIdx.x % 32 == 0) atomicAdd(&found->fetched, 1ull * fetched);
}
__global__ void every_texel(cudaTextureObject_t t, int width, int height, Found* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  judge(found, fetch(t, g2d, plain, float(i % width) + .5f, float(i / width) + .5f, 0, 0, 0, 0),
        i < width * height);
}
__global__ void random_places(cudaTextureObject_t t, int geometry, int function, int count, Found* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool cube = geometry == gcube || geometry == gcube_array;
  const float a = unit(5 * i), b = unit(5 * i + 1), c = unit(5 * i + 2);
  judge(found,
        fetch(t, geometry, function, cube ? a * 2 - 1 : a * 1.5f - .25f, cube ? b * 2 - 1 : b * 1.5f - .25f,
              cube ? c * 2 - 1 : c * 1.5f - .25f, int(hashed(5 * i + 3) % 3), unit(5 * i + 4) * 5 - .5f,
              exp2f(-unit(5 * i + 4) * 8)),
        i < count);
}
__global__ void fill_counted(std::uint32_t* words, std::uint32_t first, std::uint32_t n) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) words[i] = first + i;
}

static void print(const char* what, const Found* f) {
  std::printf("%-20s %11llu results, .f16 differs %llu times, .f16x2 %llu\n", what, f->fetched, f->wrong[f16],
              f->wrong[f16x2]);
  for (unsigned i = 0; i < f->examples && i < 8; ++i) {
    float v;
    memcpy(&v, &f->f32[i], 4);
    std::printf("  %08x (%.9g) -> %04x\n", f->f32[i], v, f->f16[i]);
  }
  std::fflush(stdout);
}

int main() {
  Found* found;
  MUST(cudaMalloc(&found, sizeof(Found)));
  Found host;
  const auto clear = [&] {
    host = {};
    MUST(cudaMemset(found, 0, sizeof host));
  };
  const auto get = [&] {
    MUST(cudaGetLastError());
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemcpy(&host, found, sizeof host, cudaMemcpyDeviceToHost));
  };
  { // every float
    constexpr int w = 4096, h = 1024;
    cudaArray_t a;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float4>();
    MUST(cudaMallocArray(&a, &d, w, h));
    std::uint32_t* words;
    MUST(cudaMalloc(&words, std::size_t(w) * h * 16));
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray, r.res.array.array = a;
    cudaTextureDesc s = {};
    cudaTextureObject_t t;
    MUST(cudaCreateTextureObject(&t, &r, &s, nullptr));
    clear();
    for (unsigned long long first = 0; first < (1ull << 32); first += 4ull * w * h) {
      fill_counted<<<4 * w * h / 256, 256>>>(words, std::uint32_t(first), 4 * w * h);
      MUST(cudaMemcpy2DToArray(a, 0, 0, words, w * 16, w * 16, h, cudaMemcpyDeviceToDevice));
      every_texel<<<w * h / 256, 256>>>(t, w, h, found);
      MUST(cudaDeviceSynchronize());
    }
    get();
    print("every float, point", &host);
  }
  for (int kind = 0; kind < 3; ++kind) // every 16-bit word: unsigned, signed, half
    for (int linear = 0; linear < 2; ++linear) {
      cudaChannelFormatDesc d = {16, 16, 16, 16,
                                 kind == 0   ? cudaChannelFormatKindUnsigned
                                 : kind == 1 ? cudaChannelFormatKindSigned
                                             : cudaChannelFormatKindFloat};
      constexpr int w = 256, h = 64;
      cudaArray_t a;
      MUST(cudaMallocArray(&a, &d, w, h));
      std::vector<std::uint16_t> all(65536);
      for (int i = 0; i < 65536; ++i)
        all[i] = std::uint16_t(i);
      MUST(cudaMemcpy2DToArray(a, 0, 0, all.data(), w * 8, w * 8, h, cudaMemcpyHostToDevice));
      cudaResourceDesc r = {};
      r.resType = cudaResourceTypeArray, r.res.array.array = a;
      cudaTextureDesc s = {};
      s.readMode = kind == 2 ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
      s.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
      cudaTextureObject_t t;
      MUST(cudaCreateTextureObject(&t, &r, &s, nullptr));
      clear();
      every_texel<<<w * h / 256, 256>>>(t, w, h, found);
      MUST(cudaDeviceSynchronize());
      char name[64];
      std::snprintf(name, 64, "every %s, %s",
                    kind == 0   ? "u16"
                    : kind == 1 ? "s16"
                                : "f16",
                    linear ? "linear" : "point");
      get();
      print(name, &host);
    }
  // random textures of all formats, geometries, functions
  struct Format {
    const char* name;
    int bits;
    cudaChannelFormatKind kind;
    int channels;
    bool srgb;
  };
  static const Format formats[] = {{"u8x4", 8, cudaChannelFormatKindUnsigned, 4, false},
                                   {"u8x1", 8, cudaChannelFormatKindUnsigned, 1, false},
                                   {"s8x2", 8, cudaChannelFormatKindSigned, 2, false},
                                   {"u16x1", 16, cudaChannelFormatKindUnsigned, 1, false},
                                   {"u16x4", 16, cudaChannelFormatKindUnsigned, 4, false},
                                   {"s16x4", 16, cudaChannelFormatKindSigned, 4, false},
                                   {"f16x1", 16, cudaChannelFormatKindFloat, 1, false},
                                   {"f16x4", 16, cudaChannelFormatKindFloat, 4, false},
                                   {"f32x1", 32, cudaChannelFormatKindFloat, 1, false},
                                   {"f32x4", 32, cudaChannelFormatKindFloat, 4, false},
                                   {"u8x4 sRGB", 8, cudaChannelFormatKindUnsigned, 4, true}};
  for (const Format& format : formats) {
    Found whole = {};
    for (int geometry = 0; geometry < geometries; ++geometry)
      for (int function = 0; function < functions; ++function)
        for (int variant = 0; variant < 4; ++variant) { // filter, mip filter; values small or of any exponent
          const bool cube = geometry == gcube || geometry == gcube_array;
          const int side = 32, planes = geometry == g3d                      ? 8
                                        : geometry == gcube                  ? 6
                                        : geometry == gcube_array            ? 18
                                        : geometry == g1d || geometry == g2d ? 0
                                                                             : 3;
          const bool one_d = geometry == g1d || geometry == g1d_array;
          int b[4] = {0, 0, 0, 0};
          for (int c = 0; c < format.channels; ++c)
            b[c] = format.bits;
          cudaChannelFormatDesc d = {b[0], b[1], b[2], b[3], format.kind};
          const unsigned flags =
              (geometry == g1d_array || geometry == g2d_array || geometry == gcube_array ? cudaArrayLayered
                                                                                         : 0) |
              (cube ? cudaArrayCubemap : 0);
          cudaMipmappedArray_t m;
          const int levels = function == plain ? 1 : 5;
          MUST(cudaMallocMipmappedArray(&m, &d, make_cudaExtent(side, one_d ? 0 : side, planes), levels,
                                        flags));
          for (int l = 0; l < levels; ++l) {
            cudaArray_t a;
            MUST(cudaGetMipmappedArrayLevel(&a, m, l));
            const int lw = side >> l, lh = one_d ? 1 : side >> l,
                      lp = planes == 0       ? 1
                           : geometry == g3d ? (planes >> l ? planes >> l : 1)
                                             : planes;
            std::vector<std::uint8_t> texels(std::size_t(lw) * lh * lp * format.channels * format.bits / 8);
            std::uint32_t state = 77 + variant * 13 + geometry * 7 + l;
            for (std::size_t i = 0; i < texels.size(); ++i)
              state = state * 1664525u + 1013904223u, texels[i] = std::uint8_t(state >> 24);
            if (format.kind == cudaChannelFormatKindFloat &&
                variant >= 2) // plain numbers, of the range of halves and a little beyond
              for (std::size_t i = 0; i + format.bits / 8 <= texels.size(); i += format.bits / 8) {
                const float v = ldexpf(float(int(texels[i]) * 256 + texels[i + 1] - 32768) / 32768,
                                       int(texels[i] % 44) - 26);
                if (format.bits == 32)
                  memcpy(&texels[i], &v, 4);
                else {
                  const __half hv = __float2half_rn(v);
                  memcpy(&texels[i], &hv, 2);
                }
              }
            cudaMemcpy3DParms copy = {};
            copy.srcPtr = make_cudaPitchedPtr(texels.data(),
                                              std::size_t(lw) * format.channels * format.bits / 8, lw, lh);
            copy.dstArray = a;
            copy.extent = make_cudaExtent(lw, lh, lp);
            copy.kind = cudaMemcpyHostToDevice;
            MUST(cudaMemcpy3D(&copy));
          }
          cudaResourceDesc r = {};
          r.resType = cudaResourceTypeMipmappedArray, r.res.mipmap.mipmap = m;
          cudaTextureDesc s = {};
          s.normalizedCoords = 1;
          s.sRGB = format.srgb;
          s.filterMode = variant & 1 ? cudaFilterModePoint : cudaFilterModeLinear;
          s.mipmapFilterMode = variant == 3 ? cudaFilterModePoint : cudaFilterModeLinear;
          s.maxMipmapLevelClamp = 10;
          s.maxAnisotropy = function == grad && !(variant & 1) && geometry != g3d ? 8 : 1;
          s.borderColor[0] = .3f, s.borderColor[1] = -7, s.borderColor[2] = 70000;
          for (auto& mode : s.addressMode)
            mode = variant < 2 ? cudaAddressModeBorder : cudaAddressModeWrap;
          s.readMode = format.kind == cudaChannelFormatKindFloat ? cudaReadModeElementType
                                                                 : cudaReadModeNormalizedFloat;
          cudaTextureObject_t t;
          MUST(cudaCreateTextureObject(&t, &r, &s, nullptr));
          clear();
          random_places<<<64, 256>>>(t, geometry, function, 64 * 256, found);
          get();
          whole.fetched += host.fetched;
          for (int k = 0; k < compared; ++k)
            whole.wrong[k] += host.wrong[k];
          for (unsigned i = 0; i < host.examples && i < 16 && whole.examples < 16; ++i, ++whole.examples)
            whole.f32[whole.examples] = host.f32[i], whole.f16[whole.examples] = host.f16[i];
          cudaDestroyTextureObject(t);
          cudaFreeMipmappedArray(m);
        }
    print(format.name, &whole);
  }
}
