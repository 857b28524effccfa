#include "kernels/studies/sources/level_sweep.h"

#include <algorithm>
#include <cmath>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/texture_unit/ideal.h"

namespace texelscope {

using scope::Series;

namespace {
// The exact level of detail, which a sampler with the point filter rounds.
double exact_lod(const Texture& like, float lod) {
  const FetchAt at = {.lod = lod};
  return unit::ideal_lod(like, FetchKind::lod, at, {});
}

std::vector<std::vector<double>> exact_shares(const Texture& like, const std::vector<float>& lods) {
  std::vector<std::vector<double>> shares(std::size_t(like.level_count), std::vector<double>(lods.size()));
  for (std::size_t i = 0; i < lods.size(); ++i) {
    double lod = exact_lod(like, lods[i]);
    if (like.sampler.mip_filter == FilterMode::point)
      lod = std::min(std::floor(lod + 0.5), like.level_count - 1.0);
    const double whole = std::floor(lod);
    shares[std::size_t(whole)][i] = 1 - (lod - whole);
    if (lod > whole) shares[std::size_t(whole) + 1][i] = lod - whole;
  }
  return shares;
}

std::optional<WeighedMachine> machine_of(Series series) {
  switch (series) {
  case Series::model:
    return WeighedMachine::model;
  case Series::cuda:
    return WeighedMachine::cuda;
  case Series::opengl:
    return WeighedMachine::opengl;
  default:
    return std::nullopt;
  }
}

std::string obstacle(Series series, const Effective& effective, bool cuda) {
  if (series == Series::pinned) return text(Text::level_mix_no_pin);
  if (series == Series::cuda && !cuda) return text(Text::scope_no_cuda);
  const auto machine = machine_of(series);
  return machine ? no_machine_weights(*machine, effective) : std::string();
}

// `base`: the whole part of the exact level of detail.
std::vector<double> mix_of(const std::vector<std::vector<double>>& share, const std::vector<double>& base) {
  std::vector<double> mix;
  for (std::size_t i = 0; i < base.size(); ++i) {
    double level = 0;
    for (std::size_t l = 0; l < share.size(); ++l)
      level += double(l) * share[l][i];
    mix.push_back(level - base[i]);
  }
  return mix;
}
} // namespace

std::optional<LevelSweep> sweep_levels(const Effective& effective, double first, double last, int count,
                                       const std::array<bool, scope::series_count>& wanted, bool cuda,
                                       WeightMachines& machines, const std::stop_token& stop) {
  LevelSweep sweep{first, last, count, {}, {}};
  const Texture like = weights::probed_texture(effective);
  std::vector<float> lods;
  std::vector<double> base;
  for (int i = 0; i < count; ++i) {
    lods.push_back(float(sweep.lod(i)));
    base.push_back(std::floor(exact_lod(like, lods.back())));
  }
  for (std::size_t i = 0; i < scope::series_count; ++i) {
    const auto series = Series(i);
    sweep.absent[i] = obstacle(series, effective, cuda);
    if (!sweep.absent[i].empty() || !wanted[i]) continue;
    try {
      const auto machine = machine_of(series);
      auto shares =
          machine ? machines.measure_levels(*machine, effective, lods, stop) : exact_shares(like, lods);
      if (stop.stop_requested()) return std::nullopt;
      LevelShares& made = sweep.curves.emplace_back(LevelShares{series, std::move(shares), {}});
      made.mix = mix_of(made.share, base);
    } catch (const MachineError& error) {
      sweep.absent[i] = error.what();
    }
  }
  return sweep;
}

} // namespace texelscope
