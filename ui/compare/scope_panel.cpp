// SCOPE: the values along a line over the picture, its tools, and the values at the cursor.
#include "ui/compare/scope_panel.h"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"

namespace texelscope::ui {

using scope::Series;

namespace {
// Continues beside the previous item, or below it if there is no room.
void flow(Context& ui, const char* content) {
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(content).x + ui.px(14)) ImGui::NewLine();
}

bool tool(Context& ui, const char* name, Text content, Text help, bool selected = false) {
  flow(ui, text(content));
  return button(ui, name, text(content), text(help), selected);
}

void forget_line(ScopeState& s) {
  s.line.reset();
  s.low = 0, s.high = 1;
  s.held = ScopeState::Held::none;
}

// Switches between the line over the picture and the mix of levels.
void switch_levels(ScopeState& s) {
  s.levels = !s.levels;
  s.low = 0, s.high = 1;
  s.cursor.reset();
  s.armed = s.locked = false;
  s.held = ScopeState::Held::none;
}

void line_tools(Context& ui) {
  ScopeState& s = ui.state.scope;
  if (tool(ui, "scope.draw", Text::scope_draw, Text::scope_draw_help, s.armed || s.drawing)) {
    s.armed = !s.armed;
    s.held = ScopeState::Held::none;
  }
  if (s.line && tool(ui, "scope.row", Text::scope_row, Text::scope_row_help)) forget_line(s);
  const bool pinned = ui.frame.scope->has_pin;
  if (tool(ui, "scope.pin", pinned ? Text::scope_unpin : Text::scope_pin, Text::scope_pin_help, pinned))
    run_command(ui, CommandId::scope_pin);
}

void tools(Context& ui) {
  ScopeState& s = ui.state.scope;
  const bool several = ui.frame.resolution->effective.level_count > 1;
  const bool levels = shows_levels(s, ui.frame.resolution->effective);
  if (!levels) line_tools(ui);
  if (several && tool(ui, "scope.levels", Text::scope_levels, Text::scope_levels_help, levels))
    switch_levels(s);
  if (tool(ui, "scope.lock", Text::scope_lock, Text::scope_lock_help, s.locked)) s.locked = !s.locked;
  if (!levels && tool(ui, "scope.csv", Text::scope_csv, Text::scope_csv_help))
    run_command(ui, CommandId::save_scope);
  if (tool(ui, "scope.wide", Text::scope_wide, Text::scope_wide_help, s.wide)) s.wide = !s.wide;
}

// A series that is missing is dim, and its tooltip says why.
void legend(Context& ui) {
  ScopeState& s = ui.state.scope;
  for (const EnumEntry& entry : enum_table<Series>()) {
    const auto series = Series(entry.value);
    const std::string& absent = ui.frame.scope->absent[std::size_t(entry.value)];
    bool& shown = s.shown[std::size_t(entry.value)];
    const std::string content = std::string(6, ' ') + text(entry.label);
    flow(ui, content.c_str());
    const bool there = absent.empty();
    ImGui::PushStyleColor(ImGuiCol_Text, there && shown ? ui.color().text : ui.color().dim);
    ImGui::PushStyleColor(ImGuiCol_Button,
                          there && shown ? ui.color().hover : with_alpha(ui.color().control, 0));
    const bool pressed = button(ui, fmt::format("scope.series.{}", entry.identifier), content.c_str());
    ImGui::PopStyleColor(2);
    ui.output.map.back().text = fmt::format("{} {}", entry.identifier,
                                            !there  ? "absent"
                                            : shown ? "shown"
                                                    : "hidden");
    tooltip(ui, text(entry.help), absent);
    if (pressed && there) shown = !shown;
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const float y = std::floor((low.y + high.y) / 2);
    curve_sample(ui, series, {low.x + ui.px(6), y}, {low.x + ui.px(24), y},
                 there && shown ? ui.color().text : ui.color().dim);
  }
}

void row(Context& ui, ImU32 ink, const std::string& map_name, const std::string& text_shown) {
  draw_text(ui, ui.theme.fonts.mono_small, ink, text_shown, map_name);
}

std::string coordinate_text(const Context& ui, const ScopeReading& reading) {
  const Effective& e = ui.frame.resolution->effective;
  if (e.function == FetchKind::texel) return fmt::format("i {}", reading.fetch.texel);
  const bool normalized = e.sampler.normalized_coords || is_cube(e.dimension);
  const char* names = is_cube(e.dimension) ? "xyz" : normalized ? "uvw" : "xyz";
  const float at[] = {reading.fetch.x, reading.fetch.y, reading.fetch.z};
  const int count = is_1d(e.dimension) ? 1 : is_cube(e.dimension) || e.dimension == Dimension::d3 ? 3 : 2;
  std::string content;
  for (int i = 0; i < count; ++i)
    content += fmt::format("{}{} {:.9g}", i > 0 ? "\n" : "", names[i], at[i]);
  return content;
}

// Formats the position in texels of the level that is read first, with the second texel's weight.
std::string texel_text(const ScopeReading& reading) {
  const LevelTrace& part = reading.trace.probes.empty() ? reading.trace.level[0] : reading.trace.probes[0];
  std::string content;
  for (int i = 0; i < part.axis_count; ++i) {
    const AxisTrace& axis = part.axis[std::size_t(i)];
    content += fmt::format("{}{} {:<10.8g} {}/256", i > 0 ? "\n" : "", "xyz"[i], axis.position, axis.weight);
  }
  return content;
}

std::string value_text(double value, const std::optional<std::int64_t>& steps, bool exact) {
  std::string number = exact ? fmt::format("{:.12g}", value) : number_text(value);
  if (!steps) return number;
  const bool few = std::abs(*steps) < 1'000'000;
  return fmt::format("{:<13} {}", number,
                     few ? fmt::format("{:+d}", *steps) : fmt::format("{:+.1e}", double(*steps)));
}

// "level 2  163.0000/256"
void shares(Context& ui, const ScopeShares& at) {
  if (!ui.state.scope.shown[std::size_t(at.series)]) return;
  const EnumEntry& entry = enum_table<Series>()[std::size_t(at.series)];
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(entry.label));
  for (const auto& [level, share] : at.levels)
    row(ui, ui.color().text, fmt::format("scope.read.{}.level.{}", entry.identifier, level),
        say(Text::scope_share, {std::to_string(level), fmt::format("{:8.4f}", share * 256)}));
}

