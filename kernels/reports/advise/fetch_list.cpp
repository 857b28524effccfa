#include "kernels/reports/advise/fetch_list.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace texelscope::advise {

void FetchList::add(const float (&at)[lanes][3], std::uint32_t mask) {
  if (mask == 0) return;
  const int first = std::countr_zero(mask);
  for (int axis = 0; axis < axis_count; ++axis)
    for (int lane = 0; lane < lanes; ++lane)
      coordinates.push_back(at[(mask >> lane & 1) != 0 ? lane : first][axis]);
  masks.push_back(mask);
  repeated.push_back(false);
  fetch_count += std::size_t(std::popcount(mask));
}

void FetchList::set_fetches_of_thread(double count) {
  for (tile_steps = 1; tile_steps < most_tile_steps && tile_steps < count;)
    tile_steps *= 2;
}

void FetchList::fill_up(std::size_t count) {
  const std::size_t each = std::size_t(axis_count) * lanes;
  while (!masks.empty() && entries() % count != 0) {
    for (std::size_t i = 0; i < each; ++i)
      coordinates.push_back(coordinates[coordinates.size() - each]);
    masks.push_back(masks.back());
    repeated.push_back(true);
  }
}

double FetchList::Planes::at(const FetchList& list, std::size_t entry, int lane, int axis) const {
  const std::size_t place = entry * std::size_t(list.axis_count) + std::size_t(axis);
  const auto& same = slope[std::size_t(axis)];
  const float right = slopes.empty() ? same[0] : slopes[2 * place];
  const float down = slopes.empty() ? same[1] : slopes[2 * place + 1];
  return double(first[place]) + (lane % list.row) * double(right) + (lane / list.row) * double(down);
}

std::optional<FetchList::Planes> FetchList::planes(const std::array<float, 3>& tolerance) const {
  const auto fits = [&](std::size_t entry, int axis, float first, const std::array<float, 2>& slope) {
    for (int lane = 0; lane < lanes; ++lane) {
      const float plane = first + float(lane % row) * slope[0] + float(lane / row) * slope[1];
      if (fetches_here(entry, lane) &&
          !(std::abs(plane - at(entry, lane, axis)) <= tolerance[std::size_t(axis)]))
        return false;
    }
    return true;
  };
  // Lanes that do not fetch say nothing: the plane goes through those that do, through the furthest two.
  const auto slope_of = [&](std::size_t entry, int axis) {
    std::array<float, 2> slope = {};
    for (int lane = 0, widest = 0, highest = 0; lane < lanes; ++lane)
      for (int other = lane + 1; other < lanes; ++other) {
        if (!fetches_here(entry, lane) || !fetches_here(entry, other)) continue;
        const float apart = at(entry, other, axis) - at(entry, lane, axis);
        const int columns = other % row - lane % row, rows = other / row - lane / row;
        if (rows == 0 && columns > widest) slope[0] = apart / float(widest = columns);
        if (columns == 0 && rows > highest) slope[1] = apart / float(highest = rows);
      }
    return slope;
  };
  const auto first_of = [&](std::size_t entry, int axis, const std::array<float, 2>& slope) {
    const int lane = std::countr_zero(masks[entry]);
    return at(entry, lane, axis) - float(lane % row) * slope[0] - float(lane / row) * slope[1];
  };
  Planes all;
  const auto whole = std::size_t(std::ranges::find(masks, ~std::uint32_t(0)) -
                                 masks.begin()); // what has all lanes says most
  for (int axis = 0; axis < axis_count && entries() > 0; ++axis)
    all.slope[std::size_t(axis)] = slope_of(whole < entries() ? whole : 0, axis);
  bool uniform = true;
  for (std::size_t entry = 0; entry < entries(); ++entry)
    for (int axis = 0; axis < axis_count; ++axis) {
      const auto& slope = all.slope[std::size_t(axis)];
      all.first.push_back(first_of(entry, axis, slope));
      uniform = uniform && fits(entry, axis, all.first.back(), slope);
    }
  if (uniform) return all;
  all.first.clear();
  for (std::size_t entry = 0; entry < entries(); ++entry)
    for (int axis = 0; axis < axis_count; ++axis) {
      const auto slope = slope_of(entry, axis);
      all.first.push_back(first_of(entry, axis, slope));
      all.slopes.insert(all.slopes.end(), slope.begin(), slope.end());
      if (!fits(entry, axis, all.first.back(), slope)) return std::nullopt;
    }
  return all;
}

} // namespace texelscope::advise
