#include "kernels/studies/fetches/recorded_fetch.h"

#include <bit>

#include "kernels/unit/texture_unit/quad.h"

namespace texelscope::fetches {

namespace {
using record::Site;
using record::WarpRecord;

FetchKind function_of(const Site& site) {
  switch (site.kind) {
  case record::FetchKind::level:
    return FetchKind::lod;
  case record::FetchKind::gradients:
    return FetchKind::grad;
  case record::FetchKind::gather:
    return FetchKind::gather;
  case record::FetchKind::fetch:
  case record::FetchKind::base:
    break;
  }
  const bool index =
      site.geometry == record::Geometry::d1 && site.coordinate_type == record::CoordinateType::s32;
  return index ? FetchKind::texel : FetchKind::plain;
}

Gradient gradient_of(const record::Words& words, const WarpRecord& record, std::uint32_t rank) {
  std::array<float, 3> values = {};
  for (int i = 0; i < words.count; ++i)
    values[std::size_t(i)] = std::bit_cast<float>(record.word(std::uint32_t(words.first + i), rank));
  return {values[0], values[1], values[2]};
}

RecordedFetch fetch_of(const Site& site, const WarpRecord& record, std::uint32_t rank) {
  const auto word = [&](int index) { return record.word(std::uint32_t(index), rank); };
  const record::RecordHeader& header = record.header;
  const record::ThreadIndex thread = record::thread_of(record, rank);
  RecordedFetch fetch;
  fetch.handle = site.object.count > 0 ? record.object(rank) : 0;
  fetch.grid = header.grid;
  fetch.thread = {thread.x, thread.y, thread.z};
  for (std::size_t i = 0; i < 3; ++i)
    fetch.block[i] = header.block[i], fetch.block_size[i] = header.block_size[i];
  fetch.lane = record.lane(rank);
  fetch.function = function_of(site);
  const bool whole = site.coordinate_type == record::CoordinateType::s32;
  for (int i = 0; i < site.coordinates.count; ++i) {
    const std::uint32_t bits = word(site.coordinates.first + i);
    fetch.coordinates[std::size_t(i)] =
        whole ? double(std::int32_t(bits)) : double(std::bit_cast<float>(bits));
  }
  FetchAt& at = fetch.at;
  at.x = float(fetch.coordinates[0]), at.y = float(fetch.coordinates[1]), at.z = float(fetch.coordinates[2]);
  if (whole) at.texel = std::int32_t(word(site.coordinates.first));
  if (site.layer.count > 0) at.layer = std::int32_t(word(site.layer.first));
  if (site.level.count > 0)
    at.lod =
        whole ? float(std::int32_t(word(site.level.first))) : std::bit_cast<float>(word(site.level.first));
  at.dx = gradient_of(site.dx, record, rank), at.dy = gradient_of(site.dy, record, rank);
  at.component = site.component;
  for (std::size_t i = 0; i < fetch.result.size(); ++i)
    if (site.results[i] >= 0) fetch.result[i] = word(site.results[i]);
  return fetch;
}

// Threads of a quad with equal gradients share the texture unit's passes.
void set_quad_lanes(std::vector<RecordedFetch>& fetches) {
  std::array<RecordedFetch*, 32> of_lane = {};
  for (RecordedFetch& fetch : fetches)
    of_lane[fetch.lane] = &fetch;
  const auto together = [&](std::size_t i, std::size_t j) {
    return of_lane[i] && of_lane[j] && unit::equal_gradients(of_lane[i]->at.dx, of_lane[j]->at.dx) &&
           unit::equal_gradients(of_lane[i]->at.dy, of_lane[j]->at.dy);
  };
  unit::find_quad_lanes(of_lane.size(), together, [&](std::size_t lane, int in_quad) {
    if (of_lane[lane]) of_lane[lane]->at.quad_lane = in_quad;
  });
}
} // namespace

std::vector<RecordedFetch> fetches_of(const Site& site, const WarpRecord& record) {
  std::vector<RecordedFetch> fetches;
  for (std::uint32_t rank = 0; rank < record.header.lanes; ++rank)
    fetches.push_back(fetch_of(site, record, rank));
  if (site.kind == record::FetchKind::gradients) set_quad_lanes(fetches);
  return fetches;
}

// Both are in the same order.
Dimension dimension_of(record::Geometry geometry) {
  static_assert(int(record::Geometry::acube) == int(Dimension::cube_layered));
  return Dimension(geometry);
}

Dimension dimension_of(const Site& site) {
  return dimension_of(site.geometry);
}

} // namespace texelscope::fetches
