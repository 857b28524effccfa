// PROFILE: what the session's own fetch costs on this machine, while settings are toggled.
#include "ui/profile_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/texts.h"
#include "ui/widgets.h"

namespace texelscope::ui {

using profile::LiveReading;

namespace {
constexpr float label_width = 84, numbers_width = 360; // design pixels

bool has_room_for_both(const Context& ui, const Area& area) { return area.width() >= ui.px(numbers_width + 200); }

void tools(Context& ui) {
  ProfileState& s = ui.state.profile;
  const bool on_device = ui.frame.profile->on_device;
  const Segment caches[] = {{text(Text::live_warm), "warm", text(Text::live_warm_help), {}},
                            {text(Text::live_cold), "cold", text(on_device ? Text::live_cold_help : Text::live_no_cold), {}}};
  int chosen = s.cold && on_device;
  if (!on_device) ImGui::BeginDisabled();
  if (segments(ui, "profile.caches", caches, 2, chosen, ui.px(96))) run_command(ui, CommandId::profile_cold);
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "profile.heat", text(Text::live_heat), text(on_device ? Text::live_heat_help : Text::live_no_heat), s.heat && on_device))
    run_command(ui, CommandId::profile_heat);
  if (!on_device) ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "profile.wide", text(Text::scope_wide), text(Text::scope_wide_help), s.wide)) s.wide = !s.wide;
}

void plot_choice(Context& ui) {
  const Segment plots[] = {{text(Text::live_history), "history", text(Text::live_history_help), {}},
                           {text(Text::live_roofline), "roofline", text(Text::live_roofline_help), {}},
                           {text(Text::warp_view), "warp", text(Text::warp_view_help), {}}};
  int chosen = int(ui.state.profile.plot);
  if (segments(ui, "profile.plots", plots, 3, chosen, ui.px(192))) ui.state.profile.plot = ProfileState::Plot(chosen);
  if (ui.state.profile.plot == ProfileState::Plot::warp) warp_tools(ui);
}

void row(Context& ui, Text name, Text help, const char* map_name, const std::string& value, ImU32 ink) {
  const float x = ImGui::GetCursorPosX();
  words(ui, ui.theme.fonts.small, ui.color().dim, text(name));
  tooltip(ui, text(help));
  ImGui::SameLine(x + ui.px(label_width));
  words(ui, ui.theme.fonts.mono_small, ink, value, std::string("profile.") + map_name);
  tooltip(ui, text(help));
}
void row(Context& ui, Text name, Text help, const char* map_name, const std::string& value) {
  row(ui, name, help, map_name, value, value == text(Text::no_number) ? ui.color().dim : ui.color().text);
}

std::string throttle_words(const std::vector<std::string>& reasons) {
  static constexpr std::pair<const char*, Text> known[] = {
      {"sw_power_cap", Text::live_power_cap}, {"hw_slowdown", Text::live_hw_slowdown}, {"sw_thermal_slowdown", Text::live_sw_thermal},
      {"hw_thermal_slowdown", Text::live_hw_thermal}, {"hw_power_brake_slowdown", Text::live_power_brake},
      {"applications_clocks_setting", Text::live_application_clocks}, {"sync_boost", Text::live_sync_boost},
      {"display_clock_setting", Text::live_display_clock}};
  std::string all;
  for (const std::string& reason : reasons) {
    const auto found = std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return reason == k.first; });
    all += (all.empty() ? "" : ", ") + (found == std::end(known) ? reason : std::string(text(found->second)));
  }
  return all.empty() ? text(Text::live_not_held) : all;
}

void condition_rows(Context& ui, const ProfileFrame& found) {
  if (!found.on_device) return row(ui, Text::live_clock, Text::live_cpu_help, "clock", text(Text::live_cpu) + ("  " + found.simd), ui.color().text);
  const profile::Condition& c = found.condition;
  const double ran = found.fetch && found.fetch->clock_mhz > 0 ? found.fetch->clock_mhz : c.clock_mhz.value_or(0);
  const auto number = [](double value) { return value > 0 ? fmt::format("{:4.0f}", value) : std::string(text(Text::no_number)); };
  std::string clock = say(Text::live_clock_of, {number(ran), number(found.top_clock_mhz.value_or(0))});
  if (c.temperature_c) clock += fmt::format("  {:.0f} °C", *c.temperature_c);
  if (c.power_w) clock += fmt::format("  {:.0f} W", *c.power_w);
  row(ui, Text::live_clock, Text::live_clock_help, "clock", clock);
  const bool asked = c.clock_mhz.has_value();
  row(ui, Text::live_held, Text::live_held_help, "held", asked ? throttle_words(c.throttle) : text(Text::no_number));
}

