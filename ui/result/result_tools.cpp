// The result's header, one row: what is shown, its channels, how it is displayed, and the view. What a narrow
// panel has no room for is in the list of display settings.
#include <algorithm>
#include <vector>

#include "kernels/ground/text/texts.h"
#include "ui/result/result_panel.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
constexpr float group_gap = 14, button_gap = 3, button_padding = 6, segment_padding = 7; // design pixels
constexpr float label_width = 76, value_width = 64;
constexpr const char* channel_paths[] = {"view.show_r", "view.show_g", "view.show_b", "view.show_a"};
constexpr Text channel_labels[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};

float text_width(const Theme& theme, const char* content) {
  ImFont* font = theme.fonts.small;
  return font->CalcTextSizeA(font->FontSize, 1e9f, 0, content).x;
}

float button_width(const Theme& theme, const char* content) {
  return text_width(theme, content) + theme.px(2 * button_padding);
}

std::vector<Segment> views() {
  return {{text(Text::view_result), "result", text(Text::view_result_help), {}},
          {text(Text::view_ideal), "ideal", text(Text::view_ideal_help), command(CommandId::show_ideal).key},
          {text(Text::view_difference), "difference", text(Text::view_difference_help),
           command(CommandId::show_difference).key},
          {text(Text::view_before), "before", text(Text::view_before_help),
           command(CommandId::toggle_compare).key}};
}

float views_width(const Theme& theme) {
  ImFont* font = theme.fonts.control; // segments() draws with it
  float width = 0;
  for (const Segment& view : views())
    width += font->CalcTextSizeA(font->FontSize, 1e9f, 0, view.label).x + theme.px(2 * segment_padding);
  return width;
}

void view_choice(Context& ui, float width) {
  const auto items = views();
  int chosen = int(view_of(ui.state.compare));
  if (segments(ui, "result.view", items.data(), int(items.size()), chosen, width))
    show_view(ui.state.compare, ResultView(chosen));
}

float channels_width(const Theme& theme) {
  float width = -theme.px(button_gap);
  for (const Text label : channel_labels)
    width += button_width(theme, text(label)) + theme.px(button_gap);
  return width;
}

void toggle(Context& ui, const char* path, Text label) {
  const Field& field = *find_field(path);
  const bool on = std::get<bool>(field.get(ui.session));
  if (button(ui, path, text(label), text(field.help), on)) assign(ui.session, field, !on);
  ImGui::SameLine(0, ui.px(button_gap));
}

void channel_tools(Context& ui) {
  const int channels = ui.frame.resolution->effective.result_format().channels;
  for (int c = 0; c < 4; ++c) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(c >= channels);
    toggle(ui, channel_paths[c], channel_labels[c]);
    ImGui::EndDisabled();
    if (c >= channels &&
        ImGui::IsMouseHoveringRect(at, ImVec2(at.x + ui.px(22), at.y + ImGui::GetFrameHeight())))
      ImGui::SetTooltip("%s", say(Text::channel_absent, {std::to_string(channels)}).c_str());
  }
}

float fit_width(const Theme& theme) {
  return button_width(theme, text(Text::fit)) + theme.px(button_gap) +
         button_width(theme, text(Text::one_to_one));
}

void fit_tools(Context& ui) {
  if (button(ui, "view.fit", text(Text::fit), text(Text::command_fit))) run_command(ui, CommandId::fit_view);
  ImGui::SameLine(0, ui.px(button_gap));
  if (button(ui, "view.one_to_one", text(Text::one_to_one), text(Text::command_one_to_one)))
    run_command(ui, CommandId::one_to_one);
}

// A row of the list: its label, and the cursor where the controls begin.
void label(Context& ui, Text shown, const char* name) {
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(shown), name);
  ImGui::SameLine(x + ui.px(label_width));
}

void small_drag(Context& ui, const char* path, const char* format, float speed) {
  const Field& field = *find_field(path);
  double value = std::get<double>(field.get(ui.session));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::SetNextItemWidth(ui.px(value_width));
  ImGui::PushID(path);
  const TabStops here(true);
  if (ImGui::DragScalar("##drag", ImGuiDataType_Double, &value, speed, &field.low, &field.high, format))
    assign(ui.session, field, std::clamp(value, field.low, field.high));
  ImGui::PopID();
  ImGui::PopFont();
  map_item(ui, path, number_text(value));
  tooltip(ui, text(field.help), text(Text::tooltip_drag));
}

void range_rows(Context& ui) {
  label(ui, Text::field_exposure, "result.exposure");
  small_drag(ui, "view.exposure", "%+.2f EV", 0.02f);
  label(ui, Text::field_range_low, "result.black");
  small_drag(ui, "view.range_low", "%.4g", 0.004f);
  label(ui, Text::field_range_high, "result.white");
  small_drag(ui, "view.range_high", "%.4g", 0.004f);
  ImGui::SameLine(0, ui.px(button_gap));
  if (button(ui, "view.auto_range", text(Text::auto_range), text(Text::command_auto_range)))
    run_command(ui, CommandId::auto_range);
}

