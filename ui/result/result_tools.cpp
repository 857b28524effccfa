// The result's tools: view, channels, range and colors. They are arranged in groups, in as many rows as the
// panel's width requires.
#include <algorithm>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/result/result_panel.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
constexpr float row_height = 24, group_gap = 14, label_gap = 5, button_gap = 3, button_padding = 6;
constexpr float exposure_width = 74, value_width = 56;
constexpr Text view_labels[] = {Text::fit, Text::one_to_one};
constexpr Text mark_labels[] = {Text::tool_grid, Text::tool_dim, Text::tool_nonfinite, Text::tool_clipped};
constexpr Text channel_labels[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};

float width_of(const Theme& theme, const char* content) {
  ImFont* font = theme.fonts.small;
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, content).x;
}

template <std::size_t n>
float buttons_width(const Theme& theme, const Text (&labels)[n]) {
  float width = 0;
  for (const Text label : labels)
    width += width_of(theme, text(label)) + theme.px(2 * button_padding + button_gap);
  return width;
}

float labeled_width(const Theme& theme, Text label) {
  return width_of(theme, text(label)) + theme.px(label_gap);
}

float color_maps_width(const Theme& theme) {
  float width = 0;
  for (const EnumEntry& entry : enum_table<FalseColor>())
    width += width_of(theme, text(entry.label)) * 1.08f + theme.px(12);
  return width;
}

void toggle(Context& ui, const char* path, Text label) {
  const Field& field = *find_field(path);
  const bool on = std::get<bool>(field.get(ui.session));
  if (button(ui, path, text(label), text(field.help), on)) assign(ui.session, field, !on);
  ImGui::SameLine(0, ui.px(button_gap));
}

// The label of a group.
void label(Context& ui, Text text_shown, const char* name) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(text_shown), name);
  ImGui::SetCursorScreenPos(ImVec2(at.x + labeled_width(ui.theme, text_shown), at.y));
}

void small_drag(Context& ui, const char* path, const char* format, float width, float speed) {
  const Field& field = *find_field(path);
  double value = std::get<double>(field.get(ui.session));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::SetNextItemWidth(ui.px(width));
  ImGui::PushID(path);
  const TabStops here(true);
  if (ImGui::DragScalar("##drag", ImGuiDataType_Double, &value, speed, &field.low, &field.high, format))
    assign(ui.session, field, std::clamp(value, field.low, field.high));
  ImGui::PopID();
  ImGui::PopFont();
  map_item(ui, path, number_text(value));
  tooltip(ui, text(field.help), text(Text::tooltip_drag));
  ImGui::SameLine(0, ui.px(button_gap));
}

void view_tools(Context& ui) {
  if (button(ui, "view.fit", text(Text::fit), text(Text::command_fit))) run_command(ui, CommandId::fit_view);
  ImGui::SameLine(0, ui.px(button_gap));
  if (button(ui, "view.one_to_one", text(Text::one_to_one), text(Text::command_one_to_one)))
    run_command(ui, CommandId::one_to_one);
}

void mark_tools(Context& ui) {
  static constexpr const char* paths[] = {"view.grid", "view.dim_repeats", "view.mark_nonfinite",
                                          "view.mark_out_of_range"};
  label(ui, Text::tool_marks, "result.marks");
  for (std::size_t i = 0; i < std::size(paths); ++i)
    toggle(ui, paths[i], mark_labels[i]);
}

void channel_tools(Context& ui) {
  static constexpr const char* paths[] = {"view.show_r", "view.show_g", "view.show_b", "view.show_a"};
  const int channels = ui.frame.resolution->effective.result_format().channels;
  for (int c = 0; c < 4; ++c) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(c >= channels);
    toggle(ui, paths[c], channel_labels[c]);
    ImGui::EndDisabled();
    if (c >= channels &&
        ImGui::IsMouseHoveringRect(at, ImVec2(at.x + ui.px(22), at.y + ImGui::GetFrameHeight())))
      ImGui::SetTooltip("%s", say(Text::channel_absent, {std::to_string(channels)}).c_str());
  }
}

void exposure_tool(Context& ui) {
  label(ui, Text::field_exposure, "result.exposure");
  small_drag(ui, "view.exposure", "%+.2f EV", exposure_width, 0.02f);
}

void range_tools(Context& ui) {
  label(ui, Text::field_range_low, "result.black");
  small_drag(ui, "view.range_low", "%.4g", value_width, 0.004f);
  ImGui::SameLine(0, ui.px(label_gap));
  label(ui, Text::field_range_high, "result.white");
  small_drag(ui, "view.range_high", "%.4g", value_width, 0.004f);
  if (button(ui, "view.auto_range", text(Text::auto_range), text(Text::command_auto_range)))
    run_command(ui, CommandId::auto_range);
}

void color_map_tool(Context& ui) {
  label(ui, Text::field_false_color, "result.color_map");
  std::vector<Segment> items;
  for (const EnumEntry& entry : enum_table<FalseColor>())
    items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), {}});
  int chosen = int(ui.session.view.false_color);
  if (segments(ui, "view.false_color", items.data(), int(items.size()), chosen, color_maps_width(ui.theme)))
    ui.session.view.false_color = static_cast<FalseColor>(chosen);
}

struct Group {
  float (*width)(const Theme&);
  void (*draw)(Context&);
};
constexpr Group groups[] = {
    {[](const Theme& t) { return buttons_width(t, view_labels); }, view_tools},
    {[](const Theme& t) { return labeled_width(t, Text::tool_marks) + buttons_width(t, mark_labels); },
     mark_tools},
    {[](const Theme& t) { return buttons_width(t, channel_labels); }, channel_tools},
    {[](const Theme& t) { return labeled_width(t, Text::field_exposure) + t.px(exposure_width); },
     exposure_tool},
    {[](const Theme& t) {
       const Text automatic[] = {Text::auto_range};
       return labeled_width(t, Text::field_range_low) + labeled_width(t, Text::field_range_high) +
              t.px(2 * value_width + 2 * button_gap + label_gap) + buttons_width(t, automatic);
     },
     range_tools},
    {[](const Theme& t) { return labeled_width(t, Text::field_false_color) + color_maps_width(t); },
     color_map_tool}};

struct GroupPlace {
  float x = 0;
  int row = 0;
};

// The position of each group; the first ones are beside the title if there is room.
std::vector<GroupPlace> places(const Theme& theme, float width) {
  const float left = theme.px(10), right = width - theme.px(8);
  ImFont* bold = theme.fonts.bold;
  float x =
      left + bold->CalcTextSizeA(bold->FontSize, 1e9f, 0, text(Text::title_result)).x + theme.px(group_gap);
  std::vector<GroupPlace> all;
  int row = 0;
  for (const Group& group : groups) {
    const float wanted = group.width(theme);
    if (x > left && x + wanted > right) x = left, ++row;
    all.push_back({x, row});
    x += wanted + theme.px(group_gap);
  }
  return all;
}
} // namespace

int result_tool_rows(const Theme& theme, float width) {
  return theme.fonts.small == nullptr ? 1 : places(theme, width).back().row + 1;
}

void result_tools(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(button_padding), ui.px(2)));
  const Area& a = ui.areas.result;
  const auto all = places(ui.theme, a.width());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ImGui::SetCursorScreenPos(
        ImVec2(a.x0 + all[i].x, a.y0 + ui.px(6) + float(all[i].row) * ui.px(row_height)));
    groups[i].draw(ui);
  }
  ImGui::NewLine();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

} // namespace texelscope::ui
