// The clock heat map over the picture: how long each warp waited for its fetches.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/profile_panel.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

using profile::HeatMap;

namespace {
constexpr int most_boxes = 12000;

struct Span {
  float low, high; // cycles
};

// From the 2nd to the 98th percentile, so that one slow tile does not flatten the rest.
Span span_of(const HeatMap& map) {
  std::vector<float> sorted;
  std::copy_if(map.cycles.begin(), map.cycles.end(), std::back_inserter(sorted),
               [](float c) { return c > 0; });
  if (sorted.empty()) return {0, 1};
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](std::size_t percent) { return sorted[(sorted.size() - 1) * percent / 100]; };
  return {at(2), std::max(at(98), at(2) + 1)};
}

ImU32 ink(float share, int alpha) {
  const float t = std::clamp(share, 0.0f, 1.0f) * float(viridis_colors.size() - 1);
  const Rgb& color = viridis_colors[std::size_t(std::lround(t))];
  return IM_COL32(color[0], color[1], color[2], alpha);
}

// The mean of `together` x `together` tiles, without those that have no fetches.
float mean_of(const HeatMap& map, int column, int row, int together) {
  float sum = 0;
  int count = 0;
  for (int y = row; y < std::min(row + together, map.rows); ++y)
    for (int x = column; x < std::min(column + together, map.columns); ++x) {
      const float cycles = map.cycles[std::size_t(y) * std::size_t(map.columns) + std::size_t(x)];
      sum += cycles;
      count += cycles > 0;
    }
  return count > 0 ? sum / float(count) : 0;
}

void tiles(Context& ui, const HeatMap& map, const Span& span) {
  const ResultPlace place = result_place(ui);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  int together = 1;
  while (map.columns * map.rows / (together * together) > most_boxes)
    ++together;
  const int w = HeatMap::tile_width * together, h = HeatMap::tile_height * together;
  for (int row = 0; row < map.rows; row += together)
    for (int column = 0; column < map.columns; column += together) {
      const float cycles = mean_of(map, column, row, together);
      if (cycles <= 0) continue;
      const int x = column * HeatMap::tile_width, y = row * HeatMap::tile_height;
      const Point from = place.window_at(x, y), to = place.window_at(x + w, y + h);
      draw->AddRectFilled({from.x, from.y}, {to.x, to.y},
                          ink((cycles - span.low) / (span.high - span.low), 200));
    }
}

void legend(Context& ui, const HeatMap& map, const Span& span) {
  const Area& a = ui.areas.result_picture;
  const std::string content =
      say(Text::live_heat_legend,
          {fmt::format("{:.0f}", span.low), fmt::format("{:.0f}", span.high), std::to_string(map.launches)});
  const float bar = ui.px(90), width = bar + ui.px(22) + small_width(ui, content);
  const Area box = {a.x0 + ui.px(8), a.y0 + ui.px(8), a.x0 + ui.px(8) + width, a.y0 + ui.px(32)};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({box.x0, box.y0}, {box.x1, box.y1}, IM_COL32(18, 20, 24, 235), ui.px(4));
  const std::size_t steps = viridis_colors.size();
  for (std::size_t i = 0; i < steps; ++i) {
    const float x = box.x0 + ui.px(8) + bar * float(i) / float(steps);
    draw->AddRectFilled({x, box.y0 + ui.px(7)}, {x + bar / float(steps) + 1, box.y1 - ui.px(7)},
                        ink(float(i) / float(steps - 1), 255));
  }
  small_text(ui, {box.x0 + bar + ui.px(14), box.y0 + ui.px(4)}, IM_COL32(232, 235, 240, 255), content);
  map_rect(ui, "profile.heat_legend", box, content);
}
} // namespace

void heat_overlay(Context& ui) {
  if (!ui.state.profile.heat || !ui.frame.profile || !ui.frame.profile->heat ||
      !shows(Tab::cost, ui.state.panels, ui.areas))
    return;
  const HeatMap& map = *ui.frame.profile->heat;
  const Span span = span_of(map);
  tiles(ui, map, span);
  legend(ui, map, span);
}

} // namespace texelscope::ui
