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
  // Takes over a frame's lists. Returns areas that hold each triangle in which they differ from the last
  // ones, one for each list that does: outside of them both draw the same. What a texture holds is not
  // compared, only its name.
  std::vector<DrawnArea> change(const ImDrawData& data);

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

// A frame's lists while they are drawn upside down, the first row at the bottom, and area by area.
class TurnedLists {
public:
  explicit TurnedLists(ImDrawData& data);
  ~TurnedLists(); // they are as they were
  TurnedLists(const TurnedLists&) = delete;
  TurnedLists& operator=(const TurnedLists&) = delete;

  // Leaves of each command what lies within the area. That draws the same pixels as the whole.
  void clip_to(const DrawnArea& area);

private:
  void turn();
  ImDrawData& data_;
  DrawnArea whole_;
  bool in_pixels_;
  std::vector<ImVec4> clips_; // of each command, upright
};

} // namespace texelscope
