// Controls bound to session fields. Each reports itself to the ui map under the field's path, shows the
// field's help as a tooltip, and marks what the hardware rejects, overrides or ignores.
#pragma once

#include <span>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

// Label at the left, control at the right.
void enum_row(Context&, const char* path, int effective = -1, CommandId first_key = CommandId::undo,
              bool has_keys = false);
// `shown`: one bit for each choice that is offered; the chosen one always is.
void combo_row(Context&, const char* path, unsigned shown = ~0u);
void bool_row(Context&, const char* path, CommandId key = CommandId::undo, bool has_key = false);
void integer_row(Context&, const char* path, float speed);
void number_row(Context&, const char* path, float speed, int decimals);
void numbers_row(Context&, const char* path); // a color, or x, y, z
void scene_row(Context&, unsigned shown);     // the projections as pictures
// A button instead of a value.
void action_row(Context&, const char* path, const char* content, const char* help, CommandId id);
void note_row(Context&,
              const char* path); // of a control that is not a row: its note without effect, if it has one
void value_row(Context&, const char* path, std::span<const int> values); // bits, channels

} // namespace texelscope::ui
