#include "kernels/reports/profile/measure/measurement_run.h"

#include <algorithm>
#include <utility>

namespace texelscope::profile {

namespace {
// The run's steps: first every cell, then repeated visits of those that the device measures.
std::vector<std::size_t> steps_of(const Profiler& profiler, const std::vector<BenchmarkCase>& cells) {
  std::vector<std::size_t> order;
  for (int visit = 0; visit < profiler.visits(); ++visit)
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (visit == 0 || !profiler.obstacle_here(cells[i])) order.push_back(i);
  return order;
}

std::vector<BenchmarkCase> measurable(const Profiler& profiler, std::vector<BenchmarkCase> cells) {
  std::erase_if(cells, [&](const BenchmarkCase& cell) { return profiler.obstacle_here(cell).has_value(); });
  return cells;
}
} // namespace

MeasurementRun::MeasurementRun(Profiler& by, std::vector<BenchmarkCase> of, bool anchored)
    : profiler(by), cells(std::move(of)), order(steps_of(by, cells)),
      timed_steps(std::size_t(std::ranges::count_if(order, [&](std::size_t i) { return !is_skipped(i); }))),
      visits(measurable(by, cells), timed_steps), with_anchors(anchored) {}

bool MeasurementRun::is_final(std::size_t index) const {
  return std::find(order.begin() + std::ptrdiff_t(done), order.end(), index) == order.end();
}

void MeasurementRun::visit_anchors() {
  if (with_anchors) visits.visit(profiler, timed);
}

const Measured& MeasurementRun::measure_next() {
  const std::size_t index = order[done];
  visit_anchors();
  if (index == found.size())
    found.push_back(profiler.measure(cells[index]));
  else
    profiler.measure_again(found[index]);
  ++done;
  if (!is_skipped(index)) ++timed;
  if (has_ended()) visit_anchors();
  return found[index];
}

} // namespace texelscope::profile
