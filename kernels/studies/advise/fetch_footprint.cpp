#include "kernels/studies/advise/fetch_footprint.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/ground/base/parallel.h"
#include "kernels/reports/advise/cells.h"

namespace texelscope::advise {

namespace {
constexpr int sector_bytes = 32;
// Sectors for a fetch: fewer slow nothing down, but copying a tile.
constexpr double least_traffic = 1.0 / 8, least_copied = 1.0 / 64;
constexpr std::size_t max_counted_blocks = 128; // of which warps are counted, evenly over the list

// The texels along an axis that a fetch reads there: as many as `count`, after the address mode; -1: none.
struct AxisTexels {
  int count = 1;
  std::int64_t at[2] = {};
};

std::int64_t inside(std::int64_t texel, std::int64_t n, AddressMode mode) {
  switch (mode) {
  case AddressMode::wrap:
    return (texel % n + n) % n;
  case AddressMode::mirror: {
    const std::int64_t place = (texel % (2 * n) + 2 * n) % (2 * n);
    return std::min(place, 2 * n - 1 - place);
  }
  case AddressMode::border:
    return texel >= 0 && texel < n ? texel : -1;
  case AddressMode::clamp:
    break;
  }
  return std::clamp<std::int64_t>(texel, 0, n - 1);
}

AxisTexels texels_along(const Scene& scene, int axis, float coordinate) {
  const std::int64_t n = scene.size[std::size_t(axis)];
  const AddressMode mode = scene.address(axis);
  const bool normalized = scene.is_normalized();
  double place = double(coordinate) * (normalized ? double(n) : 1) - (scene.is_linear() ? 0.5 : 0);
  if (std::isnan(place)) place = 0;
  const auto first = std::int64_t(std::floor(std::clamp(place, -0x1p52, 0x1p52)));
  if (!scene.is_linear()) return {1, {inside(first, n, mode)}};
  return {2, {inside(first, n, mode), inside(first + 1, n, mode)}};
}

// Calls visit(x, y, z) for each texel that a fetch reads.
template <class Visit>
void visit_texels(const Scene& scene, std::size_t entry, int lane, const Visit& visit) {
  AxisTexels along[3];
  for (int axis = 0; axis < scene.axes(); ++axis)
    along[axis] = texels_along(scene, axis, scene.fetches.at(entry, lane, axis));
  for (int z = 0; z < along[2].count; ++z)
    for (int y = 0; y < along[1].count; ++y)
      for (int x = 0; x < along[0].count; ++x)
        if (along[0].at[x] >= 0 && along[1].at[y] >= 0 && along[2].at[z] >= 0)
          visit(along[0].at[x], along[1].at[y], along[2].at[z]);
}

class Numbers {
public:
  explicit Numbers(const Scene& of) : scene(of), bytes(4 * of.own.channels) {
    // 32 bytes of texels, doubled along x, y and z in turn.
    for (int texels = sector_bytes / bytes, axis = 0; texels > 1; texels /= 2, axis = (axis + 1) % of.axes())
      ++square[axis];
  }
  std::size_t sector(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::int64_t texel = (z * scene.size[1] + y) * scene.size[0] + x;
    return std::size_t(texel * bytes / sector_bytes);
  }
  std::size_t squared(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return std::size_t((((z >> square[2]) << 24 | y >> square[1]) << 24) + (x >> square[0]));
  }
  std::size_t sectors() const {
    return (scene.texel_count() * std::size_t(bytes) + sector_bytes - 1) / sector_bytes;
  }

private:
  const Scene& scene;
  int bytes, square[3] = {}; // of a square along each axis: a power of 2
};

std::size_t distinct(std::vector<std::size_t>& numbers) {
  std::ranges::sort(numbers);
  return std::size_t(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}
} // namespace

FetchFootprint footprint_of(const Scene& scene) {
  const FetchList& list = scene.fetches;
  const Numbers numbers(scene);
  FetchFootprint found;
  found.computed = planes_of(scene).has_value();
  found.whole_steps = cells_of(scene).has_value();
  found.thread_fetches = int(list.entries_of_tile()) / warps_of_block;

  double warp_sectors = 0, warp_squares = 0, block_sectors = 0, warps = 0, fetches = 0;
  const std::size_t blocks = list.blocks(), counted = std::min(blocks, max_counted_blocks);
  for (std::size_t i = 0; i < counted; ++i) {
    const std::size_t first = blocks * i / counted * entries_of_block;
    std::vector<std::size_t> of_block;
    for (std::size_t entry = first; entry < std::min(first + entries_of_block, list.entries()); ++entry) {
      std::vector<std::size_t> sectors, squares;
      for (int lane = 0; lane < lanes; ++lane) {
        if (!list.fetches_here(entry, lane)) continue;
        ++fetches;
        visit_texels(scene, entry, lane, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
          sectors.push_back(numbers.sector(x, y, z));
          squares.push_back(numbers.squared(x, y, z));
        });
      }
      of_block.insert(of_block.end(), sectors.begin(), sectors.end());
      warp_sectors += double(distinct(sectors));
      warp_squares += double(distinct(squares));
      ++warps;
    }
    block_sectors += double(distinct(of_block));
  }
  // Fetches of the border alone touch nothing.
  const auto mean = [](double sum, double count, double least) {
    return count > 0 ? std::max(sum / count, least) : least;
  };
  found.warp_sectors = mean(warp_sectors, warps, 1);
  found.warp_squares = mean(warp_squares, warps, 1);
  found.fetch_sectors = mean(block_sectors, fetches, 1.0 / (entries_of_block * lanes));

  std::vector<std::atomic<std::uint64_t>> touched(numbers.sectors() / 64 + 1);
  loop_in_parallel(tbb::blocked_range<std::size_t>(0, list.entries(), 256), [&](const auto& part) {
    for (std::size_t entry = part.begin(); entry < part.end(); ++entry)
      for (int lane = 0; lane < lanes; ++lane)
        visit_texels(scene, entry, lane, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
          const std::size_t sector = numbers.sector(x, y, z);
          const std::uint64_t bit = std::uint64_t(1) << sector % 64;
          auto& bits = touched[sector / 64];
          if ((bits.load(std::memory_order_relaxed) & bit) == 0)
            bits.fetch_or(bit, std::memory_order_relaxed);
        });
  });
  std::size_t count = 0;
  for (const auto& bits : touched)
    count += std::size_t(std::popcount(bits.load(std::memory_order_relaxed)));
  found.working_set = std::int64_t(std::max<std::size_t>(count, 1)) * sector_bytes;
  return found;
}

double distance(const FetchFootprint& scene, const FetchFootprint& figure, bool tiles, double fewer) {
  const auto apart = [&](double of_scene, double of_figure) {
    const double doublings = std::log2(of_scene / of_figure);
    return doublings < 0 ? doublings * fewer : doublings;
  };
  const auto traffic = [&](const FetchFootprint& f) {
    return std::max(f.fetch_sectors, tiles ? least_copied : least_traffic);
  };
  double sum = std::pow(apart(scene.warp_sectors, figure.warp_sectors), 2) +
               std::pow(apart(scene.warp_squares, figure.warp_squares), 2) +
               std::pow(apart(traffic(scene), traffic(figure)), 2);
  if (tiles) sum += std::pow(apart(scene.thread_fetches, figure.thread_fetches), 2);
  return std::sqrt(sum);
}

} // namespace texelscope::advise
