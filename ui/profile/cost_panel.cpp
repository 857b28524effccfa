// COST: the time of each stage, as a median over a second with the middle 80 %, and as history; below it what
// the session's own fetch costs.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/profile_panel.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
constexpr Text stage_names[] = {Text::stage_map,   Text::stage_write, Text::stage_fetch,
                                Text::stage_unmap, Text::stage_copy,  Text::stage_draw};
constexpr Text stage_helps[] = {Text::stage_map_help,   Text::stage_write_help, Text::stage_fetch_help,
                                Text::stage_unmap_help, Text::stage_copy_help,  Text::stage_draw_help};
constexpr const char* stage_ids[] = {"map", "write", "fetch", "unmap", "copy", "draw"};

// A software OpenGL's clock reads 0 for most frames and a whole frame for some: that is no time.
bool fits_together(const profile::MiddleRange& seconds) {
  return seconds.median > 0 && seconds.high <= 20 * seconds.median;
}

void stage_row(Context& ui, int stage) {
  const auto& range = ui.frame.timing->stages[std::size_t(stage)];
  const float x = ImGui::GetCursorPosX();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + ui.px(4)),
                                            ImVec2(at.x + ui.px(8), at.y + ui.px(12)),
                                            ui.color().series[stage], ui.px(2));
  ImGui::SetCursorPosX(x + ui.px(14));
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(stage_names[stage]));
  tooltip(ui, text(stage_helps[stage]));
  ImGui::SameLine(x + ui.px(76));
  const std::string id = std::string("cost.") + stage_ids[stage];
  if (!range || !fits_together(*range)) {
    draw_text(ui, ui.theme.fonts.mono, ui.color().dim, text(Text::no_number), id);
    if (range) tooltip(ui, text(Text::cost_no_clock));
    return;
  }
  const std::string middle = time_text(range->median), around = middle_text(*range);
  ImGui::BeginGroup();
  draw_text(ui, ui.theme.fonts.mono, ui.color().text, middle);
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(1)); // aligns with the larger digits
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, around);
  ImGui::EndGroup();
  map_item(ui, id, middle + ", " + around);
  tooltip(ui, text(Text::cost_range_help));
}

void history_plot(Context& ui, float height) {
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(low, ImVec2(low.x + width, low.y + height), ui.color().window, ui.px(4));
  std::vector<float> sorted;
  for (int stage : {stage_write, stage_fetch})
    for (float v : ui.frame.timing->history[std::size_t(stage)])
      if (!std::isnan(v)) sorted.push_back(v);
  if (sorted.size() < 4) return;
  // The scale follows the 98th percentile, so that one slow frame does not flatten the rest.
  std::sort(sorted.begin(), sorted.end());
  const float top = std::max(1e-6f, 1.25f * sorted[sorted.size() * 98 / 100]);
  draw->PushClipRect(low, ImVec2(low.x + width, low.y + height), true); // joints of a spike extend beyond
  for (int stage : {stage_write, stage_fetch}) {
    const auto& values = ui.frame.timing->history[std::size_t(stage)];
    std::vector<ImVec2> points;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isnan(values[i]))
        points.push_back(ImVec2(low.x + width * float(i) / 239.0f,
                                low.y + height * (1 - std::min(1.0f, values[i] / top))));
    draw->AddPolyline(points.data(), int(points.size()), ui.color().series[stage], 0, ui.px(1.5f));
  }
  draw->PopClipRect();
  // On a ground of its own, as a curve may run there.
  const std::string scale = time_text(double(top));
  const Area label = {low.x + ui.px(4), low.y + ui.px(2), low.x + ui.px(8) + mono_width(ui, scale),
                      low.y + ui.px(16)};
  draw->AddRectFilled({label.x0, label.y0}, {label.x1, label.y1}, ui.color().window);
  mono_text(ui, {low.x + ui.px(6), low.y + ui.px(3)}, ui.color().dim, scale);
  map_text(ui, "cost.scale", label, scale);
}

void rate(Context& ui, float x, Text name, Text help, std::string_view id, const std::string& value) {
  ImGui::SetCursorPosX(x);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(name));
  tooltip(ui, text(help));
  ImGui::SameLine(x + ui.px(76));
  draw_text(ui, ui.theme.fonts.mono, ui.color().text, value, id);
  tooltip(ui, text(help));
}

void rates(Context& ui, float x) {
  const Timing& timing = *ui.frame.timing;
  rate(ui, x, Text::cost_fetches, Text::cost_fetches_help, "cost.fetches",
       rate_text(timing.fetches_per_second, "Texel/s"));
  rate(ui, x, Text::cost_bytes, Text::cost_bytes_help, "cost.bytes",
       rate_text(timing.bytes_per_second, "B/s"));
}

// The stages; beside them, if there is room, the rates and the history.
void stages(Context& ui, const Area& area) {
  const bool beside = area.width() >= ui.px(480);
  const float left = ImGui::GetCursorPosX(), top = ImGui::GetCursorPosY();
  for (int stage = 0; stage < stage_count; ++stage)
    if (stage != stage_copy || ui.frame.timing->stages[stage_copy]) stage_row(ui, stage);
  const float end = ImGui::GetCursorPosY(), x = beside ? left + ui.px(250) : left;
  if (beside) ImGui::SetCursorPosY(top);
  rates(ui, x);
  if (beside) {
    ImGui::SetCursorPosX(x);
    history_plot(ui, std::max(ui.px(30), end - ImGui::GetCursorPosY() - ui.px(4)));
    ImGui::SetCursorPosY(end);
  } else {
    history_plot(ui, ui.px(50));
    ImGui::Dummy(ImVec2(1, ui.px(50)));
  }
  if (!ui.frame.backend->sharing_note.empty())
    paragraph(ui, ui.color().dim, ui.frame.backend->sharing_note, "cost.sharing");
}
} // namespace

void cost_panel(Context& ui, const Area& area) {
  begin_panel(ui, "cost", area, Text::title_cost);
  stages(ui, area);
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  if (ui.frame.profile != nullptr) live_profile(ui, area);
  end_panel();
}

} // namespace texelscope::ui
