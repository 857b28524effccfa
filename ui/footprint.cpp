#include "ui/footprint.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "ui/picture_view.h"

namespace texelscope::ui {

namespace {
// A texel of the fetch, and its part of the result over 256: the sum over all levels' or probes' that read
// it.
using Place = std::tuple<int, int, int, int>; // level, plane, y, x
using Shares = std::map<Place, double>;

Shares shares(const Explanation& e) {
  Shares all;
  for (const ExplainedPart& part : e.parts)
    for (int i = 0; i < part.trace.tap_count; ++i) {
      const TapTrace& tap = part.trace.tap[std::size_t(i)];
      if (!tap.border && tap.exists && tap.weight != 0)
        all[{part.trace.level, tap.z, tap.y, tap.x}] += std::ldexp(tap.weight, 8 - part.trace.weight_bits);
    }
  return all;
}

// Where a texel of another level lies in the one that is shown, in texels of that.
Area texel_area(const std::array<int, 2>& shown, const std::array<int, 3>& level, int x, int y) {
  const float across = float(shown[0]) / float(level[0]), along = float(shown[1]) / float(level[1]);
  return {float(x) * across, float(y) * along, float(x + 1) * across, float(y + 1) * along};
}

void light(Context& ui, const Area& texels, double share, bool same_level, const std::string& words) {
  const Point p = texel_to_texture_panel(ui, texels.x0, texels.y0),
              q = texel_to_texture_panel(ui, texels.x1, texels.y1);
  const ImVec2 low(p.x, p.y), high(q.x, q.y);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(low, high,
                      with_alpha(ui.on_picture().accent, 0.06f + 0.3f * float(std::min(1.0, share / 256))));
  draw->AddRect(low, high, IM_COL32(0, 0, 0, 200), 0, 0, ui.px(same_level ? 4 : 2.5f));
  draw->AddRect(low, high, ui.on_picture().accent, 0, 0, ui.px(same_level ? 2 : 1));
  ImFont* font = ui.theme.fonts.mono_small;
  const ImVec2 size = font->CalcTextSizeA(ui.px(12), 1e9f, 0, words.c_str());
  if (high.x - low.x < size.x + ui.px(6) || high.y - low.y < size.y + ui.px(2)) return;
  draw->AddText(font, ui.px(12), ImVec2(low.x + ui.px(4), low.y + ui.px(2)), IM_COL32(0, 0, 0, 255),
                words.c_str());
  draw->AddText(font, ui.px(12), ImVec2(low.x + ui.px(3), low.y + ui.px(1)), IM_COL32_WHITE, words.c_str());
}
} // namespace

void footprint(Context& ui) {
  if (ui.frame.story == nullptr || ui.frame.result == nullptr || ui.frame.story->fetch.empty) return;
  const Explanation& e = ui.frame.story->fetch;
  const MemoryShape memory = e.effective.memory_shape();
  const TexturePlane& plane = ui.frame.result->plane;
  const auto size_of = [&](int level) {
    return level_size(e.effective.dimension, memory.width, memory.height,
                      plane_count(e.effective.dimension, memory.depth), level);
  };
  const auto shown = size_of(plane.level);
  int lit = 0;
  std::string told; // of the texels in sight, for the ui map
  for (const auto& [place, share] : shares(e)) {
    const auto& [level, z, y, x] = place;
    const int in_memory = level + memory.first_level;
    const auto size = size_of(in_memory);
    const int slice = z + memory.first_layer;
    const bool here = e.effective.dimension == Dimension::d3
                          ? slice * shown[2] / std::max(1, size[2]) == plane.plane
                          : slice == plane.plane;
    if (!here) continue;
    const bool same = in_memory == plane.level;
    light(ui, texel_area({shown[0], shown[1]}, size, x, y), share, same,
          same ? fmt::format("{:.4g}", share) : fmt::format("L{} {:.4g}", in_memory, share));
    told += fmt::format("{}L{} {},{} {:.4g}", lit++ > 0 ? "; " : "", in_memory, x, y, share);
  }
  map_rect(ui, "footprint", ui.areas.texture_picture, told);
}

} // namespace texelscope::ui
