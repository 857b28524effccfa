// An array with a surface, and unsigned words as wide as a texel.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/cuda/unit_texture.h"

namespace texelscope::cuda {

template <int Bytes>
struct RawTexel;
template <>
struct RawTexel<1> {
  using type = unsigned char;
};
template <>
struct RawTexel<2> {
  using type = unsigned short;
};
template <>
struct RawTexel<4> {
  using type = unsigned int;
};
template <>
struct RawTexel<8> {
  using type = uint2;
};
template <>
struct RawTexel<16> {
  using type = uint4;
};

class LabArray {
public:
  LabArray(const ElementFormat& format, int width, int height)
      : row_(std::size_t(width) * std::size_t(format.texel_bytes())), height_(std::size_t(height)) {
    const auto bits = [&](int channel) { return channel < format.channels ? format.bits : 0; };
    const auto kind = format.kind == ElementKind::unsigned_int ? cudaChannelFormatKindUnsigned
                      : format.kind == ElementKind::signed_int ? cudaChannelFormatKindSigned
                                                               : cudaChannelFormatKindFloat;
    const cudaChannelFormatDesc desc = {bits(0), bits(1), bits(2), bits(3), kind};
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
