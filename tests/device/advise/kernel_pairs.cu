// Twelve kernels as people write them, each with the fetch of a texture and with what could stand in its
// place: what `texelscope advise` says of a recording of the first is compared with the times of both
// (scripts/advise_regret.py).
//   kernel_pairs PAIR        prints the medians of both kernels' times in microseconds
//   kernel_pairs PAIR trace  launches the first kernel once, with small pictures: to be recorded
#include "cuda_program.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <random>

namespace {

template <class T>
T* on_device(const std::vector<T>& from) {
  T* memory = nullptr;
  CHECK(cudaMalloc(&memory, from.size() * sizeof(T)));
  CHECK(cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
  return memory;
}

std::vector<float> random_floats(std::size_t count, float low = 0, float high = 1) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> one(low, high);
  std::vector<float> all(count);
  for (float& value : all)
    value = one(random);
  return all;
}

double median_us(const std::function<void()>& launch) {
  cudaEvent_t start, end;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  std::vector<double> times;
  int each = 1;
  for (int i = 0; i < 60; ++i) {
    CHECK(cudaEventRecord(start));
    for (int j = 0; j < each; ++j)
      launch();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, end));
    if (i < 10)
      each = std::max(each, int(std::ceil(0.5 * each / std::max(ms, 0.001f))));
    else
      times.push_back(ms * 1e3 / each);
  }
  CHECK(cudaGetLastError());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Pair {
  const char* name;
  const char* choice; // of the second kernel, as advise names it
  std::function<void(bool small, std::function<void()>& first, std::function<void()>& second)> make;
};

__device__ float lerp(float a, float b, float w) {
  return fmaf(w, b - a, a);
}
__device__ float4 lerp(const float4& a, const float4& b, float w) {
  return make_float4(lerp(a.x, b.x, w), lerp(a.y, b.y, w), lerp(a.z, b.z, w), lerp(a.w, b.w, w));
}
__device__ float4 widened(const uchar4& c) {
  return make_float4(c.x, c.y, c.z, c.w);
}
__device__ float4 widened(const float4& c) {
  return c;
}
__device__ float widened(float c) {
  return c;
}

template <class V, class T>
__device__ V bilinear(const T* __restrict__ from, int width, int height, float x, float y) {
  x = fminf(fmaxf(x - 0.5f, 0.0f), float(width - 1)), y = fminf(fmaxf(y - 0.5f, 0.0f), float(height - 1));
  const int x0 = int(x), y0 = int(y), x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
  const float wx = x - float(x0), wy = y - float(y0);
  const V a = widened(from[y0 * width + x0]), b = widened(from[y0 * width + x1]);
  const V c = widened(from[y1 * width + x0]), d = widened(from[y1 * width + x1]);
  return lerp(lerp(a, b, wx), lerp(c, d, wx), wy);
}

__device__ float trilinear(const float* __restrict__ from, int n, float x, float y, float z) {
  const float top = float(n - 1);
  x = fminf(fmaxf(x - 0.5f, 0.0f), top), y = fminf(fmaxf(y - 0.5f, 0.0f), top),
  z = fminf(fmaxf(z - 0.5f, 0.0f), top);
  const int x0 = int(x), y0 = int(y), z0 = int(z), x1 = min(x0 + 1, n - 1), y1 = min(y0 + 1, n - 1),
            z1 = min(z0 + 1, n - 1);
  const float wx = x - float(x0), wy = y - float(y0), wz = z - float(z0);
  const auto row = [&](int yy, int zz) {
    const float* line = from + (zz * n + yy) * n;
    return lerp(line[x0], line[x1], wx);
  };
  return lerp(lerp(row(y0, z0), row(y1, z0), wy), lerp(row(y0, z1), row(y1, z1), wy), wz);
}

// ---- Warps of pictures ----

template <class V, bool by_texture, class T>
__global__ void turn(cudaTextureObject_t tex, const T* from, int n, V* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= n || row >= n) return;
  const float u = float(column) - 0.5f * float(n), v = float(row) - 0.5f * float(n);
  const float x = 0.9f * u - 0.3f * v + 0.5f * float(n), y = 0.3f * u + 0.9f * v + 0.5f * float(n);
  V value;
  if constexpr (by_texture)
    value = tex2D<V>(tex, x, y);
  else
    value = bilinear<V>(from, n, n, x, y);
  to[row * n + column] = value;
}

