// The bench lab: its settings, and the results of the app.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/async_result.h"
#include "kernels/reports/profile/cell/caches.h"
#include "kernels/reports/profile/cell/suites.h"
#include "kernels/reports/profile/plot/plots.h"
#include "kernels/reports/profile/report/comparison.h"
#include "kernels/reports/profile/report/table.h"

namespace texelscope {
namespace ui {

enum class BenchView : std::uint8_t { table, counters, staircase, polar, matrix, path_comparison, compare };
// Empty for the tables and for the comparison of two reports.
std::optional<profile::Plot> plot_of(BenchView view);
Text nothing_to_draw(profile::Plot plot); // advises what to measure for it

struct BenchChoice {
  // What to measure.
  profile::Suite suite = profile::Suite::quick;
  profile::Caches caches = profile::Caches::listed;
  std::string pattern;
  bool counters = false; // count, too
  // What to show.
  BenchView view = BenchView::table;
  std::string find;                           // of cells' names
  std::optional<profile::Order> order;        // empty: in the order of measurement
  std::optional<profile::BenchmarkCase> cell; // clicked
  bool scroll_to_cell = false;                // it was clicked outside the table
  double threshold = 5;                       // percent more time
};

struct BenchProgress {
  bool running = false, ending = false; // ending: after the present cell
  std::size_t done = 0, of = 0;
  std::string now;                    // the present cell's name
  std::optional<double> seconds_left; // approximate; empty before the first is done
};

struct BenchFindings {
  std::size_t wanted = 0,
              here = 0;   // the requested cells, and those of them that this backend measures
  std::string example;    // a name of the suite
  bool can_count = false; // on CUDA
  BenchProgress progress;
  std::string failure;                     // of the last run, a sentence
  std::string uncounted;                   // why counting was requested but failed; a sentence
  const profile::Report* report = nullptr; // grows while cells are measured; null: there is none
  std::string machine, source; // the report's device and its condition; the file it was read from, or empty
  std::vector<profile::Column> columns; // of the view; empty: no cell was counted
  std::vector<std::size_t> rows;        // of report->cells
  std::size_t longest = 0;              // the longest name of a cell, in letters
  std::optional<profile::Drawing> plot; // of the view
  const profile::Report* before = nullptr;
  std::string before_source;
  AsyncResult<profile::Comparison> comparison; // of both; `found` is empty while cells are measured
  std::vector<std::size_t> compared;           // of its cells: those whose names match
};

} // namespace ui

template <>
EnumTable enum_table<ui::BenchView>();

} // namespace texelscope
