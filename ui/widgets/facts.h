// The parts of WHY: sections that fold, and aligned numbers that a click copies.
#pragma once

#include <string>
#include <vector>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Right, or down if what it stands beside is unfolded, about its center.
void triangle(Context&, ImVec2 at, bool open, ImU32 ink);

// A heading that folds the following items; true while they are to be drawn. `summary`: shown at its right.
bool fold(Context&, const std::string& name, std::string_view title, std::string_view summary,
          bool open_at_first, std::string_view help = {});

// A number or short text that a click copies.
struct Fact {
  std::string shown;
  std::string name = {}; // in the ui map, under "why."
  ImU32 color = 0;       // 0: text
  std::string full = {}; // the text to copy, also in the ui map; empty: the shown text
};
void fact(Context&, const Fact&);                 // at the cursor
void fact_right(Context&, const Fact&, float x1); // its right edge is at x1, window coordinates
void heading_right(Context&, std::string_view shown, float x1, std::string_view help);    // of such a column
void fact_row(Context&, std::string_view label, const Fact&, std::string_view help = {}); // after a label
void fact_flow(Context&, const std::vector<Fact>&,
               float indent); // side by side, in as many lines as needed

// Labels are left of their numbers, or above them if they are long; there is one column per heading. If the
// panel is too narrow for all columns, they are split into several tables.
struct FactLine {
  std::string label;
  std::string help;
  std::vector<Fact> facts;
};
void fact_table(Context&, const std::vector<Fact>& headings, const std::vector<FactLine>& lines);

} // namespace texelscope::ui