template <class T>
void make_turn(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 512 : 2048;
  std::vector<T> texels(std::size_t(n) * std::size_t(n));
  const std::vector<float> random = random_floats(texels.size());
  for (std::size_t i = 0; i < texels.size(); ++i) {
    if constexpr (sizeof(T) == 4) {
      const auto c = (unsigned char)(random[i] * 255);
      texels[i] = {c, c, c, c};
    } else
      texels[i] = {random[i], random[i], random[i], random[i]};
  }
  const T* memory = on_device(texels);
  const cudaTextureObject_t tex = texture(texels, n, n, 0, cudaFilterModeLinear, sizeof(T) == 4);
  float4* to = on_device(std::vector<float4>(texels.size()));
  const dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  first = [=] { turn<float4, true><<<grid, block>>>(tex, memory, n, to); };
  second = [=] { turn<float4, false><<<grid, block>>>(tex, memory, n, to); };
}

template <bool by_texture>
__global__ void shrink(cudaTextureObject_t tex, const uchar4* from, int n, int m, uchar4* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= m || row >= m) return;
  const float scale = float(n) / float(m), x = (float(column) + 0.5f) * scale,
              y = (float(row) + 0.5f) * scale;
  float4 value;
  if constexpr (by_texture) {
    value = tex2D<float4>(tex, x, y);
    value = make_float4(value.x * 255, value.y * 255, value.z * 255, value.w * 255);
  } else {
    value = bilinear<float4>(from, n, n, x, y);
  }
  to[row * m + column] = make_uchar4(value.x + 0.5f, value.y + 0.5f, value.z + 0.5f, value.w + 0.5f);
}

void make_resize(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 512 : 4096, m = small ? 230 : 1840;
  std::vector<uchar4> texels(std::size_t(n) * std::size_t(n));
  const std::vector<float> random = random_floats(texels.size());
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = make_uchar4((unsigned char)(random[i] * 255), 1, 2, 3);
  const uchar4* memory = on_device(texels);
  const cudaTextureObject_t tex = texture(texels, n, n, 0, cudaFilterModeLinear, true);
  uchar4* to = on_device(std::vector<uchar4>(std::size_t(m) * std::size_t(m)));
  const dim3 block(32, 8), grid((m + 31) / 32, (m + 7) / 8);
  first = [=] { shrink<true><<<grid, block>>>(tex, memory, n, m, to); };
  second = [=] { shrink<false><<<grid, block>>>(tex, memory, n, m, to); };
}

// ---- Gathers: the sum of 5 x 5 bilinear values around a pixel ----

template <bool by_texture>
__global__ void smooth(cudaTextureObject_t tex, int n, float* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= n || row >= n) return;
  float sum = 0;
#pragma unroll
  for (int dy = -2; dy <= 2; ++dy)
#pragma unroll
    for (int dx = -2; dx <= 2; ++dx) {
      const float x = float(column + dx) + 0.3f, y = float(row + dy) + 0.7f;
      if constexpr (by_texture) {
        sum += tex2D<float>(tex, x, y);
      } else {
        const float fx = floorf(x - 0.5f), fy = floorf(y - 0.5f);
        const float4 four = tex2Dgather<float4>(tex, fx + 1.0f, fy + 1.0f, 0);
        const float wx = x - 0.5f - fx, wy = y - 0.5f - fy;
        sum += lerp(lerp(four.w, four.z, wx), lerp(four.x, four.y, wx), wy);
      }
    }
  to[row * n + column] = sum;
}

void make_gather(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 128 : 2048;
  const std::vector<float> texels = random_floats(std::size_t(n) * std::size_t(n));
  const cudaTextureObject_t tex =
      texture(texels, n, n, 0, cudaFilterModeLinear, false, cudaArrayTextureGather);
  float* to = on_device(std::vector<float>(texels.size()));
  const dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  first = [=] { smooth<true><<<grid, block>>>(tex, n, to); };
  second = [=] { smooth<false><<<grid, block>>>(tex, n, to); };
}

// ---- Divergent: each thread somewhere else ----

template <bool by_texture>
__global__ void scattered(cudaTextureObject_t tex, const float* __restrict__ from,
                          const float2* __restrict__ where, int count, int n, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float2 at = where[i];
  to[i] = by_texture ? tex2D<float>(tex, at.x, at.y) : from[int(at.y) * n + int(at.x)];
}

