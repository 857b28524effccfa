#include "app/analyses/level_mix.h"

#include <algorithm>
#include <cmath>

#include "kernels/machines/backend/cuda_support.h"

namespace texelscope {

namespace {
constexpr double lods_per_level = 512;
constexpr int max_lods = 1 << 13;
constexpr double margin = 0.5; // levels beyond the first and the last, where the clamps show
} // namespace

LevelMix::Answer LevelMix::run(const Request& requested, const scope::Axis& axis, WeightMachines& machines,
                               const std::stop_token& stop) {
  const double samples = std::ceil(axis.length() * (requested.high - requested.low) * lods_per_level);
  const int count = std::max(2 * requested.columns, int(std::min(samples, double(max_lods))));
  auto sweep = sweep_levels(requested.effective, axis.at(requested.low), axis.at(requested.high), count,
                            requested.wanted, requested.cuda, machines, stop);
  if (!sweep) return nullptr;
  ui::ScopeSweep plot = {requested.low, requested.high, count, {}};
  for (const LevelShares& of : sweep->curves) {
    const auto value = [&](std::size_t i) { return std::array<double, 4>{of.mix[i]}; };
    plot.curves.push_back({of.series, 1, scope::columns_of(std::size_t(count), requested.columns, value)});
  }
  return std::make_shared<const Found>(Found{std::move(*sweep), std::move(plot)});
}

void LevelMix::start(const Request& requested) {
  if (!machines_) machines_ = std::make_shared<WeightMachines>();
  const int ordinal = requested.cuda ? thread_cuda_device() : 0;
  latest_.start(requested,
                [machines = machines_, requested, axis = shown_.axis, ordinal](const std::stop_token& stop) {
                  if (requested.cuda) set_thread_cuda_device(ordinal);
                  return run(requested, axis, *machines, stop);
                });
}

void LevelMix::take(bool wait) {
  if (!latest_.poll(wait) || !latest_.newest().found || !*latest_.newest().found) return;
  const Found& found = **latest_.newest().found;
  shown_.absent = found.sweep.absent;
  shown_.sweep = found.plot;
}

void LevelMix::update(const ShownFrame& frame, const ui::ScopeState& state, bool wait) {
  shown_.of_levels = true;
  shown_.axis = {false, "LOD", -margin, frame.effective.level_count - 1 + margin};
  Request requested{frame.effective, state.low,        state.high, std::clamp(int(state.columns), 16, 4096),
                    state.shown,     frame.on_device()};
  requested.effective.sampler.border_color = {}; // is replaced, and could hold NaN
  take(wait);
  if (latest_.wants(requested)) {
    start(requested);
    take(wait);
  }
  shown_.empty = latest_.newest().failure;
  read(state);
}

// Reads the shares at the cursor from the last result.
void LevelMix::read(const ui::ScopeState& state) {
  shown_.reading.reset();
  const std::optional<Answer>& answered = latest_.newest().found;
  if (!answered || !*answered || !state.cursor || !shown_.empty.empty()) return;
  const LevelSweep& sweep = (**answered).sweep;
  const double lod = shown_.axis.at(*state.cursor);
  const int i = int(std::floor((lod - sweep.first) / (sweep.last - sweep.first) * sweep.count));
  if (i < 0 || i >= sweep.count) return; // it will be known soon
  ui::ScopeReading& reading = shown_.reading.emplace();
  reading.at = sweep.lod(i);
  for (const LevelShares& of : sweep.curves) {
    ui::ScopeShares& shares = reading.shares.emplace_back();
    shares.series = of.series;
    for (std::size_t level = 0; level < of.share.size(); ++level)
      if (const double share = of.share[level][std::size_t(i)]; share != 0)
        shares.levels.push_back({int(level), share});
  }
}

} // namespace texelscope