void cell_row(Context& ui, const ProfileFrame& found) {
  if (found.cell.empty()) return row(ui, Text::live_cell, Text::live_cell_help, "cell", text(Text::live_no_cell), ui.color().dim);
  words(ui, ui.theme.fonts.small, ui.color().dim, text(Text::live_cell)); // above the name, which may be long
  tooltip(ui, text(Text::live_cell_help));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  const bool pressed = button(ui, "profile.cell", found.cell.c_str(), text(Text::live_cell_help));
  ImGui::PopFont();
  if (!pressed) return;
  ImGui::SetClipboardText(("texelscope bench --cell " + found.cell).c_str());
  ui.output.actions.push_back({Action::Kind::message, {}, say(Text::live_copied, {found.cell}), 0});
}

// What went, in one line: the kernels, then what is known of the fetch alone.
void numbers(Context& ui) {
  const ProfileFrame& found = *ui.frame.profile;
  const std::string none = text(Text::no_number);
  const auto& fetch = found.fetch;
  const auto of_fetch = [&](auto&& words) { return fetch ? words(*fetch) : none; };
  row(ui, Text::live_fetch, Text::live_fetch_help, "fetch",
      of_fetch([](const LiveReading& r) { return gigatexel_words(r.texels_per_second) + fmt::format("  ±{:4.1f} %", 50 * r.spread); }));
  row(ui, Text::live_delivered, Text::live_delivered_help, "delivered",
      of_fetch([](const LiveReading& r) { return fmt::format("{:8.3f} GB/s", r.bytes_per_second * 1e-9); }));
  const auto per_clock = [&](const LiveReading& r) {
    return r.texels_per_clock_sm ? fmt::format("{:8.3f}", *r.texels_per_clock_sm) : none;
  };
  if (found.on_device) row(ui, Text::live_per_clock, Text::live_per_clock_help, "per_clock", of_fetch(per_clock));
  row(ui, Text::live_roof, Text::live_roof_help, "roof", of_fetch(roof_words));
  const bool writes = !std::isnan(found.written_per_second);
  row(ui, Text::live_write, Text::live_write_help, "write", writes ? gigatexel_words(found.written_per_second) : none);
  condition_rows(ui, found);
  cell_row(ui, found);
  if (!found.nothing.empty()) paragraph(ui, ui.color().text, found.nothing, "profile.nothing");
}
} // namespace

std::string gigatexel_words(double per_second) { return fmt::format("{:8.3f} GTexel/s", per_second * 1e-9); }

std::string roof_words(const LiveReading& reading) {
  if (!reading.roof_share) return std::string(text(Text::no_number)) + "  " + text(Text::live_no_roof);
  return fmt::format("{:6.1f} %  {}", 100 * *reading.roof_share, reading.limiter);
}

bool shows_profile(const State& state, const Layout& areas) {
  return state.tab == Tab::profile && areas.bottom_right.width() > 0 && areas.lab.width() == 0;
}

bool shows_warp(const State& state, const Layout& areas) {
  return shows_profile(state, areas) && state.profile.plot == ProfileState::Plot::warp;
}

void profile_panel(Context& ui, const Area& area) {
  begin_panel(ui, "profile", area, Text::title_profile);
  ImGui::PushFont(ui.theme.fonts.small);
  const ImVec2 top = ImGui::GetCursorScreenPos();
  tools(ui);
  const bool both = has_room_for_both(ui, area);
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  numbers(ui);
  const float x = both ? area.x0 + ui.px(numbers_width) : area.x0 + ui.px(10);
  ImGui::SetCursorScreenPos(ImVec2(x, both ? top.y : ImGui::GetCursorScreenPos().y + ui.px(4)));
  plot_choice(ui);
  const float y = ImGui::GetItemRectMax().y + ui.px(4), height = std::max(area.y1 - ui.px(8) - y, ui.px(110));
  profile_plot(ui, {x, y, area.x1 - ui.px(10), y + height});
  ImGui::PopFont();
  end_panel();
}

} // namespace texelscope::ui
