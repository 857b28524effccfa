// The parts of rows in the settings panel.
#pragma once

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

struct Row {
  const Field& field;
  const Note* note; // the hardware's reaction to it; null: none
  bool refused() const { return note != nullptr && note->kind == NoteKind::refused; }
};

// The label at the left, with a bar in its note's color if the setting is altered or refused; leaves the
// cursor at the control.
Row begin_row(Context&, const char* path);
// The same without a label, for a control as wide as the panel.
Row begin_wide_row(Context&, const char* path);
// Shows why a setting has no effect, instead of its control, with a button that gives it an effect. Returns
// whether it did.
bool shows_idle(Context&, const Row&);

// The former name of the field, or of the choice, in CUDA's texture references; empty: none.
std::string once(std::string_view path);
float control_width();

} // namespace texelscope::ui
