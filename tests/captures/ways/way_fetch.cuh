// The fetches of a capture: random samplers, requests, and the kernels that fetch. Used by every program that
// captures ways.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "way_case.h"

namespace ways {

struct Random {
  std::uint64_t state;
  explicit Random(std::uint64_t seed) : state(seed * 2862933555777941757ull + 3037000493ull) {}
  std::uint32_t next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return std::uint32_t(state >> 32);
  }
  int below(int n) { return int(next() % std::uint32_t(n)); }
  float unit() { return float(next() >> 8) * 0x1p-24f; }
};

#define WAYS_MUST(call)                                                                                      \
  do {                                                                                                       \
    const cudaError_t error_ = (call);                                                                       \
    if (error_ != cudaSuccess) {                                                                             \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));                                   \
      std::exit(1);                                                                                          \
    }                                                                                                        \
  } while (false)

__global__ void fill_words(std::uint32_t* words, std::uint32_t count, std::uint32_t seed, int level, int kind,
                           int bits) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) words[i] = texel_word(seed, level, kind, bits, i);
}

// Memory of the device that grows; never freed.
struct Scratch {
  void* data = nullptr;
  std::size_t size = 0;
  void* room(std::size_t bytes) {
    if (bytes > size) {
      cudaFree(data);
      WAYS_MUST(cudaMalloc(&data, bytes + bytes / 2));
      size = bytes + bytes / 2;
    }
    return data;
  }
};

// The level's texels, tightly packed, on the device until the next call.
inline void* level_texels(const WayCase& c, int level) {
  static Scratch scratch;
  int size[3];
  level_size(c, level, size);
  const std::size_t bytes = std::size_t(size[0]) * size[1] * size[2] * texel_bytes(c);
  const auto words = std::uint32_t((bytes + 3) / 4);
  void* data = scratch.room(words * 4ull);
  fill_words<<<(words + 255) / 256, 256>>>(static_cast<std::uint32_t*>(data), words, c.seed, level, c.kind,
                                           c.bits);
  return data;
}

inline void copy_level(const WayCase& c, int level, cudaArray_t to) {
  int size[3];
  level_size(c, level, size);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(level_texels(c, level), std::size_t(size[0]) * texel_bytes(c), size[0], size[1]);
  copy.dstArray = to;
  copy.extent = make_cudaExtent(size[0], size[1], size[2]);
  copy.kind = cudaMemcpyDeviceToDevice;
  WAYS_MUST(cudaMemcpy3D(&copy));
}

template <class R>
__device__ R fetch(cudaTextureObject_t t, int dim, int function, int component, const float* q) {
  const float x = q[0], y = q[1], z = q[2], lod = q[4];
  const int layer = __float_as_int(q[3]);
  const float* dx = q + 5;
  const float* dy = q + 8;
  if (function == gather) return tex2Dgather<R>(t, x, y, component);
  if (function == ways::lod) switch (dim) {
    case d1:
      return tex1DLod<R>(t, x, lod);
    case d2:
      return tex2DLod<R>(t, x, y, lod);
    case d3:
      return tex3DLod<R>(t, x, y, z, lod);
    case d1_layered:
      return tex1DLayeredLod<R>(t, x, layer, lod);
    case d2_layered:
      return tex2DLayeredLod<R>(t, x, y, layer, lod);
    case cube:
      return texCubemapLod<R>(t, x, y, z, lod);
    default:
      return texCubemapLayeredLod<R>(t, x, y, z, layer, lod);
    }
  if (function == grad) switch (dim) {
    case d1:
      return tex1DGrad<R>(t, x, dx[0], dy[0]);
    case d2:
      return tex2DGrad<R>(t, x, y, make_float2(dx[0], dx[1]), make_float2(dy[0], dy[1]));
    case d3:
      return tex3DGrad<R>(t, x, y, z, make_float4(dx[0], dx[1], dx[2], 0),
                          make_float4(dy[0], dy[1], dy[2], 0));
    case d1_layered:
      return tex1DLayeredGrad<R>(t, x, layer, dx[0], dy[0]);
    case d2_layered:
      return tex2DLayeredGrad<R>(t, x, y, layer, make_float2(dx[0], dx[1]), make_float2(dy[0], dy[1]));
    case cube:
      return texCubemapGrad<R>(t, x, y, z, make_float4(dx[0], dx[1], dx[2], 0),
                               make_float4(dy[0], dy[1], dy[2], 0));
    default:
      return texCubemapLayeredGrad<R>(t, x, y, z, layer, make_float4(dx[0], dx[1], dx[2], 0),
                                      make_float4(dy[0], dy[1], dy[2], 0));
    }
  switch (dim) {
  case d1:
    return tex1D<R>(t, x);
  case d2:
    return tex2D<R>(t, x, y);
  case d3:
    return tex3D<R>(t, x, y, z);
  case d1_layered:
    return tex1DLayered<R>(t, x, layer);
  case d2_layered:
    return tex2DLayered<R>(t, x, y, layer);
  case cube:
    return texCubemap<R>(t, x, y, z);
  default:
    return texCubemapLayered<R>(t, x, y, z, layer);
  }
}

