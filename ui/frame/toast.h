// A message in the corner: what happened, what was kept, what to do.
#pragma once

#include <string>

#include "kernels/unit/resolve/resolve.h"

namespace texelscope::ui {

struct Toast {
  NoteKind kind = NoteKind::no_effect; // red for refused, amber for altered, plain otherwise
  std::string text;
  double seconds_left = 6;
};

} // namespace texelscope::ui
