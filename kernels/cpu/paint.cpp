#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/cpu/rows_in_parallel.h"
#include "kernels/cpu/write_kernels.h"
#include "kernels/write/write_rules.h"

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

// The rows of the box whose writes land on row `y`: the row itself, and at the edges all rows beyond.
struct Rows {
  int first, last;
};
Rows rows_landing_on(int y, const rules::StrokeBox& box, int height) {
  return {y == 0 ? box.first_y : y, y == height - 1 ? box.last_y : y + 1};
}

void paint_row(Image& texture, const BrushStroke& stroke, const rules::StrokeBox& box, const Ink& ink,
               int plane, int row) {
  const Rows from = rows_landing_on(row, box, texture.height);
  for (int y = from.first; y < from.last; ++y)
    for (int x = box.first_x; x < box.last_x; ++x)
      if (rules::stroke_covers(stroke, x, y))
        std::memcpy(texture.texel(std::clamp(x, 0, texture.width - 1), row, plane), ink.bytes.data(),
                    ink.size);
}
} // namespace

void paint(Image& texture, std::span<const BrushStroke> strokes, BoundaryMode boundary) {
  for (const BrushStroke& stroke : strokes) {
    const rules::StrokeBox box = rules::stroke_box(stroke, boundary, texture.width, texture.height);
    if (box.first_x >= box.last_x || box.first_y >= box.last_y) continue;
    const Ink ink = ink_of(texture.format, stroke.color);
    const int first = std::clamp(box.first_y, 0, texture.height - 1);
    const int last = std::clamp(box.last_y, 1, texture.height);
    rows_in_parallel(first, last, box.last_x - box.first_x, [&](int begin, int end) {
      for (int plane = 0; plane < texture.planes; ++plane)
        for (int row = begin; row < end && rules::stroke_reaches(stroke, plane); ++row)
          paint_row(texture, stroke, box, ink, plane, row);
    });
  }
}

} // namespace texelscope::cpu
