// The oscilloscope: its settings, and the app's results along its line.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/studies/compare/scope.h"

namespace texelscope::ui {

struct ScopeState {
  bool levels = false; // shows the mix of mip levels over the level of detail, where there are several
  // Both ends in the coordinates of picture_to_texture(), so that they stay at their texels; empty: the row
  // of the pinned pixel, or the middle one.
  std::optional<std::array<double, 4>> line;
  bool armed = false;   // the next drag over the picture draws the line
  bool drawing = false; // that drag is in progress, and this was the line before
  std::optional<std::array<double, 4>> line_before;
  enum class Held { none, first_end, second_end, cursor } held = Held::none; // by the arrow keys
  double low = 0, high = 1;     // the part of the line that the plot shows
  std::optional<double> cursor; // a share of the line
  bool cursor_of_mouse = false; // it follows the mouse
  std::array<bool, scope::series_count> shown = {true, true, true, false, true};
  bool locked = false; // the vertical axis is fixed
  double bottom = 0, top = 1;
  bool wide = true;  // covers the texture's area too
  float columns = 0; // pixels of the plot's width when it was drawn last
};

struct ScopeCurve {
  scope::Series series = scope::Series::model;
  int channels = 4;
  std::vector<scope::Column> columns;
};

// The last result, for the part of the line from `low` to `high`.
struct ScopeSweep {
  double low = 0, high = 1;
  int count = 0; // of samples
  std::vector<ScopeCurve> curves;
};

struct ScopeValues {
  scope::Series series = scope::Series::model;
  int channels = 4;
  std::array<double, 4> value = {};
  // The distance from the ideal in floats, if the ideal exists.
  std::array<std::optional<std::int64_t>, 4> steps = {};
};

// The levels that a fetch mixes, with their shares.
struct ScopeShares {
  struct Share {
    int level;
    double share;
  };
  scope::Series series = scope::Series::model;
  std::vector<Share> levels;
};

// The values of one sample.
struct ScopeReading {
  std::array<double, 2> pixel = {}; // of the picture, with fractions
  double at = 0;                    // on the axis
  bool empty = false;               // the view has nothing there
  FetchAt fetch;
  Trace trace;
  std::vector<ScopeValues> values;
  std::vector<ScopeShares> shares; // of levels, in place of values
};

struct ScopeFrame {
  bool of_levels = false; // the axis counts levels of detail; the line is not used
  scope::Line line;
  scope::Axis axis;
  std::optional<ScopeSweep> sweep;
  std::optional<ScopeReading> reading;                 // at the cursor
  std::string empty;                                   // why nothing is shown
  std::array<std::string, scope::series_count> absent; // why a series is missing
  bool has_pin = false;
};

// Whether SCOPE shows the mix of mip levels.
inline bool shows_levels(const ScopeState& scope, const Effective& effective) {
  return scope.levels && effective.level_count > 1;
}

struct State;
// The position of the line in a picture of this size.
scope::Line scope_line(const Session& session, const Effective& effective, const State& state, int width,
                       int height);
// Sets the line and shows all of it.
void set_scope_line(const Session& session, ScopeState& scope, int width, int height,
                    const scope::Line& line);

} // namespace texelscope::ui