void make_divergent(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = 4096, count = small ? 1 << 20 : 1 << 22;
  const std::vector<float> texels = random_floats(std::size_t(n) * std::size_t(n));
  const std::vector<float> random = random_floats(std::size_t(count) * 2, 0, float(n));
  std::vector<float2> where;
  for (int i = 0; i < count; ++i)
    where.push_back(
        {std::min(random[2 * std::size_t(i)], n - 0.5f), std::min(random[2 * std::size_t(i) + 1], n - 0.5f)});
  const float* memory = on_device(texels);
  const float2* at = on_device(where);
  const cudaTextureObject_t tex = texture(texels, n, n, 0, cudaFilterModePoint);
  float* to = on_device(std::vector<float>(std::size_t(count)));
  first = [=] { scattered<true><<<(count + 255) / 256, 256>>>(tex, memory, at, count, n, to); };
  second = [=] { scattered<false><<<(count + 255) / 256, 256>>>(tex, memory, at, count, n, to); };
}

// ---- Streaming: each texel once ----

template <bool by_texture>
__global__ void stream(cudaTextureObject_t tex, const float* __restrict__ from, int width, int height,
                       float* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int row = blockIdx.y * 8; row < min(blockIdx.y * 8 + 8, height); ++row)
    sum += by_texture ? tex2D<float>(tex, float(column) + 0.5f, float(row) + 0.5f)
                      : from[std::size_t(row) * width + column];
  if (sum == 12345.678f) to[column] = sum;
}

void make_stream(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int width = 16384, height = small ? 256 : 16384;
  const std::vector<float> texels(std::size_t(width) * std::size_t(height), 0.5f);
  const float* memory = on_device(texels);
  const cudaTextureObject_t tex = texture(texels, width, height, 0, cudaFilterModePoint);
  float* to = on_device(std::vector<float>(std::size_t(width)));
  const dim3 grid(width / 256, (height + 7) / 8);
  first = [=] { stream<true><<<grid, 256>>>(tex, memory, width, height, to); };
  second = [=] { stream<false><<<grid, 256>>>(tex, memory, width, height, to); };
}

// ---- A tiny table, looked up at values that are read ----

template <bool by_texture>
__global__ void curve(cudaTextureObject_t tex, const float* __restrict__ table,
                      const float* __restrict__ values, int count, float* to) {
  __shared__ float entries[257];
  if constexpr (!by_texture) {
    for (int i = threadIdx.x; i < 257; i += blockDim.x)
      entries[i] = table[min(i, 255)];
    __syncthreads();
  }
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const float x = values[i];
    if constexpr (by_texture) {
      to[i] = tex1D<float>(tex, x);
    } else {
      const float p = fminf(fmaxf(x - 0.5f, 0.0f), 255.0f);
      const int x0 = int(p);
      to[i] = lerp(entries[x0], entries[x0 + 1], p - float(x0));
    }
  }
}

void make_table(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int count = small ? 1 << 18 : 1 << 23;
  const std::vector<float> table = random_floats(256);
  const float* memory = on_device(table);
  const float* values = on_device(random_floats(std::size_t(count), 0, 256));
  const cudaTextureObject_t tex = texture(table, 256, 1, 0, cudaFilterModeLinear);
  float* to = on_device(std::vector<float>(std::size_t(count)));
  const int blocks = small ? count / 1024 : 2048;
  first = [=] { curve<true><<<blocks, 256>>>(tex, memory, values, count, to); };
  second = [=] { curve<false><<<blocks, 256>>>(tex, memory, values, count, to); };
}

// ---- Backprojection: each pixel along all angles of a sinogram ----

template <bool by_texture>
__global__ void backproject(cudaTextureObject_t tex, const float* __restrict__ from,
                            const float2* __restrict__ directions, int detectors, int angles, int n,
                            float* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= n || row >= n) return;
  const float u = float(column) - 0.5f * float(n), v = float(row) - 0.5f * float(n);
  float sum = 0;
  for (int angle = 0; angle < angles; ++angle) {
    const float2 d = directions[angle];
    const float x = fmaf(u, d.x, fmaf(v, d.y, 0.5f * float(detectors))), y = float(angle) + 0.5f;
    sum += by_texture ? tex2D<float>(tex, x, y) : bilinear<float>(from, detectors, angles, x, y);
  }
  to[row * n + column] = sum;
}