void values(Context& ui, const ScopeValues& at) {
  static constexpr Text names[] = {Text::field_show_r, Text::field_show_g, Text::field_show_b,
                                   Text::field_show_a};
  if (!ui.state.scope.shown[std::size_t(at.series)]) return;
  const EnumEntry& entry = enum_table<Series>()[std::size_t(at.series)];
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(entry.label));
  for (std::size_t c = 0; c < std::size_t(at.channels); ++c)
    if (ui.session.view.show_channel[c])
      row(ui, ui.color().channel[c], fmt::format("scope.read.{}.{}", entry.identifier, "rgba"[c]),
          fmt::format("{} {}", text(names[c]),
                      value_text(at.value[c], at.steps[c], at.series == Series::ideal)));
}
} // namespace

void scope_readout(Context& ui) {
  const ScopeFrame& found = *ui.frame.scope;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(4), ui.px(1)});
  if (!found.reading) {
    paragraph(ui, ui.color().dim, text(found.of_levels ? Text::scope_levels_hint : Text::scope_hint),
              "scope.hint");
    return ImGui::PopStyleVar();
  }
  const ScopeReading& reading = *found.reading;
  if (found.of_levels) {
    row(ui, ui.color().text, "scope.read.lod",
        say(Text::scope_read_texels, {found.axis.name, fmt::format("{:.6f}", reading.at)}));
    for (const ScopeShares& at : reading.shares)
      shares(ui, at);
    return ImGui::PopStyleVar();
  }
  const auto [x, y] = reading.pixel;
  if (found.axis.in_texels)
    row(ui, ui.color().text, "scope.read.axis",
        say(Text::scope_read_texels, {found.axis.name, fmt::format("{:.7f}", reading.at)}));
  row(ui, ui.color().dim, "scope.read.pixel",
      say(Text::scope_read_pixel, {fmt::format("{:.3f}", x), fmt::format("{:.3f}", y)}));
  if (reading.empty) {
    paragraph(ui, ui.color().dim, text(Text::scope_nothing_there), "scope.read.empty");
    return ImGui::PopStyleVar();
  }
  for (const ScopeValues& at : reading.values)
    values(ui, at);
  row(ui, ui.color().dim, "scope.read.coordinate", coordinate_text(ui, reading));
  if (ui.frame.resolution->effective.function != FetchKind::texel) {
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::scope_texel_weight));
    row(ui, ui.color().text, "scope.read.texel", texel_text(reading));
  }
  paragraph(ui, ui.color().dim, text(Text::scope_ulp_note));
  ImGui::PopStyleVar();
}

void scope_panel(Context& ui, const Area& area) {
  begin_panel(ui, "scope", area, Text::title_scope);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(6), ui.px(2)));
  beside_title(ui, 8);
  ImGui::Dummy({0, 0});
  const bool there = ui.frame.scope != nullptr;
  if (there) tools(ui);
  if (there && ui.frame.scope->empty.empty()) legend(ui);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (!there || !ui.frame.scope->empty.empty()) {
    paragraph(ui, ui.color().dim, there ? ui.frame.scope->empty : text(Text::scope_nothing_yet),
              "scope.empty");
    return end_panel();
  }
  const float top = ImGui::GetCursorScreenPos().y, bottom = area.y1 - ui.px(5);
  const bool beside = area.width() >= ui.px(480); // otherwise the values appear at the mouse
  const float right = area.x1 - ui.px(10) - (beside ? ui.px(178) : 0);
  scope_plot(ui, {area.x0 + ui.px(6), top, right, bottom});
  const bool hovered = ImGui::IsItemHovered();
  if (beside) {
    ImGui::SetCursorScreenPos({right + ui.px(10), top});
    ImGui::BeginChild("readout", {ui.px(172), bottom - top});
    scope_readout(ui);
    ImGui::EndChild();
  } else if (hovered && ui.frame.scope->reading) {
    ImGui::BeginTooltip();
    scope_readout(ui);
    ImGui::EndTooltip();
  }
  end_panel();
}

} // namespace texelscope::ui