void color_map_row(Context& ui) {
  label(ui, Text::field_false_color, "result.color_map");
  std::vector<Segment> items;
  float width = 0;
  for (const EnumEntry& entry : enum_table<FalseColor>()) {
    items.push_back({text(entry.label), std::string(entry.identifier), text(entry.help), {}});
    width += text_width(ui.theme, items.back().label) * 1.1f + ui.px(12);
  }
  int chosen = int(ui.session.view.false_color);
  if (segments(ui, "view.false_color", items.data(), int(items.size()), chosen, width))
    ui.session.view.false_color = static_cast<FalseColor>(chosen);
}

void mark_row(Context& ui) {
  static constexpr std::pair<const char*, Text> marks[] = {{"view.grid", Text::tool_grid},
                                                           {"view.dim_repeats", Text::tool_outside},
                                                           {"view.mark_nonfinite", Text::tool_nonfinite},
                                                           {"view.mark_out_of_range", Text::tool_clipped}};
  label(ui, Text::tool_marks, "result.marks");
  for (const auto& [path, shown] : marks)
    toggle(ui, path, shown);
  ImGui::NewLine();
}

// Whether what the list sets makes colors differ from the values.
bool recolors(const ViewSpec& view) {
  const ViewSpec plain;
  return view.exposure != plain.exposure || view.range_low != plain.range_low ||
         view.range_high != plain.range_high || view.false_color != plain.false_color;
}

// What has left the row, from the least important on.
enum class Leaves { nothing, title, fit, channels, views };

struct Header {
  float title, views, channels, display, fit, gap;
  explicit Header(const Theme& theme)
      : title(
            theme.fonts.bold->CalcTextSizeA(theme.fonts.bold->FontSize, 1e9f, 0, text(Text::title_result)).x),
        views(views_width(theme)), channels(channels_width(theme)),
        display(button_width(theme, text(Text::display))), fit(fit_width(theme)), gap(theme.px(group_gap)) {}

  float width(Leaves leaves) const {
    return display + (leaves < Leaves::title ? title + gap : 0) + (leaves < Leaves::fit ? fit + gap : 0) +
           (leaves < Leaves::channels ? channels + gap : 0) + (leaves < Leaves::views ? views + gap : 0);
  }
  Leaves leaving(float room) const {
    for (const Leaves leaves : {Leaves::nothing, Leaves::title, Leaves::fit, Leaves::channels})
      if (width(leaves) <= room) return leaves;
    return Leaves::views;
  }
};

void display_list(Context& ui, const Header& header, Leaves leaves) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), ui.px(5)));
  const bool open = ImGui::BeginPopup("display");
  if (open) {
    if (leaves >= Leaves::views) view_choice(ui, header.views);
    if (leaves >= Leaves::channels) channel_tools(ui), ImGui::NewLine();
    if (leaves >= Leaves::fit) fit_tools(ui);
    range_rows(ui);
    color_map_row(ui);
    mark_row(ui);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

void display_button(Context& ui) {
  const bool wide = ImGui::GetContentRegionAvail().x >= button_width(ui.theme, text(Text::display));
  if (button(ui, "result.display", wide ? text(Text::display) : "…", text(Text::display_help),
             recolors(ui.session.view)))
    ImGui::OpenPopup("display");
  ImGui::SetNextWindowPos(ImVec2(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + ui.px(4)),
                          ImGuiCond_Appearing);
}
} // namespace

void result_tools(Context& ui) {
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(button_padding), ui.px(2)));
  const Area& a = ui.areas.result;
  const float left = a.x0 + ui.px(10), right = a.x1 - ui.px(8), y = a.y0 + ui.px(5);
  const Header header(ui.theme);
  const Leaves leaves = header.leaving(right - left);
  float x = left;
  const auto at = [&](float width) {
    ImGui::SetCursorScreenPos(ImVec2(std::floor(x), y));
    x += width + header.gap;
  };
  if (leaves < Leaves::title) {
    at(header.title);
    ImGui::AlignTextToFramePadding();
    draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::title_result));
  }
  if (leaves < Leaves::views) at(header.views), view_choice(ui, header.views);
  // The rest ends at the right edge.
  x += std::max(0.0f, right - left - header.width(leaves));
  if (leaves < Leaves::channels) at(header.channels), channel_tools(ui);
  at(header.display);
  display_button(ui);
  display_list(ui, header, leaves);
  if (leaves < Leaves::fit) at(header.fit), fit_tools(ui);
  ImGui::NewLine();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

} // namespace texelscope::ui
