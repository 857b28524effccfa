// Enlarges a row of 8 texels to 16 pixels, and forgets a + 0.5: the picture is shifted by a quarter of a texel.
#include <cstdio>

__global__ void enlarge(cudaTextureObject_t texture, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = tex2D<float>(texture, x * 0.5f, (y + 0.5f) * 0.5f); // (x + 0.5f) * 0.5f is right
}

int main() {
  constexpr int texels = 8, pixels = 16;
  float row[texels][texels];
  for (int y = 0; y < texels; ++y)
    for (int x = 0; x < texels; ++x)
      row[y][x] = x / 7.0f;
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, texels, texels);
  cudaMemcpy2DToArray(array, 0, 0, row, sizeof row[0], sizeof row[0], texels, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampler = {};
  sampler.addressMode[0] = sampler.addressMode[1] = cudaAddressModeClamp;
  sampler.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &sampler, nullptr);
  float *out = nullptr, result[pixels][pixels];
  cudaMalloc(&out, sizeof result);
  enlarge<<<dim3(2, 2), dim3(8, 8)>>>(texture, out, pixels);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (const float value : result[0])
    std::printf("%.4f ", value);
  std::printf("\n");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
