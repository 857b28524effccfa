// Sentences with code between backticks, which is drawn monospaced.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

namespace texelscope::ui {

// A paragraph broken into lines of a width.
struct Prose {
  struct Run {
    ImFont* font;
    float x, y;
    std::string content;
  };
  std::vector<Run> runs;
  float height = 0;
};

// Lines break at spaces; what is wider than a line breaks behind an underscore, or anywhere.
Prose lay_out(std::string_view content, ImFont* font, ImFont* code, float width);
// At the cursor, as an item of that width.
void draw_prose(const Prose&, ImU32 color, float width);

} // namespace texelscope::ui
