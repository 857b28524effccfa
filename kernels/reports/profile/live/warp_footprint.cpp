#include "kernels/reports/profile/live/warp_footprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "kernels/reports/profile/cell/sectors.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope::profile {

namespace {
constexpr int sector_bytes = 32, quad_lanes = 4, warp_lanes = HeatMap::tile_width * HeatMap::tile_height;
constexpr std::int64_t pitch_alignment = 512; // of cudaMallocPitch, on all devices so far

using Plane = std::pair<int, int>;           // level, slice, layer or face
using Unit = std::pair<Plane, std::int64_t>; // a sector or a line

// The layout of texels in memory.
class Memory {
public:
  Memory(const Effective& e, const Image& image) : effective(e) {
    if (image.compressed && e.channel_kind == ChannelKind::blocks) {
      side = 4;
      bytes = bc::block_bytes(image.compressed->format);
    } else {
      bytes = e.channel_kind == ChannelKind::packed ? 4 : e.format.texel_bytes();
    }
  }

  int element_bytes() const { return bytes; } // of a texel, or of a block of texels
  std::array<int, 2> element(int x, int y) const { return {x / side, y / side}; }
  std::array<int, 2> reach() const {
    return {sector_bytes / std::min(bytes, sector_bytes) * side, 2 * side};
  } // texels of a sector, at most
  std::int64_t sector(int level_width, int x, int y) const {
    return place_in_memory(effective.storage, row_bytes((level_width + side - 1) / side), bytes, x / side,
                           y / side) /
           sector_bytes;
  }

private:
  std::int64_t row_bytes(int elements) const {
    const std::int64_t tight = std::int64_t(elements) * bytes;
    if (effective.is_reinterpreted()) return effective.memory->descriptor_pitch;
    return effective.storage == Storage::pitch
               ? (tight + pitch_alignment - 1) / pitch_alignment * pitch_alignment
               : tight;
  }

  const Effective& effective;
  int side = 1, bytes = 4;
};

// The lanes of a quad that access the L1 together, and how often they do.
struct Turn {
  int lanes = quad_lanes, times = 1;
};
Turn turn_of(const Texture& texture, FetchKind kind, int texel_bytes) {
  const bool filters =
      texture.sampler.filter == FilterMode::linear && kind != FetchKind::gather && kind != FetchKind::texel;
  Turn turn;
  if (filters && texture.dimension == Dimension::d3) turn.lanes /= 2;
  if (filters && texel_bytes == 16) turn = {turn.lanes / 2, 2};
  return turn;
}

// Texels with zero weight are not read, except by gathers.
bool touches(const TapTrace& tap, FetchKind kind) {
  return tap.exists && !tap.border && (tap.contributes || kind == FetchKind::gather);
}

// The levels of a fetch one after the other, or its probes.
std::vector<LevelTrace> parts_of(const Trace& trace) {
  std::vector<LevelTrace> parts(trace.level.begin(), trace.level.begin() + trace.level_count);
  parts.insert(parts.end(), trace.probes.begin(), trace.probes.end());
  return parts;
}

class Count {
public:
  Count(const Texture& of, const Effective& effective, const Image& image, FetchKind by)
      : texture(of), kind(by), memory(effective, image), turn(turn_of(of, kind, memory.element_bytes())) {}

  // Adds one fetch of all lanes; lanes without a fetch have no parts.
  void add(const std::array<std::vector<LevelTrace>, warp_lanes>& lanes) {
    for (int quad = 0; quad < warp_lanes; quad += quad_lanes) {
      bool fetches = false;
      for (int lane = quad; lane < quad + quad_lanes; ++lane)
        fetches = fetches || !lanes[std::size_t(lane)].empty();
      found.requests += fetches;
      for (int first = quad; first < quad + quad_lanes; first += turn.lanes)
        add_turn(lanes, first);
    }
  }

  WarpFootprint finished() && {
    std::set<Unit> sectors, lines;
    std::set<std::tuple<Plane, int, int>> elements;
    for (const auto& [place, texel] : texels) {
      const Plane plane{texel.level, texel.plane};
      sectors.insert({plane, texel.sector});
      lines.insert({plane, texel.line()});
      const auto [x, y] = memory.element(texel.x, texel.y);
      elements.insert({plane, x, y});
      found.moved.push_back(texel);
      add_unread(texel);
    }
    std::ranges::sort(found.moved, {},
                      [](const TouchedTexel& t) { return std::tuple(t.level, t.plane, t.y, t.x); });
    found.texels = int(texels.size());
    found.sectors = int(sectors.size());
    found.lines = int(lines.size());
    const double moved = double(sectors.size()) * sector_bytes;
    if (moved > 0) found.used = double(elements.size()) * memory.element_bytes() / moved;
    return std::move(found);
  }

private:
  using Place = std::tuple<int, int, int, int>; // level, plane, row, column

