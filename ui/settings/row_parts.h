// What rows of the settings panel are made of.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

struct Row {
  const Field& field;
  const Note* note; // what the hardware says to it; null: nothing
  bool refused() const { return note != nullptr && note->kind == NoteKind::refused; }
};

// The label at the left; leaves the cursor at the control.
Row begin_row(Context&, const char* path);
// A setting that has no effect now says so in place of its control, with a button that makes it matter.
bool stands_idle(Context&, const Row&);
// Altered and refused: words below the control, with the mark, the color and the cure.
void note_below(Context&, const Row&);

void apply_fix(Context&, const Note&);

// What the field, or the choice, was in CUDA's texture references; empty: nothing.
std::string once(std::string_view path);
float control_width();

} // namespace texelscope::ui
