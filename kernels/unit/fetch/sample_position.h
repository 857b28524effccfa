// A position to sample that stays the same when the picture changes: pins and lessons store it, and `explain
// --coord` sets it. Also finds where the picture shows it, and which fetch it is.
#pragma once

#include <array>
#include <optional>
#include <variant>

#include "kernels/unit/fetch/fetch_map.h"
#include "kernels/unit/fetch/fetch_rules.h"

namespace texelscope {

struct SamplePosition {
  std::array<double, 3> at =
      {}; // the coordinate: normalized, or texels if in_texels; for cubes the direction
  bool in_texels = false;
  int layer = 0;
  std::optional<double> lod; // for functions that take a level of detail; empty: the session's
  int cell = 0;              // of Projection::grid, row after row: its tilt and scale determine the gradients

  bool operator==(const SamplePosition&) const = default;
};

// The target to sample: a pixel of the picture, or a position.
using FetchTarget = std::variant<Pixel, SamplePosition>;

struct TargetFetch {
  FetchView view;             // how the returned components make a value
  PixelFetch fetch;           // empty: the view has nothing there, or no gradients
  std::optional<Pixel> pixel; // the pixel with exactly this fetch
  std::optional<std::array<double, 2>>
      place; // in pixels from the picture's top-left corner; empty: not shown by the view
  std::array<double, 2> texel = {1, 1}; // the width and height of a texel there, in pixels
  // Flat views: the normalized texture coordinate; others: the position in the picture. Not valid if `place`
  // is empty.
  std::array<double, 2> in_view = {0, 0};
};

// `width`, `height`: the picture's size in pixels. A position's coordinate goes into the fetch unchanged,
// rounded to float; the gradients are the view's at that position.
TargetFetch fetch_of(const Session& session, const Effective& effective, int width, int height,
                     const FetchTarget& target);

// The position that the pixel samples. Empty where the view has nothing.
std::optional<SamplePosition> position_of(const Session& session, const Effective& effective, int width,
                                          int height, const Pixel& pixel);

// A point of the plane that a flat view shows, in normalized coordinates; on a cube in those of the face.
SamplePosition position_in_plane(const Session& session, const Effective& effective, double u, double v);

// The coordinate in the unit that the function takes now: normalized or texels.
std::array<double, 3> coordinate_for(const Session& session, const Effective& effective,
                                     const SamplePosition& position);

// The pixel that contains the position. Empty if the picture does not show it.
std::optional<Pixel> pixel_of(const Session& session, const Effective& effective, int width, int height,
                              const FetchTarget& target);

// One step of an arrow key.
enum class StepSize { pixel, texel, fraction }; // fraction: 1/256 of a texel

// A step by a pixel leads to the position that a pixel samples. A step that would leave the picture is not
// made.
SamplePosition stepped(const Session& session, const Effective& effective, int width, int height,
                       const SamplePosition& from, int right, int down, StepSize size);

} // namespace texelscope
