#include "kernels/machines/cuda/unit/texture_store.h"

#include <utility>

#include "kernels/ground/text/texts.h"
#include "kernels/machines/cuda/unit/sampler_desc.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/image/mips.h"

namespace texelscope::cuda {

namespace {
bool same_memory(const Effective& a, const Effective& b) {
  if (a.gather_array != b.gather_array) return false; // the unit keeps other bits of a coordinate
  return is_array(a.storage) ? is_array(b.storage) : a.storage == b.storage;
}

cudaMemcpy3DParms copy_of(const std::array<int, 3>& size) {
  cudaMemcpy3DParms copy = {};
  copy.extent = {std::size_t(size[0]), std::size_t(size[1]), std::size_t(size[2])};
  return copy;
}

rules::Texel encode(const ElementFormat& format, const std::array<float, 4>& color) {
  rules::Texel texel = {};
  for (std::size_t c = 0; c < std::size_t(format.channels); ++c)
    texel.word[c] = encode_real(format, color[c]);
  return texel;
}
} // namespace

void paint(const SurfaceView& to, const ElementFormat& format, const BrushStroke& stroke, int plane,
           BoundaryMode boundary, cudaStream_t stream) {
  if (rules::stroke_reaches(stroke, plane))
    launch_stroke(to, stroke, encode(format, stroke.color), boundary, stream);
}

TextureStore::TextureStore(const Image& image, const Effective& effective, const Sharing& wanted,
                           cudaStream_t stream)
    : shape(image.shape()), state(effective), memory(unit_memory(effective, &image)), sharing(wanted),
      front(make(stream)) {}

std::unique_ptr<UnitTexture> TextureStore::make(cudaStream_t stream) const {
  const Texture texture = texture_of(shape, state);
  try {
    if (!sharing.on) return std::make_unique<UnitTexture>(texture, stream, memory);
    auto shared = std::make_unique<SharedArrays>(shape.shape(), sharing.gathers);
    return std::make_unique<UnitTexture>(texture, stream, memory, std::move(shared));
  } catch (const CudaError& error) {
    if (error.code == cudaErrorMemoryAllocation)
      throw MachineError(say(Text::cuda_no_memory, {mebibytes(shape.size_bytes())}));
    if (!sharing.on || error.device_lost) throw;
    throw SharingRefused(error.call, cudaGetErrorName(error.code));
  }
}

bool TextureStore::fits(const Image& image, const Effective& effective, const Sharing& wanted) const {
  return shape.shape() == image.shape() && same_memory(state, effective) &&
         memory == unit_memory(effective, &image) && sharing.on == wanted.on;
}

// Work of earlier frames may still use a spare that is released.
void TextureStore::reserve(const WritePlan& plan, const WriteSpec& spec, cudaStream_t stream) {
  if (spare && spec.mode != WriteMode::feedback) {
    TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
    spare.reset();
  }
  if (plan.steps == 0 || spare) return;
  spare = make(stream);
  spare_is_new = true;
}

void TextureStore::upload(const Image& image, cudaStream_t stream) {
  front->copy(texture_of(image, state), stream);
  if (spare && !spare_is_new && shape.level_count > 1)
    spare->copy(texture_of(image, state), stream); // steps write only the first level
}

SurfaceView TextureStore::view(UnitTexture& of, int plane) const {
  SurfaceView view{0,     shape.format, shape.width, shape.height, shape.dimension,
                   plane, of.memory(),  of.pitch()};
  if (!of.memory()) view.surface = of.surface();
  return view;
}

SurfaceView TextureStore::level_view(int level) {
  const auto [width, height, planes] = shape.size_of(level);
  return {front->surface(level), shape.format, width, height, shape.dimension};
}

// Tints are applied last, so that no tinted texel is averaged.
void TextureStore::regenerate_mips(const MipRule& mips, cudaStream_t stream) {
  for (int level = 1; level < shape.level_count; ++level)
    launch_mip(level_view(level - 1), level_view(level),
               {shape.size_of(level - 1), shape.size_of(level), shape.dimension, mips.source}, mips.light,
               stream);
  for (int level = 1; level < shape.level_count && mips.source == MipSource::tinted; ++level)
    launch_tint(level_view(level), shape.size_of(level)[2], level_tint(level), stream);
}

void TextureStore::write(const WritePlan& plan, const WriteSpec& spec, const MipRule& mips,
                         cudaStream_t stream) {
  const auto each_plane = [&](auto&& launch) {
    for (int plane = 0; plane < shape.planes; ++plane)
      launch(plane);
  };
  if (plan.write_pattern)
    each_plane([&](int plane) {
      launch_pattern(view(*front, plane), spec.pattern, rules::plane_phase(plan.phase, plane), stream);
    });
  for (std::size_t i = plan.first_stroke; i < plan.last_stroke; ++i)
    each_plane([&](int plane) {
      paint(view(*front, plane), shape.format, spec.strokes[i], plane, spec.boundary, stream);
    });
  if (plan.steps > 0 && std::exchange(spare_is_new, false))
    spare->copy(*front, texture_of(shape, state), stream);
  for (std::int64_t step = 0; step < plan.steps; ++step) {
    each_plane([&](int plane) {
      launch_feedback(view(*front, plane), view(*spare, plane), spec.feedback, spec.boundary, stream);
    });
    std::swap(front, spare);
  }
  if (plan.regenerate_mips) regenerate_mips(mips, stream);
}

cudaTextureObject_t TextureStore::texture(const Effective& effective) {
  const Sampler sampler = texture_of(nullptr, effective).sampler;
  for (UnitTexture* texture : {front.get(), spare.get()})
    if (texture && !same_desc(texture->sampler(), sampler))
      check(texture->set_sampler(sampler), "cudaCreateTextureObject");
  state = effective;
  return front->object();
}

void TextureStore::copy_plane(const TexturePlane& plane, const Surface2D& to, cudaStream_t stream) const {
  if (front->memory()) {
    const std::size_t row = shape.row_bytes();
    TEXELSCOPE_CUDA(cudaMemcpy2DToArrayAsync, to.array(), 0, 0, front->memory(), front->pitch(), row,
                    std::size_t(shape.height), cudaMemcpyDeviceToDevice, stream);
    return;
  }
  cudaMemcpy3DParms copy = copy_of({plane.width, plane.height, 1});
  copy.srcArray = array_plane(plane).array;
  copy.srcPos = {0, 0, std::size_t(plane.plane)};
  copy.dstArray = to.array();
  copy.kind = cudaMemcpyDeviceToDevice;
  TEXELSCOPE_CUDA(cudaMemcpy3DAsync, &copy, stream);
}

ArrayPlane TextureStore::array_plane(const TexturePlane& plane) const {
  return {front->array_of(plane.level), shape.format, plane.width, plane.height, plane.plane};
}

Image TextureStore::read(cudaStream_t stream) const {
  Image image = Image::unwritten(shape);
  for (int level = 0; level < image.level_count; ++level) {
    const auto size = image.size_of(level);
    const std::size_t row = std::size_t(size[0]) * std::size_t(image.format.texel_bytes());
    if (front->memory()) {
      TEXELSCOPE_CUDA(cudaMemcpy2DAsync, image.level(level), row, front->memory(), front->pitch(), row,
                      std::size_t(size[1]), cudaMemcpyDeviceToHost, stream);
      continue;
    }
    cudaMemcpy3DParms copy = copy_of(size);
    copy.srcArray = front->array_of(level);
    copy.dstPtr = make_cudaPitchedPtr(image.level(level), row, std::size_t(size[0]), std::size_t(size[1]));
    copy.kind = cudaMemcpyDeviceToHost;
    TEXELSCOPE_CUDA(cudaMemcpy3DAsync, &copy, stream);
  }
  TEXELSCOPE_CUDA(cudaStreamSynchronize, stream);
  return image;
}

} // namespace texelscope::cuda
