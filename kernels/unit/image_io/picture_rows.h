// A picture to be written, whose rows need not be in memory at once: they come in bands of any height, from
// the top.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "kernels/unit/display/picture.h"

namespace texelscope {

template <class Band>
using BandSink = std::function<void(const Band&)>;

struct PictureRows {
  PictureRows(int columns, int rows, ResultType of, std::function<void(const BandSink<Picture>&)> in_bands)
      : width(columns), height(rows), type(of), bands(std::move(in_bands)) {}
  // A whole picture is one band. It must outlive this.
  PictureRows(const Picture& whole)
      : PictureRows(whole.width, whole.height, whole.type, [&](const auto& sink) { sink(whole); }) {}

  int width, height;
  ResultType type;
  // Passes one band after the other to the sink. A band is as wide as the picture, and is gone after the
  // call.
  std::function<void(const BandSink<Picture>&)> bands;
};

// The same as 8-bit colors, four bytes a pixel.
struct ColorRows {
  using Band = std::span<const std::uint8_t>;
  int width, height;
  std::function<void(const BandSink<Band>&)> bands;
};

// Colors by tone_map(). Both arguments must outlive the result.
ColorRows colors_of(const PictureRows& picture, const ViewSpec& view);

} // namespace texelscope
