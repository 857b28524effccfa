// Colors multiplied by alpha.
#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/ground/base/rows.h"
#include "kernels/unit/image/element.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/image/srgb.h"

namespace texelscope {

namespace {
using Byte = Element<ElementKind::unsigned_int, 8>;
// The code of a color, by its code and that of alpha.
using Products = std::array<std::array<std::uint8_t, 256>, 256>;

const Products& products_of_light() {
  static const Products table = [] {
    Products made = {};
    for (std::size_t color = 0; color < 256; ++color)
      for (std::size_t alpha = 0; alpha < 256; ++alpha)
        made[alpha][color] =
            Byte::encode(encoded_srgb(decoded_srgb(double(color) / 255) * double(alpha) / 255));
    return made;
  }();
  return table;
}

// Replaces each texel's colors by rule(color, alpha).
template <class Word, class Rule>
void each_texel(std::byte* texels, std::size_t count, Rule&& rule) {
  for (std::size_t i = 0; i < count; ++i, texels += 4 * sizeof(Word)) {
    std::array<Word, 4> texel;
    std::memcpy(texel.data(), texels, sizeof texel);
    for (std::size_t c = 0; c < 3; ++c)
      texel[c] = rule(texel[c], texel[3]);
    std::memcpy(texels, texel.data(), sizeof texel);
  }
}
} // namespace

void premultiply(Image& image, bool light) {
  constexpr std::size_t row = 4096; // texels of a piece of work
  const std::size_t texel = std::size_t(image.format.texel_bytes()), all = image.size_bytes() / texel;
  for_rows(int((all + row - 1) / row), row * texel, {}, [&](int first, int last) {
    for (int piece = first; piece < last; ++piece) {
      const std::size_t from = std::size_t(piece) * row, count = std::min(row, all - from);
      std::byte* texels = image.texels.data() + from * texel;
      if (light)
        each_texel<std::uint8_t>(
            texels, count,
            [&table = products_of_light()](std::uint8_t c, std::uint8_t a) { return table[a][c]; });
      else
        with_element(image.format.kind, image.format.bits, [&](auto element) {
          using E = decltype(element);
          each_texel<typename E::Word>(texels, count, [](typename E::Word c, typename E::Word a) {
            return E::encode(E::real(c) * E::real(a));
          });
        });
    }
  });
  image.compressed = nullptr;
}

} // namespace texelscope
