#include "kernels/studies/fetches/fetch_maps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "kernels/ground/base/half.h"
#include "kernels/studies/fetches/fetch_findings.h"
#include "kernels/studies/fetches/object_texels.h"

namespace texelscope::fetches {

namespace {
float number_of(record::ResultType type, std::uint32_t bits) {
  switch (type) {
  case record::ResultType::f32:
    return std::bit_cast<float>(bits);
  case record::ResultType::f16:
    return half_to_float(std::uint16_t(bits));
  case record::ResultType::s32:
    return float(std::int32_t(bits));
  default:
    return float(bits);
  }
}

// In texels, from the texture's left edge on.
double in_texels(const FetchRow& row, const FetchedTexture& texture, std::size_t axis) {
  const double given = row.fetch.coordinates[axis];
  if (row.fetch.function == FetchKind::texel) return given + 0.5;
  return texture.sampler.normalized_coords ? given * texture.size[axis] : given;
}

// The texel that a coordinate leads to; empty: the border, or it is no number.
std::optional<std::uint64_t> texel_of(double position, int size, AddressMode mode, bool normalized) {
  if (!std::isfinite(position)) return std::nullopt;
  double texel = std::floor(position);
  const double period = mode == AddressMode::mirror ? 2.0 * size : size;
  const bool repeats = normalized && (mode == AddressMode::wrap || mode == AddressMode::mirror);
  if (repeats) texel -= period * std::floor(texel / period);
  if (repeats && texel >= size) texel = period - 1 - texel;
  if (mode == AddressMode::border && (texel < 0 || texel >= size)) return std::nullopt;
  return std::uint64_t(std::clamp(texel, 0.0, double(size - 1)));
}

// How many threads the recorded blocks span, which is all that a recording knows of the grid.
struct Extent {
  std::uint64_t launch = 0, width = 0, height = 0;
  void add(const RecordedFetch& fetch) {
    if (fetch.grid < launch) return;
    if (fetch.grid > launch) *this = {fetch.grid, 0, 0};
    width = std::max(width, std::uint64_t(fetch.block[0] + 1) * fetch.block_size[0]);
    height = std::max(height, std::uint64_t(fetch.block[1] + 1) * fetch.block_size[1]);
  }
};

// A program may take components that the texture lacks.
unsigned components_of(const FetchRow& row, int channels) {
  return row.fetch.function == FetchKind::gather ? row.received : row.received & ((1u << channels) - 1);
}

void add_to_launch(LaunchMap& launch, const FetchRow& row, int channels) {
  if (row.fetch.grid != launch.launch) return;
  const auto cell = launch.grid.cell_of(row.fetch.position(0), row.fetch.position(1));
  if (!cell || launch.cells[*cell].fetch.number != 0) return;
  LaunchMap::Cell& first = launch.cells[*cell];
  first.fetch = row;
  const unsigned components = components_of(row, channels);
  launch.received |= components;
  for (std::size_t i = 0; i < first.value.size(); ++i)
    if ((components >> i & 1) != 0) first.value[i] = number_of(row.type, row.fetch.result[i]);
}

// Texels of one instance alone are certainly those that the fetches saw.
void judge(LaunchMap& launch, const trace::TraceReport& report, const trace::TracedObject& object,
           int channels) {
  if (object.count != 1 || object.texels.empty()) return;
  const auto texels = ObjectTexels::load(object, object.texels.front().instance);
  if (!texels) return;
  for (LaunchMap::Cell& cell : launch.cells) {
    const FetchRow& row = cell.fetch;
    if (row.number == 0 || row.incomplete || row.site >= report.fetches->sites.size()) continue;
    const auto geometry = record::named_geometry(report.fetches->sites[row.site].instruction);
    if (!geometry) continue;
    const auto model = texels->expected(dimension_of(*geometry), row.type, row.fetch);
    if (!model) continue;
    cell.judged = true;
    const unsigned components = components_of(row, channels);
    for (std::size_t i = 0; i < cell.model.size(); ++i) {
      if ((components >> i & 1) == 0) continue;
      cell.model[i] = number_of(row.type, (*model)[i]);
      cell.differs |= (*model)[i] != row.fetch.result[i];
    }
  }
}

void add_to_counts(FetchMaps& maps, const FetchRow& row, const FetchedTexture& texture) {
  ++maps.fetches;
  const bool flat = maps.texels.grid.height == 1;
  std::array<std::uint64_t, 2> within = {}, texel = {};
  for (std::size_t axis = 0; axis < (flat ? 1 : 2); ++axis) {
    const double position = in_texels(row, texture, axis);
    const AddressMode mode = texture.linear_memory ? AddressMode::border : texture.sampler.address[axis];
    const auto found = texel_of(position, texture.size[axis], mode, texture.sampler.normalized_coords);
    if (!found) return void(++maps.outside);
    texel[axis] = *found;
    within[axis] =
        std::uint64_t((position - std::floor(position)) * maps.within.grid.width); // below 1, so below it
  }
  if (const auto cell = maps.within.grid.cell_of(within[0], within[1])) ++maps.within.counts[*cell];
  if (const auto cell = maps.texels.grid.cell_of(texel[0], texel[1])) ++maps.texels.counts[*cell];
}
} // namespace

float LaunchMap::Cell::difference() const {
  float greatest = 0;
  for (std::size_t i = 0; judged && i < value.size(); ++i)
    if (const float apart = std::abs(value[i] - model[i]); std::isfinite(apart))
      greatest = std::max(greatest, apart);
  return greatest;
}

std::size_t LaunchMap::judged() const {
  return std::size_t(std::ranges::count_if(cells, &Cell::judged));
}

std::size_t LaunchMap::differing() const {
  return std::size_t(std::ranges::count_if(cells, &Cell::differs));
}

CellGrid CellGrid::over(std::uint64_t width, std::uint64_t height) {
  const auto each = [](std::uint64_t all) {
    return std::max<std::uint64_t>(1, (all + max_side - 1) / max_side);
  };
  CellGrid grid;
  grid.each = {each(width), each(height)};
  grid.width = int((width + grid.each[0] - 1) / grid.each[0]);
  grid.height = int((height + grid.each[1] - 1) / grid.each[1]);
  return grid;
}

std::optional<std::size_t> CellGrid::cell_of(std::uint64_t x, std::uint64_t y) const {
  x /= each[0], y /= each[1];
  if (x >= std::uint64_t(width) || y >= std::uint64_t(height)) return std::nullopt;
  return std::size_t(y) * std::size_t(width) + std::size_t(x);
}

std::uint32_t CountMap::greatest() const {
  return counts.empty() ? 0 : *std::ranges::max_element(counts);
}

std::map<int, FetchMaps> fetch_maps(const trace::TraceReport& report, FetchFile& file,
                                    std::uint64_t max_rows) {
  std::map<int, std::optional<FetchedTexture>> textures;
  for (const trace::TracedObject& object : report.objects)
    textures.emplace(object.number, fetched_texture(object));
  const auto texture_of = [&](const FetchRow& row) -> const FetchedTexture* {
    const auto found = textures.find(row.object);
    const bool known = found != textures.end() && found->second && !is_cube(found->second->dimension);
    return known ? &*found->second : nullptr;
  };
  const auto each_row = [&](const auto& take) {
    std::uint64_t rows = 0;
    file.read([&](const FetchRow& row) {
      if (const FetchedTexture* texture = texture_of(row)) take(row, *texture);
      return ++rows < max_rows;
    });
  };
  std::map<int, Extent> extents;
  each_row([&](const FetchRow& row, const FetchedTexture&) { extents[row.object].add(row.fetch); });
  std::map<int, FetchMaps> all;
  for (const auto& [object, extent] : extents) {
    const FetchedTexture& texture = *textures.at(object);
    FetchMaps& maps = all[object];
    maps.launch = {extent.launch, CellGrid::over(extent.width, extent.height), {}, 0};
    maps.launch.cells.resize(maps.launch.grid.cells());
    constexpr int places = 32; // of a texel along an axis
    const bool flat = is_1d(texture.dimension) || texture.linear_memory;
    maps.within.grid = CellGrid::over(places, flat ? 1 : places);
    maps.texels.grid =
        CellGrid::over(std::uint64_t(texture.size[0]), flat ? 1 : std::uint64_t(texture.size[1]));
    maps.within.counts.resize(maps.within.grid.cells());
    maps.texels.counts.resize(maps.texels.grid.cells());
  }
  each_row([&](const FetchRow& row, const FetchedTexture& texture) {
    FetchMaps& maps = all.at(row.object);
    add_to_launch(maps.launch, row, texture.channels);
    add_to_counts(maps, row, texture);
  });
  for (auto& [number, maps] : all)
    judge(maps.launch, report, *object_of(report, number), textures.at(number)->channels);
  return all;
}

} // namespace texelscope::fetches
