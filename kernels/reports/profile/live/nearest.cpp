#include "kernels/reports/profile/live/nearest.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/reports/profile/measure/roof.h"
#include "kernels/unit/fetch/fetch_map.h"

namespace texelscope::profile {

namespace {
constexpr std::int64_t min_bytes = 4096, max_bytes = std::int64_t(1) << 30;

Filter filter_of(const Effective& e) {
  const bool point = e.sampler.filter == FilterMode::point || e.function == FetchKind::texel ||
                     e.function == FetchKind::gather;
  if (point) return Filter::point;
  if (e.function == FetchKind::grad && e.sampler.max_anisotropy > 1 && e.dimension == Dimension::d2)
    return Filter(int(Filter::aniso2) + std::bit_width(unsigned(std::min(e.sampler.max_anisotropy, 16))) - 2);
  const bool mixes =
      e.level_count > 1 && e.sampler.mip_filter == FilterMode::linear && e.function != FetchKind::plain;
  return mixes ? Filter::trilinear : Filter::bilinear;
}

// The part of a texture that a picture of this size shows.
struct Seen {
  double texel_step = 1; // texels from pixel to pixel; 1 in magnified views and in views that are not affine
  std::int64_t texels = 0; // that the picture covers: of one layer or face, or of all slices; of all
                           // planes where not affine
};

// From pixel to pixel, right and down. A resize may have two different ones, of which a measured cell has the
// same number of texels per pixel.
std::array<double, 2> texel_steps(const Session& session, int width, int height) {
  if (!is_resize(session)) {
    const double step = session.view.span * spanned_size(session)[1] / std::max(height, 1);
    return {step, step};
  }
  const auto [right, down] = texel_pixels(session, width, height);
  return {1 / right, 1 / down};
}

Seen seen_of(const Session& session, const Effective& e, int width, int height) {
  const std::array<double, 2> steps = texel_steps(session, width, height);
  const double texel_step = is_1d(e.dimension) ? steps[0] : std::sqrt(steps[0] * steps[1]),
               whole = std::round(texel_step);
  const bool is_whole =
      std::abs(texel_step - whole) < 1e-6; // a ratio of one is a quotient that was multiplied again
  const bool bent = e.projection != Projection::flat;
  const double minified = bent ? 1 : std::clamp(is_whole ? whole : texel_step, 1.0, 64.0);
  if (bent || e.dimension == Dimension::d3) return {minified, std::int64_t(e.width) * e.height * e.planes};
  const auto reached = [&](int size, int pixels, double step) {
    return std::int64_t(std::min(double(size), std::ceil(step * pixels)));
  };
  return {minified, reached(e.width, width, steps[0]) * reached(e.height, height, steps[1])};
}

// Degrees from the nearest axis; 0 in views that are not affine.
int turn(const Session& session, const Effective& e) {
  if (e.projection != Projection::flat || is_resize(session)) return 0;
  const int degrees = int(std::lround(session.view.rotation)) % 90;
  return degrees < 0 ? degrees + 90 : degrees;
}

void set_pattern(BenchmarkCase& cell, const Session& session, const Effective& e, int texel_step) {
  const int degrees = turn(session, e);
  cell.amount = 0;
  if (e.function == FetchKind::gather) {
    cell.pattern = Pattern::gather;
  } else if (is_1d(e.dimension)) {
    cell.pattern = texel_step > 1 ? Pattern::strided : Pattern::row;
    cell.amount = texel_step > 1 ? texel_step : 0;
  } else if (texel_step > 1) {
    cell.pattern = Pattern::minified;
    cell.amount = texel_step;
  } else {
    cell.pattern = degrees > 0 ? Pattern::rotated : Pattern::tile;
    cell.amount = degrees;
  }
}

// texel_step: texels from pixel to pixel.
std::optional<BenchmarkCase> cell_like(const Session& session, const Effective& e, std::int64_t texels,
                                       int texel_step) {
  const auto bytes = std::bit_ceil(std::uint64_t(texels * e.format.texel_bytes()));
  BenchmarkCase cell;
  cell.format = e.format;
  cell.srgb = e.sampler.srgb && e.format == ElementFormat{ElementKind::unsigned_int, 8, 4};
  cell.filter = filter_of(e);
  cell.dimension = e.dimension;
  cell.storage = e.storage == Storage::shared ? Storage::array : e.storage;
  cell.bytes = std::clamp(std::int64_t(bytes), min_bytes, max_bytes);
  set_pattern(cell, session, e, texel_step);
  while (obstacle(cell) == Obstacle::too_small && cell.bytes < max_bytes)
    cell.bytes *= 2;
  if (obstacle(cell)) return std::nullopt;
  return cell;
}
} // namespace

std::optional<BenchmarkCase> nearest_cell(const Session& session, const Effective& e, int width, int height,
                                          bool cold) {
  const Seen seen = seen_of(session, e, width, height);
  auto cell = cell_like(session, e, seen.texels, int(std::round(seen.texel_step)));
  if (cell) cell->cold = cold;
  return cell;
}

CellsAbout cells_about(const Session& session, const Effective& e, int width, int height) {
  const auto [texel_step, texels] = seen_of(session, e, width, height);
  const double finer = std::floor(texel_step), coarser = std::ceil(texel_step);
  CellsAbout about;
  const auto add = [&](std::optional<BenchmarkCase> cell) {
    if (!cell || std::ranges::find(about.cells, *cell) != about.cells.end()) return false;
    about.cells.push_back(*cell);
    return true;
  };
  const bool has_finer = add(cell_like(session, e, texels, int(finer))),
             has_coarser = add(cell_like(session, e, texels, int(coarser)));
  const auto texels_of_pixel = [&](double a) { return is_1d(e.dimension) ? a : a * a; };
  const double first = texels_of_pixel(finer), second = texels_of_pixel(coarser);
  if (has_finer && has_coarser) about.between = (texels_of_pixel(texel_step) - first) / (second - first);
  if (texel_step > 1) {
    const std::int64_t fitting = in_l1 / e.format.texel_bytes();
    add(cell_like(session, e, std::min(texels, fitting), 1));
  }
  return about;
}

} // namespace texelscope::profile
