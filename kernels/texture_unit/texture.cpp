#include "kernels/texture_unit/decode.h"
#include "kernels/texture_unit/texture_unit.h"

namespace texelscope {

ResultType Texture::result_type() const {
  if (unit::channel_kind(*this, 0) != unit::Channel::integer) return ResultType::floating;
  return format.kind == ElementKind::signed_int ? ResultType::signed_int : ResultType::unsigned_int;
}

Texture texture_of(const std::byte* texels, const Effective& effective) {
  Texture texture;
  texture.format = effective.format;
  texture.width = effective.width;
  texture.height = effective.height;
  texture.level[0] = texels;
  SamplerState& s = texture.sampler;
  s.normalized_coords = effective.normalized_coords;
  s.address = {effective.address[0], effective.address[1], AddressMode::clamp};
  s.border_color = effective.border_color;
  s.filter = effective.filter;
  s.read_mode = effective.read_mode;
  s.srgb = effective.srgb;
  return texture;
}

Texture texture_of(const Image& image, const Effective& sampler) {
  Effective effective = sampler;
  effective.width = image.width;
  effective.height = image.height;
  effective.format = image.format;
  return texture_of(image.texels.data(), effective);
}

} // namespace texelscope
