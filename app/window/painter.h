// Draws Dear ImGui's frames into a canvas that keeps the last one, and draws of each only the parts that show
// something else: without a GPU, drawing the whole window takes longer than all else. Needs a current OpenGL
// 4.5 context for its whole life.
#pragma once

#include <cstdint>
#include <vector>

#include "app/window/draw_lists.h"
#include "app/window/imgui_host.h"
#include "ui/gl/gl_objects.h"

namespace texelscope {

class Painter {
public:
  // Called once for each finished frame of `imgui`. Returns whether there is anything to draw. `repainted`:
  // textures hold other pictures than before under the same names.
  bool compare(const ImGuiHost& imgui, int width, int height, bool repainted);
  void draw(ImGuiHost& imgui);            // the areas that differ; the canvas stays bound
  void present() const;                   // the canvas in the window's framebuffer
  std::vector<std::uint8_t> read() const; // the canvas: RGBA, rows from the top

private:
  // It stands upside down, its first row the window's top: that is how a window's framebuffer lies in memory,
  // and Mesa without a GPU copies into it only what lies the same way. What does not is drawn pixel by pixel,
  // which takes ten times as long.
  ui::Canvas canvas_;
  DrawLists lists_;               // of the last frame
  std::vector<DrawnArea> differ_; // areas of this frame
  int looks_ = 0;                 // of `imgui` in the last frame
};

} // namespace texelscope
