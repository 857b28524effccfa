// How the sampler mixes two mip levels, over the level of detail, measured for the model and for machines,
// beside exact arithmetic.
#pragma once

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/studies/compare/scope.h"
#include "kernels/studies/sources/weight_machines.h"

namespace texelscope {

// The shares of all levels for LODs at the centers of `count` equal parts of a range.
struct LevelShares {
  scope::Series series = scope::Series::model;
  std::vector<std::vector<double>> share; // [level][LOD]; of the ideal too
  // The share of the coarser of the two levels between which the exact level of detail lies, for each LOD.
  std::vector<double> mix;
};
struct LevelSweep {
  double first = 0, last = 0; // the range of LODs
  int count = 0;
  std::vector<LevelShares> curves;
  std::array<std::string, scope::series_count> absent; // why a series is missing

  double lod(int i) const { return first + (last - first) * (i + 0.5) / count; }
};

// `wanted`: the series; `cuda`: there is a CUDA device. Empty if it was stopped.
std::optional<LevelSweep> sweep_levels(const Effective& effective, double first, double last, int count,
                                       const std::array<bool, scope::series_count>& wanted, bool cuda,
                                       WeightMachines& machines, const std::stop_token& stop);

} // namespace texelscope
