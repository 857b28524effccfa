// The draw lists of Dear ImGui's last frame, to see where the next frame shows anything else.
#pragma once

#include <array>
#include <vector>

#include <imgui.h>

namespace texelscope {

// A rectangle of whole pixels, from the top left corner of the framebuffer; x1 and y1 are past its end.
struct DrawnArea {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool empty() const { return x0 >= x1 || y0 >= y1; }
  bool operator==(const DrawnArea&) const = default;
};

class DrawLists {
public:
  // Takes over a frame's lists. Returns the area that holds each triangle in which they differ from the last
  // ones: outside of it both draw the same. What a texture holds is not compared, only its name.
  DrawnArea change(const ImDrawData& data);

  struct Command {
    std::array<float, 4> clip; // x0, y0, x1, y1
    ImTextureID texture;
    unsigned first_vertex, first_index, indices;
    bool operator==(const Command&) const = default;
  };
  struct List {
    std::vector<Command> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };

private:
  std::vector<List> last_, next_;
  std::array<float, 6> last_surface_{}; // its place, size and scale
};

// Takes from each command what lies outside of the area. The rest draws the same pixels as before.
void clip_to(const DrawnArea& area, ImDrawData& data);

// Dear ImGui's renderer then draws the first row at the bottom.
void turn_upside_down(ImDrawData& data);

} // namespace texelscope
