#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "kernels/machines/cpu/rows_in_parallel.h"
#include "kernels/machines/cpu/write_kernels.h"
#include "kernels/unit/write/write_rules.h"

namespace texelscope::cpu {

namespace {
struct Ink {
  std::array<std::byte, 16> bytes = {};
  std::size_t size = 0;
};

Ink ink_of(const ElementFormat& format, const std::array<float, 4>& color) {
  Ink ink;
  ink.size = std::size_t(format.texel_bytes());
  const std::size_t bytes = std::size_t(format.bits) / 8;
  for (std::size_t c = 0; c < std::size_t(format.channels); ++c) {
    const std::uint32_t word = encode_real(format, color[c]);
    std::memcpy(ink.bytes.data() + c * bytes, &word, bytes);
  }
  return ink;
}

// Of one axis: the texels that writes of the box land on; at the edges also those of all positions beyond.
struct Span {
  int first, last;
};
Span texels_of(int first, int last, int size) {
  return {std::clamp(first, 0, size - 1), std::clamp(last, 1, size)};
}

// Whether the stroke covers each texel of a row, itself or beyond its edge: 0 or 1. The same in every plane.
void cover_row(const BrushStroke& stroke, const rules::StrokeBox& box, int height, int row, Span columns,
               std::vector<std::uint8_t>& covered) {
  std::ranges::fill(covered, std::uint8_t(0));
  const int first_y = row == 0 ? box.first_y : row, last_y = row == height - 1 ? box.last_y : row + 1;
  for (int y = first_y; y < last_y; ++y)
    for (int x = box.first_x; x < box.last_x; ++x) {
      const int texel = std::clamp(x, columns.first, columns.last - 1) - columns.first;
      std::uint8_t& is_covered = covered[std::size_t(texel)];
      if (!is_covered) is_covered = rules::stroke_covers(stroke, x, y);
    }
}

void paint_row(const std::vector<std::uint8_t>& covered, const Ink& ink, std::byte* texels) {
  for (std::size_t i = 0; i < covered.size(); ++i)
    if (covered[i]) std::memcpy(texels + i * ink.size, ink.bytes.data(), ink.size);
}
} // namespace

void paint(Image& texture, std::span<const BrushStroke> strokes, BoundaryMode boundary) {
  for (const BrushStroke& stroke : strokes) {
    const rules::StrokeBox box = rules::stroke_box(stroke, boundary, texture.width, texture.height);
    if (box.first_x >= box.last_x || box.first_y >= box.last_y) continue;
    const Ink ink = ink_of(texture.format, stroke.color);
    const Span rows = texels_of(box.first_y, box.last_y, texture.height),
               columns = texels_of(box.first_x, box.last_x, texture.width);
    rows_in_parallel(rows.first, rows.last, box.last_x - box.first_x, [&](int begin, int end) {
      std::vector<std::uint8_t> covered(std::size_t(columns.last - columns.first));
      for (int row = begin; row < end; ++row) {
        cover_row(stroke, box, texture.height, row, columns, covered);
        for (int plane = 0; plane < texture.planes; ++plane)
          if (rules::stroke_reaches(stroke, plane))
            paint_row(covered, ink, texture.texel(columns.first, row, plane));
      }
    });
  }
}

} // namespace texelscope::cpu
