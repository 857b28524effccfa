#include "kernels/machines/cuda/labs/staleness_storage.h"

namespace texelscope::cuda {

using staleness::WritePath;

namespace {
cudaChannelFormatDesc one_word() {
  return {32, 0, 0, 0, cudaChannelFormatKindUnsigned};
}

void make_texture(TextureObject& texture, const cudaResourceDesc& resource) {
  cudaTextureDesc sampler = {};
  for (cudaTextureAddressMode& mode : sampler.addressMode)
    mode = cudaAddressModeClamp;
  sampler.filterMode = cudaFilterModePoint;
  sampler.readMode = cudaReadModeElementType;
  TEXELSCOPE_CUDA(cudaCreateTextureObject, texture.put(), &resource, &sampler, nullptr);
}
} // namespace

TexelStorage::TexelStorage(int w, int h) : width(w), height(h), old_values(std::size_t(w) * std::size_t(h)) {
  for (std::size_t i = 0; i < old_values.size(); ++i)
    old_values[i] = staleness::old_value(std::uint32_t(i));
  make_array(kept_for[int(WritePath::surface)]);
  make_memory(kept_for[int(WritePath::pitch)], true);
  make_memory(kept_for[int(WritePath::linear)], false);
}

void TexelStorage::make_array(Kept& kept) const {
  const cudaChannelFormatDesc format = one_word();
  TEXELSCOPE_CUDA(cudaMallocArray, kept.array.put(), &format, std::size_t(width), std::size_t(height),
                  cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = kept.array.get();
  TEXELSCOPE_CUDA(cudaCreateSurfaceObject, kept.surface.put(), &resource);
  make_texture(kept.texture, resource);
  kept.view = {kept.texture.get(), kept.surface.get(), nullptr, 0, width, height};
}

void TexelStorage::make_memory(Kept& kept, bool pitched) const {
  const std::size_t row = std::size_t(width) * sizeof(unsigned);
  kept.pitch = row;
  if (pitched)
    TEXELSCOPE_CUDA(cudaMallocPitch, kept.memory.put(), &kept.pitch, row, std::size_t(height));
  else
    TEXELSCOPE_CUDA(cudaMalloc, kept.memory.put(), row * std::size_t(height));
  cudaResourceDesc resource = {};
  if (pitched) {
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {kept.memory.get(), one_word(), std::size_t(width), std::size_t(height),
                            kept.pitch};
  } else {
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {kept.memory.get(), one_word(), row * std::size_t(height)};
  }
  make_texture(kept.texture, resource);
  auto* const texels = static_cast<unsigned*>(kept.memory.get());
  kept.view = {kept.texture.get(), 0, texels, int(kept.pitch / sizeof(unsigned)), width, height};
}

const TexelView& TexelStorage::prepare(WritePath path) {
  Kept& kept = kept_for[int(path)];
  const std::size_t row = std::size_t(width) * sizeof(unsigned);
  if (path == WritePath::surface)
    TEXELSCOPE_CUDA(cudaMemcpy2DToArray, kept.array.get(), 0, 0, old_values.data(), row, row,
                    std::size_t(height), cudaMemcpyHostToDevice);
  else
    TEXELSCOPE_CUDA(cudaMemcpy2D, kept.memory.get(), kept.pitch, old_values.data(), row, row,
                    std::size_t(height), cudaMemcpyHostToDevice);
  return kept.view;
}

} // namespace texelscope::cuda
