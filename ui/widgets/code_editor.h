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

// Whether the code changed. The map names it `name`, and its marks `name`.mark.LINE.
bool code_editor(Context&, const char* name, std::string& code, std::span<const CodeMark> marks,
                 CodeCursor& cursor, float width, float height);

} // namespace texelscope::ui
