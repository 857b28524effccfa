// What one texture instruction fetched of one object, summed up as its records are read.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <span>

#include "kernels/studies/fetches/recorded_fetch.h"

namespace texelscope::fetches {

// A straight line through points (x, y), by least squares.
class LineFit {
public:
  void add(double x, double y);
  // Of points that lie on a line; elsewhere, and of a single x, the slope is 0.
  double slope() const;
  double value_at_0() const;
  double least_x = std::numeric_limits<double>::infinity(), greatest_x = -least_x;

private:
  double count = 0, first_x = 0, first_y = 0; // the sums are of differences from the first point
  double x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0, yy_sum = 0;
};

// One coordinate, in texels wherever its size is known.
struct AxisStatistics {
  double least = std::numeric_limits<double>::infinity(), greatest = -least; // as passed, NaN left out
  std::uint64_t on_edges = 0;  // between two texels, within 1/512 of a texel
  std::uint64_t outside = 0;   // beyond the texture's edges
  std::set<double> values;     // different ones, the first max_values
  std::array<LineFit, 3> over; // over the thread's position along x, y and z of the launch
  static constexpr std::size_t max_values = 32;
};

// The texels along an axis, and how a coordinate counts them.
struct AxisScale {
  double size = 0;         // texels; 0: the coordinate has no such size, as of a cube's direction
  bool normalized = false; // the texture ends at 1
  bool by_index = false;   // whole numbers of texels, from 0 to size - 1
  bool repeats = false;    // what lies beyond the edges is the texture again
};

struct TextureScale {
  std::array<AxisScale, 3> axis;
  std::size_t axes = 3; // coordinates of the instruction
  int layers = 0;       // 0: it has none
};

// Of results with the values of the model.
struct Comparison {
  std::uint64_t compared = 0, different = 0;
  double greatest = 0; // difference of a component
};

struct FetchStatistics {
  std::uint64_t recorded = 0, not_finite = 0, outside = 0;
  std::uint64_t warps = 0, split_warps = 0; // of the site; lanes of the latter have several handles
  std::array<AxisStatistics, 3> axis;
  std::int64_t least_layer = std::numeric_limits<std::int64_t>::max(), greatest_layer = -least_layer;
  std::uint64_t layers_outside = 0;
  std::uint64_t above_level_0 = 0; // a level above 0 was asked for
  Comparison model, original; // original: for the program's own descriptor of an object that --set changed

  // The fetches of a warp's lanes.
  void add(std::span<const RecordedFetch> lanes, const TextureScale& scale);
};

} // namespace texelscope::fetches
