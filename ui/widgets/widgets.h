// Controls that report themselves to the ui map, and text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "kernels/ground/base/brief_number.h"
#include "ui/widgets/context.h"

namespace texelscope::ui {

// The labels' column in the settings panel, design pixels.
inline constexpr float settings_label_width = 100;

// Adds the last ImGui item to the map. `needed`: the width of its text, if that is not the item's. Text
// without a name is only added if it is cut off.
void map_item(Context&, std::string_view name, std::string_view shown = {}, float needed = 0);

// ImGui::BeginMenu() with its entry in the map.
bool begin_menu(Context&, Text title, std::string_view name);
void map_text(Context&, std::string_view name, const Area&, std::string_view shown); // drawn by a draw list
void map_rect(Context&, std::string_view name, const Area&, std::string_view shown = {});

// A panel: an ImGui child at `area` with a title row, except under a tab, which already has the title.
// Returns with the cursor below it. end_panel() closes it.
void begin_panel(Context&, const char* id, const Area&, Text title);
void beside_title(Context&, float gap); // design pixels; at the line's start if there is no title
void end_panel();

float right_edge(); // of the available width in a panel or child window, in window coordinates

void section(Context&, Text title);
using Picture = std::function<void(Context&)>; // a small one, at the cursor
void tooltip(Context&, std::string_view content, std::string_view more = {}, const KeyPress& key = {},
             const Picture& = {});

// A row of segments, one for each choice, or several rows if needed. Returns whether the choice changed.
// `effective`: the choice that the hardware makes instead, outlined in amber, or in red if CUDA rejected the
// requested one; -1 if it takes effect as requested. `again`: whether the chosen one was pressed once more.
struct Segment {
  const char* label;
  std::string name; // in the map, under the row's name
  std::string help;
  KeyPress key;
  Picture picture = {};
};
bool segments(Context&, std::string_view name, const Segment* items, int count, int& chosen, float width,
              int effective = -1, bool refused = false, bool* again = nullptr);

// Whether Tab stops at the controls that are drawn while this lives. The panels only let it stop at fields,
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
// Sets what the note's button sets.
void apply_fix(Context&, const Note&);

// Text in a font and color at the cursor, reported to the map if it has a name.
void draw_text(Context&, ImFont*, ImU32, std::string_view, std::string_view map_name = {});
// The text prepared for wrapping by ImGui: Chinese may break between any two characters except before closing
// and after opening punctuation, which spaces of no width indicate. It is unchanged if the fonts have no
// Chinese.
std::string breakable(const Theme&, std::string_view);
// The same with a line break before a number where ImGui would break after its decimal point. `width`: of a
// line.
std::string whole_numbers(const ImFont&, std::string drawn, float width);
// As many characters as fit, with an ellipsis for the rest.
std::string elided(ImFont*, std::string_view, float width);
// Text that wraps at the panel's edge.
void flowing_text(Context&, ImFont*, ImU32, std::string_view, std::string_view map_name = {});
// Such text as a row that can be clicked; returns true when it was.
bool flowing_row(Context&, const char* id, std::string_view shown, bool chosen, ImU32);
// The same in the small font.
void paragraph(Context&, ImU32, std::string_view, std::string_view map_name = {});

// A text field for a std::string; true when Enter was pressed.
// `at_end`: the cursor stands behind the text, of which nothing is selected.
bool text_field(const char* id, const char* hint, std::string& value, bool at_end = false);

// The same with several lines: Enter ends it, Ctrl+Enter breaks the line.
bool text_area(const char* id, std::string& value, ImVec2 size);

// Numbers in readable form.
std::string time_text(double seconds); // "412.3 us"
// The middle 80 % in the unit that time_text() uses for the median: "406.1 to 420.0", "689.1 to 10458".
std::string middle_text(const profile::MiddleRange& seconds);
std::string rate_text(double per_second, const char* unit); // "1.04 T"

} // namespace texelscope::ui
