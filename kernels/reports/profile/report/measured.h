// A measured cell, and its figures. A figure is a member here and a row in measured.cpp; files, tables, plots
// and panels go over the rows or look one up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/reports/profile/cell/cell.h"
#include "kernels/reports/profile/report/counters.h"

namespace texelscope {
namespace profile {

// The condition of the device at the time of the query. Unknown values are empty.
struct Condition {
  std::optional<double> clock_mhz, memory_clock_mhz;
  std::optional<double> temperature_c, power_w;
  std::vector<std::string>
      throttle;               // why clocks were throttled, as identifiers: "sw_power_cap"; idle is none
  std::optional<bool> others; // whether another program used the device
  bool operator==(const Condition&) const = default;
};

// The figures that the live measurement has too.
struct FetchRates {
  double texels_per_second = 0, bytes_per_second = 0; // delivered
  std::optional<double> texels_per_clock_sm;          // by the median of each launch's clocks; none on a CPU
  // By the model of roofs (roof.h), where it knows the cell:
  std::optional<double> roof_share; // of the rate that the model expects
  std::string limiter;              // the identifier of the Stage that limits it; empty: unknown
  bool operator==(const FetchRates&) const = default;

  // `clocks`: of each launch, of as many texels. Without any, or on a CPU, there is no rate by clocks.
  void set_clocks(double texels, const std::vector<double>& clocks, int multiprocessors);
  void set_roof(double roof_texels_per_second, std::string_view stage);
};

struct Measured : FetchRates {
  BenchmarkCase cell;
  std::optional<Obstacle> skipped; // if set, the other members except `message` are empty
  std::string message;             // Obstacle::failed: the device's message

  std::vector<double> samples_ms; // of each launch that counts, in the order of the launches
  std::vector<double> clocks_mhz; // of the multiprocessors during each; on a CPU steps of a fixed loop per
                                  // microsecond; empty if unknown
  int shared = 0;                 // the number of samples taken while another program used the device
  int visits = 1;                 // the visits in the run from which the samples come (measurement_run.h)
  int dropped = 0; // samples left out because the clock was throttled, or another program worked (measure.h)
  std::int64_t texels = 0; // fetched in a launch
  std::int64_t bytes = 0;  // delivered in a launch: texels times the texel's bytes
  double median_ms = 0;
  double spread = 0;            // interquartile range over the median
  double largest_error = 0;     // of a fetch against the exact model, as the mean of a thread's fetches
  double tolerance = 0;         // the allowed error; 0: the same bits
  std::optional<Counts> counts; // of a launch, if they were requested
  Condition condition;          // after the last sample
  bool right() const { return !skipped && largest_error <= tolerance; }
  bool operator==(const Measured&) const = default;
};

// Computes what follows from samples, clocks, texels and bytes: medians, spread, rates.
void summarize(Measured& measured, int multiprocessors);

// Adds the samples of another visit to the same cell, converted to launches with as many texels as the first
// visit's. A skipped visit adds nothing; a visit after skipped ones replaces them.
void add_visit(Measured& measured, Measured visit, int multiprocessors);

// What tables show of a cell, in the order of the rows.
enum class Column : std::uint8_t {
  name,
  ms,
  spread,
  texels,
  bytes,
  clock,
  error,
  roof,
  limiter,
  core, // the texels, of a CPU's thread
  // From the GPU's counters.
  l1_share,
  l2_share,
  memory_share,
  issue_share,
  l1_hits,
  l2_hits,
  l2_bytes,
  memory_bytes,
  counted
};

struct Figure {
  // Nothing: the column shows the cell's name. A function's result is no value if it is not finite.
  using Value =
      std::variant<std::monostate, double FetchRates::*, std::optional<double> FetchRates::*,
                   std::string FetchRates::*, double Measured::*, double (*)(const Counts&, const Measured&)>;
  // Where a file has it, between members that are not figures. summarize() computes times and rates.
  enum Group : std::uint8_t { not_stored, times, rates, check, roofs };
  struct Stored {
    Group group = not_stored;
    std::string_view name = {};
  };
  struct Shown {
    double scale = 1; // 100: in percent
    int digits = 3;   // behind the point
    bool scientific = false;
    int width = 0; // of the column on a terminal; negative: aligned left
  };

  std::string_view identifier; // of the column
  Text label, help;
  Value value = {};
  Shown shown = {};
  Stored stored = {};

  bool in_percent() const { return shown.scale == 100; }
  bool always_there() const { // in a cell that was not skipped
    return !std::holds_alternative<std::optional<double> FetchRates::*>(value) &&
           !std::holds_alternative<std::string FetchRates::*>(value);
  }
};

std::span<const Figure> figures(); // a Column is the index
// The columns of a terminal's table and of a window's, the most important first.
std::span<const Column> terminal_columns();
std::span<const Column> window_columns();

// Per second: texels (those of all cores for `core` too) and bytes. Fractions of 1: spread, roof, shares,
// hits, counted texels. Counted bytes are per texel. Empty for columns of text, values that a cell does not
// have, and skipped cells.
std::optional<double> value_of(const Measured& measured, Column column);
std::optional<double> value_of(const FetchRates& rates, Column column);

// A value as the column shows it, without its %; some tables have other digits. `cores`, here and below: of
// the machine.
std::string number_text(Column column, double value, std::optional<int> digits = {}, int cores = 0);
// "99.8 %", "f32x1.point.2d.array.tile.64K.tex"; empty if the cell does not have it.
std::string figure_text(const Measured& measured, Column column, int cores);

} // namespace profile

template <>
EnumTable enum_table<profile::Column>();

} // namespace texelscope
