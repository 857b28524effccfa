#include "kernels/studies/export/texel_data.h"

#include <string>

#include "kernels/unit/fetch/texture_view.h"

namespace texelscope::program {

namespace {
void append(TexelData& data, const TexelLevel& shape, const std::byte* from, std::size_t size) {
  data.levels.push_back(shape);
  data.levels.back().offset = data.bytes.size();
  data.bytes.insert(data.bytes.end(), from, from + size);
}
} // namespace

TexelData memory_texels(const Image& image, const Effective& effective) {
  TexelData data;
  for (int level = 0; level < image.level_count; ++level) {
    const auto [width, height, depth] = image.size_of(level);
    TexelLevel shape{0,
                     width,
                     height,
                     depth,
                     std::size_t(width) * std::size_t(image.format.texel_bytes()),
                     std::size_t(height)};
    const std::size_t size = shape.row_bytes * shape.rows * std::size_t(depth);
    if (effective.channel_kind == ChannelKind::blocks && image.compressed) {
      const std::vector<std::byte>& blocks = image.compressed->levels[std::size_t(level)];
      shape.row_bytes = std::size_t(width + 3) / 4 * std::size_t(bc::block_bytes(image.compressed->format));
      shape.rows = std::size_t(height + 3) / 4;
      append(data, shape, blocks.data(), blocks.size());
    } else if (effective.channel_kind == ChannelKind::packed) {
      const auto values =
          packed_texels(image.level(level), std::size_t(width) * std::size_t(height) * std::size_t(depth));
      shape.row_bytes = std::size_t(width) * sizeof(std::uint32_t);
      append(data, shape, reinterpret_cast<const std::byte*>(values.data()),
             values.size() * sizeof(std::uint32_t));
    } else {
      append(data, shape, image.level(level), size);
    }
  }
  return data;
}

TexelData seen_texels(const Image& image, const Effective& effective) {
  Image reinterpreted;
  const Texture texture = make_texture_view(image.texels.data(), effective, reinterpreted);
  TexelData data;
  for (int level = 0; level < effective.level_count; ++level) {
    const auto [width, height, depth] = texture.size_of(level);
    const std::size_t row = std::size_t(width) * std::size_t(texture.format.texel_bytes());
    append(data, {0, width, height, depth, row, std::size_t(height)}, texture.level[std::size_t(level)],
           row * std::size_t(height) * std::size_t(depth));
  }
  return data;
}

std::string hex_values(const std::vector<std::byte>& bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 3);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    out += i % 32 == 0 ? (i ? ",\n  0x" : "  0x") : ", 0x";
    for (std::size_t byte = 4; byte-- > 0;) {
      const auto value = i + byte < bytes.size() ? std::to_integer<unsigned>(bytes[i + byte]) : 0u;
      out += digits[value >> 4];
      out += digits[value & 15];
    }
  }
  return out + "\n";
}

} // namespace texelscope::program
