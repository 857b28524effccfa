#include "kernels/studies/compare/scope.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/ground/base/exact_sincos.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope {
namespace scope {

namespace {
// The coordinates' axes that correspond to the picture's two, and their names.
std::array<std::size_t, 2> spanned_axes(const Session& session, const Effective& effective) {
  if (effective.dimension != Dimension::d3) return {0, 1};
  return session.fetch.slice_axis == texelscope::Axis::x   ? std::array<std::size_t, 2>{2, 1}
         : session.fetch.slice_axis == texelscope::Axis::y ? std::array<std::size_t, 2>{0, 2}
                                                           : std::array<std::size_t, 2>{0, 1};
}

const char* axis_name(const Effective& effective, std::size_t axis) {
  static constexpr const char* plain[] = {"x", "y", "z"};
  static constexpr const char* face[] = {"s", "t", ""};
  return is_cube(effective.dimension) ? face[axis] : plain[axis];
}
} // namespace

std::array<std::optional<Axis>, 3> shown_axes(const Session& session, const Effective& effective, int width,
                                              int height, const Line& line) {
  if (effective.projection != Projection::flat) return {};
  const auto from = picture_to_texture(session, width, height, line.x0, line.y0);
  const auto to = picture_to_texture(session, width, height, line.x1, line.y1);
  const bool counts_texels = !effective.sampler.normalized_coords && !is_cube(effective.dimension) &&
                             effective.function != FetchKind::texel &&
                             session.fetch.coordinates == CoordinateRule::unscaled;
  const int sizes[] = {effective.width, effective.height, effective.planes};
  std::array<std::optional<Axis>, 3> axes;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t axis = spanned_axes(session, effective)[i];
    const double texels = counts_texels ? 1 : sizes[axis];
    axes[axis] = {true, axis_name(effective, axis), from[i] * texels, to[i] * texels};
  }
  return axes;
}

Axis axis_of(const Session& session, const Effective& effective, int width, int height, const Line& line) {
  const auto axes = shown_axes(session, effective, width, height, line);
  const auto [first, second] = spanned_axes(session, effective);
  if (!axes[first]) return {false, "", 0, vector_length(line.x1 - line.x0, line.y1 - line.y0)};
  const bool down = !is_1d(effective.dimension) && axes[second]->length() > axes[first]->length();
  return *axes[down ? second : first];
}

Steps whole_steps(const Line& line, const Axis& axis, double per_unit) {
  const double steps = axis.length() * per_unit;
  const double whole = std::max(1.0, std::floor(steps * (1 + 1e-12)));
  return {steps > 0 ? line.part(0, std::min(whole, 9e15) / steps) : line,
          std::int64_t(std::min(whole, 9e15))};
}

Samples::Samples(const Session& session, const Effective& effective, int width, int height, const Line& line,
                 int count)
    : picture_(make_fetch_view(session, effective, width, height)), row_(picture_), line_(line),
      count_(count) {
  const bool flat = picture_.projection == Projection::flat;
  steps_ = !flat && picture_.function == FetchKind::grad && !picture_.given_gradients;
  // From points of the picture to the numbers that the view multiplies; they differ with aligned corners.
  const double shift = sampled_point(session) - double(picture_.offset);
  const double step_x = (line.x1 - line.x0) / count, step_y = (line.y1 - line.y0) / count;
  const double longer = std::fabs(step_x) >= std::fabs(step_y) ? step_x : step_y;
  const bool by_pixels = shift != 0 && std::fabs(longer) == 1; // so that pixels keep their bits
  const double offset = by_pixels ? 0.5 - shift / longer : 0.5;
  const double x = line.x0 - shift + (0.5 - offset) * step_x, y = line.y0 - shift + (0.5 - offset) * step_y;
  for (std::size_t i = 0; i < 3; ++i) {
    const double right = picture_.right[i], down = picture_.down[i];
    row_.origin[i] = float(picture_.origin[i] + right * x + down * y);
    row_.right[i] = float((right * (line.x1 - line.x0) + down * (line.y1 - line.y0)) / count);
    row_.down[i] = 0;
  }
  row_.offset = float(offset);
  if (!flat || picture_.given_gradients) return;
  row_.given_gradients = true; // those of the picture, not those along the line
  for (std::size_t i = 0; i < 3; ++i) {
    row_.dx[i] = picture_.right[i] * picture_.gradient_scale;
    row_.dy[i] = picture_.down[i] * picture_.gradient_scale;
  }
}

PixelFetch Samples::at(int i) const {
  if (!steps_) return rules::pixel_fetch(row_, i, 0);
  FetchView there = picture_;
  const auto [x, y] = line_.at((i + 0.5) / count_);
  for (std::size_t k = 0; k < 3; ++k) // rounded like affine(), so that pixels keep their bits
    there.origin[k] = float(picture_.right[k] * x + float(picture_.down[k] * y + picture_.origin[k]));
  there.offset = 0;
  return rules::pixel_fetch(there, 0, 0);
}

Bound::Bound(const Subject& subject)
    : texels_(subject.texels),
      texture_(make_texture_view(subject.texels.get(), subject.effective, reinterpreted_)) {}

int word_count(const Effective& effective) {
  return effective.function == FetchKind::gather ? 4 : effective.result_format().channels;
}

namespace {
void take(Extent& extent, double value) {
  if (!std::isfinite(value)) return;
  if (std::isnan(extent.low)) extent = {value, value, value, value};
  extent.low = std::min(extent.low, value);
  extent.high = std::max(extent.high, value);
  extent.last = value;
}
} // namespace

std::vector<Column> columns_of(std::size_t count, int columns,
                               const std::function<std::array<double, 4>(std::size_t)>& value) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr Extent nothing = {nan, nan, nan, nan};
  std::vector<Column> all(std::size_t(columns), Column{nothing, nothing, nothing, nothing});
  for (std::size_t i = 0; i < count; ++i) {
    Column& column = all[(2 * i + 1) * std::size_t(columns) / (2 * count)];
    const std::array<double, 4> values = value(i);
    for (std::size_t c = 0; c < 4; ++c)
      take(column[c], values[c]);
  }
  return all;
}

} // namespace scope

template <>
EnumTable enum_table<scope::Series>() {
  static constexpr EnumEntry entries[] = {
      {0, "model", Text::scope_model, Text::scope_model_help},
      {1, "ideal", Text::scope_ideal, Text::scope_ideal_help},
      {2, "cuda", Text::scope_cuda, Text::scope_cuda_help},
      {3, "opengl", Text::scope_opengl, Text::scope_opengl_help},
      {4, "pinned", Text::scope_pinned, Text::scope_pinned_help},
  };
  return entries;
}

} // namespace texelscope
