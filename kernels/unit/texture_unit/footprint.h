// The steps from coordinate to weights for one mip level: the texels that a fetch reads, and their weights.
#pragma once

#include <array>

#include "kernels/unit/texture_unit/coordinate.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::unit {

// The coordinates of a fetch after layer and face are chosen.
struct FetchCoordinate {
  std::array<float, 3> coordinate = {0, 0, 0};
  int axis_count = 2; // 1-D textures have two: see fetch_coordinate()
  int face = 0;
  int layer = 0;
  int slice = 0; // of the stored texels: layer, or face and layer
};

FetchCoordinate fetch_coordinate(const Texture& texture, const FetchAt& at);

// A gather takes the four texels of a linear footprint separately.
enum class Footprint : std::uint8_t { point, linear, gather };
Footprint footprint_of(const Texture& texture, FetchKind kind);

// The address mode that acts on an axis.
AddressMode axis_mode(const Texture& texture, std::size_t axis);
// The rule for locating and addressing an axis of a level.
AxisRule axis_rule(const Texture& texture, int level, std::size_t axis);

bool is_cube(const Texture& texture);
bool is_seamless(const Texture& texture);

// Fills the axes and taps of a trace whose level and weight are already set.
void trace_footprint(const Texture& texture, const FetchCoordinate& place, Footprint footprint,
                     LevelTrace& level);

} // namespace texelscope::unit
