// Measures a list of cells with one profiler: in order, with the profiler's number of visits for each, and
// the anchors in between.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/reports/profile/measure/anchors.h"
#include "kernels/reports/profile/measure/profiler.h"

namespace texelscope::profile {

class MeasurementRun {
public:
  // The profiler must outlive the run. `with_anchors`: whether drift is measured too (anchors.h).
  MeasurementRun(Profiler& profiler, std::vector<BenchmarkCase> cells, bool with_anchors = true);

  // A step measures one cell once. A cell that the device skips takes one step without time.
  std::size_t step() const { return done; }
  std::size_t step_count() const { return order.size(); }
  std::size_t timed_steps_left() const { return timed_steps - timed; } // without skipped ones
  bool has_ended() const { return done == order.size(); }
  const BenchmarkCase& next_cell() const { return cells[order[done]]; }
  // Makes the step, with the anchors that are due before it and after the last one. Returns the cell with the
  // results of all its visits so far. Throws like Profiler::measure().
  const Measured& measure_next();

  // The cells measured so far, in the order of the cells.
  const std::vector<Measured>& measured() const { return found; }
  bool is_final(std::size_t index) const; // whether no later step measures the cell again
  std::vector<Anchor> anchors() const { return visits.anchors(); }

private:
  bool is_skipped(std::size_t index) const { return profiler.obstacle_here(cells[index]).has_value(); }
  void visit_anchors();

  Profiler& profiler;
  std::vector<BenchmarkCase> cells;
  std::vector<std::size_t> order; // the cell of each step
  std::size_t timed_steps;        // without skipped ones
  AnchorVisits visits;
  bool with_anchors;
  std::size_t done = 0, timed = 0; // steps so far; those that were not skipped
  std::vector<Measured> found;
};

} // namespace texelscope::profile
