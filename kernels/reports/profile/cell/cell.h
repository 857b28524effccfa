// One measurement of the profiler, as a value with a name: the texture that is read, by which path and in
// which order.
//
//   u8x4.bilinear.2d.array.tile.256K.tex
//   f32x4.point.2d.array.rotated30.1G.load.cold
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/state/session/enums.h"
#include "kernels/state/session/spec.h"

namespace texelscope {
namespace profile {

// trilinear: at a level of detail between the first two levels; aniso*: tex2DGrad with a footprint whose
// ratio is that number, also as maxAnisotropy, and trilinear too.
enum class Filter : std::uint8_t { point, bilinear, trilinear, aniso2, aniso4, aniso8, aniso16 };

// Where the 32 lanes of a warp read in one step; access_pattern.h describes the further steps.
//   tile       8 x 4 texels
//   row        32 texels of a row
//   column     32 texels of a column
//   rotated    a tile turned by `amount` degrees
//   strided    a row of texels that lie `amount` apart
//   minified   a tile of texels that lie `amount` apart along both axes
//   window     at random within a window of `amount` x `amount` texels
//   gather     a tile, by tex2Dgather
//   divergent  each lane in a tile of its own, anywhere in the texture
enum class Pattern : std::uint8_t {
  tile,
  row,
  column,
  rotated,
  strided,
  minified,
  window,
  gather,
  divergent
};

//   tex        the texture unit; of linear memory tex1Dfetch
//   surface    surf2Dread of whole texels
//   ldg        __ldg of the same texels in linear memory
//   load       plain loads of them
//   shared     bilinear out of shared memory, into which each warp loads its tile with the rim
//   software   bilinear by four loads
// shared and software weigh in the kernel, by the unit's weights over 256.
enum class Path : std::uint8_t { tex, surface, ldg, load, shared, software };

struct BenchmarkCase {
  ElementFormat format;
  bool srgb = false; // four channels of 8 bits
  Filter filter = Filter::bilinear;
  Dimension dimension = Dimension::d2;
  Storage storage = Storage::array;
  Pattern pattern = Pattern::tile;
  int amount = 0;              // what the pattern's name ends in; 0 for those that have none
  std::int64_t bytes = 262144; // working set: about all texels of the first level's planes; see shape_of()
  Path path = Path::tex;
  bool cold = false; // the L2 cache is flushed before each launch, which goes over the texture once
  bool operator==(const BenchmarkCase&) const = default;
};

constexpr int max_anisotropy(Filter f) {
  return f < Filter::aniso2 ? 1 : 2 << (int(f) - int(Filter::aniso2));
}
constexpr bool has_mips(Filter f) {
  return f >= Filter::trilinear;
}
constexpr bool has_amount(Pattern p) {
  return p >= Pattern::rotated && p <= Pattern::window;
}

std::string name(const BenchmarkCase& cell);
// Empty if `cell_name` is not the name of a cell. name(*parse_cell(cell_name)) == cell_name.
std::optional<BenchmarkCase> parse_cell(std::string_view cell_name);
// "256K": in the largest of K, M and G that divides it.
std::string bytes_name(std::int64_t bytes);

// Why a cell has no measurement. Reports store the identifier; label and help explain it.
enum class Obstacle : std::uint8_t {
  integers_not_filtered, // 32-bit integers
  srgb_format,           // sRGB of other formats than u8x4
  mips_need_array,       // mip levels of pitch or linear memory
  storage_dimension,     // pitch memory that is not 2-D, linear memory that is not 1-D
  linear_is_point,       // tex1Dfetch does not filter
  anisotropy_needs_2d,   //
  pattern_needs_2d,      // patterns with rows, of 1-D textures
  gather_needs_2d,       // tex2Dgather: 2-D arrays of one level, by the path tex
  path_filters,          // a path that does not support this filter, or only filters
  path_layout,           // a path that does not support this dimension, storage or pattern
  too_small,             // the pattern does not fit into the texture
  too_large,             // wider, higher or deeper than textures can be
  amount,                // outside the pattern's range
  no_backend_path,       // not supported by this backend
  no_memory,             // the device had none left
  failed                 // the device refused; Measured::message says why
};
// Empty if it can be measured, provided the device has the memory.
std::optional<Obstacle> obstacle(const BenchmarkCase& cell);
// Why the cell cannot be measured; of a texture that is too large, whose limit it exceeds.
std::string obstacle_text(const BenchmarkCase& cell, Obstacle found);

// The texture of a cell: as many texels as fit into BenchmarkCase::bytes with sides that are multiples of the
// pattern's steps.
struct Shape {
  int width = 1, height = 1;
  int depth = 1;  // slices, layers; cubes: faces
  int levels = 1; // 2 if the filter mixes levels
  std::int64_t texels() const { return std::int64_t(width) * height * depth; }
  bool operator==(const Shape&) const = default;
};
Shape shape_of(const BenchmarkCase& cell);

} // namespace profile

template <>
EnumTable enum_table<profile::Filter>();
template <>
EnumTable enum_table<profile::Pattern>();
template <>
EnumTable enum_table<profile::Path>();
template <>
EnumTable enum_table<profile::Obstacle>();

} // namespace texelscope