// How the threads of a warp come to the fetch.
enum Launch : int {
  together,  // all at once
  by_lane,   // odd lanes fetch from another texture object
  divergent, // lanes take one of four branches by a hash
  half_warps // the halves of a warp take two branches
};

template <class R>
__global__ void fetch_kernel(cudaTextureObject_t even, cudaTextureObject_t odd, int dim, int function,
                             int component, int words, int launch, const float* requests, R* results,
                             int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float* q = requests + std::size_t(i) * words;
  if (launch == by_lane) {
    results[i] = fetch<R>(i % 2 ? odd : even, dim, function, component, q);
  } else if (launch == half_warps) {
    if (threadIdx.x % 32 < 16)
      results[i] = fetch<R>(even, dim, function, component, q);
    else
      results[i] = fetch<R>(odd, dim, function, component, q);
  } else if (launch == divergent) {
    switch (mixed(7, i) % 4) {
    case 0:
      results[i] = fetch<R>(even, dim, function, component, q);
      break;
    case 1:
      results[i] = fetch<R>(odd, dim, function, component, q);
      break;
    case 2:
      results[i] = fetch<R>(even, dim, function, component, q);
      break;
    default:
      results[i] = fetch<R>(odd, dim, function, component, q);
      break;
    }
  } else {
    results[i] = fetch<R>(even, dim, function, component, q);
  }
}

// The types in which tex*() returns: integers where the texture holds some and they are read as elements.
inline int result_kind(const WayCase& c) {
  return c.kind == floating || c.stored != plain_kind ||
                 (c.read_mode == cudaReadModeNormalizedFloat && c.bits < 32)
             ? floating
             : c.kind;
}

inline std::vector<std::uint32_t> run(const WayCase& c, cudaTextureObject_t even, cudaTextureObject_t odd,
                                      int launch, const std::vector<std::uint32_t>& requests) {
  static Scratch in, out;
  const int count = int(c.count), blocks = (count + 127) / 128;
  auto* q = static_cast<float*>(in.room(requests.size() * 4));
  void* r = out.room(std::size_t(count) * 16);
  WAYS_MUST(cudaMemcpy(q, requests.data(), requests.size() * 4, cudaMemcpyHostToDevice));
  const int words = c.request_words();
  switch (result_kind(c)) {
  case floating:
    fetch_kernel<<<blocks, 128>>>(even, odd, c.dim, c.function, c.component, words, launch, q,
                                  static_cast<float4*>(r), count);
    break;
  case unsigned_int:
    fetch_kernel<<<blocks, 128>>>(even, odd, c.dim, c.function, c.component, words, launch, q,
                                  static_cast<uint4*>(r), count);
    break;
  default:
    fetch_kernel<<<blocks, 128>>>(even, odd, c.dim, c.function, c.component, words, launch, q,
                                  static_cast<int4*>(r), count);
  }
  std::vector<std::uint32_t> results(std::size_t(count) * 4);
  WAYS_MUST(cudaMemcpy(results.data(), r, results.size() * 4, cudaMemcpyDeviceToHost));
  return results;
}

