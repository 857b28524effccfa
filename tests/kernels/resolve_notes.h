// The note of resolve() on a field.
#pragma once

#include <string_view>

#include <gtest/gtest.h>

#include "kernels/unit/resolve/resolve.h"

namespace texelscope::tests {

// The field must have a note.
inline NoteKind kind_of_note(const Resolution& resolution, std::string_view field) {
  const Note* note = resolution.note_for(field);
  EXPECT_NE(note, nullptr) << "no note beside " << field;
  return note ? note->kind : NoteKind::no_effect;
}

} // namespace texelscope::tests
