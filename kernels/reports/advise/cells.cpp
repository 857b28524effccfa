#include "kernels/reports/advise/cells.h"

#include <algorithm>
#include <cmath>

namespace texelscope::advise {

namespace {
constexpr double far = 1 << 28; // texels
constexpr int max_step = 1 << 22;

// How near a texel's edge may be to a normalized coordinate, which kernels multiply as a float.
double edge_at(double at) {
  return std::max(1.0 / 1024, std::abs(at) * 0x1p-22);
}

// The texel in which a coordinate lies.
std::optional<int> cell_of(const Scene& scene, double coordinate, int axis) {
  const bool normalized = scene.is_normalized();
  const double at = normalized ? coordinate * scene.size[std::size_t(axis)] : coordinate;
  if (!(std::abs(at) < far)) return std::nullopt;
  const double cell = std::floor(at);
  const double edge = edge_at(at);
  if (normalized && (at - cell < edge || at - cell > 1 - edge)) return std::nullopt;
  return int(cell);
}

// The steps between the first lane's texel and its neighbors', if these fetch.
std::optional<std::array<int, 2>> step_of(const Scene& scene, std::size_t entry, int axis) {
  const FetchList& list = scene.fetches;
  const int row = list.lanes_in_row();
  std::array<int, 2> step = {};
  const auto first = cell_of(scene, list.at(entry, 0, axis), axis);
  for (std::size_t i = 0; i < 2; ++i) {
    if (i == 0 ? row == 1 : row == lanes) continue; // no such neighbor
    const auto next = cell_of(scene, list.at(entry, i == 0 ? 1 : row, axis), axis);
    if (!first || !next) return std::nullopt;
    step[i] = *next - *first;
    if (std::abs(step[i]) > max_step) return std::nullopt;
  }
  return step;
}
} // namespace

std::optional<Cells> cells_of(const Scene& scene) {
  const FetchList& list = scene.fetches;
  std::size_t whole = 0; // the first entry of which all lanes fetch
  while (whole < list.entries() && !list.all_fetch(whole))
    ++whole;
  if (whole == list.entries()) return std::nullopt;
  Cells cells;
  for (int axis = 0; axis < list.axes(); ++axis) {
    const auto step = step_of(scene, whole, axis);
    if (!step) return std::nullopt;
    cells.step[std::size_t(axis)] = *step;
  }
  cells.first.assign(list.entries() * std::size_t(list.axes()), 0);
  for (std::size_t entry = 0; entry < list.entries(); ++entry)
    for (int axis = 0; axis < list.axes(); ++axis) {
      int& first = cells.first[entry * std::size_t(list.axes()) + std::size_t(axis)];
      bool is_known = false;
      for (int lane = 0; lane < lanes; ++lane) {
        if (!list.fetches_here(entry, lane)) continue;
        const auto cell = cell_of(scene, list.at(entry, lane, axis), axis);
        if (!cell) return std::nullopt;
        if (!is_known) first += *cell - cells.at(list, entry, lane, axis);
        is_known = true;
        if (cells.at(list, entry, lane, axis) != *cell) return std::nullopt;
      }
      // Those that do not fetch load as well, and must not leave the texels.
      for (int lane = 0; lane < lanes; ++lane) {
        const int cell = cells.at(list, entry, lane, axis);
        if (cell < 0 || cell >= scene.size[std::size_t(axis)]) cells.inside[std::size_t(axis)] = false;
      }
    }
  return cells;
}

bool takes_cells(const Scene& scene, const Choice& choice, const Cells& cells) {
  if (choice.way != Way::nearest && (choice.way != Way::tile || scene.is_linear())) return false;
  for (int axis = 0; axis < scene.axes(); ++axis) {
    const AddressMode mode = scene.address(axis);
    const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    // A tile holds no border, and loads would need a division to repeat the texels.
    if (choice.way == Way::tile ? mode == AddressMode::border : repeats && !cells.inside[std::size_t(axis)])
      return false;
  }
  return true;
}

} // namespace texelscope::advise
