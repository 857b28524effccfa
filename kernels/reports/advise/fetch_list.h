// Fetches in the order in which a kernel makes them, so that another kernel can repeat them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace texelscope::advise {

inline constexpr int lanes = 32;
inline constexpr int warps_of_block = 8, steps_of_warp = 8; // of the kernel that repeats them
inline constexpr int entries_of_block = warps_of_block * steps_of_warp;
inline constexpr int most_tile_steps = 8 * steps_of_warp;

// An entry is a fetch of a warp. Entries that follow each other are made at about the same time.
class FetchList {
public:
  // `lanes_in_row`: how many lanes of a warp lie side by side in the launch.
  FetchList(int axes = 2, int lanes_in_row = lanes) : axis_count(axes), row(lanes_in_row) {}

  // Coordinates of each lane, as they are passed to the texture function: `axes` numbers. Bit i of `mask`:
  // lane i fetches; the others repeat the first one that does.
  void add(const float (&at)[lanes][3], std::uint32_t mask);

  // Repeats the last entry until their number is a multiple of `count`.
  void fill_up(std::size_t count);

  int axes() const { return axis_count; }
  int lanes_in_row() const { return row; }
  std::size_t entries() const { return masks.size(); }
  bool is_repeated(std::size_t entry) const { return repeated[entry]; } // fill_up() added it
  std::size_t fetches() const { return fetch_count; }
  std::size_t blocks() const { return (entries() + entries_of_block - 1) / entries_of_block; }
  bool fetches_here(std::size_t entry, int lane) const { return (masks[entry] >> lane & 1) != 0; }
  bool all_fetch(std::size_t entry) const { return masks[entry] == ~std::uint32_t(0); }
  float at(std::size_t entry, int lane, int axis) const {
    return coordinates[(entry * std::size_t(axis_count) + std::size_t(axis)) * lanes + std::size_t(lane)];
  }
  // For each entry the numbers of each axis: 32 of the first axis, 32 of the next.
  const std::vector<float>& all() const { return coordinates; }

  // Entries whose texels a tile in shared memory holds together: those of a block's warps, of as many of
  // their fetches as they make, up to most_tile_steps; a power of 2.
  void set_fetches_of_thread(double count);
  std::size_t entries_of_tile() const { return std::size_t(tile_steps) * warps_of_block; }
  std::size_t tiles() const { // of the blocks
    return (blocks() * entries_of_block + entries_of_tile() - 1) / entries_of_tile();
  }

  // A coordinate as `first` of an entry and axis, and its change from a lane to the next of its row, and from
  // row to row.
  struct Planes {
    std::vector<float> first;  // for each entry each axis
    std::vector<float> slopes; // for each entry each axis: right, down; empty: they are `slope`
    std::array<std::array<float, 2>, 3> slope = {}; // of each axis, of all entries
    double at(const FetchList& list, std::size_t entry, int lane, int axis) const;
  };
  // Empty if a coordinate of any warp is further than `tolerance` of its axis from such a plane: then the
  // fetches depend on data.
  std::optional<Planes> planes(const std::array<float, 3>& tolerance) const;

private:
  int axis_count, row;
  std::size_t fetch_count = 0;
  int tile_steps = 1;
  std::vector<float> coordinates;
  std::vector<std::uint32_t> masks;
  std::vector<bool> repeated;
};

} // namespace texelscope::advise