  // Adds the texels around one that is read, in the same sector.
  void add_unread(const TouchedTexel& read) {
    const auto size = texture.size_of(read.level);
    const auto [across, along] = memory.reach();
    for (int y = std::max(0, read.y - along + 1); y < std::min(size[1], read.y + along); ++y)
      for (int x = std::max(0, read.x - across + 1); x < std::min(size[0], read.x + across); ++x) {
        const Place place{read.level, read.plane, y, x};
        if (memory.sector(size[0], x, y) != read.sector || texels.contains(place) ||
            !unread.insert(place).second)
          continue;
        found.moved.push_back({read.level, read.plane, x, y, 0, read.sector});
      }
  }

  void add_turn(const std::array<std::vector<LevelTrace>, warp_lanes>& lanes, int first) {
    std::map<std::size_t, std::pair<std::set<Unit>, std::set<Unit>>> requested; // by the part's number
    for (int lane = first; lane < first + turn.lanes; ++lane) {
      const auto& parts = lanes[std::size_t(lane)];
      for (std::size_t part = 0; part < parts.size(); ++part)
        for (int i = 0; i < parts[part].tap_count; ++i)
          if (touches(parts[part].tap[std::size_t(i)], kind))
            add_texel(lane, parts[part], parts[part].tap[std::size_t(i)], requested[part]);
    }
    for (const auto& [part, units] : requested) {
      found.quad_sectors += turn.times * std::int64_t(units.first.size());
      found.quad_lines += turn.times * std::int64_t(units.second.size());
    }
  }

  void add_texel(int lane, const LevelTrace& part, const TapTrace& tap,
                 std::pair<std::set<Unit>, std::set<Unit>>& requested) {
    const Plane plane{part.level, tap.z};
    TouchedTexel& texel = texels[{part.level, tap.z, tap.y, tap.x}];
    const std::uint32_t before = texel.lanes;
    const std::int64_t sector = memory.sector(texture.size_of(part.level)[0], tap.x, tap.y);
    texel = {part.level, tap.z, tap.x, tap.y, before | 1u << lane, sector};
    requested.first.insert({plane, sector});
    requested.second.insert({plane, texel.line()});
    ++found.fetched;
  }

  const Texture& texture;
  FetchKind kind;
  Memory memory;
  Turn turn;
  std::map<Place, TouchedTexel> texels;
  std::set<Place> unread;
  WarpFootprint found;
};
} // namespace

Pixel tile_of(const Pixel& pixel) {
  return {pixel.x / HeatMap::tile_width * HeatMap::tile_width,
          pixel.y / HeatMap::tile_height * HeatMap::tile_height};
}

WarpFootprint warp_footprint(const Session& session, const Effective& effective, const Image& image,
                             int width, int height, const Pixel& pixel) {
  const Pixel tile = tile_of(pixel);
  const FetchView view = make_fetch_view(session, effective, width, height);
  Image reinterpreted;
  const Texture texture = make_texture_view(image.texels.data(), effective, reinterpreted);
  std::array<PixelFetch, warp_lanes> fetches;
  std::uint32_t there = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const int x = tile.x + lane % HeatMap::tile_width, y = tile.y + lane / HeatMap::tile_width;
    PixelFetch& fetch = fetches[std::size_t(lane)];
    fetch = rules::pixel_fetch(view, x, y);
    if (!fetch.empty && x < width && y < height) there |= 1u << lane;
  }
  Count count(texture, effective, image, view.function);
  const int samples = view.slab == Slab::off ? 1 : view.slab_samples;
  for (int sample = 0; sample < samples; ++sample) {
    std::array<std::vector<LevelTrace>, warp_lanes> lanes;
    for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
      if (!(there >> lane & 1)) continue;
      if (view.slab != Slab::off) rules::set_sample(fetches[lane].at, view, sample);
      lanes[lane] = parts_of(fetch_traced(texture, view.function, fetches[lane].at));
    }
    count.add(lanes);
  }
  WarpFootprint found = std::move(count).finished();
  found.tile = tile;
  found.lanes = std::popcount(there);
  for (int quad = 0; quad < warp_lanes; quad += quad_lanes)
    found.quads += (there >> quad & 15) != 0;
  return found;
}

} // namespace texelscope::profile
