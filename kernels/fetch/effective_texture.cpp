#include "kernels/fetch/effective_texture.h"

namespace texelscope {

Texture texture_of(const std::byte* texels, const Effective& effective) {
  Texture texture;
  static_cast<TextureShape&>(texture) = effective;
  texture.storage = effective.storage;
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
  // BC6H has no alpha: where other formats mix in the border's, it stays 1.
  const bool no_alpha =
      effective.channel_kind == ChannelKind::blocks && effective.format.kind == ElementKind::floating;
  if (no_alpha) texture.sampler.border_color[3] = 1;
  return texture;
}

Texture texture_of(const Image& image, const Effective& sampler) {
  Effective effective = sampler;
  static_cast<TextureShape&>(effective) = image;
  effective.memory.reset();
  return texture_of(image.texels.data(), effective);
}

} // namespace texelscope
