#include "kernels/studies/explain/effective_session.h"

#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/texture_unit/border.h"
#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/gradient.h"
#include "kernels/unit/texture_unit/lod.h"

namespace texelscope {

namespace {
Sampler effective_sampler(const Effective& e) {
  Sampler sampler = e.sampler;
  // Texels of 10, 10, 10 and 2 bits return floats even if they are read by element.
  if (e.channel_kind == ChannelKind::packed) sampler.read_mode = e.descriptor_read_mode;
  return sampler;
}

// Rounds the numbers as the texture unit stores them: with fewer bits and smaller ranges.
void hold(Sampler& s, const Texture& texture) {
  const TexelBits border = unit::border_bits(texture);
  for (int c = 0; c < texture.format.channels; ++c)
    s.border_color[std::size_t(c)] = float(unit::decoded_value(texture, c, border[std::size_t(c)]));
  const unit::LodRule rule = unit::lod_rule(texture);
  const auto held = [&](float& number, int over_256) {
    if (texture.level_count > 1) number = float(over_256) / 256;
  };
  held(s.mip_bias, unit::held_bias(s));
  // Clamps beyond the existing levels change nothing.
  const float last = float(texture.level_count - 1);
  if (s.mip_min > 0 && s.mip_min < last) held(s.mip_min, rule.lowest);
  if (s.mip_max > 0 && s.mip_max < last) held(s.mip_max, rule.highest);
  if (s.max_anisotropy > 1) s.max_anisotropy = unit::anisotropy_step(s.max_anisotropy);
}

// The part of memory that the texture object sees; it may be smaller than `requested`.
ResourceView effective_view(const ResourceView& requested, const Effective& e) {
  ResourceView view = requested;
  view.on = requested.on && e.memory.has_value() && e.format == requested.format &&
            e.channel_kind == ChannelKind::plain;
  if (!view.on || !is_array(e.storage)) return view;
  view.first_level = e.memory->first_level;
  view.levels = e.level_count;
  if (!is_layered(e.dimension)) return view;
  view.first_layer = e.memory->first_layer;
  view.layers = e.depth();
  return view;
}

TextureSpec effective_texture(const TextureSpec& requested, const Effective& e) {
  TextureSpec texture = requested;
  const MemoryShape memory = e.memory_shape();
  request_shape(texture, memory);
  if (!has_depth(e.dimension)) texture.depth = requested.depth;
  texture.storage = e.storage;
  texture.gather_flag = e.gather_array;
  texture.channel_kind = e.channel_kind;
  texture.premultiply = premultiplies(requested, e);
  texture.view = effective_view(requested.view, e);
  if (e.storage == Storage::pitch && e.channel_kind != ChannelKind::packed)
    texture.pitch_offset = memory.descriptor_pitch - memory.pitch;
  return texture;
}
} // namespace

Session effective_session(const Session& requested, const Effective& e) {
  Session session = requested;
  session.sampler = effective_sampler(e);
  hold(session.sampler, texture_of(nullptr, e));
  session.texture = effective_texture(requested.texture, e);
  session.fetch.function = e.function;
  session.fetch.component = e.component;
  session.fetch.slab = e.slab;
  if (e.type == FetchType::native && e.function == FetchKind::gather)
    session.fetch.type_channels = e.type_channels;
  session.write = e.writes(requested);
  if (!is_resize(requested)) session.view.mapping = Mapping::fit;
  session.view.projection = e.projection;
  return session;
}

} // namespace texelscope