inline std::uint32_t bits_of(float f) {
  std::uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}

// A coordinate along an axis of `size` texels: mostly inside, also far outside, at edges and half steps of
// the weights.
inline float coordinate(Random& random, int size, bool normalized) {
  float at = 0;
  switch (random.below(5)) {
  case 0:
  case 1:
  case 2:
    at = random.unit();
    break;
  case 3:
    at = random.unit() * 4 - 1.5f;
    break;
  default:
    at = (float(random.below(size)) + float(random.below(513)) / 512) / float(size);
    break;
  }
  return normalized ? at : at * float(size);
}

inline std::vector<std::uint32_t> draw_requests(const WayCase& c, Random& random) {
  const int size[3] = {int(c.width), int(c.height), int(c.planes)};
  const bool is_cube = c.dim == cube || c.dim == cube_layered;
  const bool normalized = c.normalized || (c.resource == mipmapped && c.levels > 1);
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < c.count; ++i) {
    for (int axis = 0; axis < 3; ++axis)
      all.push_back(bits_of(is_cube ? random.unit() * 2 - 1 : coordinate(random, size[axis], normalized)));
    const int layers = c.dim == cube_layered ? int(c.planes) / 6 : int(c.planes);
    all.push_back(std::uint32_t(random.below(layers + 2) - 1));
    all.push_back(bits_of(random.unit() * float(c.levels + 2) - 1.5f));
    if (c.function != grad) continue;
    const float steep = std::ldexp(1.0f, random.below(c.levels + 2) - 2);
    for (int k = 0; k < 6; ++k)
      all.push_back(bits_of((random.unit() - 0.5f) * 2 * steep / (normalized ? float(size[k % 3]) : 1)));
  }
  return all;
}

// A sampler that CUDA accepts for such texels.
inline void draw_sampler(WayCase& c, Random& random, bool filters) {
  c.filter = filters && random.below(4) != 0;
  c.normalized = random.below(4) != 0;
  for (std::uint8_t& a : c.address)
    a = std::uint8_t(random.below(4));
  for (float& b : c.border)
    b = random.unit();
  c.mip_filter = filters && random.below(2);
  if (c.resource == mipmapped) {
    c.mip_max = float(c.levels);
    c.bias = random.below(3) ? 0 : random.unit() * 2 - 1;
  }
  if (c.function == grad && filters && random.below(3) == 0)
    c.anisotropy = std::uint8_t(1 + random.below(16));
  c.no_trilinear_optimization = std::uint8_t(random.below(2));
  c.seamless = (c.dim == cube || c.dim == cube_layered) && random.below(2);
}

inline cudaTextureDesc texture_desc(const WayCase& c) {
  cudaTextureDesc d = {};
  for (int i = 0; i < 3; ++i)
    d.addressMode[i] = cudaTextureAddressMode(c.address[i]);
  d.filterMode = cudaTextureFilterMode(c.filter);
  d.readMode = cudaTextureReadMode(c.read_mode);
  d.sRGB = c.srgb;
  for (int i = 0; i < 4; ++i)
    d.borderColor[i] = c.border[i];
  d.normalizedCoords = c.normalized;
  d.maxAnisotropy = c.anisotropy;
  d.mipmapFilterMode = cudaTextureFilterMode(c.mip_filter);
  d.mipmapLevelBias = c.bias;
  d.minMipmapLevelClamp = c.mip_min;
  d.maxMipmapLevelClamp = c.mip_max;
  d.disableTrilinearOptimization = c.no_trilinear_optimization;
  d.seamlessCubemap = c.seamless;
  return d;
}

