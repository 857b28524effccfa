#include "kernels/studies/explain/block_lens.h"

#include <algorithm>
#include <span>

#include "kernels/unit/image/block_compression/decode.h"

namespace texelscope {

namespace {
// Colors of all channels by the rule of the pictures.
std::vector<Rgb> colors(const std::vector<bc::Texel>& entries, const bc::Plane& plane, ElementFormat element,
                        const ViewSpec& view) {
  const bool gray = plane.channels == 1;
  element.channels = gray ? 1 : 4;
  const auto first = gray ? std::size_t(plane.first_channel) : 0, bytes = std::size_t(element.bits) / 8;
  std::vector<std::byte> packed;
  for (const bc::Texel& entry : entries)
    for (std::size_t c = first; c < first + std::size_t(element.channels); ++c)
      for (std::size_t b = 0; b < bytes; ++b)
        packed.push_back(std::byte(entry[c] >> 8 * b & 255));
  ViewSpec plain;
  plain.exposure = view.exposure;
  plain.range_low = view.range_low;
  plain.range_high = view.range_high;
  const int count = int(entries.size());
  std::vector<std::uint8_t> rgba(entries.size() * 4);
  tone_map(StoredTexels{count, 1, element, packed.data()}, {0, 0, 1}, plain, count, 1, rgba.data());
  std::vector<Rgb> made;
  for (std::size_t i = 0; i < entries.size(); ++i)
    made.push_back({rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]});
  return made;
}

std::vector<Rgb> palette_of(const bc::BlockInfo& info, const bc::Plane& plane, int subset,
                            const ViewSpec& view) {
  std::vector<bc::Texel> entries;
  for (int index = 0; index < 1 << plane.index_bits; ++index)
    entries.push_back(bc::palette_entry(info, plane, subset, index));
  return colors(entries, plane, bc::decoded_element(info.format), view);
}
} // namespace

std::optional<TexelPlace> first_texel(const Trace& trace) {
  const LevelTrace& part = trace.probes.empty() ? trace.level[0] : trace.probes[0];
  for (int i = 0; i < part.tap_count; ++i) {
    const TapTrace& tap = part.tap[std::size_t(i)];
    if (!tap.border && tap.exists && tap.weight > 0) return TexelPlace{part.level, tap.z, tap.x, tap.y};
  }
  return std::nullopt;
}

namespace {
// The bytes of the block that contains a texel; empty if the file has no such texel.
std::span<const std::byte> block_at(const CompressedTexels& texels, const TextureShape& shape,
                                    const TexelPlace& place) {
  if (place.level < 0 || std::size_t(place.level) >= texels.levels.size()) return {};
  const std::vector<std::byte>& level = texels.levels[std::size_t(place.level)];
  const auto [width, height, planes] = shape.size_of(place.level);
  if (place.x >= width || place.y >= height || place.plane >= planes) return {};
  const auto columns = std::size_t(width + 3) / 4, rows = std::size_t(height + 3) / 4,
             bytes = std::size_t(bc::block_bytes(texels.format));
  const std::size_t at =
      ((std::size_t(place.plane) * rows + std::size_t(place.y / 4)) * columns + std::size_t(place.x / 4)) *
      bytes;
  if (at + bytes > level.size()) return {};
  return std::span(level).subspan(at, bytes);
}
} // namespace

const char* block_format_name(bc::Format format) {
  return texel_format(format).block.label.data();
}

std::optional<BlockTexel> block_texel(const CompressedTexels& texels, const TextureShape& shape,
                                      const TexelPlace& place) {
  const std::span<const std::byte> block = block_at(texels, shape, place);
  if (block.empty()) return std::nullopt;
  const bc::BlockInfo info = bc::describe(texels.format, block.data());
  const auto texel = std::size_t(place.y % 4 * 4 + place.x % 4);
  BlockTexel result = {texels.format,
                       place.x / 4,
                       place.y / 4,
                       info.mode,
                       info.reserved,
                       info.rotation,
                       {},
                       info.reserved ? 0 : info.planes,
                       bc::specified_value(info, texel)};
  for (std::size_t i = 0; i < std::size_t(result.planes); ++i) {
    const bc::Plane& plane = info.plane[i];
    result.plane[i] = {plane.first_channel, plane.channels,       plane.palette,
                       plane.index_bits,    plane.indices[texel], plane.endpoints[info.subset[texel]]};
  }
  return result;
}

std::optional<BlockLens> block_lens(const CompressedTexels& texels, const TextureShape& shape,
                                    const TexelPlace& place, const ViewSpec& view) {
  const std::span<const std::byte> block = block_at(texels, shape, place);
  if (block.empty()) return std::nullopt;
  const auto [width, height, planes] = shape.size_of(place.level);
  BlockLens lens;
  lens.place = place;
  lens.column = place.x / 4;
  lens.row = place.y / 4;
  lens.width = std::min(4, width - 4 * lens.column);
  lens.height = std::min(4, height - 4 * lens.row);
  lens.bytes.assign(block.begin(), block.end());
  lens.info = bc::describe(texels.format, lens.bytes.data());
  for (std::size_t p = 0; p < std::size_t(lens.info.planes); ++p)
    for (int s = 0; s < lens.info.subsets && !lens.info.reserved; ++s)
      lens.palette[p][std::size_t(s)] = palette_of(lens.info, lens.info.plane[p], s, view);
  return lens;
}

} // namespace texelscope
