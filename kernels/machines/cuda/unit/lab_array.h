// An array with a surface object.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/machines/cuda/unit/raw_texel.h"
#include "kernels/machines/cuda/unit/unit_texture.h"

namespace texelscope::cuda {

class LabArray {
public:
  LabArray(const ElementFormat& format, int width, int height)
      : row_(std::size_t(width) * std::size_t(format.texel_bytes())), height_(std::size_t(height)) {
    const cudaChannelFormatDesc desc = channel_desc(format);
    TEXELSCOPE_CUDA(cudaMallocArray, array_.put(), &desc, std::size_t(width), height_,
                    cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_.get();
    TEXELSCOPE_CUDA(cudaCreateSurfaceObject, surface_.put(), &resource);
  }

  cudaArray_t array() const { return array_.get(); }
  cudaSurfaceObject_t surface() const { return surface_.get(); }

  void clear() {
    const std::vector<std::byte> zeros(row_ * height_);
    TEXELSCOPE_CUDA(cudaMemcpy2DToArray, array_.get(), 0, 0, zeros.data(), row_, row_, height_,
                    cudaMemcpyHostToDevice);
  }
  std::vector<std::byte> texels() const {
    std::vector<std::byte> bytes(row_ * height_);
    TEXELSCOPE_CUDA(cudaMemcpy2DFromArray, bytes.data(), row_, array_.get(), 0, 0, row_, height_,
                    cudaMemcpyDeviceToHost);
    return bytes;
  }

private:
  std::size_t row_, height_; // bytes, rows
  Array array_;
  SurfaceObject surface_;
};

} // namespace texelscope::cuda
