// Controls that report themselves to the ui map, and words.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ui/widgets/context.h"

namespace texelscope::ui {

// The labels' column in the settings panel, design pixels.
inline constexpr float settings_label_width = 108;

// The last ImGui item enters the map. `needed`: the width of its text, where that is not the item itself.
// Text without a name enters it only where it is cut.
void map_item(Context&, std::string_view name, std::string_view shown = {}, float needed = 0);
void map_text(Context&, std::string_view name, const Area&, std::string_view shown); // that a draw list got
void map_rect(Context&, std::string_view name, const Area&, std::string_view shown = {});

// A panel: an ImGui child at `area` with a title row, but under a tab, which says it already; returns with
// the cursor below it. end_panel() closes it.
void begin_panel(Context&, const char* id, const Area&, Text title);
void beside_title(Context&, float gap); // design pixels; at the line's start where there is no title
void end_panel();

float right_edge(); // of what a panel or child window has room for, in window coordinates

void section(Context&, Text title);
using Picture = std::function<void(Context&)>; // a small one, at the cursor
void tooltip(Context&, std::string_view content, std::string_view more = {}, const KeyPress& key = {},
             const Picture& = {});

// A row of segments, one for each choice, or several where they need it. Returns whether the choice changed.
// `effective`: the choice the hardware makes instead, outlined in amber, or in red where CUDA refused; -1 if
// it does as asked.
struct Segment {
  const char* label;
  std::string name; // in the map, under the row's name
  std::string help;
  KeyPress key;
  Picture picture = {};
};
bool segments(Context&, std::string_view name, const Segment* items, int count, int& chosen, float width,
              int effective = -1, bool refused = false);

// Whether Tab stops at the controls that are drawn while this lives. The panels let it stop at fields alone,
// as Dear ImGui 1.86 does by itself; 1.90 would stop at every button, which the arrow keys reach already.
class TabStops {
public:
  explicit TabStops(bool stop);
  ~TabStops();
  TabStops(const TabStops&) = delete;
  TabStops& operator=(const TabStops&) = delete;
};

// Button with text; true when pressed.
bool button(Context&, std::string_view name, const char* label, const char* help = nullptr,
            bool selected = false);
bool link(Context&, std::string_view name, const char* label);

// Text in a font and color at the cursor, reported to the map when it has a name.
void draw_text(Context&, ImFont*, ImU32, std::string_view, std::string_view map_name = {});
// The words as ImGui is to draw them where they wrap: Chinese may break between any two characters but before
// closing and after opening punctuation, which it is told by spaces of no width. As they are where the fonts
// have no Chinese.
std::string breakable(const Theme&, std::string_view);
// The same with the line broken before a number where ImGui would break behind its decimal point. `width`: of
// a line.
std::string whole_numbers(const ImFont&, std::string drawn, float width);
// As many characters as have room, and an ellipsis for the rest.
std::string elided(ImFont*, std::string_view, float width);
// Words that wrap at the panel's edge.
void flowing_text(Context&, ImFont*, ImU32, std::string_view, std::string_view map_name = {});
// Such words in a row that can be clicked; true when it was.
bool flowing_row(Context&, const char* id, std::string_view shown, bool chosen, ImU32);
// Small ones.
void paragraph(Context&, ImU32, std::string_view, std::string_view map_name = {});

// A text field over std::string; true when Enter was pressed.
bool text_field(const char* id, const char* hint, std::string& value);

// The same over several lines: Enter ends it, Ctrl+Enter breaks the line.
bool text_area(const char* id, std::string& value, ImVec2 size);

// Numbers as people read them.
std::string number_text(double value); // 9 significant digits as floats need, "nan", "inf"
std::string time_text(double seconds); // "412.3 us"
// The middle 80 % in the unit that time_text() has for the median: "406.1 to 420.0", "689.1 to 10458".
std::string middle_text(const profile::MiddleRange& seconds);
std::string rate_text(double per_second, const char* unit); // "1.04 T"

} // namespace texelscope::ui
