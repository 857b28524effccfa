#include "kernels/profile/live/nearest.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/fetch/fetch_map.h"
#include "kernels/profile/measure/roof.h"

namespace texelscope::profile {

namespace {
constexpr std::int64_t least_bytes = 4096, max_bytes = std::int64_t(1) << 30;

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

// What a picture of so many pixels sees of a texture.
struct Seen {
  double apart = 1; // texels from pixel to pixel; 1 in bent and in magnified views
  std::int64_t texels =
      0; // as far as the picture reaches: of one layer or face, of all slices; in bent views of all planes
};

Seen seen_of(const Session& session, const Effective& e, int width, int height) {
  const double apart = session.view.span * spanned_size(session)[1] / std::max(height, 1),
               whole = std::round(apart);
  const bool is_whole = std::abs(apart - whole) < 1e-6; // one to one is a quotient that was multiplied again
  const bool bent = e.projection != Projection::flat;
  const double minified = bent ? 1 : std::clamp(is_whole ? whole : apart, 1.0, 64.0);
  if (bent || e.dimension == Dimension::d3) return {minified, std::int64_t(e.width) * e.height * e.planes};
  const auto reached = [&](int size, int pixels) {
    return std::int64_t(std::min(double(size), std::ceil(apart * pixels)));
  };
  return {minified, reached(e.width, width) * reached(e.height, height)};
}

// Degrees from the nearest axis on; 0 in bent views.
int turn(const Session& session, const Effective& e) {
  if (e.projection != Projection::flat) return 0;
  const int degrees = int(std::lround(session.view.rotation)) % 90;
  return degrees < 0 ? degrees + 90 : degrees;
}

void set_pattern(Cell& cell, const Session& session, const Effective& e, int apart) {
  const int degrees = turn(session, e);
  cell.amount = 0;
  if (e.function == FetchKind::gather) {
    cell.pattern = Pattern::gather;
  } else if (is_1d(e.dimension)) {
    cell.pattern = apart > 1 ? Pattern::strided : Pattern::row;
    cell.amount = apart > 1 ? apart : 0;
  } else if (apart > 1) {
    cell.pattern = Pattern::minified;
    cell.amount = apart;
  } else {
    cell.pattern = degrees > 0 ? Pattern::rotated : Pattern::tile;
    cell.amount = degrees;
  }
}

// apart: texels from pixel to pixel.
std::optional<Cell> cell_like(const Session& session, const Effective& e, std::int64_t texels, int apart) {
  const auto bytes = std::bit_ceil(std::uint64_t(texels * e.format.texel_bytes()));
  Cell cell;
  cell.format = e.format;
  cell.srgb = e.sampler.srgb && e.format == ElementFormat{ElementKind::unsigned_int, 8, 4};
  cell.filter = filter_of(e);
  cell.dimension = e.dimension;
  cell.storage = e.storage == Storage::shared ? Storage::array : e.storage;
  cell.bytes = std::clamp(std::int64_t(bytes), least_bytes, max_bytes);
  set_pattern(cell, session, e, apart);
  while (obstacle(cell) == Obstacle::too_small && cell.bytes < max_bytes)
    cell.bytes *= 2;
  if (obstacle(cell)) return std::nullopt;
  return cell;
}
} // namespace

std::optional<Cell> nearest_cell(const Session& session, const Effective& e, int width, int height,
                                 bool cold) {
  const Seen seen = seen_of(session, e, width, height);
  auto cell = cell_like(session, e, seen.texels, int(std::round(seen.apart)));
  if (cell) cell->cold = cold;
  return cell;
}

CellsAbout cells_about(const Session& session, const Effective& e, int width, int height) {
  const auto [apart, texels] = seen_of(session, e, width, height);
  const double finer = std::floor(apart), coarser = std::ceil(apart);
  CellsAbout about;
  const auto add = [&](std::optional<Cell> cell) {
    if (!cell || std::ranges::find(about.cells, *cell) != about.cells.end()) return false;
    about.cells.push_back(*cell);
    return true;
  };
  const bool has_finer = add(cell_like(session, e, texels, int(finer))),
             has_coarser = add(cell_like(session, e, texels, int(coarser)));
  const auto texels_of_pixel = [&](double a) { return is_1d(e.dimension) ? a : a * a; };
  const double first = texels_of_pixel(finer), second = texels_of_pixel(coarser);
  if (has_finer && has_coarser) about.between = (texels_of_pixel(apart) - first) / (second - first);
  if (apart > 1) {
    const std::int64_t fitting = in_l1 / e.format.texel_bytes();
    add(cell_like(session, e, std::min(texels, fitting), 1));
  }
  return about;
}

} // namespace texelscope::profile
