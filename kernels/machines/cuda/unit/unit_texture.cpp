#include "kernels/machines/cuda/unit/unit_texture.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/machines/backend/cuda_support.h"
#include "kernels/machines/cuda/device/device.h"
#include "kernels/machines/cuda/device/older_toolkit.h"
#include "kernels/machines/cuda/unit/sampler_desc.h"

namespace texelscope::cuda {

namespace {
// The flag for surfaces lowers an array's largest size, so it is left out where the array is longer.
unsigned array_flags(const Texture& t, ChannelKind kind) {
  const LargestSizes largest = largest_sizes(thread_cuda_device());
  unsigned flags = cudaArrayDefault;
  if (kind != ChannelKind::blocks && has_surface(t, largest)) flags |= cudaArraySurfaceLoadStore;
  if (t.gather_array) flags |= cudaArrayTextureGather;
  return flags | dimension_flags(t.dimension);
}

cudaChannelFormatDesc memory_desc(const ElementFormat& format, const UnitMemory& memory) {
  if (memory.channel_kind == ChannelKind::blocks)
    return channel_desc(texel_format(memory.compressed->format));
  return channel_desc(*find_texel_format(format, memory.channel_kind));
}
} // namespace

UnitMemory unit_memory(const Effective& e, const Image* image) {
  UnitMemory memory;
  memory.channel_kind = e.channel_kind;
  if (e.descriptor_read_mode != e.sampler.read_mode) memory.read_mode = e.descriptor_read_mode;
  if (e.channel_kind == ChannelKind::blocks && image) memory.compressed = image->compressed;
  if (!e.memory) return memory;
  memory.shape = e.memory;
  memory.seen = e;
  return memory;
}

// Copies from pageable memory: when the call returns, the texels have been read.
void UnitTexture::copy_level(const Texture& t, int level, cudaStream_t stream) {
  const auto [width, height, depth] = t.size_of(level);
  const std::byte* texels = t.level[std::size_t(level)];
  std::size_t row = std::size_t(width) * std::size_t(t.format.texel_bytes());
  std::size_t rows = std::size_t(height);
  std::vector<std::uint32_t> packed;
  if (use_.channel_kind == ChannelKind::packed) {
    packed = packed_texels(texels, std::size_t(width) * rows * std::size_t(depth));
    texels = reinterpret_cast<const std::byte*>(packed.data());
    row = std::size_t(width) * sizeof(std::uint32_t);
  }
  if (use_.channel_kind == ChannelKind::blocks) { // the extent below still counts texels
    texels = use_.compressed->levels[std::size_t(level)].data();
    row = std::size_t(width + 3) / 4 * std::size_t(bc::block_bytes(use_.compressed->format));
    rows = std::size_t(height + 3) / 4;
  }
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<std::byte*>(texels), row, std::size_t(width), rows);
  copy.dstArray = array_of(level);
  copy.extent = {std::size_t(width), std::size_t(height), std::size_t(depth)};
  copy.kind = cudaMemcpyHostToDevice;
  check(copy_3d(copy, stream), "cudaMemcpy3DAsync");
  if (!packed.empty()) TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
}

DeviceMemory make_device_memory(std::size_t bytes) {
  DeviceMemory memory;
  TEXELSCOPE_CUDA(cudaMalloc, memory.put(), bytes);
  return memory;
}

UnitTexture::UnitTexture(const Texture& t, cudaStream_t stream, UnitMemory memory)
    : use_(std::move(memory)), dimension_(t.dimension), storage_(t.storage), format_(t.format),
      width_(t.width), height_(t.height), level_count_(t.level_count),
      is_mipmapped_(t.mipmapped || t.level_count > 1) {
  allocate(t);
  if (t.level[0]) copy(t, stream);
  check(set_sampler(t.sampler), "cudaCreateTextureObject");
}

