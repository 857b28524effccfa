#include <cstring>

#include "kernels/unit/image/block_compression/decode.h"
#include "kernels/unit/image_io/read_dds.h"

namespace texelscope {

namespace {
Dimension dimension_of(const DdsTexture& texture) {
  const bool layered = texture.layers > 1;
  switch (texture.dimension) {
  case DdsDimension::one:
    return layered ? Dimension::d1_layered : Dimension::d1;
  case DdsDimension::two:
    return layered ? Dimension::d2_layered : Dimension::d2;
  case DdsDimension::three:
    return Dimension::d3;
  case DdsDimension::cube:
    break;
  }
  return layered ? Dimension::cube_layered : Dimension::cube;
}
} // namespace

std::optional<bool> DdsTexture::says_srgb() const {
  const bool has_twin = format.blocks
                            ? texel_format(*format.blocks, true).block.srgb
                            : format.normalized && format.element == row_of(TexelFormat::unorm8x4).element;
  if (format.srgb || (is_dx10 && has_twin)) return format.srgb;
  return std::nullopt;
}

Image image_of(const DdsTexture& texture) {
  if (texture.levels.empty()) return {};
  const auto blocks = texture.format.blocks;
  const bool deep = texture.dimension == DdsDimension::three;
  Image image =
      Image::create({texture.width, texture.height,
                     blocks ? bc::decoded_element(*blocks) : texture.format.element, dimension_of(texture),
                     deep ? texture.depth : texture.layers * texture.faces, int(texture.levels.size())});
  image.srgb = texture.says_srgb();
  image.note = texture.note;
  image.file.texels = texture.texels;
  for (int level = 0; level < image.level_count; ++level) {
    const std::byte* from = texture.levels[std::size_t(level)].data();
    std::byte* to = image.level(level);
    const auto [width, height, planes] = image.size_of(level);
    if (!blocks) {
      std::memcpy(to, from, image.plane_bytes(level) * std::size_t(planes));
      continue;
    }
    const std::size_t plane_blocks = dds_surface_bytes(texture, level) / std::size_t(deep ? planes : 1);
    for (int plane = 0; plane < planes; ++plane)
      bc::decode_surface(*blocks, from + std::size_t(plane) * plane_blocks, width, height,
                         to + std::size_t(plane) * image.plane_bytes(level));
  }
  if (blocks)
    image.compressed = std::make_shared<const CompressedTexels>(
        CompressedTexels{*blocks, texture.levels, texture.format.srgb});
  return image;
}

} // namespace texelscope
