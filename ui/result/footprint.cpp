#include "ui/result/footprint.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
// A texel of the fetch, and its share of the result over 256: the sum over all levels or probes that read it.
using TexelKey = std::tuple<int, int, int, int>; // level, plane, y, x
using Shares = std::map<TexelKey, double>;

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

// The area of another level's texel in the shown level, in texels of the latter.
Area texel_area(const std::array<int, 2>& shown, const std::array<int, 3>& level, int x, int y) {
  const float across = float(shown[0]) / float(level[0]), along = float(shown[1]) / float(level[1]);
  return {float(x) * across, float(y) * along, float(x + 1) * across, float(y + 1) * along};
}

Area light(Context& ui, const Area& texels, double share, bool same_level) {
  const Point p = texel_to_texture_panel(ui, texels.x0, texels.y0),
              q = texel_to_texture_panel(ui, texels.x1, texels.y1);
  const ImVec2 low(p.x, p.y), high(q.x, q.y);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(low, high,
                      with_alpha(ui.on_picture().accent, 0.06f + 0.3f * float(std::min(1.0, share / 256))));
  draw->AddRect(low, high, IM_COL32(0, 0, 0, 200), 0, 0, ui.px(same_level ? 4 : 2.5f));
  draw->AddRect(low, high, ui.on_picture().accent, 0, 0, ui.px(same_level ? 2 : 1));
  return {low.x, low.y, high.x, high.y};
}

// A visible, highlighted texel with its weight.
struct Lit {
  Area area; // window pixels
  double share;
  bool same_level;
  int level;
};

// The largest and most exact label that fits; empty if the texel has no room for any.
struct WeightLabel {
  std::string content;
  float size = 0;
};
std::string weight_label(const Lit& lit, const char* digits) {
  const std::string share = fmt::format(fmt::runtime(digits), lit.share);
  return lit.same_level ? share : fmt::format("L{} {}", lit.level, share);
}
WeightLabel fitting_label(const Context& ui, const Lit& lit) {
  ImFont* font = ui.theme.fonts.mono_small;
  for (const char* digits : {"{:.4g}", "{:.0f}"})
    for (const float pixels : {12.0f, 10.0f}) {
      const std::string content = weight_label(lit, digits);
      const ImVec2 size = font->CalcTextSizeA(ui.px(pixels), 1e9f, 0, content.c_str());
      if (size.x + ui.px(4) <= lit.area.width() && size.y <= lit.area.height())
        return {content, ui.px(pixels)};
    }
  return {};
}

void write_weight(Context& ui, const std::string& content, float size, ImVec2 at) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImFont* font = ui.theme.fonts.mono_small;
  const ImVec2 extent = font->CalcTextSizeA(size, 1e9f, 0, content.c_str());
  draw->AddText(font, size, ImVec2(at.x + ui.px(1), at.y + ui.px(1)), IM_COL32(0, 0, 0, 255),
                content.c_str());
  draw->AddText(font, size, at, IM_COL32_WHITE, content.c_str());
  map_rect(ui, "footprint.weight", {at.x, at.y, at.x + extent.x, at.y + extent.y}, content);
}

// Writes above its texel, or below it, on its own background.
void write_beside(Context& ui, const Lit& lit) {
  const Area& panel = ui.areas.texture_picture;
  const std::string content = weight_label(lit, "{:.4g}");
  const float size = ui.px(12);
  const ImVec2 extent = ui.theme.fonts.mono_small->CalcTextSizeA(size, 1e9f, 0, content.c_str());
  const float above = lit.area.y0 - extent.y - ui.px(3);
  const float x = std::clamp((lit.area.x0 + lit.area.x1 - extent.x) / 2, panel.x0 + ui.px(2),
                             std::max(panel.x0 + ui.px(2), panel.x1 - extent.x - ui.px(2)));
  const ImVec2 at(std::floor(x), std::floor(above >= panel.y0 ? above : lit.area.y1 + ui.px(3)));
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x - ui.px(3), at.y - ui.px(1)),
                                            ImVec2(at.x + extent.x + ui.px(3), at.y + extent.y + ui.px(1)),
                                            IM_COL32(10, 12, 15, 200), ui.px(3));
  write_weight(ui, content, size, at);
}

