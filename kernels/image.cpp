#include "kernels/image.h"

#include <cstring>

#include "kernels/element.h"
#include "kernels/rows.h"

namespace texelscope {

Image Image::create(int width, int height, ElementFormat format) {
  Image image{width, height, format, {}};
  image.texels.resize(image.size_bytes() + padding);
  return image;
}

std::uint32_t Image::bits_at(int x, int y, int channel) const {
  const auto bytes = std::size_t(format.bits / 8);
  std::uint32_t bits = 0;
  std::memcpy(&bits, texel(x, y) + std::size_t(channel) * bytes, bytes);
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
  Image to = Image::create(width, height, from.format);
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

} // namespace texelscope
