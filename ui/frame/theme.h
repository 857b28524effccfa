// Colors, fonts and sizes. Amber, red and the accent have a meaning and are used for nothing else.
#pragma once

#include <imgui.h>

#include <string>

namespace texelscope::ui {

struct Palette {
  ImU32 window, panel, control, hover, line; // from back to front
  ImU32 text, dim;                           // both at least 4.5:1 on panel and control
  ImU32 accent, selected, selected_text, amber,
      red;              // hovered, marked; ground and ink of what is chosen; altered; refused
  ImU32 axis_x, axis_y; // color-blind safe, also distinguished by position
  ImU32 channel[4];     // r, g, b, a
  ImU32 series[6];      // map, write, fetch, unmap, copy, draw
};

struct Fonts {
  ImFont* text = nullptr;
  ImFont* control = nullptr; // 14/15 of text: segments and buttons
  ImFont* small = nullptr;   // 13/15
  ImFont* bold = nullptr;    // panel titles
  ImFont* lesson = nullptr;  // 17/15: what is read in whole sentences
  ImFont* lesson_bold = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
  bool chinese = false; // the language is Chinese, and all fonts have its characters
};

struct Theme {
  bool dark = true;
  float scale = 1; // pixels per design pixel
  Palette color;
  Fonts fonts;

  float px(float design_pixels) const { return float(int(design_pixels * scale + 0.5f)); }
};

const Palette& palette(bool dark);
void apply_style(Theme& theme);

// The paths of the font files; empty ones are replaced by ImGui's built-in bitmap font.
struct FontFiles {
  std::string text, bold, mono;
  std::string chinese;      // empty: none was found
  std::string shown_beside; // the texts of the lessons, whose characters are included
  int chinese_face = 0;     // in a .ttc
  float chinese_height = 1; // from ascent to descent, in ems
};
// Files must exist and be readable: ImGui ends the program over a missing one.
// Builds the atlas of the current ImGui context at theme.scale. Call outside a frame.
void load_fonts(Theme& theme, const FontFiles& files);

inline ImVec4 vec4(ImU32 color) {
  return ImGui::ColorConvertU32ToFloat4(color);
}
inline ImU32 with_alpha(ImU32 color, float alpha) {
  return (color & ~IM_COL32_A_MASK) | (ImU32(alpha * 255.0f + 0.5f) << IM_COL32_A_SHIFT);
}

} // namespace texelscope::ui