UnitTexture::UnitTexture(const Texture& t, cudaStream_t stream, UnitMemory memory,
                         std::unique_ptr<SharedArrays> shared)
    : use_(std::move(memory)), dimension_(t.dimension), storage_(t.storage), format_(t.format),
      width_(t.width), height_(t.height), level_count_(t.level_count), is_mipmapped_(t.level_count > 1),
      shared_(std::move(shared)) {
  sampler_ = t.sampler;
  Mappable* const self[] = {this};
  Mapping mapping(self, stream); // makes the texture object
  for (int level = 0; level < level_count_; ++level)
    surface(level);
  mapping.unmap();
}

void UnitTexture::use_mapped() {
  if (!shared_ || !shared_->use_mapped()) return;
  surface_.clear();
  check(set_sampler(sampler_), "cudaCreateTextureObject");
}

void UnitTexture::allocate(const Texture& t) {
  const cudaChannelFormatDesc desc = memory_desc(format_, use_);
  const std::size_t row = row_bytes();
  if (storage_ == Storage::pitch && use_.shape) {
    allocate_reinterpreted(row);
  } else if (storage_ == Storage::linear) {
    memory_ = make_device_memory(row);
    pitch_ = row;
  } else if (storage_ == Storage::pitch) {
    TEXELSCOPE_CUDA(cudaMallocPitch, memory_.put(), &pitch_, row, std::size_t(height_));
  } else if (is_mipmapped_) {
    check(create_mipmapped_array(mipmapped_.put(), desc, array_extent(t), unsigned(level_count_),
                                 array_flags(t, use_.channel_kind)),
          "cudaMallocMipmappedArray");
  } else {
    check(create_array(array_.put(), desc, array_extent(t), array_flags(t, use_.channel_kind)),
          "cudaMalloc3DArray");
  }
}

// Writes zeros between and behind the rows, wherever a wrong pitch can reach.
void UnitTexture::allocate_reinterpreted(std::size_t row) {
  pitch_ = std::size_t(use_.shape->pitch);
  const std::size_t descriptor_pitch = std::size_t(use_.shape->descriptor_pitch),
                    height = std::size_t(height_);
  const std::size_t bytes =
      std::max({height * pitch_, (height - 1) * descriptor_pitch + use_.seen.row_bytes(), row});
  memory_ = make_device_memory(bytes);
  TEXELSCOPE_CUDA(cudaMemset, memory_.get(), 0, bytes);
  // The streams that copy texels here do not wait for the default stream.
  TEXELSCOPE_CUDA(cudaStreamSynchronize, nullptr);
}

std::size_t UnitTexture::row_bytes() const {
  const std::size_t texel =
      use_.channel_kind == ChannelKind::packed ? sizeof(std::uint32_t) : std::size_t(format_.texel_bytes());
  return std::size_t(width_) * texel;
}

void UnitTexture::copy(const Texture& t, cudaStream_t stream) {
  const std::size_t row = row_bytes();
  if (!is_array(storage_)) {
    const std::size_t rows = storage_ == Storage::linear ? 1 : std::size_t(height_);
    const bool packs = use_.channel_kind == ChannelKind::packed;
    const auto packed =
        packs ? packed_texels(t.level[0], std::size_t(width_) * rows) : std::vector<std::uint32_t>();
    const void* texels = packs ? static_cast<const void*>(packed.data()) : t.level[0];
    TEXELSCOPE_CUDA(cudaMemcpy2DAsync, memory_.get(), pitch_, texels, row, row, rows, cudaMemcpyHostToDevice,
                    stream);
    if (packs) TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
  } else {
    for (int level = 0; level < level_count_; ++level)
      copy_level(t, level, stream);
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
    check(copy_3d(copy, stream), "cudaMemcpy3DAsync");
  }
}

cudaArray_t UnitTexture::array_of(int level) const {
  if (shared_) return shared_->array(level);
  if (!is_mipmapped_) return array_.get();
  cudaArray_t array = nullptr;
  TEXELSCOPE_CUDA(cudaGetMipmappedArrayLevel, &array, mipmapped_.get(), unsigned(level));
  return array;
}