void make_backprojection(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 128 : 1024, detectors = small ? 192 : 1536, angles = small ? 45 : 360;
  const std::vector<float> texels = random_floats(std::size_t(detectors) * std::size_t(angles));
  std::vector<float2> directions;
  for (int i = 0; i < angles; ++i)
    directions.push_back(
        {std::cos(float(i) * 3.14159265f / float(angles)), std::sin(float(i) * 3.14159265f / float(angles))});
  const float* memory = on_device(texels);
  const float2* device_directions = on_device(directions);
  const cudaTextureObject_t tex = texture(texels, detectors, angles, 0, cudaFilterModeLinear);
  float* to = on_device(std::vector<float>(std::size_t(n) * std::size_t(n)));
  const dim3 block(16, 16), grid(n / 16, n / 16);
  first = [=] {
    backproject<true><<<grid, block>>>(tex, memory, device_directions, detectors, angles, n, to);
  };
  second = [=] {
    backproject<false><<<grid, block>>>(tex, memory, device_directions, detectors, angles, n, to);
  };
}

// ---- Volumes ----

template <bool by_texture>
__global__ void slice(cudaTextureObject_t tex, const float* from, int n, int m, float* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= m || row >= m) return;
  const float u = (float(column) + 0.5f) * float(n) / float(m), v = (float(row) + 0.5f) * float(n) / float(m);
  const float x = 0.8f * u + 0.1f * v, y = 0.2f * u + 0.7f * v, z = 0.4f * u + 0.5f * v;
  to[row * m + column] = by_texture ? tex3D<float>(tex, x, y, z) : trilinear(from, n, x, y, z);
}

void make_volume(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 64 : 256, m = small ? 256 : 2048;
  const std::vector<float> texels = random_floats(std::size_t(n) * std::size_t(n) * std::size_t(n));
  const float* memory = on_device(texels);
  const cudaTextureObject_t tex = texture(texels, n, n, n, cudaFilterModeLinear);
  float* to = on_device(std::vector<float>(std::size_t(m) * std::size_t(m)));
  const dim3 block(16, 16), grid(m / 16, m / 16);
  first = [=] { slice<true><<<grid, block>>>(tex, memory, n, m, to); };
  second = [=] { slice<false><<<grid, block>>>(tex, memory, n, m, to); };
}

// The normals of a signed distance field at points near its surface, by central differences.
template <bool by_texture>
__global__ void normals(cudaTextureObject_t tex, const float* from, const float4* __restrict__ points,
                        int count, int n, float4* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float4 p = points[i];
  const auto distance = [&](float dx, float dy, float dz) {
    return by_texture ? tex3D<float>(tex, p.x + dx, p.y + dy, p.z + dz)
                      : trilinear(from, n, p.x + dx, p.y + dy, p.z + dz);
  };
  const float h = 0.5f;
  const float x = distance(h, 0, 0) - distance(-h, 0, 0), y = distance(0, h, 0) - distance(0, -h, 0),
              z = distance(0, 0, h) - distance(0, 0, -h), length = rsqrtf(x * x + y * y + z * z);
  to[i] = make_float4(x * length, y * length, z * length, 0);
}

void make_sdf(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = 64, count = small ? 1 << 16 : 1 << 21;
  std::vector<float> field;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        field.push_back(std::sqrt(float((x - 31.5f) * (x - 31.5f) + (y - 31.5f) * (y - 31.5f) +
                                        (z - 31.5f) * (z - 31.5f))) -
                        20);
  const std::vector<float> random = random_floats(std::size_t(count) * 2);
  std::vector<float4> points;
  for (int i = 0; i < count; ++i) {
    const float z = 2 * random[2 * std::size_t(i)] - 1, turn = 6.2831853f * random[2 * std::size_t(i) + 1],
                r = std::sqrt(1 - z * z);
    points.push_back({32 + 20 * r * std::cos(turn), 32 + 20 * r * std::sin(turn), 32 + 20 * z, 0});
  }
  const float* memory = on_device(field);
  const float4* at = on_device(points);
  const cudaTextureObject_t tex = texture(field, n, n, n, cudaFilterModeLinear);
  float4* to = on_device(std::vector<float4>(std::size_t(count)));
  first = [=] { normals<true><<<count / 256, 256>>>(tex, memory, at, count, n, to); };
  second = [=] { normals<false><<<count / 256, 256>>>(tex, memory, at, count, n, to); };
}

// ---- Neighborhoods ----

