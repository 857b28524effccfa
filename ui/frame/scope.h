// The oscilloscope: what is chosen in it, and what the app found along its line.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/compare/scope.h"

namespace texelscope::ui {

struct ScopeState {
  // Both ends as picture_to_texture() has them, so that they stay at their texels; none: the row under the
  // pinned pixel, or the middle one.
  std::optional<std::array<double, 4>> line;
  bool armed = false;   // the next drag over the picture draws it
  bool drawing = false; // that drag goes on, and this was there before
  std::optional<std::array<double, 4>> line_before;
  enum class Held { none, first_end, second_end, cursor } held = Held::none; // by the arrow keys
  double low = 0, high = 1;     // the part of the line that the plot shows
  std::optional<double> cursor; // a share of the line
  bool cursor_of_mouse = false; // the mouse put it there, and takes it along
  std::array<bool, scope::series_count> shown = {true, true, true, false, true};
  bool locked = false; // the vertical axis stays
  double bottom = 0, top = 1;
  bool wide = true;  // takes the texture's place too
  float columns = 0; // pixels of the plot's width when it was drawn last
};

struct ScopeCurve {
  scope::Series series = scope::Series::model;
  int channels = 4;
  std::vector<scope::Column> columns;
};

// The last answer: of the part of the line from `low` to `high`.
struct ScopeSweep {
  double low = 0, high = 1;
  int count = 0; // of samples
  std::vector<ScopeCurve> curves;
};

struct ScopeValues {
  scope::Series series = scope::Series::model;
  int channels = 4;
  std::array<double, 4> value = {};
  // Floats from the ideal, where that says something.
  std::array<std::optional<std::int64_t>, 4> steps = {};
};

// One sample.
struct ScopeReading {
  std::array<double, 2> pixel = {}; // of the picture, with fractions
  double at = 0;                    // on the axis
  bool empty = false;               // the view has nothing there
  FetchAt fetch;
  Trace trace;
  std::vector<ScopeValues> values;
};

struct ScopeFrame {
  scope::Line line;
  scope::Axis axis;
  std::optional<ScopeSweep> sweep;
  std::optional<ScopeReading> reading;                 // at the cursor
  std::string empty;                                   // why there is nothing to show
  std::array<std::string, scope::series_count> absent; // why a series is not there
  bool has_pin = false;
};

struct State;
// Where the line lies in a picture of this size.
scope::Line scope_line(const Session& session, const Effective& effective, const State& state, int width,
                       int height);
// Puts it there, and shows the whole of it.
void set_scope_line(const Session& session, ScopeState& scope, int width, int height,
                    const scope::Line& line);

} // namespace texelscope::ui
