// texelscope_proxy_fences: whether a fence makes a texture fetch follow a write of the running kernel, PTX's
// fences between proxies among them. A block fetches its texels, if warm; a block on another multiprocessor
// writes them by sust, or by st to pitch memory, fences, and sets a flag; the first block sees the flag,
// fences, and fetches again.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
#define MUST(call)                                                                                           \
  do {                                                                                                       \
    cudaError_t e_ = (call);                                                                                 \
    if (e_ != cudaSuccess) {                                                                                 \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e_));                                       \
      std::exit(1);                                                                                          \
    }                                                                                                        \
  } while (0)
enum Fence { none, block, device, sys, alias_, async_, async_global, all_of_them, fences };
const char* names[] = {"none",
                       "__threadfence_block",
                       "__threadfence",
                       "__threadfence_system",
                       "fence.proxy.alias",
                       "fence.proxy.async",
                       "fence.proxy.async.global",
                       "system, alias, async"};
__device__ void fence(int f) {
  switch (f) {
  case block:
    __threadfence_block();
    break;
  case device:
    __threadfence();
    break;
  case sys:
    __threadfence_system();
    break;
  case alias_:
    asm volatile("fence.proxy.alias;" ::: "memory");
    break;
  case async_:
    asm volatile("fence.proxy.async;" ::: "memory");
    break;
  case async_global:
    asm volatile("fence.proxy.async.global;" ::: "memory");
    break;
  case all_of_them:
    __threadfence_system();
    asm volatile("fence.proxy.alias; fence.proxy.async;" ::: "memory");
    __threadfence_system();
    break;
  }
}
__device__ unsigned fetch(cudaTextureObject_t t, int x, int y) { // volatile: never merged
  unsigned r, a, b, c;
  asm volatile("tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
               : "=r"(r), "=r"(a), "=r"(b), "=r"(c)
               : "l"(t), "r"(x), "r"(y)
               : "memory");
  return r;
}
// Blocks 2i and 2i + 1 lie on different multiprocessors: the first fetches, the second writes.
__global__ void run(cudaTextureObject_t t, cudaSurfaceObject_t s, unsigned* memory, int pitch, int f,
                    bool warm, int* flags, unsigned* stale, unsigned* same_sm, int w) {
  const int pair = blockIdx.x / 2, x = threadIdx.x % 32, y = pair * 8 + threadIdx.x / 32;
  volatile int* warmed = flags + 4 * pair;
  volatile int* written = warmed + 1;
  volatile int* sm = warmed + 2;
  unsigned id;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
  const unsigned value = 1000000u + y * w + x;
  if (blockIdx.x % 2 == 0) {
    unsigned before = 7;
    if (warm) before = fetch(t, x, y);
    if (before != 7) __trap(); // the texels before the write
    __syncthreads();
    if (threadIdx.x == 0) {
      sm[0] = id;
      __threadfence();
      *warmed = 1;
      while (!*written) {
      }
      __threadfence();
    }
    __syncthreads();
    fence(f);
    const unsigned now = fetch(t, x, y);
    if (now != value) atomicAdd(stale, 1u);
  } else {
    if (threadIdx.x == 0) {
      while (!*warmed) {
      }
      __threadfence();
      if (sm[0] == id) atomicAdd(same_sm, 1u);
    }
    __syncthreads();
    if (memory)
      asm volatile("st.global.u32 [%0], %1;" ::"l"(memory + y * pitch + x), "r"(value) : "memory");
    else
      asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], {%3};" ::"l"(s), "r"(x * 4), "r"(y), "r"(value)
                   : "memory");
    fence(f);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *written = 1;
  }
}
int main() {
  const int w = 32, h = 512, pairs = 64;
  unsigned* stale;
  int* flags;
  MUST(cudaMalloc(&stale, 8));
  MUST(cudaMalloc(&flags, pairs * 16));
  std::printf("%-10s %-5s %-26s stale fetches of %d\n", "memory", "warm", "fence", w * h);
  for (int pitched = 0; pitched < 2; ++pitched)
    for (int warm = 0; warm < 2; ++warm)
      for (int f = 0; f < fences; ++f) {
        cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned>();
        cudaResourceDesc r = {};
        cudaTextureDesc td = {};
        td.readMode = cudaReadModeElementType;
        cudaArray_t a = nullptr;
        void* p = nullptr;
        size_t pitch = 0;
        cudaSurfaceObject_t s = 0;
        std::vector<unsigned> zeros(w * h, 7);
        if (pitched) {
          MUST(cudaMallocPitch(&p, &pitch, w * 4, h));
          MUST(cudaMemcpy2D(p, pitch, zeros.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
          r.resType = cudaResourceTypePitch2D;
          r.res.pitch2D = {p, d, (size_t)w, (size_t)h, pitch};
        } else {
          MUST(cudaMallocArray(&a, &d, w, h, cudaArraySurfaceLoadStore));
          MUST(cudaMemcpy2DToArray(a, 0, 0, zeros.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
          r.resType = cudaResourceTypeArray;
          r.res.array.array = a;
          MUST(cudaCreateSurfaceObject(&s, &r));
        }
        cudaTextureObject_t t;
        MUST(cudaCreateTextureObject(&t, &r, &td, nullptr));
        MUST(cudaMemset(stale, 0, 8));
        MUST(cudaMemset(flags, 0, pairs * 16));
        run<<<2 * pairs, 256>>>(t, s, (unsigned*)p, int(pitch / 4), f, warm, flags, stale, stale + 1, w);
        MUST(cudaGetLastError());
        MUST(cudaDeviceSynchronize());
        unsigned n[2];
        MUST(cudaMemcpy(n, stale, 8, cudaMemcpyDeviceToHost));
        std::printf("%-10s %-5s %-26s %u, pairs on one multiprocessor %u\n", pitched ? "pitch" : "array",
                    warm ? "warm" : "cold", names[f], n[0], n[1]);
        cudaDestroyTextureObject(t);
        if (s) cudaDestroySurfaceObject(s);
        if (a) cudaFreeArray(a);
        cudaFree(p);
      }
}
