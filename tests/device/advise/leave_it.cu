// Four kernels that fetch and do not wait for it: `texelscope advise --times` must say "leave it" of each.
// The fifth one, march, ends its loop by what it fetches: of that one it must say that it cannot tell.
//   leave_it KERNEL        launches it forty times
//   leave_it KERNEL small  launches it once, with fewer threads: to be recorded
#include "cuda_program.h"

#include <cstring>

namespace {
constexpr int side = 256; // of the texture

__device__ float texel(cudaTextureObject_t tex, int thread) {
  return tex2D<float>(tex, float(thread % side) + 0.25f, float(thread / side % side) + 0.75f);
}

// Multiplications and additions, four chains of them, for one fetch.
__global__ void arithmetic(cudaTextureObject_t tex, float* to) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = texel(tex, thread);
  float a = x, b = x + 1, c = x + 2, d = x + 3;
  for (int i = 0; i < 2000; ++i) {
    a = fmaf(a, 0.999f, 0.001f), b = fmaf(b, 0.998f, 0.002f);
    c = fmaf(c, 0.997f, 0.003f), d = fmaf(d, 0.996f, 0.004f);
  }
  to[thread] = a + b + c + d;
}

// A KiB of memory written for one fetch.
__global__ void writes(cudaTextureObject_t tex, float* to) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const float x = texel(tex, thread);
  for (int i = 0; i < 64; ++i)
    reinterpret_cast<float4*>(to)[std::size_t(i) * threads + thread] = make_float4(x, x + i, x - i, x * i);
}

// One warp for each multiprocessor's scheduler: it waits for its integers, each made of the one before.
__global__ void chain(cudaTextureObject_t tex, float* to) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = texel(tex, thread);
  unsigned number = unsigned(thread);
  for (int i = 0; i < 20000; ++i)
    number = number * 1664525u + 1013904223u;
  to[thread] = x + float(number);
}

// One thread in 1024 fetches, among threads that copy.
__global__ void seldom(cudaTextureObject_t tex, float* to) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float value = 0;
  if (thread % 1024 == 0) value = texel(tex, thread);
  for (int i = 0; i < 32; ++i)
    to[std::size_t(i + 1) * threads + thread] = to[std::size_t(i) * threads + thread] + value;
}

// The texels are 0.5: it goes to the end.
__global__ void march(cudaTextureObject_t tex, float* to) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 100; ++i) {
    const float value = texel(tex, thread + 37 * i);
    if (value > 0.5f) break;
    sum += value;
  }
  to[thread] = sum;
}

struct Kernel {
  const char* name;
  void (*run)(cudaTextureObject_t, float*);
  int blocks, threads, floats; // floats of each thread
};
const Kernel kernels[] = {{"arithmetic", arithmetic, 2048, 256, 1},
                          {"writes", writes, 2048, 256, 256},
                          {"chain", chain, 528, 32, 1},
                          {"seldom", seldom, 4096, 256, 33},
                          {"march", march, 2048, 256, 1}};
} // namespace

int main(int count, char** arguments) {
  for (const Kernel& kernel : kernels) {
    if (count < 2) std::printf("%s\n", kernel.name);
    if (count < 2 || std::strcmp(kernel.name, arguments[1]) != 0) continue;
    const bool small = count > 2 && std::strcmp(arguments[2], "small") == 0;
    const std::size_t threads = std::size_t(kernel.blocks) * kernel.threads;
    float* to = nullptr;
    CHECK(cudaMalloc(&to, threads * kernel.floats * sizeof(float)));
    CHECK(cudaMemset(to, 0, threads * kernel.floats * sizeof(float)));
    const cudaTextureObject_t tex =
        texture(std::vector<float>(side * side, 0.5f), side, side, 0, cudaFilterModeLinear);
    for (int i = 0; i < (small ? 1 : 40); ++i)
      kernel.run<<<small ? kernel.blocks / 16 : kernel.blocks, kernel.threads>>>(tex, to);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(tex));
  }
  CHECK(cudaDeviceReset());
  return 0;
}
