// The labs: workspaces in the window's center. Their settings and results.
//
// A new lab is a value of Lab (layout.h), its row in enum_table<Lab>(), its command, and its panel in
// labs.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "kernels/ground/base/async_result.h"
#include "kernels/reports/coherence/staleness.h"
#include "kernels/reports/coherence/write_lab.h"
#include "kernels/reports/support_matrix/legality_table.h"
#include "ui/frame/advise.h"
#include "ui/frame/bench.h"
#include "ui/frame/commands.h"
#include "ui/frame/layout.h"
#include "ui/frame/trace.h"

namespace texelscope {
namespace ui {

CommandId lab_command(Lab lab); // opens it: the commands are in the labs' order

// The settings. The app reads them every frame and computes what they request.
struct LegalityChoice {
  legality::TableFilter filter;
  std::optional<legality::CellPlace> cell; // clicked
};
struct WritesChoice {
  int format = 1; // of write_lab::boundary_formats()
  write_lab::Boundary boundary = write_lab::Boundary::zero;
  bool x_in_texels = false;
  // In trap mode the writes inside are the same; those outside are not made.
  write_lab::BoundaryTest boundary_test() const;
};
struct LabChoices {
  LegalityChoice legality;
  staleness::Combination staleness = {.warmed = true}; // the one that shows old values
  int staleness_round = 0;                             // another number runs the same combination again
  WritesChoice writes;
  BenchChoice bench;
  AdviseChoice advise;
  TraceChoice trace;
};

struct StalenessFound {
  staleness::Combination requested;
  staleness::Result result;
  bool simulated = false;
};
struct LandingsFound {
  write_lab::BoundaryResult boundary_test;
  bool on_device = false; // else by the rules
};
struct SessionAttempt {
  std::optional<legality::Configuration> configuration; // empty: the format is not tried
  const legality::Outcome* answer = nullptr;            // null: not tried
  std::optional<legality::CellPlace> cell;              // of the table shown
};

struct LabFindings {
  bool on_device = false; // CUDA is the backend; else simulations, rules and a capture give the results
  AsyncResult<legality::Outcomes> legality;
  legality::Table table;
  SessionAttempt session;
  AsyncResult<StalenessFound> staleness;
  AsyncResult<LandingsFound> destinations;
  AsyncResult<std::vector<write_lab::Comparison>> routes;
  std::array<AsyncResult<write_lab::FaultReport>, 2> faults; // by write_lab::Fault
};

} // namespace ui

} // namespace texelscope
