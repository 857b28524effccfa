// A place to sample that stays where it is when the picture changes: what a pin keeps, what a lesson looks
// at, and what `explain --coord` names. And what the picture makes of it: where it is shown, and which fetch
// it is.
#pragma once

#include <array>
#include <optional>
#include <variant>

#include "kernels/fetch/fetch_map.h"
#include "kernels/fetch/fetch_rules.h"

namespace texelscope {

struct SamplePosition {
  std::array<double, 3> at =
      {}; // the coordinate: normalized, or texels where in_texels; of cubes the direction
  bool in_texels = false;
  int layer = 0;
  std::optional<double> lod; // of functions that take a level of detail; none: the session's
  int cell = 0;              // of Projection::grid, row after row: its tilt and scale make the gradients

  bool operator==(const SamplePosition&) const = default;
};

// What is looked at: a pixel of the picture, or a position.
using FetchTarget = std::variant<Pixel, SamplePosition>;

struct TargetFetch {
  FetchView view;             // how the components that come back make a value
  PixelFetch fetch;           // empty: the view has nothing there, or no gradients
  std::optional<Pixel> pixel; // whose fetch it is, to the last bit
  std::optional<std::array<double, 2>>
      place; // in pixels from the picture's top-left corner; none: the view does not show it
  std::array<double, 2> texel = {1, 1}; // the width and height of a texel there, in pixels
  // Flat views: the normalized texture coordinate; others: the place in the picture. None where `place` has
  // none.
  std::array<double, 2> in_view = {0, 0};
};

// `width`, `height`: the picture's size in pixels. A position's coordinate goes into the fetch as it is,
// rounded to float; gradients are the view's at its place.
TargetFetch fetch_of(const Session& session, const Effective& effective, int width, int height,
                     const FetchTarget& target);

// Where the pixel samples. Nothing where the view has nothing.
std::optional<SamplePosition> position_of(const Session& session, const Effective& effective, int width,
                                          int height, const Pixel& pixel);

// A point of the plane that a flat view shows: normalized coordinates, of a cube those of the face.
SamplePosition position_in_plane(const Session& session, const Effective& effective, double u, double v);

// The coordinate as the function takes it now: normalized or in texels.
std::array<double, 3> coordinate_for(const Session& session, const Effective& effective,
                                     const SamplePosition& position);

// The pixel in which the position lies. Nothing where the picture does not show it.
std::optional<Pixel> pixel_of(const Session& session, const Effective& effective, int width, int height,
                              const FetchTarget& target);

// One step of an arrow key.
enum class StepSize { pixel, texel, fraction }; // fraction: 1/256 of a texel

// A step by a pixel leads to where a pixel samples. A step that would leave the picture is not made.
SamplePosition stepped(const Session& session, const Effective& effective, int width, int height,
                       const SamplePosition& from, int right, int down, StepSize size);

} // namespace texelscope
