// The result's tools: what is seen of the picture, and its channels, range and colours.
#include <algorithm>

#include "kernels/texts.h"
#include "ui/result_panel.h"
#include "ui/widgets.h"

namespace texelscope::ui {

namespace {
void toggle(Context& ui, const char* path, Text label) {
  const Field& field = *find_field(path);
  const bool on = std::get<bool>(field.get(ui.session));
  if (button(ui, path, text(label), text(field.help), on)) assign(ui.session, field, !on);
  ImGui::SameLine(0, ui.px(3));
}

void small_drag(Context& ui, const char* path, const char* format, float width, float speed) {
  const Field& field = *find_field(path);
  double value = std::get<double>(field.get(ui.session));
  ImGui::SetNextItemWidth(ui.px(width));
  ImGui::PushID(path);
  if (ImGui::DragScalar("##drag", ImGuiDataType_Double, &value, speed, &field.low, &field.high, format))
    assign(ui.session, field, std::clamp(value, field.low, field.high));
  ImGui::PopID();
  map_item(ui, path, number_words(value));
  tooltip(ui, text(field.help), text(Text::tooltip_drag));
  ImGui::SameLine(0, ui.px(3));
}

void view_tools(Context& ui) {
  float width = ui.px(34); // gaps and the panel's edge
  for (const Text label : {Text::fit, Text::one_to_one, Text::tool_grid, Text::tool_dim, Text::tool_nonfinite,
                           Text::tool_clipped})
    width += ImGui::CalcTextSize(text(label)).x + 2 * ImGui::GetStyle().FramePadding.x;
  width = std::max(width, ui.px(216));
  ImGui::SameLine(std::max(ui.areas.result.width() - width, ui.px(70)));
  if (button(ui, "view.fit", text(Text::fit), text(Text::command_fit))) run_command(ui, CommandId::fit_view);
  ImGui::SameLine(0, ui.px(3));
  if (button(ui, "view.one_to_one", text(Text::one_to_one), text(Text::command_one_to_one)))
    run_command(ui, CommandId::one_to_one);
  ImGui::SameLine(0, ui.px(12));
  toggle(ui, "view.grid", Text::tool_grid);
  toggle(ui, "view.dim_repeats", Text::tool_dim);
  toggle(ui, "view.mark_nonfinite", Text::tool_nonfinite);
  toggle(ui, "view.mark_out_of_range", Text::tool_clipped);
  ImGui::NewLine();
}

void display_tools(Context& ui) {
  static constexpr const char* channel_paths[] = {"view.show_r", "view.show_g", "view.show_b", "view.show_a"};
  static constexpr Text labels[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                    Text::field_show_a};
  const int channels = ui.frame.resolution->effective.result_format().channels;
  for (int c = 0; c < 4; ++c) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(c >= channels);
    toggle(ui, channel_paths[c], labels[c]);
    ImGui::EndDisabled();
    if (c >= channels &&
        ImGui::IsMouseHoveringRect(at, ImVec2(at.x + ui.px(22), at.y + ImGui::GetFrameHeight())))
      ImGui::SetTooltip("%s", say(Text::channel_absent, {std::to_string(channels)}).c_str());
  }
  ImGui::SameLine(0, ui.px(10));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  small_drag(ui, "view.exposure", "%+.2f EV", 74, 0.02f);
  small_drag(ui, "view.range_low", "%.4g", 62, 0.004f);
  small_drag(ui, "view.range_high", "%.4g", 62, 0.004f);
  ImGui::PopFont();
  if (button(ui, "view.auto_range", text(Text::auto_range), text(Text::command_auto_range)))
    run_command(ui, CommandId::auto_range);
  ImGui::SameLine(0, ui.px(10));
  const float room = ImGui::GetContentRegionAvail().x;
  if (room < ui.px(170)) return ImGui::NewLine(); // the palette still has it
  std::vector<Segment> items;
  const auto table = enum_table<FalseColor>();
  for (const EnumEntry& entry : table)
    items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), {}});
  int chosen = int(ui.session.view.false_color);
  if (segments(ui, "view.false_color", items.data(), int(items.size()), chosen,
               std::clamp(room, ui.px(170), ui.px(230))))
    ui.session.view.false_color = static_cast<FalseColor>(chosen);
}
} // namespace

void result_tools(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(6), ui.px(2)));
  view_tools(ui);
  display_tools(ui);
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

} // namespace texelscope::ui
