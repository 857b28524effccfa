#include "kernels/reports/profile/measure/anchors.h"

#include <algorithm>
#include <utility>

#include "kernels/reports/profile/report/drift.h"

namespace texelscope::profile {

namespace {
constexpr std::int64_t largest_bytes = std::int64_t(64) << 20;
constexpr std::size_t visits = 10;

// Orders cells by the distance of a row's texels, to which caches are most sensitive, then by the working
// set.
std::pair<int, std::int64_t> scattering(const BenchmarkCase& cell) {
  const bool is_strided = cell.pattern == Pattern::strided || cell.pattern == Pattern::minified;
  return {is_strided ? 1 + cell.amount : 0, cell.bytes};
}

void add(std::vector<BenchmarkCase>& list, const BenchmarkCase& cell) {
  if (std::ranges::find(list, cell) == list.end()) list.push_back(cell);
}
} // namespace

std::vector<BenchmarkCase> anchor_cells(std::span<const BenchmarkCase> cells) {
  std::vector<BenchmarkCase> near, far, cold, chosen;
  for (const BenchmarkCase& cell : cells)
    if (cell.bytes <= largest_bytes) (cell.cold ? cold : is_near(cell) ? near : far).push_back(cell);
  if (!near.empty()) chosen.push_back(near.front());
  if (!far.empty()) chosen.push_back(*std::ranges::max_element(far, {}, scattering));
  if (!cold.empty()) {
    add(chosen, *std::ranges::min_element(cold, {}, &BenchmarkCase::bytes));
    add(chosen, *std::ranges::max_element(cold, {}, &BenchmarkCase::bytes));
  }
  return chosen;
}

AnchorVisits::AnchorVisits(std::span<const BenchmarkCase> cells, std::size_t steps) : step_count(steps) {
  for (const BenchmarkCase& cell : anchor_cells(cells))
    all.push_back({cell, 0, {}, {}});
  launches.resize(all.size());
}

void AnchorVisits::visit(Profiler& profiler, std::size_t done) {
  for (; made < visits && made * step_count <= done * (visits - 1); ++made)
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Measured measured = profiler.measure_briefly(all[i].cell);
      if (measured.skipped || measured.shared > 0) continue;
      all[i].picoseconds.push_back(measured.median_ms * 1e9 / double(measured.texels));
      if (!measured.clocks_mhz.empty()) all[i].clocks_mhz.push_back(median(measured.clocks_mhz));
      launches[i].push_back(measured.median_ms);
    }
}

std::vector<Anchor> AnchorVisits::anchors() const {
  std::vector<Anchor> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].picoseconds.size() < 2) continue;
    found.push_back(all[i]);
    found.back().launch_ms = median(launches[i]);
    if (found.back().clocks_mhz.size() != found.back().picoseconds.size()) found.back().clocks_mhz.clear();
  }
  return found;
}

} // namespace texelscope::profile
