// A kernel that holds VALUES numbers in registers while it fetches, launched with as many threads as a block
// can have.
#include <cuda_runtime.h>

#include <cstdio>

namespace {

constexpr int values = VALUES;

__global__ void fetch(cudaTextureObject_t texture, float* to) {
  float held[values];
#pragma unroll
  for (int i = 0; i < values; ++i)
    held[i] = tex2D<float>(texture, float(threadIdx.x + i), float(i));
#pragma unroll
  for (int round = 0; round < 4; ++round)
#pragma unroll
    for (int i = 0; i < values; ++i)
      held[i] = fmaf(held[i], held[(i * 7 + round) % values], held[(i * 13 + 5) % values]);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < values; ++i)
    sum += held[i];
  to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

} // namespace

int main() {
  constexpr int blocks = 2, threads = 1024;
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &channels, 8, 8);
  const float zeros[64] = {};
  cudaMemcpy2DToArray(resource.res.array.array, 0, 0, zeros, 32, 32, 8, cudaMemcpyHostToDevice);
  cudaTextureDesc desc = {};
  for (cudaTextureAddressMode& mode : desc.addressMode)
    mode = cudaAddressModeClamp;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
  float* memory = nullptr;
  cudaMalloc(&memory, blocks * threads * sizeof *memory);
  fetch<<<blocks, threads>>>(texture, memory);
  const cudaError_t error = cudaGetLastError();
  float value = -1;
  cudaMemcpy(&value, memory + blocks * threads - 1, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("%s %g\n", cudaGetErrorName(error), double(value));
  cudaDestroyTextureObject(texture);
  cudaFreeArray(resource.res.array.array);
  cudaFree(memory);
  return 0;
}
