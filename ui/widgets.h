// Controls bound to session fields. Each reports itself to the ui map under the field's path, shows the field's help as
// a tooltip, and stands with its note: what the hardware refuses, changes or ignores is said beside it.
#pragma once

#include <string>
#include <string_view>

#include "ui/context.h"

namespace texelscope::ui {

// The labels' column in the settings panel, design pixels.
inline constexpr float settings_label_width = 88;

// The last ImGui item enters the map.
void map_item(Context&, std::string_view name, std::string_view shown = {});
void map_rect(Context&, std::string_view name, const Area&, std::string_view shown = {});

// A panel: an ImGui child at `area` with a title row; returns with the cursor below it. end_panel() closes it.
void begin_panel(Context&, const char* id, const Area&, Text title);
void end_panel();

void section(Context&, Text title);
void tooltip(Context&, std::string_view words, std::string_view more = {}, const KeyPress& key = {});

// A row of segments, one for each choice. Returns whether the choice changed. `effective`: the choice the hardware
// makes instead, outlined in amber, or in red where CUDA refused; -1 if it does as asked.
struct Segment {
  const char* label;
  std::string name; // in the map, under the row's name
  std::string help;
  KeyPress key;
};
bool segments(Context&, std::string_view name, const Segment* items, int count, int& chosen, float width, int effective = -1, bool refused = false);

// Rows of the settings panel: label at the left, control at the right, note below.
void enum_row(Context&, const char* path, int effective = -1, CommandId first_key = CommandId::undo, bool has_keys = false);
void combo_row(Context&, const char* path);
void bool_row(Context&, const char* path, CommandId key = CommandId::undo, bool has_key = false);
void integer_row(Context&, const char* path, float speed);
void number_row(Context&, const char* path, float speed, const char* format);
void color_row(Context&, const char* path);
void value_row(Context&, std::string_view name, const int* values, int count, const char* path); // bits, channels

// Button with text; true when pressed.
bool button(Context&, std::string_view name, const char* label, const char* help = nullptr, bool selected = false);
bool link(Context&, std::string_view name, const char* label);

// Text in a font and colour at the cursor, reported to the map when it has a name.
void words(Context&, ImFont*, ImU32, std::string_view, std::string_view map_name = {});

// Numbers as people read them.
std::string number_words(double value);         // 9 significant digits as floats need, "nan", "inf"
std::string time_words(double seconds);         // "412.3 us"
std::string rate_words(double per_second, const char* unit); // "1.04 T"

} // namespace texelscope::ui
