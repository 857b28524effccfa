// A texture of the model as a CUDA texture on the device, with which verify, sample and the captures compare
// the model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/shared_arrays.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::cuda {

using MipmappedArray = Handle<cudaMipmappedArray_t, destroy<cudaFreeMipmappedArray, cudaMipmappedArray_t>>;
using DeviceMemory = Handle<void*, destroy<cudaFree, void*>>;

DeviceMemory make_device_memory(std::size_t bytes);

// Memory whose channels are not plain numbers, or that the texture object reinterprets.
struct UnitMemory {
  ChannelKind channel_kind = ChannelKind::plain;
  std::shared_ptr<const CompressedTexels> compressed; // ChannelKind::blocks
  std::optional<ReadMode> read_mode;                  // the descriptor's, if the unit does otherwise
  std::optional<MemoryShape> shape;                   // if the texture object sees another shape:
  TextureShape seen;
  bool operator==(const UnitMemory&) const = default;
};
UnitMemory unit_memory(const Effective& effective, const Image* image);

class UnitTexture final : public Mappable {
public:
  // `texture`: the layout of memory. Copies the texels, if there are any, in the order of the stream. Throws
  // CudaError if CUDA rejects the format, the size or the sampler.
  UnitTexture(const Texture& texture, cudaStream_t stream, UnitMemory memory = {});
  // In the arrays of an OpenGL texture of the same shape, without texels. Throws SharingRefused, or
  // CudaError, if CUDA rejects an object of them. They must be mapped before any call that uses texels.
  UnitTexture(const Texture& texture, cudaStream_t stream, UnitMemory memory,
              std::unique_ptr<SharedArrays> shared);

  // Sets another sampler for the same texels; returns CUDA's error if it rejects it, and keeps the old one.
  cudaError_t set_sampler(const Sampler& sampler);
  const Sampler& sampler() const { return sampler_; }
  cudaTextureObject_t object() const { return object_.get(); }
  // For surface reads and writes, of arrays only.
  cudaSurfaceObject_t surface(int level = 0);
  cudaArray_t array_of(int level) const;                       // null if the texels are not in an array
  const SharedArrays* shared() const { return shared_.get(); } // null: the arrays are CUDA's own
  cudaGraphicsResource_t resource() const override { return shared_ ? shared_->resource() : nullptr; }
  void use_mapped() override;
  std::byte* memory() const { return static_cast<std::byte*>(memory_.get()); }
  std::size_t pitch() const { return pitch_; } // bytes from row to row of memory()
  // Copies other texels of the same shape.
  void copy(const Texture& texture, cudaStream_t stream);
  void copy(const UnitTexture& from, const Texture& shape, cudaStream_t stream); // on the device

private:
  void allocate(const Texture& texture);
  std::size_t row_bytes() const; // of level 0, in memory
  void allocate_reinterpreted(std::size_t row);
  void copy_level(const Texture& texture, int level, cudaStream_t stream);
  cudaResourceViewDesc view() const;
  cudaResourceDesc resource_desc() const;

  UnitMemory use_;
  Dimension dimension_;
  Storage storage_;
  ElementFormat format_;
  int width_, height_, level_count_;
  bool is_mipmapped_; // the array, which can have one level
  std::unique_ptr<SharedArrays> shared_;
  Array array_;
  MipmappedArray mipmapped_;
  DeviceMemory memory_;
  std::size_t pitch_ = 0;
  TextureObject object_;
  Sampler sampler_;                    // of the object
  std::vector<SurfaceObject> surface_; // of each level, once it is requested
};

// One thread per fetch; `at` and `components` lie on the device. The return type is float4, uint4 or int4,
// depending on `result`.
void launch_unit_fetch(cudaTextureObject_t texture, Dimension dimension, FetchKind kind, ResultType result,
                       const FetchAt* at, uint4* components, int count, cudaStream_t stream);

// Surface reads and writes of whole texels, `bytes` each, with one thread per request. FetchAt's texel, row
// and layer are used.
void launch_surface_read(cudaSurfaceObject_t surface, Dimension dimension, int bytes, BoundaryMode boundary,
                         const FetchAt* at, uint4* values, int count, cudaStream_t stream);
void launch_surface_write(cudaSurfaceObject_t surface, Dimension dimension, int bytes, BoundaryMode boundary,
                          const FetchAt* at, const uint4* values, int count, cudaStream_t stream);

} // namespace texelscope::cuda