cudaResourceDesc UnitTexture::resource_desc() const {
  cudaResourceDesc desc = {};
  const bool as_it_is = !use_.shape;
  const cudaChannelFormatDesc element =
      as_it_is ? memory_desc(format_, use_) : channel_desc(use_.seen.format);
  if (storage_ == Storage::linear) {
    desc.resType = cudaResourceTypeLinear;
    desc.res.linear = {memory_.get(), element, row_bytes()};
  } else if (storage_ == Storage::pitch) {
    desc.resType = cudaResourceTypePitch2D;
    desc.res.pitch2D = {memory_.get(), element, std::size_t(as_it_is ? width_ : use_.seen.width),
                        std::size_t(height_), as_it_is ? pitch_ : std::size_t(use_.shape->descriptor_pitch)};
  } else if (is_mipmapped_) {
    desc.resType = cudaResourceTypeMipmappedArray;
    desc.res.mipmap.mipmap = shared_ ? shared_->mipmapped() : mipmapped_.get();
  } else {
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array_of(0);
  }
  return desc;
}

// The view's size is that of the array, whatever part of it is seen.
cudaResourceViewDesc UnitTexture::view() const {
  const bool layered = dimension_ == Dimension::d1_layered || dimension_ == Dimension::d2_layered;
  cudaResourceViewDesc desc = {};
  desc.format = cudaResourceViewFormat(find_texel_format(use_.seen.format)->view.value);
  desc.width = std::size_t(use_.shape->width);
  desc.height = is_1d(dimension_) ? 0 : std::size_t(use_.shape->height);
  desc.depth =
      dimension_ == Dimension::d1 || dimension_ == Dimension::d2 ? 0 : std::size_t(use_.shape->planes);
  desc.firstMipmapLevel = unsigned(use_.shape->first_level);
  desc.lastMipmapLevel = unsigned(use_.shape->first_level + use_.seen.level_count - 1);
  if (is_layered(dimension_) || is_cube(dimension_)) {
    desc.firstLayer = layered ? unsigned(use_.shape->first_layer) : 0;
    desc.lastLayer =
        layered ? unsigned(use_.shape->first_layer + use_.seen.planes - 1) : unsigned(desc.depth - 1);
  }
  return desc;
}

cudaError_t UnitTexture::set_sampler(const Sampler& s) {
  cudaTextureDesc desc = sampler_desc(s);
  desc.readMode = cudaTextureReadMode(use_.read_mode.value_or(s.read_mode));
  if (shared_ && level_count_ > 1) {
    // Measured: behind the last level of an OpenGL texture the unit finds others, so the clamps must end
    // there.
    const float last = float(level_count_ - 1);
    if (!(s.mip_min <= last)) desc.minMipmapLevelClamp = last;
    if (!(s.mip_max <= last)) desc.maxMipmapLevelClamp = last;
  }
  const cudaResourceDesc from = resource_desc();
  cudaTextureObject_t made = 0;
  const bool viewed = use_.shape && is_array(storage_);
  const cudaResourceViewDesc seen = viewed ? view() : cudaResourceViewDesc{};
  const cudaError_t error = create_texture(&made, from, desc, viewed ? &seen : nullptr);
  ignore(error);
  if (error == cudaSuccess) {
    object_.reset(made);
    sampler_ = s;
  }
  return error;
}

cudaSurfaceObject_t UnitTexture::surface(int level) {
  surface_.resize(std::size_t(level_count_));
  SurfaceObject& surface = surface_[std::size_t(level)];
  if (!surface) {
    cudaResourceDesc desc = {};
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array_of(level);
    check(create_surface(surface.put(), desc), "cudaCreateSurfaceObject");
  }
  return surface.get();
}

} // namespace texelscope::cuda
