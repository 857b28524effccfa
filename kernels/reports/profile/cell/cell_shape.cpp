// The texture of a cell, and the reasons why some cells have none.
#include "kernels/reports/profile/cell/cell.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/cell/lanes.h"
#include "kernels/state/session/size_limits.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::profile {

namespace {
// Cells keep the sides with which the results on file were measured.
constexpr int widest = 16384, max_layers = 2048, layers = 8;
constexpr std::int64_t widest_linear = std::int64_t(1) << 27; // texels of a linear texture

int power_above(double value) {
  return int(std::bit_ceil(std::uint64_t(std::ceil(value))));
}
int power_below(double value) {
  return int(std::bit_floor(std::uint64_t(std::max(value, 1.0))));
}

int clipped(std::int64_t value) {
  return int(std::min<std::int64_t>(value, 1 << 30));
}

// Rows whose length is a power of two, as many as fit.
Shape plane_shape(std::int64_t texels, Step step) {
  const int width = std::clamp(power_above(std::sqrt(double(texels))), std::max(32, step.width), widest);
  return {width, clipped(texels / width / step.height * step.height)};
}

Shape row_shape(std::int64_t texels, Step step, Dimension dimension) {
  const bool layered = dimension == Dimension::d1_layered;
  const std::int64_t depth = layered ? std::max<std::int64_t>(2, (texels + widest - 1) / widest) : 1;
  return {clipped(texels / depth / step.width * step.width), 1, clipped(depth)};
}

Shape volume_shape(std::int64_t texels, Step step) {
  const int width = std::max(power_above(std::cbrt(double(texels))), step.width);
  const int height = std::max(power_below(std::sqrt(double(texels) / width)), step.height);
  return {width, height, clipped(texels / width / height)};
}

Shape face_shape(std::int64_t texels, Step step, int faces) {
  const int unit = std::max(step.width, step.height);
  const int side = int(std::sqrt(double(texels / faces))) / unit * unit;
  return {side, side, faces};
}

bool fits(const BenchmarkCase& cell, const Shape& s) {
  if (cell.storage == Storage::linear) return s.width <= widest_linear;
  return s.width <= widest && s.height <= widest &&
         s.depth <= (cell.dimension == Dimension::d3 ? widest : max_layers);
}

// CUDA's limits that fits() has; the others are the bench's own.
std::string_view owner(const BenchmarkCase& cell, bool of_depth) {
  if (cell.dimension == Dimension::d3) return name(SizeLimit::texture_3d);
  if (!of_depth) return text(Text::profile_own_limit);
  if (cell.dimension == Dimension::cube_layered) return name(SizeLimit::cubemap_layered);
  return name(is_1d(cell.dimension) ? SizeLimit::texture_1d_layered : SizeLimit::texture_2d_layered);
}

bool has_rows_only(Pattern p) {
  return p == Pattern::row || p == Pattern::strided || p == Pattern::window || p == Pattern::divergent;
}

bool amount_goes(const BenchmarkCase& cell) {
  const int a = cell.amount;
  switch (cell.pattern) {
  case Pattern::rotated:
    return a >= 1 && a <= 89;
  case Pattern::strided:
  case Pattern::minified:
    return a >= 2 && a <= 64;
  case Pattern::window:
    return a >= 8 && a <= 4096 && std::has_single_bit(unsigned(a));
  default:
    return a == 0;
  }
}

bool layout_goes(const BenchmarkCase& cell) {
  const bool plane = cell.dimension == Dimension::d2;
  const bool pitch = plane && cell.storage == Storage::pitch;
  switch (cell.path) {
  case Path::tex:
    return true;
  case Path::surface:
    return plane && cell.storage == Storage::array;
  case Path::ldg:
  case Path::load:
    return pitch || cell.storage == Storage::linear;
  case Path::shared:
    return pitch && cell.pattern == Pattern::tile;
  case Path::software:
    return pitch;
  }
  return false;
}

bool filter_goes(const BenchmarkCase& cell) {
  if (cell.path == Path::tex) return true;
  const bool filters = cell.path == Path::shared || cell.path == Path::software;
  return cell.filter == (filters ? Filter::bilinear : Filter::point);
}

std::optional<Obstacle> sampler_obstacle(const BenchmarkCase& cell) {
  using enum Obstacle;
  const bool filtered = cell.filter != Filter::point;
  if (cell.srgb && (cell.format != ElementFormat{ElementKind::unsigned_int, 8, 4} || cell.path != Path::tex))
    return srgb_format;
  if (filtered && cell.format.bits == 32 && cell.format.kind != ElementKind::floating)
    return integers_not_filtered;
  if (has_mips(cell.filter) && cell.storage != Storage::array) return mips_need_array;
  if (max_anisotropy(cell.filter) > 1 && cell.dimension != Dimension::d2) return anisotropy_needs_2d;
  if (filtered && cell.storage == Storage::linear) return linear_is_point;
  return std::nullopt;
}
} // namespace