// Writes each weight in its texel; the largest in any case.
void weights(Context& ui, const std::vector<Lit>& all) {
  const auto largest = std::ranges::max_element(all, {}, &Lit::share);
  for (auto lit = all.begin(); lit != all.end(); ++lit) {
    const WeightLabel label = fitting_label(ui, *lit);
    if (!label.content.empty())
      write_weight(ui, label.content, label.size, ImVec2(lit->area.x0 + ui.px(3), lit->area.y0 + ui.px(1)));
    else if (lit == largest)
      write_beside(ui, *lit);
  }
}
// The texel that the mouse points at in WHY.
void mark(Context& ui, int x, int y) {
  const Point p = texel_to_texture_panel(ui, x, y), q = texel_to_texture_panel(ui, x + 1, y + 1);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRect(ImVec2(p.x, p.y), ImVec2(q.x, q.y), IM_COL32_BLACK, 0, 0, ui.px(6));
  draw->AddRect(ImVec2(p.x, p.y), ImVec2(q.x, q.y), IM_COL32_WHITE, 0, 0, ui.px(3));
  map_rect(ui, "footprint.pointed", {p.x, p.y, q.x, q.y}, fmt::format("{},{}", x, y));
}
} // namespace

std::vector<std::array<int, 2>> planes_read(const Context& ui) {
  std::vector<std::array<int, 2>> all;
  if (ui.frame.pixels.explanation == nullptr || ui.frame.pixels.explanation->fetch.empty) return all;
  const Explanation& e = ui.frame.pixels.explanation->fetch;
  const MemoryShape memory = e.effective.memory_shape();
  for (const auto& [place, share] : shares(e)) {
    const std::array<int, 2> plane = {std::get<0>(place) + memory.first_level,
                                      std::get<1>(place) + memory.first_layer};
    if (std::ranges::find(all, plane) == all.end()) all.push_back(plane);
  }
  return all;
}

void footprint(Context& ui) {
  const std::optional<WhyTexel> pointed = std::exchange(ui.state.why.hovered, {});
  if (ui.frame.pixels.explanation == nullptr || ui.frame.picture.result == nullptr ||
      ui.frame.pixels.explanation->fetch.empty)
    return;
  const Explanation& e = ui.frame.pixels.explanation->fetch;
  const MemoryShape memory = e.effective.memory_shape();
  const TexturePlane& plane = ui.frame.picture.result->plane;
  const auto shown = memory.size_of(plane.level);
  std::vector<Lit> lit;
  std::string summary; // of the texels in sight, for the ui map
  for (const auto& [place, share] : shares(e)) {
    const auto& [level, z, y, x] = place;
    const int in_memory = level + memory.first_level;
    const auto size = memory.size_of(in_memory);
    const int slice = z + memory.first_layer;
    const bool here = e.effective.dimension == Dimension::d3
                          ? slice * shown[2] / std::max(1, size[2]) == plane.plane
                          : slice == plane.plane;
    if (!here) continue;
    const bool same = in_memory == plane.level;
    summary += fmt::format("{}L{} {},{} {:.4g}", lit.empty() ? "" : "; ", in_memory, x, y, share);
    lit.push_back(
        {light(ui, texel_area({shown[0], shown[1]}, size, x, y), share, same), share, same, in_memory});
  }
  weights(ui, lit);
  if (pointed && pointed->level + memory.first_level == plane.level &&
      pointed->plane + memory.first_layer == plane.plane)
    mark(ui, pointed->x, pointed->y);
  map_rect(ui, "footprint", ui.areas.texture_picture, summary);
}

} // namespace texelscope::ui
