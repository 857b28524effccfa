// SCOPE's other sweep: how the sampler mixes two mip levels, over the level of detail, measured for the model
// and for machines, beside exact arithmetic. Computed on a thread of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/latest.h"
#include "app/base/shown_frame.h"
#include "app/gl/weight_machines.h"
#include "ui/frame/scope.h"

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

class LevelMix {
public:
  // Called once a frame while SCOPE shows it. `wait`: waits until it is done.
  void update(const ShownFrame& frame, const ui::ScopeState& state, bool wait);
  const ui::ScopeFrame& frame() const { return shown_; }

private:
  struct Request {
    Effective effective;
    double low = 0, high = 1;
    int columns = 0;
    std::array<bool, scope::series_count> wanted = {};
    bool cuda = false;
    bool operator==(const Request&) const = default;
  };
  struct Found {
    LevelSweep sweep;
    ui::ScopeSweep plot;
  };
  using Answer = std::shared_ptr<const Found>;
  void start(const Request& requested);
  void take(bool wait);
  static Answer run(const Request& requested, const scope::Axis& axis, WeightMachines& machines,
                    const std::stop_token& stop);
  void read(const ui::ScopeState& state);

  ui::ScopeFrame shown_;
  std::shared_ptr<WeightMachines> machines_; // of the one job that runs
  Latest<Request, Answer> latest_;           // last: its thread ends before the rest
};

} // namespace texelscope
