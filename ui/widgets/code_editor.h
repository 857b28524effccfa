// A field for code: monospaced, with line numbers and marks beside the lines.
#pragma once

#include <span>
#include <string>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

struct CodeMark {
  int line = 0; // from 1
  bool error = true;
  std::string content; // of the tooltip
};

// Returns whether the code changed. In the ui map it is called `name`, and its marks `name`.mark.LINE.
bool code_editor(Context&, const char* name, std::string& code, std::span<const CodeMark> marks,
                 CodeCursor& cursor, float width, float height);

} // namespace texelscope::ui
