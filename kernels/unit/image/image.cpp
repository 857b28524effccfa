#include "kernels/unit/image/image.h"

#include <algorithm>
#include <cstring>

#include "kernels/ground/base/rows.h"
#include "kernels/unit/image/element.h"

namespace texelscope {

Image Image::create(const TextureShape& shape) {
  Image image(shape);
  image.texels.assign(image.size_bytes() + padding, std::byte());
  return image;
}

Image Image::create(TextureShape shape, ElementFormat format) {
  shape.format = format;
  return create(shape);
}

Image Image::create(int width, int height, ElementFormat format) {
  return create(TextureShape{width, height, format});
}

Image Image::unwritten(const TextureShape& shape) {
  Image image(shape);
  const std::size_t bytes = image.size_bytes();
  image.texels.resize(bytes + padding);
  std::fill(image.texels.begin() + std::ptrdiff_t(bytes), image.texels.end(), std::byte());
  return image;
}

std::uint32_t Image::bits_at(int x, int y, int channel) const {
  return bits_at(x, y, 0, 0, channel);
}

std::uint32_t Image::bits_at(int x, int y, int plane, int level_index, int channel) const {
  const auto bytes = std::size_t(format.bits / 8);
  const auto index = std::size_t(y) * std::size_t(size_of(level_index)[0]) + std::size_t(x);
  const std::byte* plane_start = level(level_index) + std::size_t(plane) * plane_bytes(level_index);
  std::uint32_t bits = 0;
  std::memcpy(&bits, plane_start + index * std::size_t(format.texel_bytes()) + std::size_t(channel) * bytes,
              bytes);
  return bits;
}

double real_value(const ElementFormat& format, std::uint32_t bits) {
  return with_element(format.kind, format.bits, [&](auto element) {
    return decltype(element)::real(static_cast<typename decltype(element)::Word>(bits));
  });
}

std::uint32_t encode_real(const ElementFormat& format, double value) {
  return with_element(format.kind, format.bits,
                      [&](auto element) { return std::uint32_t(decltype(element)::encode(value)); });
}

void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t chunk = 256 * 1024;
  loop_in_parallel(tbb::blocked_range<std::size_t>(0, bytes, chunk), [&](const auto& part) {
    std::memcpy(to + part.begin(), from + part.begin(), part.size());
  });
}

namespace {
template <class Texel>
void pick(const std::byte* from, std::byte* to, const std::vector<std::size_t>& columns) {
  for (const std::size_t column : columns) {
    std::memcpy(to, from + column * sizeof(Texel), sizeof(Texel));
    to += sizeof(Texel);
  }
}

template <std::size_t bytes>
struct Bytes {
  std::byte byte[bytes];
};

void pick_row(const std::byte* from, std::byte* to, const std::vector<std::size_t>& columns,
              int texel_bytes) {
  switch (texel_bytes) {
  case 1:
    return pick<Bytes<1>>(from, to, columns);
  case 2:
    return pick<Bytes<2>>(from, to, columns);
  case 4:
    return pick<Bytes<4>>(from, to, columns);
  case 8:
    return pick<Bytes<8>>(from, to, columns);
  case 16:
    return pick<Bytes<16>>(from, to, columns);
  default:
    break;
  }
  const auto bytes = std::size_t(texel_bytes);
  for (std::size_t i = 0; i < columns.size(); ++i)
    std::memcpy(to + i * bytes, from + columns[i] * bytes, bytes);
}

// floor((i + 0.5) * m / n), in integers.
std::size_t nearest(int i, int m, int n) {
  return std::size_t((2 * std::int64_t(i) + 1) * m / (2 * std::int64_t(n)));
}
} // namespace

Image resize(const Image& from, int width, int height) {
  if (width == from.width && height == from.height) return from;
  Image to = Image::unwritten({width, height, from.format});
  std::vector<std::size_t> columns(std::size_t(width), 0);
  for (int x = 0; x < width; ++x)
    columns[std::size_t(x)] = nearest(x, from.width, width);
  for_rows(height, to.row_bytes(), {}, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      const auto row = int(nearest(y, from.height, height));
      pick_row(from.texel(0, row), to.texel(0, y), columns, from.format.texel_bytes());
    }
  });
  return to;
}

void quantize_packed(Image& image) {
  constexpr std::size_t channels = 4;
  auto* const elements = reinterpret_cast<std::uint16_t*>(image.texels.data());
  const auto each = [&](const tbb::blocked_range<std::size_t>& texels) {
    for (std::size_t i = texels.begin() * channels; i < texels.end() * channels; ++i) {
      const std::uint32_t code = elements[i];
      if (i % channels == 3) {
        elements[i] = std::uint16_t((code * 3 + 32767) / 65535 * 0x5555);
      } else {
        const std::uint32_t ten = (code * 1023 + 32767) / 65535;
        elements[i] = std::uint16_t(ten << 6 | ten >> 4);
      }
    }
  };
  loop_in_parallel(tbb::blocked_range<std::size_t>(0, image.size_bytes() / (2 * channels), 65536), each);
}

std::vector<std::uint32_t> packed_texels(const std::byte* texels, std::size_t count) {
  std::vector<std::uint32_t> packed(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t texel[4];
    std::memcpy(texel, texels + i * sizeof texel, sizeof texel);
    packed[i] = std::uint32_t(texel[0] >> 6) | std::uint32_t(texel[1] >> 6) << 10 |
                std::uint32_t(texel[2] >> 6) << 20 | std::uint32_t(texel[3] >> 14) << 30;
  }
  return packed;
}

} // namespace texelscope
