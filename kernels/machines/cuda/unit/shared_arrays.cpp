#include <glad/gl.h>

#include <cuda_gl_interop.h>

#include "kernels/machines/cuda/unit/shared_arrays.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image/image.h"

namespace texelscope::cuda {

namespace {
template <class Call>
double seconds_of(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Throws CudaError only if the device is lost.
void check_shared(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  if (is_sticky(error)) throw CudaError(call, error);
  cudaGetLastError();
  throw SharingRefused(call, cudaGetErrorName(error));
}

// Where the device's memory has ended, OpenGL takes the host's, and CUDA then waits without end for such a
// texture: seen with driver 580.159.04 on an H200.
const TextureShape& with_room(const TextureShape& shape) {
  constexpr std::size_t kept_free = std::size_t(32) << 20; // for what the driver allocates besides
  std::size_t free = 0, total = 0;
  check_shared(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
  if (free < shape.size_bytes() + kept_free)
    throw MachineError(say(Text::cuda_no_memory, {mebibytes(shape.size_bytes())}));
  return shape;
}

// CUDA returns one layer or face at a time as an array of its own; only a mipmapped array has them all.
bool maps_one_array(const TextureShape& shape) {
  return shape.level_count == 1 && !is_layered(shape.dimension) && !is_cube(shape.dimension);
}
} // namespace

cudaExtent array_extent(const TextureShape& shape, int level) {
  const auto [width, height, planes] = shape.size_of(level);
  const bool one_plane = shape.dimension == Dimension::d1 || shape.dimension == Dimension::d2;
  return {std::size_t(width), is_1d(shape.dimension) ? 0 : std::size_t(height),
          one_plane ? 0 : std::size_t(planes)};
}

unsigned dimension_flags(Dimension dimension) {
  return (is_layered(dimension) ? cudaArrayLayered : 0u) | (is_cube(dimension) ? cudaArrayCubemap : 0u);
}

SharedArrays::SharedArrays(const TextureShape& shape, bool gathers)
    : shape_(with_room(shape)), gathers_(gathers), texture_(make_gl_texture(shape)) {
  const cudaError_t error =
      cudaGraphicsGLRegisterImage(registered_.put(), texture_.get(), gl_target(shape.dimension),
                                  cudaGraphicsRegisterFlagsSurfaceLoadStore |
                                      (gathers ? unsigned(cudaGraphicsRegisterFlagsTextureGather) : 0u));
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw MachineError(say(Text::cuda_no_memory, {mebibytes(shape.size_bytes())}));
  }
  check_shared(error, "cudaGraphicsGLRegisterImage");
  if (is_cube(shape.dimension)) faces_ = make_face_view(texture_, shape);
}

bool SharedArrays::use_mapped() {
  std::vector<cudaArray_t> arrays(std::size_t(shape_.level_count));
  cudaMipmappedArray_t mipmapped = nullptr;
  const char* call = "cudaGraphicsSubResourceGetMappedArray";
  if (maps_one_array(shape_)) {
    check_shared(cudaGraphicsSubResourceGetMappedArray(arrays.data(), registered_.get(), 0, 0), call);
  } else {
    call = "cudaGraphicsResourceGetMappedMipmappedArray";
    check_shared(cudaGraphicsResourceGetMappedMipmappedArray(&mipmapped, registered_.get()), call);
    for (int level = 0; level < shape_.level_count; ++level)
      check_shared(cudaGetMipmappedArrayLevel(&arrays[std::size_t(level)], mipmapped, unsigned(level)),
                   "cudaGetMipmappedArrayLevel");
  }
  if (shape_.level_count == 1) mipmapped = nullptr;
  // A mipmapped array is made by each mapping: another one can have the address of the last.
  if (maps_one_array(shape_) && arrays == arrays_) return false;
  for (int level = 0; level < shape_.level_count; ++level)
    check_array(arrays[std::size_t(level)], level, call);
  arrays_ = std::move(arrays);
  mipmapped_ = mipmapped;
  return true;
}

// Without the flags, layers and faces would be fetched from another place. Measured on an H200 with driver
// 580.159.04: the array of OpenGL's cube has no depth, and its fetches return 0.
void SharedArrays::check_array(cudaArray_t array, int level, const char* call) const {
  cudaChannelFormatDesc desc = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  check_shared(cudaArrayGetInfo(&desc, &extent, &flags, array), "cudaArrayGetInfo");
  const auto same = [](std::size_t a, std::size_t b) {
    return std::max<std::size_t>(a, 1) == std::max<std::size_t>(b, 1);
  };
  const cudaExtent wanted = array_extent(shape_, level);
  if (same(extent.width, wanted.width) && same(extent.height, wanted.height) &&
      same(extent.depth, wanted.depth) &&
      (flags & (cudaArrayLayered | cudaArrayCubemap)) == dimension_flags(shape_.dimension))
    return;
  throw SharingRefused(
      call, say(Text::sharing_other_array, {std::to_string(extent.width), std::to_string(extent.height),
                                            std::to_string(extent.depth), std::to_string(flags)}));
}

Mapping::Mapping(std::span<Mappable* const> owners, cudaStream_t on) : stream(on) {
  int wanted = 0;
  for (const Mappable* owner : owners)
    if (owner && owner->resource()) resources[wanted++] = owner->resource();
  if (wanted == 0) return;
  cudaError_t error = cudaSuccess;
  map_seconds = seconds_of([&] { error = cudaGraphicsMapResources(wanted, resources, stream); });
  check_shared(error, "cudaGraphicsMapResources");
  count = wanted;
  try {
    for (Mappable* owner : owners)
      if (owner) owner->use_mapped();
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
