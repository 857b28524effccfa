#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/machines/cpu/rows_in_parallel.h"
#include "kernels/machines/cpu/write_kernels.h"
#include "kernels/unit/image/element.h"
#include "kernels/unit/write/write_rules.h"

// Implements rules::pattern_texel, with tables for values that repeat in rows or columns.
namespace texelscope::cpu {

namespace {
using Values = std::array<std::uint16_t, 65536>;

const Values& wave_table() {
  static const std::vector<Values> table = [] {
    std::vector<Values> made(1);
    for (std::uint32_t p = 0; p < 65536; ++p)
      made[0][p] = std::uint16_t(rules::smooth(rules::triangle(p)));
    return made;
  }();
  return table[0];
}

template <class Element>
const typename Element::Word* encoded_table() {
  static const std::vector<typename Element::Word> table = [] {
    std::vector<typename Element::Word> made(65536);
    for (std::uint32_t v = 0; v < 65536; ++v)
      made[v] = typename Element::Word(rules::encode_unorm16(Element::kind, Element::bits, v));
    return made;
  }();
  return table.data();
}

// The values that one row needs; `value` returns v / 65535 of a color channel at a column.
struct Columns {
  std::vector<std::uint32_t> u;                      // position of each column, 65536 a texture
  std::array<std::vector<std::uint16_t>, 3> partial; // waves: the part common to all rows; sweep: all
};

std::uint32_t position(int index, int size) {
  return std::uint32_t((std::uint64_t(2 * index + 1) << 15) / std::uint32_t(size));
}

Columns make_columns(const Image& texture, PatternKind pattern, std::int64_t phase) {
  Columns columns;
  columns.u.resize(std::size_t(texture.width));
  for (int x = 0; x < texture.width; ++x)
    columns.u[std::size_t(x)] = position(x, texture.width);
  if (pattern == PatternKind::rings) return columns;
  const std::uint32_t time = std::uint32_t(phase) * 64u;
  for (std::uint32_t c = 0; c < 3; ++c) {
    columns.partial[c].resize(columns.u.size());
    for (std::size_t x = 0; x < columns.u.size(); ++x)
      columns.partial[c][x] = pattern == PatternKind::waves
                                  ? wave_table()[(3u * columns.u[x] + time + c * 16384u) & 65535u]
                                  : std::uint16_t(rules::pattern_value(pattern, int(x), 0, texture.width,
                                                                       texture.height, int(c), phase));
  }
  return columns;
}

// Writes one row: `value(x, c)` encoded, alpha 1.
template <class Word, class Value>
void write_row(Word* row, int width, int channels, const Word* encoded, Value&& value) {
  const int colors = channels < 3 ? channels : 3;
  for (int x = 0; x < width; ++x, row += channels) {
    const auto at = value(x);
    for (int c = 0; c < colors; ++c)
      row[c] = encoded[at(std::uint32_t(c))];
    if (channels == 4) row[3] = encoded[65535];
  }
}

template <class Word>
void write_rows(Image& texture, PatternKind pattern, std::int64_t phase, const Columns& columns,
                const Word* encoded, int plane, int first, int last) {
  const std::uint32_t time = std::uint32_t(phase) * 64u;
  const Values& wave = wave_table();
  for (int y = first; y < last; ++y) {
    Word* row = reinterpret_cast<Word*>(texture.texel(0, y, plane));
    const std::uint32_t v = position(y, texture.height);
    const auto waves = [&](int x) {
      const std::uint32_t from = 2u * v + columns.u[std::size_t(x)] - time;
      return [&, x, from](std::uint32_t c) {
        return (columns.partial[c][std::size_t(x)] + std::uint32_t(wave[(from + c * 16384u) & 65535u])) / 2u;
      };
    };
    const auto rings = [&](int x) {
      const double dx = double(columns.u[std::size_t(x)]) - 32768, dy = double(v) - 32768;
      const auto radius =
          std::uint32_t(std::sqrt(dx * dx + dy * dy)); // whole numbers below 2^31: exactly isqrt
      return [&, radius](std::uint32_t c) {
        return std::uint32_t(wave[(8u * radius - time + c * 16384u) & 65535u]);
      };
    };
    const auto sweep = [&](int x) {
      return [&, x](std::uint32_t c) { return std::uint32_t(columns.partial[c][std::size_t(x)]); };
    };
    const int channels = texture.format.channels;
    switch (pattern) {
    case PatternKind::waves:
      write_row(row, texture.width, channels, encoded, waves);
      break;
    case PatternKind::rings:
      write_row(row, texture.width, channels, encoded, rings);
      break;
    case PatternKind::sweep:
      write_row(row, texture.width, channels, encoded, sweep);
      break;
    }
  }
}
} // namespace

void write_pattern(Image& texture, PatternKind pattern, std::int64_t phase) {
  with_element(texture.format.kind, texture.format.bits, [&](auto element) {
    const auto* encoded = encoded_table<decltype(element)>();
    for (int plane = 0; plane < texture.planes; ++plane) {
      const std::int64_t own_phase = rules::plane_phase(phase, plane);
      const Columns columns = make_columns(texture, pattern, own_phase);
      rows_in_parallel(0, texture.height, texture.width, [&](int first, int last) {
        write_rows(texture, pattern, own_phase, columns, encoded, plane, first, last);
      });
    }
  });
}

} // namespace texelscope::cpu
