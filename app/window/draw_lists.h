// The draw lists of Dear ImGui's last frame, to see whether the next frame shows anything else.
#pragma once

#include <cstddef>
#include <vector>

struct ImDrawData;

namespace texelscope {

class DrawLists {
public:
  // Takes over a frame's lists. Returns whether they differ from the last ones. What a texture holds is not
  // compared, only its name.
  bool change(const ImDrawData& data);

private:
  std::vector<std::byte> last_, next_;
};

} // namespace texelscope
