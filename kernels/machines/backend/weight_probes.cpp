#include "kernels/machines/backend/weight_probes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "kernels/ground/base/half.h"
#include "kernels/unit/fetch/effective_texture.h"
#include "kernels/unit/image/image.h"

namespace texelscope::weights {

namespace {
std::int64_t plane_texels(const TextureShape& shape, int level) {
  const auto size = shape.size_of(level);
  return std::int64_t(size[0]) * size[1];
}
} // namespace

TexelRange texels_of_level(const TextureShape& shape, int level) {
  TexelRange range;
  for (int i = 0; i <= level; ++i) {
    range.first = range.last;
    range.last += plane_texels(shape, i) * shape.size_of(i)[2];
  }
  return range;
}

TexelRange all_texels(const TextureShape& shape) {
  return {0, texels_of_level(shape, shape.level_count - 1).last};
}

TexelRange one_texel(const TextureShape& shape, int level, std::array<int, 3> at) {
  const auto size = shape.size_of(level);
  const std::int64_t first =
      texels_of_level(shape, level).first + (std::int64_t(at[2]) * size[1] + at[1]) * size[0] + at[0];
  return {first, first + 1};
}

std::vector<TexelBox> boxes_of(const TextureShape& shape, TexelRange range) {
  std::vector<TexelBox> boxes;
  for (int level = 0; level < shape.level_count; ++level) {
    const TexelRange all = texels_of_level(shape, level);
    const auto size = shape.size_of(level);
    const std::int64_t width = size[0], height = size[1];
    std::int64_t next = std::max(range.first, all.first) - all.first;
    const std::int64_t last = std::min(range.last, all.last) - all.first;
    while (next < last) { // the largest block that begins here
      const int x = int(next % width), y = int(next / width % height), z = int(next / width / height);
      TexelBox box = {level, {x, y, z}, {int(std::min(width - x, last - next)), 1, 1}};
      if (x == 0 && last - next >= width)
        box.size = {int(width), int(std::min(height - y, (last - next) / width)), 1};
      if (x == 0 && y == 0 && last - next >= width * height)
        box.size = {int(width), int(height), int((last - next) / (width * height))};
      next += std::int64_t(box.size[0]) * box.size[1] * box.size[2];
      boxes.push_back(box);
    }
  }
  return boxes;
}

std::vector<std::byte> texel_bytes(const Texture& like, bool one) {
  std::vector<std::byte> bytes(std::size_t(like.format.texel_bytes()));
  const std::uint32_t bits = one ? encode_real(like.format, 1) : 0;
  const std::size_t each = std::size_t(like.format.bits / 8);
  for (std::size_t i = 0; i < bytes.size(); i += each)
    std::memcpy(bytes.data() + i, &bits, each);
  return bytes;
}

// Integers that are returned as they are take the low bits of the border color's float: see
// unit::border_bits().
std::array<float, 4> border_color(const Texture& like, bool one) {
  std::array<float, 4> color = {};
  if (!one) return color;
  const bool number = like.result_type() == ResultType::floating;
  color.fill(number ? 1.0f : bits_float(encode_real(like.format, 1)));
  return color;
}

double returned_number(const Texture& like, std::uint32_t component) {
  const ResultType type = like.result_type();
  if (type == ResultType::floating) return double(bits_float(component));
  return type == ResultType::signed_int ? double(std::int32_t(component)) : double(component);
}

double returned_one(const Texture& like) {
  const bool number = like.result_type() == ResultType::floating;
  return number ? 1.0 : returned_number(like, encode_real(like.format, 1));
}

void PaintedTexture::paint_range(TexelRange range, bool one) {
  for (const TexelBox& box : boxes_of(shape_, range)) {
    const auto [x, y, z] = box.at;
    const auto [width, height, depth] = box.size;
    const int columns = std::min(width, max_painted), rows = std::max(1, max_painted / columns);
    for (int plane = 0; plane < depth; ++plane)
      for (int row = 0; row < height; row += rows)
        for (int column = 0; column < width; column += columns)
          paint({box.level,
                 {x + column, y + row, z + plane},
                 {std::min(columns, width - column), std::min(rows, height - row), 1}},
                one);
  }
}

std::vector<TexelBits> PaintedTexture::fetch(FetchKind kind, std::span<const FetchAt> at,
                                             std::span<const Probe> probes, const std::stop_token& stop) {
  begin(kind, at, probes.size());
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (stop.stop_requested()) return {};
    const Probe& probe = probes[i];
    if (border_ != probe.border) set_border(probe.border);
    border_ = probe.border;
    const bool same = std::exchange(rest_, std::nullopt) == probe.rest; // unknown while texels are painted
    if (!same) paint_range(all_texels(shape_), probe.rest);
    for (const TexelRange& range : probe.exceptions)
      paint_range(range, !probe.rest);
    add(i);
    for (const TexelRange& range : probe.exceptions)
      paint_range(range, probe.rest);
    rest_ = probe.rest;
  }
  return end();
}

Texture probed_texture(const Effective& effective) {
  Texture texture = texture_of(nullptr, effective);
  if (texture.storage == Storage::shared) texture.storage = Storage::array;
  return texture;
}

} // namespace texelscope::weights
