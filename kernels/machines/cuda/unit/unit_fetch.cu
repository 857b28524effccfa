#include "kernels/machines/cuda/unit/unit_fetch.cuh"
#include "kernels/machines/cuda/unit/unit_texture.h"

namespace texelscope::cuda {

namespace {
template <class T>
__global__ void unit_fetch_kernel(cudaTextureObject_t texture, Dimension dimension, FetchKind kind,
                                  const FetchAt* requests, uint4* components, int count) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const FetchAt at = requests[i];
  const T value = fetch_any<T>(texture, dimension, kind, at);
  components[i] = {bits(value.x), bits(value.y), bits(value.z), bits(value.w)};
}
} // namespace

void launch_unit_fetch(cudaTextureObject_t texture, Dimension dimension, FetchKind kind, ResultType result,
                       const FetchAt* at, uint4* components, int count, cudaStream_t stream) {
  const unsigned threads = 128, blocks = unsigned(count + 127) / 128;
  switch (result) {
  case ResultType::floating:
    unit_fetch_kernel<float4>
        <<<blocks, threads, 0, stream>>>(texture, dimension, kind, at, components, count);
    break;
  case ResultType::unsigned_int:
    unit_fetch_kernel<uint4><<<blocks, threads, 0, stream>>>(texture, dimension, kind, at, components, count);
    break;
  case ResultType::signed_int:
    unit_fetch_kernel<int4><<<blocks, threads, 0, stream>>>(texture, dimension, kind, at, components, count);
    break;
  }
  check(cudaGetLastError(), "unit_fetch_kernel");
}

} // namespace texelscope::cuda
