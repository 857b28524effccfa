// What tracing costs: the time of a kernel launch, and of making and destroying a texture object.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

__global__ void nothing() {}

double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

double launch_us(int count) {
  const double start = now_us();
  for (int i = 0; i < count; ++i) {
    nothing<<<1, 1>>>();
    if (i % 512 == 511) cudaDeviceSynchronize(); // the queue never fills up
  }
  cudaDeviceSynchronize();
  return (now_us() - start) / count;
}

double object_us(int count, cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc desc = {};
  desc.normalizedCoords = 1;
  const double start = now_us();
  for (int i = 0; i < count; ++i) {
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &resource, &desc, nullptr);
    cudaDestroyTextureObject(texture);
  }
  return (now_us() - start) / count;
}

double memory_us(int count) {
  const double start = now_us();
  for (int i = 0; i < count; ++i) {
    void* memory = nullptr;
    cudaMallocAsync(&memory, 4096, nullptr);
    cudaFreeAsync(memory, nullptr);
  }
  cudaDeviceSynchronize();
  return (now_us() - start) / count;
}

} // namespace

int main() {
  const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMallocArray(&array, &channels, 64, 64);
  launch_us(2000);
  object_us(1000, array);
  memory_us(1000);
  for (int round = 0; round < 5; ++round)
    std::printf("%.4f us a launch, %.4f us an object, %.4f us an allocation\n", launch_us(100000),
                object_us(20000, array), memory_us(50000));
  cudaFreeArray(array);
}
