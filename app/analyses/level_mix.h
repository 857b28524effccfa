// SCOPE's other sweep, level_sweep.h, computed on a thread of its own.
#pragma once

#include <memory>
#include <stop_token>

#include "app/analyses/shown_frame.h"
#include "kernels/ground/files/latest.h"
#include "kernels/studies/sources/level_sweep.h"
#include "ui/frame/scope.h"

namespace texelscope {

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
