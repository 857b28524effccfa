// Cells that a run measures again and again, evenly through it: how their times differ from visit to visit
// says how far all its measurements drift (drift.h).
#pragma once

#include <span>
#include <vector>

#include "kernels/profile/measure/profiler.h"

namespace texelscope::profile {

// Of those to be measured, at most four: the first warm one of those near to the core (is_near) and the most
// scattered of the others, the smallest and the largest cold one; up to 64 MB.
std::vector<BenchmarkCase> anchor_cells(std::span<const BenchmarkCase> cells);

class AnchorVisits {
public:
  // `cells`: those of the run that the device measures, in their order. `steps`: how many measurements the
  // run makes of them.
  AnchorVisits(std::span<const BenchmarkCase> cells, std::size_t steps);

  // Measures the anchors if it is time. `done`: how many of the run's steps have been made, from 0 on up to
  // all of them.
  void visit(Profiler& profiler, std::size_t done);
  // Those that were visited so far, with at least two visits.
  std::vector<Anchor> anchors() const;

private:
  std::vector<Anchor> all;
  std::vector<std::vector<double>> launches; // medians in milliseconds, of each
  std::size_t step_count = 0, made = 0;      // visits
};

} // namespace texelscope::profile
