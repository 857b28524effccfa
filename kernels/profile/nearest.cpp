#include "kernels/profile/nearest.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/backend.h"

namespace texelscope::profile {

namespace {
constexpr std::int64_t least_bytes = 4096, most_bytes = std::int64_t(1) << 30;

Filter filter_of(const Effective& e) {
  const bool point = e.filter == FilterMode::point || e.function == FetchKind::texel || e.function == FetchKind::gather;
  if (point) return Filter::point;
  if (e.function == FetchKind::grad && e.max_anisotropy > 1 && e.dimension == Dimension::d2)
    return Filter(int(Filter::aniso2) + std::bit_width(unsigned(std::min(e.max_anisotropy, 16))) - 2);
  const bool mixes = e.level_count > 1 && e.mip_filter == FilterMode::linear && e.function != FetchKind::plain;
  return mixes ? Filter::trilinear : Filter::bilinear;
}

// Texels from pixel to pixel; 1 in bent views.
int minification(const Session& session, const Effective& e, int picture_height) {
  if (e.projection != Projection::flat) return 1;
  const double texels = session.view.span * spanned_size(session)[1] / picture_height;
  return int(std::clamp(std::round(texels), 1.0, 64.0));
}

// Degrees from the nearest axis on; 0 in bent views.
int turn(const Session& session, const Effective& e) {
  if (e.projection != Projection::flat) return 0;
  const int degrees = int(std::lround(session.view.rotation)) % 90;
  return degrees < 0 ? degrees + 90 : degrees;
}

void set_pattern(Cell& cell, const Session& session, const Effective& e, int picture_height) {
  const int apart = minification(session, e, picture_height), degrees = turn(session, e);
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
} // namespace

std::optional<Cell> nearest_cell(const Session& session, const Effective& e, int picture_height, bool cold) {
  const std::int64_t texels = std::int64_t(e.width) * e.height * e.planes();
  const auto bytes = std::bit_ceil(std::uint64_t(texels * e.format.texel_bytes()));
  Cell cell;
  cell.format = e.format;
  cell.srgb = e.srgb && e.format == ElementFormat{ElementKind::unsigned_int, 8, 4};
  cell.filter = filter_of(e);
  cell.dimension = e.dimension;
  cell.storage = e.storage == Storage::shared ? Storage::array : e.storage;
  cell.bytes = std::clamp(std::int64_t(bytes), least_bytes, most_bytes);
  cell.cold = cold;
  set_pattern(cell, session, e, std::max(picture_height, 1));
  while (obstacle(cell) == Obstacle::too_small && cell.bytes < most_bytes)
    cell.bytes *= 2;
  if (obstacle(cell)) return std::nullopt;
  return cell;
}

} // namespace texelscope::profile
