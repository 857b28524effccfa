#include "kernels/unit/image/mips.h"

#include <algorithm>

#include "kernels/ground/base/rows.h"
#include "kernels/unit/image/mip_rules.h"

namespace texelscope {

namespace {
// Computes a row's texels from up to four rows of the level above: `columns` texels of each, and `stride`
// texels further for the next one. All counts are known at compile time, so that loops over texels have no
// branches.
template <class E, bool light, int channels, int rows, int columns>
void average_row(const typename E::Word* const* from, int stride, int width, typename E::Word* to) {
  [[maybe_unused]] const rules::SrgbCurve& curve = rules::srgb_curve();
  for (int x = 0; x < width; ++x)
    for (int c = 0; c < channels; ++c) {
      const auto texel = [&](int i) { return from[i / columns][(x * stride + i % columns) * channels + c]; };
      if constexpr (light)
        *to++ = rules::mip_average_light(curve, channels, c, rows * columns, texel);
      else
        *to++ = rules::mip_average<E>(rows * columns, texel);
    }
}

template <class E, bool light, int channels>
auto row_function(int rows, int columns) {
  if (columns == 1)
    return rows == 1   ? average_row<E, light, channels, 1, 1>
           : rows == 2 ? average_row<E, light, channels, 2, 1>
                       : average_row<E, light, channels, 4, 1>;
  return rows == 1   ? average_row<E, light, channels, 1, 2>
         : rows == 2 ? average_row<E, light, channels, 2, 2>
                     : average_row<E, light, channels, 4, 2>;
}

template <class E, bool light = false>
auto row_function(int channels, int rows, int columns) {
  return channels == 1   ? row_function<E, light, 1>(rows, columns)
         : channels == 2 ? row_function<E, light, 2>(rows, columns)
                         : row_function<E, light, 4>(rows, columns);
}

template <class E>
void tint_row(typename E::Word* texels, int width, int channels, int level) {
  const auto tint = level_tint(level);
  const int colors = std::min(channels, 3);
  for (int x = 0; x < width; ++x, texels += channels)
    for (int c = 0; c < colors; ++c)
      texels[c] = rules::mip_tinted<E>(texels[c], tint[std::size_t(c)]);
}

// Calls visit(first, last, texels) for bands of a level's rows over all planes; `texels` points at the first
// of them.
template <class E, class Visit>
bool each_band(Image& image, int level, const Progress& progress, Visit&& visit) {
  const auto [w, h, d] = image.size_of(level);
  const std::size_t row_elements = std::size_t(w) * std::size_t(image.format.channels);
  auto* elements = reinterpret_cast<typename E::Word*>(image.level(level));
  return for_rows(h * d, row_elements * sizeof(typename E::Word), progress, [&](int first, int last) {
    visit(first, last, elements + std::size_t(first) * row_elements);
  });
}

template <class E>
bool make_level(Image& image, int level, const MipRule& rule, const Progress& progress) {
  using Word = typename E::Word;
  const rules::MipStep step(image.size_of(level - 1), image.size_of(level), image.dimension, rule.source);
  const int channels = image.format.channels, slices = step.count(2), lines = step.count(1);
  auto average = row_function<E>(channels, slices * lines, step.count(0));
  if constexpr (rules::is_srgb_code<E>)
    if (rule.light) average = row_function<E, true>(channels, slices * lines, step.count(0));
  const auto* above = reinterpret_cast<const Word*>(image.level(level - 1));
  const std::size_t row_elements = std::size_t(step.from[0]) * std::size_t(channels);
  return each_band<E>(image, level, progress, [&](int first, int last, Word* to) {
    for (int row = first; row < last; ++row, to += step.to[0] * channels) {
      const int plane = step.first(2, row / step.to[1]), y = step.first(1, row % step.to[1]);
      const Word* from[4];
      for (int i = 0; i < slices * lines; ++i) {
        const std::size_t index = std::size_t(plane + i / lines) * std::size_t(step.from[1]);
        from[i] = above + (index + std::size_t(y + i % lines)) * row_elements;
      }
      average(from, step.first(0, 1), step.to[0], to);
    }
  });
}

template <class E>
bool tint_level(Image& image, int level, const Progress& progress) {
  const int width = image.size_of(level)[0], channels = image.format.channels;
  return each_band<E>(image, level, progress, [&](int first, int last, typename E::Word* texels) {
    for (int row = first; row < last; ++row, texels += width * channels)
      tint_row<E>(texels, width, channels, level);
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

bool fill_mips(Image& image, const MipRule& rule, const Progress& progress) {
  const std::size_t start = image.level_offset(1), passes = rule.source == MipSource::tinted ? 2 : 1;
  const double whole = double(passes * (image.size_bytes() - start));
  std::size_t done = 0;
  const auto part = [&](int level) {
    const std::size_t before = done;
    done += image.level_offset(level + 1) - image.level_offset(level);
    return part_of(progress, double(before) / whole, double(done) / whole);
  };
  return with_element(image.format.kind, image.format.bits, [&](auto element) {
    using E = decltype(element);
    for (int level = 1; level < image.level_count; ++level)
      if (!make_level<E>(image, level, rule, part(level))) return false;
    for (int level = 1; rule.source == MipSource::tinted && level < image.level_count; ++level)
      if (!tint_level<E>(image, level, part(level))) return false;
    return true;
  });
}

} // namespace texelscope
