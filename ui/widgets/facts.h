// What WHY consists of: sections that fold, and aligned numbers that a click copies.
#pragma once

#include <string>
#include <vector>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Whether WHY's sections are unfolded at first: as chosen, else where the panel has room for them.
bool shows_details(const Context&);

// A heading that folds what follows; true while that is to be drawn. `summary`: at its right.
bool fold(Context&, const std::string& name, std::string_view title, std::string_view summary,
          bool open_at_first, std::string_view help = {});

// A number or a few words that a click copies.
struct Fact {
  std::string shown;
  std::string name = {}; // in the ui map, under "why."
  ImU32 color = 0;       // 0: text
  std::string full = {}; // what is copied and stands in the ui map; empty: as shown
};
void fact(Context&, const Fact&);                 // at the cursor
void fact_right(Context&, const Fact&, float x1); // ends at x1 of the line, window coordinates
void fact_row(Context&, std::string_view label, const Fact&, std::string_view help = {}); // after a label
void fact_flow(Context&, const std::vector<Fact>&,
               float indent); // side by side, in as many lines as it takes

// Labels at the left, or above their numbers where they are long; a column for each heading; where the panel
// is too narrow for all columns, table after table.
struct FactLine {
  std::string label;
  std::string help;
  std::vector<Fact> facts;
};
void fact_table(Context&, const std::vector<Fact>& headings, const std::vector<FactLine>& lines);

} // namespace texelscope::ui
