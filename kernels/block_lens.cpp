#include "kernels/block_lens.h"

#include <algorithm>
#include <cstring>

#include "kernels/block_compression/decode.h"

namespace texelscope {

namespace {
// Colours by the rule of the pictures, of all channels.
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

std::optional<BlockLens> block_lens(const CompressedTexels& texels, Dimension dimension,
                                    const MemoryShape& shape, const TexelPlace& place, const ViewSpec& view) {
  if (place.level < 0 || std::size_t(place.level) >= texels.levels.size()) return std::nullopt;
  const std::vector<std::byte>& level = texels.levels[std::size_t(place.level)];
  const auto [width, height, planes] =
      level_size(dimension, shape.width, shape.height, plane_count(dimension, shape.depth), place.level);
  if (place.x >= width || place.y >= height || place.plane >= planes) return std::nullopt;
  const auto columns = std::size_t(width + 3) / 4, rows = std::size_t(height + 3) / 4,
             bytes = std::size_t(bc::block_bytes(texels.format));
  BlockLens lens;
  lens.place = place;
  lens.column = place.x / 4;
  lens.row = place.y / 4;
  lens.width = std::min(4, width - 4 * lens.column);
  lens.height = std::min(4, height - 4 * lens.row);
  const std::size_t at =
      ((std::size_t(place.plane) * rows + std::size_t(lens.row)) * columns + std::size_t(lens.column)) *
      bytes;
  if (at + bytes > level.size()) return std::nullopt;
  lens.bytes.assign(level.begin() + std::ptrdiff_t(at), level.begin() + std::ptrdiff_t(at + bytes));
  lens.info = bc::describe(texels.format, lens.bytes.data());
  for (std::size_t p = 0; p < std::size_t(lens.info.planes); ++p)
    for (int s = 0; s < lens.info.subsets && !lens.info.reserved; ++s)
      lens.palette[p][std::size_t(s)] = palette_of(lens.info, lens.info.plane[p], s, view);
  return lens;
}

} // namespace texelscope