template <bool by_texture>
__global__ void stencil(cudaTextureObject_t tex, const float* __restrict__ from, int n, float* to) {
  constexpr int side = 16, radius = 3;
  const int column = blockIdx.x * side + threadIdx.x, row = blockIdx.y * side + threadIdx.y;
  __shared__ float tile[side + 2 * radius][side + 2 * radius];
  if constexpr (!by_texture) {
    for (int y = threadIdx.y; y < side + 2 * radius; y += side)
      for (int x = threadIdx.x; x < side + 2 * radius; x += side) {
        const int tx = min(max(int(blockIdx.x) * side + x - radius, 0), n - 1),
                  ty = min(max(int(blockIdx.y) * side + y - radius, 0), n - 1);
        tile[y][x] = from[ty * n + tx];
      }
    __syncthreads();
  }
  float sum = 0;
#pragma unroll
  for (int dy = -radius; dy <= radius; ++dy)
#pragma unroll
    for (int dx = -radius; dx <= radius; ++dx)
      sum += by_texture ? tex2D<float>(tex, float(column + dx) + 0.5f, float(row + dy) + 0.5f)
                        : tile[threadIdx.y + radius + dy][threadIdx.x + radius + dx];
  to[row * n + column] = sum;
}

void make_stencil(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 128 : 4096;
  const std::vector<float> texels = random_floats(std::size_t(n) * std::size_t(n));
  const float* memory = on_device(texels);
  const cudaTextureObject_t tex = texture(texels, n, n, 0, cudaFilterModePoint);
  float* to = on_device(std::vector<float>(texels.size()));
  const dim3 block(16, 16), grid(n / 16, n / 16);
  first = [=] { stencil<true><<<grid, block>>>(tex, memory, n, to); };
  second = [=] { stencil<false><<<grid, block>>>(tex, memory, n, to); };
}

// The least difference of a pixel of the left picture from 32 pixels of the right one.
template <bool by_texture>
__global__ void stereo(cudaTextureObject_t right, const unsigned char* __restrict__ from,
                       const unsigned char* __restrict__ left, int n, float* to) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  const float own = float(left[row * n + column]) / 255.0f;
  float least = 1e9f;
#pragma unroll 8
  for (int shift = 0; shift < 32; ++shift) {
    const float other = by_texture ? tex2D<float>(right, float(column - shift) + 0.5f, float(row) + 0.5f)
                                   : float(from[row * n + max(column - shift, 0)]) * (1.0f / 255.0f);
    least = fminf(least, fabsf(own - other));
  }
  to[row * n + column] = least;
}

void make_stereo(bool small, std::function<void()>& first, std::function<void()>& second) {
  const int n = small ? 128 : 2048;
  std::vector<unsigned char> texels;
  for (const float value : random_floats(std::size_t(n) * std::size_t(n)))
    texels.push_back((unsigned char)(value * 255));
  const unsigned char* memory = on_device(texels);
  const cudaTextureObject_t tex = texture(texels, n, n, 0, cudaFilterModePoint, true);
  float* to = on_device(std::vector<float>(texels.size()));
  const dim3 block(32, 8), grid(n / 32, n / 8);
  first = [=] { stereo<true><<<grid, block>>>(tex, memory, memory, n, to); };
  second = [=] { stereo<false><<<grid, block>>>(tex, memory, memory, n, to); };
}

const Pair pairs[] = {
    {"float4", "filter.f32", make_turn<float4>},
    {"uchar4", "filter.u8", make_turn<uchar4>},
    {"volume", "filter.f32", make_volume},
    {"gather", "gather.f32", make_gather},
    {"divergent", "nearest.f32", make_divergent},
    {"streaming", "nearest.f32", make_stream},
    {"table", "tile.f32", make_table},
    {"backprojection", "filter.f32", make_backprojection},
    {"sdf", "filter.f32", make_sdf},
    {"resize", "filter.u8", make_resize},
    {"stencil", "tile.f32", make_stencil},
    {"stereo", "nearest.u8", make_stereo},
};

} // namespace

int main(int count, char** arguments) {
  for (const Pair& pair : pairs) {
    if (count < 2) std::printf("%s %s\n", pair.name, pair.choice);
    if (count < 2 || std::strcmp(pair.name, arguments[1]) != 0) continue;
    std::function<void()> first, second;
    const bool traced = count > 2;
    pair.make(traced && std::strcmp(arguments[2], "small") == 0, first, second);
    if (traced) {
      first();
      CHECK(cudaDeviceSynchronize());
    } else {
      const double a = median_us(first), b = median_us(second);
      std::printf("%s %s %.3f %.3f\n", pair.name, pair.choice, a, b);
    }
    cudaDeviceReset();
  }
  return 0;
}
