#include <glad/gl.h>

#include <cuda_gl_interop.h>

#include "kernels/cuda/unit/surface2d.h"

#include <chrono>
#include <cstring>
#include <utility>

#include "kernels/text/texts.h"

namespace texelscope::cuda {

namespace {
[[noreturn]] void throw_no_memory(const ElementFormat& format, int width, int height) {
  const auto bytes = std::size_t(width) * std::size_t(height) * std::size_t(format.texel_bytes());
  throw MachineError(say(Text::cuda_no_memory, {mebibytes(bytes)}));
}

cudaResourceDesc resource_desc(cudaArray_t array) {
  cudaResourceDesc desc = {};
  desc.resType = cudaResourceTypeArray;
  desc.res.array.array = array;
  return desc;
}

cudaTextureDesc make_texture_desc(const Sampler& sampler) {
  cudaTextureDesc desc;
  std::memset(&desc, 0, sizeof desc); // padding too: descriptions are compared as bytes
  for (int axis = 0; axis < 2; ++axis)
    desc.addressMode[axis] = cudaTextureAddressMode(sampler.address[std::size_t(axis)]);
  desc.filterMode = cudaTextureFilterMode(sampler.filter);
  desc.readMode = cudaTextureReadMode(sampler.read_mode);
  desc.sRGB = sampler.srgb;
  desc.normalizedCoords = sampler.normalized_coords;
  for (std::size_t c = 0; c < 4; ++c)
    desc.borderColor[c] = sampler.border_color[c];
  return desc;
}

template <class Call>
double seconds_of(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}
} // namespace

Surface2D Surface2D::shared(const ElementFormat& format, int width, int height) {
  Surface2D made;
  made.view_now = {0, format, width, height};
  made.texture_name = make_gl_texture(format, width, height);
  const cudaError_t error =
      cudaGraphicsGLRegisterImage(made.registered.put(), made.texture_name.get(), GL_TEXTURE_2D,
                                  cudaGraphicsRegisterFlagsSurfaceLoadStore);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw_no_memory(format, width, height);
  }
  check(error, "cudaGraphicsGLRegisterImage");
  return made;
}

Surface2D Surface2D::owned(const ElementFormat& format, int width, int height) {
  Surface2D made;
  made.view_now = {0, format, width, height};
  const cudaChannelFormatDesc desc = channel_desc(format);
  const cudaError_t error = cudaMallocArray(made.memory.put(), &desc, std::size_t(width), std::size_t(height),
                                            cudaArraySurfaceLoadStore);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw_no_memory(format, width, height);
  }
  check(error, "cudaMallocArray");
  made.use_array(made.memory.get());
  return made;
}

bool Surface2D::fits(const ElementFormat& format, int width, int height) const {
  return (memory || texture_name) && view_now.format == format && view_now.width == width &&
         view_now.height == height;
}

void Surface2D::use_mapped() {
  if (!registered) return;
  cudaArray_t array = nullptr;
  TEXELSCOPE_CUDA(cudaGraphicsSubResourceGetMappedArray, &array, registered.get(), 0, 0);
  if (array != array_now) use_array(array);
}

void Surface2D::use_array(cudaArray_t array) {
  texture_object.reset();
  const cudaResourceDesc desc = resource_desc(array);
  TEXELSCOPE_CUDA(cudaCreateSurfaceObject, surface.put(), &desc);
  view_now.surface = surface.get();
  array_now = array;
}

cudaTextureObject_t Surface2D::texture(const Effective& sampler) {
  const cudaTextureDesc wanted = make_texture_desc(sampler.sampler);
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): no padding, and a NaN border equals itself
  if (!texture_object || std::memcmp(&wanted, &texture_desc, sizeof wanted) != 0) {
    const cudaResourceDesc resource = resource_desc(array_now);
    TEXELSCOPE_CUDA(cudaCreateTextureObject, texture_object.put(), &resource, &wanted, nullptr);
    std::memcpy(&texture_desc, &wanted, sizeof wanted);
  }
  return texture_object.get();
}

void Surface2D::upload(const std::byte* texels, cudaStream_t stream) {
  const std::size_t row = std::size_t(width()) * std::size_t(format().texel_bytes());
  TEXELSCOPE_CUDA(cudaMemcpy2DToArrayAsync, array_now, 0, 0, texels, row, row, std::size_t(height()),
                  cudaMemcpyHostToDevice, stream);
}

Mapping::Mapping(std::span<Surface2D* const> surfaces, cudaStream_t on) : stream(on) {
  int wanted = 0;
  for (Surface2D* surface : surfaces)
    if (surface && surface->resource()) resources[wanted++] = surface->resource();
  if (wanted == 0) return;
  cudaError_t error = cudaSuccess;
  map_seconds = seconds_of([&] { error = cudaGraphicsMapResources(wanted, resources, stream); });
  if (error != cudaSuccess) {
    check(is_sticky(error) ? error : cudaSuccess, "cudaGraphicsMapResources");
    throw SharingFailed("cudaGraphicsMapResources", error);
  }
  count = wanted;
  try {
    for (Surface2D* surface : surfaces)
      if (surface) surface->use_mapped();
  } catch (...) {
    ignore(cudaGraphicsUnmapResources(count, resources, stream));
    throw;
  }
}

Mapping::~Mapping() {
  if (count > 0) ignore(cudaGraphicsUnmapResources(count, resources, stream));
}

void Mapping::unmap() {
  if (count == 0) return;
  const int mapped = std::exchange(count, 0);
  unmap_seconds = seconds_of([&] { TEXELSCOPE_CUDA(cudaGraphicsUnmapResources, mapped, resources, stream); });
}

} // namespace texelscope::cuda
