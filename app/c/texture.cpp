// Textures: what they are made of, and what is read back of them.
#include <algorithm>
#include <cstring>

#include "app/c/json.h"
#include "app/c/objects.h"
#include "app/c/texels.h"
#include "kernels/state/session/sampler_members.h"
#include "kernels/unit/batch/batch_requests.h"
#include "kernels/unit/image/mips.h"
#include "kernels/unit/texture_unit/api/texture_state.h"

namespace texelscope::c {

namespace {
// The session that requests such a texture.
Session session_of(const TextureResource& resource, const TextureDesc& desc) {
  Session session;
  request_shape(session.texture, shape_of(resource));
  session.texture.storage = resource.kind == TextureKind::linear_1d ? Storage::linear : Storage::array;
  session.texture.mips = MipSource::file;
  session.texture.gather_flag = resource.gather;
  session.sampler = sampler_of(desc);
  return session;
}

TextureObject make_object(GivenTexels texels, const TextureDesc& desc) {
  if (texels.strides.empty()) return {texels.resource, desc, texels.storage};
  check_resource(texels.resource, desc);
  std::vector<std::vector<std::byte>> levels;
  for (std::size_t i = 0; i < texels.resource.levels.size(); ++i)
    if (texels.resource.levels[i]) levels.push_back(packed_level(texels, int(i)));
  for (std::size_t i = 0; i < levels.size(); ++i)
    texels.resource.levels[i] = levels[i].data();
  return {texels.resource, desc};
}

std::int32_t result_kind(const Texture& texture) {
  return texture.result_type() == ResultType::floating     ? TEXELSCOPE_FLOAT
         : texture.result_type() == ResultType::signed_int ? TEXELSCOPE_SIGNED
                                                           : TEXELSCOPE_UNSIGNED;
}

texelscope_texture_info info_of(const detail::TextureState& state) {
  const Texture& texture = state.texture;
  texelscope_texture_info info = {};
  info.kind = std::int32_t(state.kind);
  info.channel_kind = texture.format.kind == ElementKind::floating     ? TEXELSCOPE_FLOAT
                      : texture.format.kind == ElementKind::signed_int ? TEXELSCOPE_SIGNED
                                                                       : TEXELSCOPE_UNSIGNED;
  info.bits = texture.format.bits;
  info.channels = texture.format.channels;
  info.width = texture.width;
  info.height = texture.height;
  info.depth = texture.planes / plane_count(texture.dimension, 1);
  info.level_count = texture.level_count;
  info.coordinate_count = coordinate_count(texture.dimension);
  info.result_kind = result_kind(texture);
  info.result_bits = info.result_kind == TEXELSCOPE_FLOAT ? 32 : info.bits;
  return info;
}

std::size_t level_bytes(const Texture& texture, int level) {
  const auto [width, height, depth] = texture.size_of(level);
  return std::size_t(width) * std::size_t(height) * std::size_t(depth) *
         std::size_t(texture.format.texel_bytes());
}

void copy_level(const Texture& texture, std::int32_t level, void* texels, std::size_t bytes,
                std::size_t* needed) {
  if (level < 0 || level >= texture.level_count)
    refuse("there is no level " + std::to_string(level) + ": the texture has " +
           std::to_string(texture.level_count));
  const std::size_t size = level_bytes(texture, level);
  if (texels && bytes != size)
    refuse("level " + std::to_string(level) + " has " + std::to_string(size) + " bytes, not " +
           std::to_string(bytes));
  if (texels) std::memcpy(texels, texture.level[std::size_t(level)], size);
  if (needed) *needed = size;
}

// The resource as if each of its levels were the first, which alone is read.
TextureResource checked_for_levels(const GivenTexels& texels, bool light) {
  TextureResource resource = texels.resource;
  require(resource.kind != TextureKind::linear_1d, "linear memory has no mip levels");
  std::ranges::fill(resource.levels, resource.levels[0]);
  check_resource(resource, {});
  require(!light || (resource.format.kind == ChannelFormatKind::unsigned_int && resource.format.bits == 8),
          "only unsigned channels of 8 bits are sRGB codes");
  return resource;
}

void make_levels(const GivenTexels& texels, bool light, void* const* levels,
                 const volatile std::int32_t* stop) {
  const TextureResource resource = checked_for_levels(texels, light);
  Image image = Image::create(shape_of(resource));
  if (texels.strides.empty()) {
    std::memcpy(image.texels.data(), resource.levels[0], image.level_offset(1));
  } else {
    const std::vector<std::byte> packed = packed_level(texels, 0);
    std::memcpy(image.texels.data(), packed.data(), packed.size());
  }
  const int below = image.level_count - 1;
  require(below == 0 || levels, "levels is a null pointer");
  for (int i = 0; i < below; ++i)
    require(levels[i], "a level's memory is a null pointer");
  Stop stopping(stop);
  const auto asked = stopping.asked();
  fill_mips(image, {MipSource::box, light}, [&](double) { return !asked(); });
  stopping.check();
  for (int i = 1; i <= below; ++i)
    std::memcpy(levels[i - 1], image.level(i), image.level_offset(i + 1) - image.level_offset(i));
}
} // namespace

} // namespace texelscope::c

using namespace texelscope;
using namespace texelscope::c;

texelscope_status texelscope_texture_create(const texelscope_texels* texels,
                                            const texelscope_sampler* sampler, texelscope_texture* texture) {
  return call([&] {
    require(texture, "texture is a null pointer");
    const GivenTexels given = given_texels(texels);
    const TextureDesc desc = given_sampler(sampler);
    TextureObject object = make_object(given, desc);
    const bool mipmapped = given.resource.mipmapped && given.resource.levels.size() == 1;
    *texture = textures().add(std::make_shared<const TextureEntry>(
        TextureEntry{session_of(given.resource, desc), std::move(object), mipmapped}));
  });
}

texelscope_status texelscope_texture_destroy(texelscope_texture texture) {
  return call([&] { textures().remove(texture); });
}

texelscope_status texelscope_texture_describe(texelscope_texture texture, texelscope_texture_info* info) {
  return call([&] {
    const auto entry = textures().get(texture);
    const texelscope_texture_info made = info_of(detail::state_of(entry->object));
    give_struct(&made, sizeof made, "texelscope_texture_info", info);
  });
}

texelscope_status texelscope_texture_level(texelscope_texture texture, std::int32_t level, void* texels,
                                           std::size_t bytes, std::size_t* needed) {
  return call([&] {
    const auto entry = textures().get(texture);
    copy_level(detail::state_of(entry->object).texture, level, texels, bytes, needed);
  });
}

texelscope_status texelscope_make_levels(const texelscope_texels* texels, std::int32_t light,
                                         void* const* levels, const volatile std::int32_t* stop) {
  return call([&] { make_levels(given_texels(texels), light != 0, levels, stop); });
}
