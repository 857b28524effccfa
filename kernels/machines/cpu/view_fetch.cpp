#include "kernels/machines/cpu/view_fetch.h"

#include <algorithm>
#include <array>

#include "kernels/ground/base/half.h"
#include "kernels/machines/cpu/fast_pixels.h"
#include "kernels/machines/cpu/rows_in_parallel.h"
#include "kernels/unit/batch/block_fetch.h"
#include "kernels/unit/fetch/slab_rules.h"

namespace texelscope::cpu {

namespace {
// A buffer for the pixels of one block of the picture after the other.
class Tile {
public:
  Tile(const Texture& texture, const FetchView& through, const BlockPlan& by)
      : view(through), plan(by),
        converts(through.type != FetchType::native || through.component_count != texture.format.channels) {}

  // Fetches pixels [column, column + size) of a row.
  void fetch(int column, int row, int size, std::uint32_t* components) {
    count = size;
    find_pixels(view, column, row, count, block, pixels);
    if (view.slab == Slab::off) return run(components);
    switch (view.result) {
    case ResultType::floating:
      return fetch_slab<float>(components);
    case ResultType::unsigned_int:
      return fetch_slab<std::uint32_t>(components);
    case ResultType::signed_int:
      return fetch_slab<std::int32_t>(components);
    }
  }

private:
  // Fetches sample after sample, each for the whole block.
  template <class Element>
  void fetch_slab(std::uint32_t* components) {
    using Sum = rules::SlabSum<Element>;
    std::array<Sum, block_size * 4> sums;
    for (int sample = 0; sample < view.slab_samples; ++sample) {
      std::fill_n(block.at[view.slab_axis], count, rules::slab_coordinate(view, sample));
      run(components);
      for (std::size_t i = 0; i < std::size_t(count) * 4; ++i) {
        const Sum value = rules::slab_value<Element>(components[i]);
        sums[i] = sample == 0 ? value : rules::fold(view.slab, sums[i], value);
      }
    }
    for (std::size_t i = 0; i < std::size_t(count) * 4; ++i)
      components[i] = rules::folded(view.slab, sums[i], view.slab_samples);
  }

  void run(std::uint32_t* components) {
    if (!pixels.all_empty) plan.fetch(pixels, count, block, footprints, components);
    for (int i = 0; pixels.any_empty && i < count; ++i)
      if (is_empty(i)) std::fill_n(components + i * 4, 4, 0u);
    if (converts) hand_over(components);
  }

  // Converts the components to the T of tex*<T>.
  void hand_over(std::uint32_t* components) const {
    const bool fills_alpha =
        view.fills_alpha && view.component_count == 4 && view.function != FetchKind::gather;
    for (int i = 0; fills_alpha && i < count; ++i)
      if (!is_empty(i)) components[i * 4 + 3] = float_bits(1);
    for (int i = 0; i < count * 4; ++i)
      components[i] = i % 4 < view.component_count ? rules::read_as(view.type, components[i]) : 0;
  }

  bool is_empty(int i) const { return pixels.any_empty && pixels.empty[i]; }

  const FetchView& view;
  const BlockPlan& plan;
  const bool converts;
  int count = 0;
  Block block;
  Pixels pixels;
  Footprints footprints;
};

void fetch_band(const Texture& texture, const FetchView& view, const BlockPlan& plan, int width, int first,
                int end, std::uint32_t* components) {
  Tile tile(texture, view, plan);
  for (int column = 0; column < width; column += block_size)
    for (int row = first; row < end; ++row)
      tile.fetch(column, row, std::min(block_size, width - column),
                 components + (std::size_t(row - first) * std::size_t(width) + std::size_t(column)) * 4);
}
} // namespace

void fetch_view(const Texture& texture, const FetchView& view, int width, int height,
                std::uint32_t* components) {
  fetch_view_rows(texture, view, width, 0, height, components);
}

void fetch_view_rows(const Texture& texture, const FetchView& view, int width, int first, int end,
                     std::uint32_t* components) {
  const BlockPlan plan(texture, view.function, 4, view.component);
  constexpr int tile_rows = 32; // close rows read close texels
  rows_in_parallel(
      first, end, width,
      [&](int from, int to) {
        fetch_band(texture, view, plan, width, from, to,
                   components + std::size_t(from - first) * std::size_t(width) * 4);
      },
      tile_rows);
}

void fetch_view_rows_alone(const Texture& texture, const FetchView& view, int width, int first, int end,
                           std::uint32_t* components) {
  fetch_band(texture, view, BlockPlan(texture, view.function, 4, view.component), width, first, end,
             components);
}

} // namespace texelscope::cpu
