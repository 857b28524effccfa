#include "kernels/mips.h"

#include <algorithm>
#include <cstring>

#include "kernels/mip_rules.h"
#include "kernels/rows.h"

namespace texelscope {

namespace {
template <class E>
void make_row(const Image& image, int level, const rules::MipStep& step, int plane, int y, std::byte* out) {
  using Word = typename E::Word;
  const int channels = image.format.channels;
  const auto* above = reinterpret_cast<const Word*>(image.level(level - 1));
  Word* to = reinterpret_cast<Word*>(out);
  const auto row = [&](int z, int v) {
    return above + (std::size_t(z) * std::size_t(step.from[1]) + std::size_t(v)) * std::size_t(step.from[0]) *
                       std::size_t(channels);
  };
  const int nx = step.count(0), ny = step.count(1), nz = step.count(2);
  for (int x = 0; x < step.to[0]; ++x) {
    const Word* texel[8];
    int count = 0;
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
          texel[count++] = row(step.first(2, plane) + k, step.first(1, y) + j) +
                           std::size_t(step.first(0, x) + i) * std::size_t(channels);
    for (int c = 0; c < channels; ++c, ++to)
      *to = rules::mip_average<E>(count, [&](int i) { return texel[i][c]; });
  }
}

template <class E>
void tint_row(typename E::Word* texels, int width, int channels, int level) {
  const auto tint = level_tint(level);
  const int colors = std::min(channels, 3);
  for (int x = 0; x < width; ++x, texels += channels)
    for (int c = 0; c < colors; ++c)
      texels[c] = rules::mip_tinted<E>(texels[c], tint[std::size_t(c)]);
}

// Calls visit(plane, y, row) for every row of the level.
template <class Visit>
void each_row(Image& image, int level, Visit&& visit) {
  const auto [w, h, d] = image.size_of(level);
  const std::size_t row_bytes = std::size_t(w) * std::size_t(image.format.texel_bytes());
  std::byte* base = image.level(level);
  for_rows(h * d, row_bytes, {}, [&](int first, int last) {
    for (int row = first; row < last; ++row)
      visit(row / h, row % h, base + std::size_t(row) * row_bytes);
  });
}
} // namespace

std::array<double, 3> level_tint(int level) {
  static constexpr std::array<std::array<double, 3>, 7> tints = {{{0.9, 0.1, 0.1},
                                                                  {0.1, 0.8, 0.1},
                                                                  {0.2, 0.3, 1},
                                                                  {0.9, 0.9, 0},
                                                                  {0.8, 0, 0.9},
                                                                  {0, 0.9, 0.9},
                                                                  {1, 0.5, 0}}};
  return tints[std::size_t(level + 6) % tints.size()];
}

void fill_mips(Image& image, MipSource source) {
  with_element(image.format.kind, image.format.bits, [&](auto element) {
    using E = decltype(element);
    for (int level = 1; level < image.level_count; ++level) {
      const rules::MipStep step(image.size_of(level - 1), image.size_of(level), image.dimension, source);
      each_row(image, level,
               [&](int plane, int y, std::byte* row) { make_row<E>(image, level, step, plane, y, row); });
    }
    if (source != MipSource::tinted) return;
    for (int level = 1; level < image.level_count; ++level) {
      const int width = image.size_of(level)[0];
      each_row(image, level, [&](int, int, std::byte* row) {
        tint_row<E>(reinterpret_cast<typename E::Word*>(row), width, image.format.channels, level);
      });
    }
  });
}

} // namespace texelscope