Shape shape_of(const BenchmarkCase& cell) {
  const Step step = step_of(cell);
  const std::int64_t texels = cell.bytes / cell.format.texel_bytes();
  Shape shape;
  switch (cell.dimension) {
  case Dimension::d1:
  case Dimension::d1_layered:
    shape = row_shape(texels, step, cell.dimension);
    break;
  case Dimension::d2:
    shape = plane_shape(texels, step);
    break;
  case Dimension::d2_layered:
    shape = plane_shape(texels / layers, step);
    shape.depth = layers;
    break;
  case Dimension::d3:
    shape = volume_shape(texels, step);
    break;
  case Dimension::cube:
  case Dimension::cube_layered:
    shape = face_shape(texels, step, plane_count(cell.dimension, 2));
    break;
  }
  shape.levels = has_mips(cell.filter) ? 2 : 1;
  return shape;
}

std::optional<Obstacle> obstacle(const BenchmarkCase& cell) {
  using enum Obstacle;
  const bool needs_2d = cell.storage == Storage::pitch, needs_1d = cell.storage == Storage::linear;
  if (cell.storage == Storage::shared || (needs_2d && cell.dimension != Dimension::d2) ||
      (needs_1d && cell.dimension != Dimension::d1))
    return storage_dimension;
  if (const auto found = sampler_obstacle(cell)) return found;
  if (is_1d(cell.dimension) && !has_rows_only(cell.pattern)) return pattern_needs_2d;
  if (cell.pattern == Pattern::gather && (cell.dimension != Dimension::d2 || cell.storage != Storage::array ||
                                          has_mips(cell.filter) || cell.path != Path::tex))
    return gather_needs_2d;
  if (!filter_goes(cell)) return path_filters;
  if (!layout_goes(cell)) return path_layout;
  if (!amount_goes(cell)) return amount;
  const Lanes lanes = lanes_of(cell);
  const Shape shape = shape_of(cell);
  if (shape.width < lanes.width || shape.height < lanes.height || shape.depth < 1) return too_small;
  if (!fits(cell, shape)) return too_large;
  return std::nullopt;
}

std::string obstacle_text(const BenchmarkCase& cell, Obstacle found) {
  if (found != Obstacle::too_large) return label(found);
  const Shape s = shape_of(cell);
  const bool linear = cell.storage == Storage::linear,
             of_depth = std::max(s.width, s.height) <= widest && !linear;
  const std::int64_t limit = linear                                        ? widest_linear
                             : of_depth && cell.dimension != Dimension::d3 ? max_layers
                                                                           : widest;
  const int has = of_depth ? s.depth : std::max(s.width, s.height);
  return say(Text::profile_over_limit, {owner(cell, of_depth), std::to_string(limit), std::to_string(has)});
}

} // namespace texelscope::profile
