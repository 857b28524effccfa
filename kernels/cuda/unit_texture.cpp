#include "kernels/cuda/unit_texture.h"

#include <algorithm>

namespace texelscope::cuda {

namespace {
// As cudaMalloc3DArray wants it: 0 for what the dimension has not.
cudaExtent array_extent(const Texture& t) {
  return {std::size_t(t.width), is_1d(t.dimension) ? 0 : std::size_t(t.height),
          t.dimension == Dimension::d1 || t.dimension == Dimension::d2 ? 0 : std::size_t(t.depth)};
}

unsigned array_flags(const Texture& t) {
  unsigned flags = cudaArraySurfaceLoadStore;
  if (t.dimension == Dimension::d2 && t.level_count == 1) flags |= cudaArrayTextureGather;
  if (is_layered(t.dimension)) flags |= cudaArrayLayered;
  if (is_cube(t.dimension)) flags |= cudaArrayCubemap;
  return flags;
}

void copy_level(cudaArray_t array, const Texture& t, int level, cudaStream_t stream) {
  const auto [width, height, depth] = t.size_of(level);
  const std::size_t row = std::size_t(width) * std::size_t(t.format.texel_bytes());
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<std::byte*>(t.level[std::size_t(level)]), row,
                                    std::size_t(width), std::size_t(height));
  copy.dstArray = array;
  copy.extent = {std::size_t(width), std::size_t(height), std::size_t(depth)};
  copy.kind = cudaMemcpyHostToDevice;
  TEXELSCOPE_CUDA(cudaMemcpy3DAsync, &copy, stream);
}
} // namespace

DeviceMemory make_device_memory(std::size_t bytes) {
  DeviceMemory memory;
  TEXELSCOPE_CUDA(cudaMalloc, memory.put(), bytes);
  return memory;
}

UnitTexture::UnitTexture(const Texture& t, cudaStream_t stream)
    : dimension_(t.dimension), storage_(t.storage), format_(t.format), width_(t.width), height_(t.height),
      level_count_(t.level_count) {
  allocate(t);
  if (t.level[0]) copy(t, stream);
  check(set_sampler(t.sampler), "cudaCreateTextureObject");
}

void UnitTexture::allocate(const Texture& t) {
  const cudaChannelFormatDesc desc = channel_desc(format_);
  const std::size_t row = std::size_t(width_) * std::size_t(format_.texel_bytes());
  if (storage_ == Storage::linear) {
    memory_ = make_device_memory(row);
    pitch_ = row;
  } else if (storage_ == Storage::pitch) {
    TEXELSCOPE_CUDA(cudaMallocPitch, memory_.put(), &pitch_, row, std::size_t(height_));
  } else if (level_count_ > 1) {
    TEXELSCOPE_CUDA(cudaMallocMipmappedArray, mipmapped_.put(), &desc, array_extent(t),
                    unsigned(level_count_), array_flags(t));
  } else {
    TEXELSCOPE_CUDA(cudaMalloc3DArray, array_.put(), &desc, array_extent(t), array_flags(t));
  }
}

void UnitTexture::copy(const Texture& t, cudaStream_t stream) {
  const std::size_t row = std::size_t(width_) * std::size_t(format_.texel_bytes());
  if (storage_ == Storage::linear) {
    TEXELSCOPE_CUDA(cudaMemcpyAsync, memory_.get(), t.level[0], row, cudaMemcpyHostToDevice, stream);
  } else if (storage_ == Storage::pitch) {
    TEXELSCOPE_CUDA(cudaMemcpy2DAsync, memory_.get(), pitch_, t.level[0], row, row, std::size_t(height_),
                    cudaMemcpyHostToDevice, stream);
  } else {
    for (int level = 0; level < level_count_; ++level)
      copy_level(array_of(level), t, level, stream);
  }
}

void UnitTexture::copy(const UnitTexture& from, const Texture& shape, cudaStream_t stream) {
  if (memory_) {
    const std::size_t row = std::size_t(width_) * std::size_t(format_.texel_bytes());
    TEXELSCOPE_CUDA(cudaMemcpy2DAsync, memory_.get(), pitch_, from.memory_.get(), from.pitch_, row,
                    std::size_t(storage_ == Storage::linear ? 1 : height_), cudaMemcpyDeviceToDevice, stream);
    return;
  }
  for (int level = 0; level < level_count_; ++level) {
    const auto [width, height, depth] = shape.size_of(level);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = from.array_of(level);
    copy.dstArray = array_of(level);
    copy.extent = {std::size_t(width), std::size_t(height), std::size_t(depth)};
    copy.kind = cudaMemcpyDeviceToDevice;
    TEXELSCOPE_CUDA(cudaMemcpy3DAsync, &copy, stream);
  }
}

cudaArray_t UnitTexture::array_of(int level) const {
  if (level_count_ == 1) return array_.get();
  cudaArray_t array = nullptr;
  TEXELSCOPE_CUDA(cudaGetMipmappedArrayLevel, &array, mipmapped_.get(), unsigned(level));
  return array;
}

cudaResourceDesc UnitTexture::resource() const {
  cudaResourceDesc desc = {};
  const std::size_t row = std::size_t(width_) * std::size_t(format_.texel_bytes());
  if (storage_ == Storage::linear) {
    desc.resType = cudaResourceTypeLinear;
    desc.res.linear = {memory_.get(), channel_desc(format_), row};
  } else if (storage_ == Storage::pitch) {
    desc.resType = cudaResourceTypePitch2D;
    desc.res.pitch2D = {memory_.get(), channel_desc(format_), std::size_t(width_), std::size_t(height_),
                        pitch_};
  } else if (level_count_ > 1) {
    desc.resType = cudaResourceTypeMipmappedArray;
    desc.res.mipmap.mipmap = mipmapped_.get();
  } else {
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array_.get();
  }
  return desc;
}

cudaError_t UnitTexture::set_sampler(const SamplerState& s) {
  cudaTextureDesc desc = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
    desc.addressMode[axis] = cudaTextureAddressMode(s.address[axis]);
  desc.filterMode = cudaTextureFilterMode(s.filter);
  desc.readMode = cudaTextureReadMode(s.read_mode);
  desc.sRGB = s.srgb;
  for (std::size_t c = 0; c < 4; ++c)
    desc.borderColor[c] = s.border_color[c];
  desc.normalizedCoords = s.normalized_coords;
  desc.maxAnisotropy = unsigned(s.max_anisotropy);
  desc.mipmapFilterMode = cudaTextureFilterMode(s.mip_filter);
  desc.mipmapLevelBias = s.mip_bias;
  desc.minMipmapLevelClamp = s.mip_min;
  desc.maxMipmapLevelClamp = s.mip_max;
  desc.disableTrilinearOptimization = s.disable_trilinear_optimization;
  desc.seamlessCubemap = s.seamless_cube;
  const cudaResourceDesc from = resource();
  cudaTextureObject_t made = 0;
  const cudaError_t error = cudaCreateTextureObject(&made, &from, &desc, nullptr);
  ignore(error);
  if (error == cudaSuccess) {
    object_.reset(made);
    sampler_ = s;
  }
  return error;
}

cudaSurfaceObject_t UnitTexture::surface() {
  if (!surface_) {
    cudaResourceDesc desc = {};
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array_of(0);
    TEXELSCOPE_CUDA(cudaCreateSurfaceObject, surface_.put(), &desc);
  }
  return surface_.get();
}

} // namespace texelscope::cuda
