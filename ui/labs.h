// The labs: workspaces that take the window's middle. What is chosen in them, and what they found.
//
// A new lab is a value of Lab, its row in enum_table<Lab>(), its command, and its panel in labs.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "kernels/legality_table.h"
#include "kernels/staleness.h"
#include "kernels/write_lab.h"
#include "ui/bench.h"
#include "ui/commands.h"
#include "ui/finding.h"

namespace texelscope {
namespace ui {

enum class Lab : std::uint8_t { none, legality, staleness, writes, fetch, bench };
CommandId lab_command(Lab lab); // opens it: the commands stand in the labs' order

// The choices. The app reads them every frame and finds out what they ask for.
struct LegalityChoice {
  legality::TableFilter filter;
  std::optional<legality::CellPlace> cell; // clicked
};
struct WritesChoice {
  int format = 1; // of write_lab::boundary_formats()
  write_lab::Boundary boundary = write_lab::Boundary::zero;
  bool x_in_texels = false;
  // Under trap the writes inside are the same; those outside are not made.
  write_lab::Trial trial() const;
};
struct LabChoices {
  LegalityChoice legality;
  staleness::Combination staleness = {.warmed = true}; // that which shows old values
  int staleness_round = 0; // another one runs the same again
  WritesChoice writes;
  BenchChoice bench;
};

struct StalenessFound {
  staleness::Combination asked;
  staleness::Result result;
  bool simulated = false;
};
struct LandingsFound {
  write_lab::BoundaryTrial trial;
  bool on_device = false; // else by the rules
};
struct SessionAttempt {
  std::optional<legality::Attempt> attempt; // nothing: a format that is not tried
  const legality::Answer* answer = nullptr; // null: not tried
  std::optional<legality::CellPlace> cell;  // of the table shown
};

struct LabFindings {
  bool on_device = false; // CUDA is the backend; else simulations, rules and a capture answer
  Finding<legality::Answers> legality;
  legality::Table table;
  SessionAttempt session;
  Finding<StalenessFound> staleness;
  Finding<LandingsFound> landings;
  Finding<std::vector<write_lab::Comparison>> routes;
  std::array<Finding<write_lab::FaultReport>, 2> faults; // by write_lab::Fault
};

} // namespace ui

template <>
EnumTable enum_table<ui::Lab>();

} // namespace texelscope
