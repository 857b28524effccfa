#include "kernels/machines/cuda/frame/readback.h"

#include <cstring>

namespace texelscope::cuda {

namespace {
constexpr std::size_t pixel_bytes = sizeof(TexelBits);
constexpr std::size_t slot_bytes = pixel_bytes + max_probe_texels * sizeof(TexelBits);

bool inside(const TexelRect& rect, const ArrayPlane& texture) {
  return rect.x >= 0 && rect.y >= 0 && rect.width > 0 && rect.height > 0 &&
         rect.width <= texture.width - rect.x && rect.height <= texture.height - rect.y &&
         rect.width <= max_probe_texels / rect.height;
}

bool inside(const Pixel& pixel, const Surface2D& picture) {
  return pixel.x >= 0 && pixel.y >= 0 && pixel.x < picture.width() && pixel.y < picture.height();
}
} // namespace

Readback::Readback() {
  for (Slot& slot : ring) {
    slot.memory = make_pinned(slot_bytes);
    slot.done = make_event(false);
  }
}

void Readback::request(const std::optional<Pixel>& pixel, const Surface2D& picture, ResultType type,
                       const std::optional<TexelRect>& rect, const ArrayPlane& texture, cudaStream_t stream) {
  const bool wants_pixel = pixel && inside(*pixel, picture), wants_texels = rect && inside(*rect, texture);
  if (count == ring.size() || (!wants_pixel && !wants_texels)) return;
  Slot& slot = ring[(first + count) % ring.size()];
  auto* memory = static_cast<std::byte*>(slot.memory.get());
  slot.has_pixel = wants_pixel;
  slot.has_texels = wants_texels;
  if (wants_pixel) {
    slot.pixel = {*pixel, {}, type};
    copy_rect(memory, picture.plane(), pixel->x, pixel->y, 1, 1, stream);
  }
  if (wants_texels) {
    slot.texels = {*rect, texture.format, {}};
    copy_rect(memory + pixel_bytes, texture, rect->x, rect->y, rect->width, rect->height, stream);
  }
  TEXELSCOPE_CUDA(cudaEventRecord, slot.done.get(), stream);
  ++count;
}

void Readback::collect(FrameResult& result) {
  while (count > 0) {
    Slot& slot = ring[first];
    const cudaError_t state = cudaEventQuery(slot.done.get());
    if (state == cudaErrorNotReady) {
      cudaGetLastError(); // clears it: cudaErrorNotReady is recorded like an error
      return;
    }
    check(state, "cudaEventQuery");
    deliver(slot, result);
    first = (first + 1) % ring.size();
    --count;
  }
}

void Readback::deliver(Slot& slot, FrameResult& result) {
  const auto* memory = static_cast<const std::byte*>(slot.memory.get());
  if (slot.has_pixel) {
    std::memcpy(slot.pixel.bits.data(), memory, pixel_bytes);
    result.probe = slot.pixel;
  }
  if (!slot.has_texels) return;
  const ElementFormat& format = slot.texels.format;
  const auto bytes = std::size_t(format.bits / 8);
  const std::byte* from = memory + pixel_bytes;
  slot.texels.texels.assign(std::size_t(slot.texels.rect.width) * std::size_t(slot.texels.rect.height),
                            TexelBits{});
  for (TexelBits& texel : slot.texels.texels)
    for (std::size_t c = 0; c < std::size_t(format.channels); ++c, from += bytes)
      std::memcpy(&texel[c], from, bytes);
  result.texels = std::move(slot.texels);
}

} // namespace texelscope::cuda
