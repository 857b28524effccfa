// Cells that a run measures repeatedly, spread evenly over it: how their times differ from visit to visit
// shows how far all its measurements drift (drift.h).
#pragma once

#include <span>
#include <vector>

#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope::profile {

// Chooses up to four of the run's cells of up to 64 MB: the first warm one near the core (is_near), the most
// scattered of the other warm ones, and the smallest and the largest cold one.
std::vector<BenchmarkCase> anchor_cells(std::span<const BenchmarkCase> cells);

class AnchorVisits {
public:
  // `cells`: those of the run that the device measures, in their order. `steps`: the number of measurements
  // that the run makes of them.
  AnchorVisits(std::span<const BenchmarkCase> cells, std::size_t steps);

  // Measures the anchors if it is time. `done`: how many of the run's steps have been made, from 0 to all of
  // them.
  void visit(Profiler& profiler, std::size_t done);
  // The anchors so far that have at least two visits.
  std::vector<Anchor> anchors() const;

private:
  std::vector<Anchor> all;
  std::vector<std::vector<double>> launches; // medians in milliseconds, of each
  std::size_t step_count = 0, made = 0;      // visits
};

} // namespace texelscope::profile
