#include "kernels/unit/fetch/effective_texture.h"

namespace texelscope {

Texture texture_of(const std::byte* texels, const Effective& effective) {
  Texture texture;
  static_cast<TextureShape&>(texture) = effective;
  texture.storage = effective.storage;
  texture.gather_array = effective.gather_array;
  texture.packed = effective.channel_kind == ChannelKind::packed;
  const MemoryShape memory = effective.memory_shape();
  for (int seen = 0; texels && seen < texture.level_count; ++seen) {
    const int level = memory.first_level + seen;
    texture.level[std::size_t(seen)] =
        texels + memory.level_offset(level) + memory.plane_bytes(level) * std::size_t(memory.first_layer);
  }
  texture.sampler = effective.sampler;
  texture.first_level = memory.first_level;
  texture.whole = {memory.width, memory.height, memory.planes};
  texture.mipmapped = effective.is_mipmapped();
  texture.filters_integers = effective.memory.has_value();
  if (effective.channel_kind == ChannelKind::blocks)
    limit_border_of_blocks(texture.sampler, effective.format);
  return texture;
}

Texture texture_of(const Image& image, const Effective& sampler) {
  Effective effective = sampler;
  static_cast<TextureShape&>(effective) = image;
  effective.memory.reset();
  return texture_of(image.texels.data(), effective);
}

void limit_border_of_blocks(Sampler& sampler, const ElementFormat& texel) {
  if (!texel.is_integer()) sampler.border_color[3] = 1;
}

} // namespace texelscope
