#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/fetch/effective_texture.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace texelscope {

Image make_image_view(const std::byte* texels, const Effective& effective) {
  const MemoryShape memory = effective.memory_shape();
  Image image = Image::create(effective.width, effective.height, effective.format);
  image.dimension = effective.dimension;
  const std::size_t row = memory.row_bytes();
  const std::size_t height = std::size_t(memory.height), pitch = std::size_t(memory.pitch);
  const std::size_t descriptor_pitch = std::size_t(memory.descriptor_pitch), seen_row = image.row_bytes();
  std::vector<std::byte> bytes(
      std::max(height * pitch, (height - 1) * descriptor_pitch + seen_row)); // zeros between the rows
  for (std::size_t y = 0; y < height; ++y)
    std::memcpy(bytes.data() + y * pitch, texels + y * row, row);
  for (std::size_t y = 0; y < height; ++y)
    std::memcpy(image.texels.data() + y * seen_row, bytes.data() + y * descriptor_pitch, seen_row);
  return image;
}

std::optional<MemoryTexel> memory_texel(const Effective& effective, int x, int y) {
  if (!effective.is_reinterpreted()) return std::nullopt;
  const MemoryShape memory = effective.memory_shape();
  MemoryTexel found;
  found.byte = std::int64_t(y) * memory.descriptor_pitch + std::int64_t(x) * effective.format.texel_bytes();
  const std::int64_t row = found.byte / memory.pitch,
                     column = found.byte % memory.pitch / memory.format.texel_bytes();
  if (row < memory.height && column < memory.width) found.texel = {int(column), int(row)};
  return found;
}

Texture make_texture_view(const std::byte* texels, const Effective& effective, Image& reinterpreted) {
  if (!effective.is_reinterpreted()) return texture_of(texels, effective);
  reinterpreted = make_image_view(texels, effective);
  return texture_of(reinterpreted, effective);
}

} // namespace texelscope
