#include "kernels/machines/cuda/unit/surface2d.h"

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/unit/sampler_desc.h"

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
} // namespace

void copy_rect(void* to, const ArrayPlane& from, int x, int y, int width, int height, cudaStream_t stream) {
  const auto texel = std::size_t(from.format.texel_bytes());
  cudaMemcpy3DParms copy = {};
  copy.srcArray = from.array;
  copy.srcPos = {std::size_t(x), std::size_t(y), std::size_t(from.plane)};
  copy.dstPtr = make_cudaPitchedPtr(to, std::size_t(width) * texel, std::size_t(width), std::size_t(height));
  copy.extent = {std::size_t(width), std::size_t(height), 1};
  copy.kind = cudaMemcpyDeviceToHost;
  TEXELSCOPE_CUDA(cudaMemcpy3DAsync, &copy, stream);
}

Surface2D Surface2D::shared(const ElementFormat& format, int width, int height) {
  Surface2D made;
  made.view_now = {0, format, width, height};
  made.gl = std::make_unique<SharedArrays>(TextureShape{width, height, format});
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
  made.use_array();
  return made;
}

bool Surface2D::fits(const ElementFormat& format, int width, int height) const {
  return (memory || gl) && view_now.format == format && view_now.width == width && view_now.height == height;
}

void Surface2D::use_mapped() {
  if (gl && gl->use_mapped()) use_array();
}

void Surface2D::use_array() {
  texture_object.reset();
  const cudaResourceDesc desc = resource_desc(array());
  TEXELSCOPE_CUDA(cudaCreateSurfaceObject, surface.put(), &desc);
  view_now.surface = surface.get();
}

cudaTextureObject_t Surface2D::texture(const Effective& effective) {
  if (!texture_object || !same_desc(effective.sampler, sampler)) {
    const cudaResourceDesc resource = resource_desc(array());
    const cudaTextureDesc desc = sampler_desc(effective.sampler);
    TEXELSCOPE_CUDA(cudaCreateTextureObject, texture_object.put(), &resource, &desc, nullptr);
    sampler = effective.sampler;
  }
  return texture_object.get();
}

void Surface2D::upload(const std::byte* texels, cudaStream_t stream) {
  const std::size_t row = std::size_t(width()) * std::size_t(format().texel_bytes());
  TEXELSCOPE_CUDA(cudaMemcpy2DToArrayAsync, array(), 0, 0, texels, row, row, std::size_t(height()),
                  cudaMemcpyHostToDevice, stream);
}

} // namespace texelscope::cuda
