#include "app/c/texels.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "app/c/calls.h"

namespace texelscope::c {

namespace {
ElementFormat element_of(const ChannelFormat& format) {
  const ElementKind kind = format.kind == ChannelFormatKind::floating     ? ElementKind::floating
                           : format.kind == ChannelFormatKind::signed_int ? ElementKind::signed_int
                                                                          : ElementKind::unsigned_int;
  return {kind, format.bits, format.channels};
}
} // namespace

void check_enumerator(std::int32_t number, int last, const char* member) {
  if (number < 0 || number > last)
    refuse(std::string(member) + " is " + std::to_string(number) + ": a number from 0 to " +
           std::to_string(last) + " is needed");
}

GivenTexels given_texels(const texelscope_texels* from) {
  const auto texels = taken(from, offsetof(texelscope_texels, strides), "texelscope_texels");
  check_enumerator(texels.kind, TEXELSCOPE_LINEAR, "texelscope_texels::kind");
  check_enumerator(texels.channel_kind, TEXELSCOPE_FLOAT, "texelscope_texels::channel_kind");
  check_enumerator(texels.storage, TEXELSCOPE_VIEWED_PADDED, "texelscope_texels::storage");
  require(texels.level_count >= 1 && texels.level_count <= 16, "a texture has 1 to 16 levels");
  require(texels.levels, "texelscope_texels::levels is a null pointer");
  require(texels.reserved == 0, "texelscope_texels::reserved is not 0");
  GivenTexels given;
  given.storage = TexelStorage(texels.storage);
  given.resource = {TextureKind(texels.kind),
                    {ChannelFormatKind(texels.channel_kind), texels.bits, texels.channels},
                    texels.width,
                    texels.height,
                    texels.depth,
                    std::vector<const void*>(texels.levels, texels.levels + texels.level_count),
                    texels.gather != 0,
                    texels.mipmapped != 0};
  if (!texels.strides) return given;
  require(given.storage == TexelStorage::copied, "texels that are viewed have no strides");
  given.strides.resize(std::size_t(texels.level_count));
  std::memcpy(given.strides.data(), texels.strides, given.strides.size() * sizeof given.strides[0]);
  return given;
}

TextureDesc given_sampler(const texelscope_sampler* from) {
  static_assert(sizeof(texelscope_sampler) == sizeof(std::size_t) + sizeof(TextureDesc));
  if (!from) return {};
  const auto sampler = taken(from, sizeof(std::size_t), "texelscope_sampler");
  for (const std::int32_t mode : sampler.address_mode)
    check_enumerator(mode, TEXELSCOPE_ADDRESS_BORDER, "texelscope_sampler::address_mode");
  check_enumerator(sampler.filter_mode, TEXELSCOPE_FILTER_LINEAR, "texelscope_sampler::filter_mode");
  check_enumerator(sampler.read_mode, TEXELSCOPE_READ_NORMALIZED_FLOAT, "texelscope_sampler::read_mode");
  check_enumerator(sampler.mipmap_filter_mode, TEXELSCOPE_FILTER_LINEAR,
                   "texelscope_sampler::mipmap_filter_mode");
  TextureDesc desc;
  std::memcpy(&desc, sampler.address_mode, sizeof desc);
  return desc;
}

void check_resource(const TextureResource& resource, const TextureDesc& desc) {
  static_cast<void>(TextureObject(resource, desc, TexelStorage::viewed)); // reads no texel
}

TextureShape shape_of(const TextureResource& resource) {
  const bool linear = resource.kind == TextureKind::linear_1d;
  const Dimension dimension = linear ? Dimension::d1 : Dimension(resource.kind);
  return {resource.width,
          resource.height,
          element_of(resource.format),
          dimension,
          plane_count(dimension, resource.depth),
          int(resource.levels.size())};
}

void pack(const std::byte* from, const std::array<std::int64_t, 4>& strides,
          const std::array<std::size_t, 3>& size, std::size_t numbers, std::size_t bytes, std::byte* to) {
  const bool whole = strides[3] == std::int64_t(bytes); // the numbers of an entry lie together
  const std::size_t run = whole ? numbers * bytes : bytes;
  for (std::size_t z = 0; z < size[2]; ++z)
    for (std::size_t y = 0; y < size[1]; ++y) {
      const std::byte* row = from + std::int64_t(z) * strides[2] + std::int64_t(y) * strides[1];
      for (std::size_t x = 0; x < size[0]; ++x)
        for (std::size_t n = 0; n < (whole ? 1 : numbers); ++n, to += run)
          std::memcpy(to, row + std::int64_t(x) * strides[0] + std::int64_t(n) * strides[3], run);
    }
}

std::vector<std::byte> packed_level(const GivenTexels& texels, int level) {
  const TextureShape shape = shape_of(texels.resource);
  const auto [width, height, depth] = shape.size_of(level);
  const std::array<std::size_t, 3> size = {std::size_t(width), std::size_t(height), std::size_t(depth)};
  const auto channels = std::size_t(texels.resource.format.channels);
  const auto bytes = std::size_t(texels.resource.format.bits) / 8;
  std::vector<std::byte> packed(size[0] * size[1] * size[2] * channels * bytes);
  pack(static_cast<const std::byte*>(texels.resource.levels[std::size_t(level)]),
       texels.strides[std::size_t(level)], size, channels, bytes, packed.data());
  return packed;
}

} // namespace texelscope::c