struct Element {
  Kind kind;
  int bits;
  int read_mode;
  bool srgb, filters;
};
constexpr Element elements[] = {
    {unsigned_int, 8, cudaReadModeNormalizedFloat, false, true},
    {unsigned_int, 8, cudaReadModeNormalizedFloat, true, true},
    {unsigned_int, 16, cudaReadModeNormalizedFloat, false, true},
    {signed_int, 8, cudaReadModeNormalizedFloat, false, true},
    {signed_int, 16, cudaReadModeNormalizedFloat, false, true},
    {floating, 16, cudaReadModeElementType, false, true},
    {floating, 32, cudaReadModeElementType, false, true},
    {unsigned_int, 8, cudaReadModeElementType, false, false},
    {signed_int, 8, cudaReadModeElementType, false, false},
    {unsigned_int, 16, cudaReadModeElementType, false, false},
    {signed_int, 16, cudaReadModeElementType, false, false},
    {unsigned_int, 32, cudaReadModeElementType, false, false},
    {signed_int, 32, cudaReadModeElementType, false, false},
};

inline void set_element(WayCase& c, const Element& e, int channels) {
  c.kind = e.kind;
  c.bits = std::uint8_t(e.bits);
  c.channels = std::uint8_t(channels);
  c.read_mode = std::uint8_t(e.read_mode);
  c.srgb = e.srgb;
}

inline cudaChannelFormatDesc channel_desc(const WayCase& c) {
  if (c.stored == packed_kind)
    return {10, 10, 10, 2, cudaChannelFormatKind(31)}; // ...UnsignedNormalized1010102
  const cudaChannelFormatKind kinds[] = {cudaChannelFormatKindUnsigned, cudaChannelFormatKindSigned,
                                         cudaChannelFormatKindFloat};
  cudaChannelFormatDesc d = {c.bits, c.channels > 1 ? c.bits : 0, c.channels > 2 ? c.bits : 0,
                             c.channels > 2 ? c.bits : 0, kinds[c.kind]};
  if (c.stored == normalized_kind) {
    const int n = c.channels == 4 ? 2 : c.channels - 1;
    d.f = cudaChannelFormatKind(
        n + (c.bits == 8 ? (c.kind == signed_int ? cudaChannelFormatKindSignedNormalized8X1
                                                 : cudaChannelFormatKindUnsignedNormalized8X1)
                         : (c.kind == signed_int ? cudaChannelFormatKindSignedNormalized16X1
                                                 : cudaChannelFormatKindUnsignedNormalized16X1)));
  }
  return d;
}

// Captures each function of an array, or of a mipmapped array where that is null, with a sampler of its own;
// returns how many CUDA made an object for.
inline int capture_functions(WayCase c, cudaArray_t array, cudaMipmappedArray_t levels, bool filters,
                             Random& random, Writer& writer) {
  int cases = 0;
  for (int f = 0; f < 4; ++f) {
    if (f == gather && c.dim != d2) continue;
    c.function = std::uint8_t(f);
    draw_sampler(c, random, filters);
    if (!array)
      c.mip_max = float(c.levels - 1); // behind the last level of OpenGL's textures the unit finds others
    c.component = f == gather ? std::uint8_t(random.below(c.channels)) : 0;
    cudaResourceDesc resource = {};
    resource.resType = array ? cudaResourceTypeArray : cudaResourceTypeMipmappedArray;
    if (array)
      resource.res.array.array = array;
    else
      resource.res.mipmap.mipmap = levels;
    const cudaTextureDesc desc = texture_desc(c);
    cudaTextureObject_t object = 0;
    if (cudaCreateTextureObject(&object, &resource, &desc, nullptr) != cudaSuccess) {
      cudaGetLastError();
      continue;
    }
    const auto requests = draw_requests(c, random);
    writer.put(c, requests, run(c, object, object, together, requests));
    cudaDestroyTextureObject(object);
    ++cases;
  }
  return cases;
}

} // namespace ways
