// The parts of the settings' column: its sections' headers, the count of settings that take no effect as
// requested, and the notes at its foot.
#pragma once

#include "kernels/unit/resolve/settings_rows.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// A section's title with what it holds in a line, or in two; a click unfolds it. Returns whether its rows are
// shown.
bool section_header(Context&, const SettingsSection&, Text title);
std::string section_summary(const Context&, std::string_view section);
std::string_view section_of(std::string_view path); // of a field

// Beside the sampler's title: how many of its settings take no effect as requested. A click unfolds the
// table.
void effect_count(Context&);

// The hardware's notes stand below the rows, so that they move none: the most severe with its cure, the
// others on demand. The height that they need of the column; 0: there is none.
float notes_height(const Context&, const Area& column);
void notes_at_foot(Context&, const Area&);

} // namespace texelscope::ui
