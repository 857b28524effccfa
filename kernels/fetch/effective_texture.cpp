#include "kernels/fetch/effective_texture.h"

namespace texelscope {

Texture texture_of(const std::byte* texels, const Effective& effective) {
  Texture texture;
  texture.dimension = effective.dimension;
  texture.storage = effective.storage;
  texture.packed = effective.channel_kind == ChannelKind::packed;
  texture.format = effective.format;
  texture.width = effective.width;
  texture.height = effective.height;
  texture.depth = effective.planes();
  texture.level_count = effective.level_count;
  const MemoryShape memory = effective.memory_shape();
  const int planes_in_memory = plane_count(effective.dimension, memory.depth);
  std::size_t offset = 0;
  for (int i = 0; i < memory.level_count; ++i) {
    const auto [width, height, planes] =
        level_size(effective.dimension, memory.width, memory.height, planes_in_memory, i);
    const std::size_t plane =
        std::size_t(width) * std::size_t(height) * std::size_t(memory.format.texel_bytes());
    const int seen = i - memory.first_level;
    if (texels && seen >= 0 && seen < texture.level_count)
      texture.level[std::size_t(seen)] = texels + offset + plane * std::size_t(memory.first_layer);
    offset += plane * std::size_t(planes);
  }
  texture.sampler = effective.sampler;
  texture.first_level = memory.first_level;
  texture.whole = {memory.width, memory.height, planes_in_memory};
  texture.mipmapped = memory.level_count > 1;
  texture.filters_integers = effective.memory.width != 0;
  // BC6H has no alpha: where others mix in the border's, it stays 1.
  const bool no_alpha =
      effective.channel_kind == ChannelKind::blocks && effective.format.kind == ElementKind::floating;
  if (no_alpha) texture.sampler.border_color[3] = 1;
  return texture;
}

Texture texture_of(const Image& image, const Effective& sampler) {
  Effective effective = sampler;
  effective.width = image.width;
  effective.height = image.height;
  effective.format = image.format;
  effective.dimension = image.dimension;
  effective.depth = is_cube(image.dimension) ? image.planes / 6 : image.planes;
  effective.level_count = image.level_count;
  effective.memory = {};
  return texture_of(image.texels.data(), effective);
}

} // namespace texelscope
