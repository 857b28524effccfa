// In COST, below the stages: the cost of the session's own fetch on this machine, while settings are changed.
#include "ui/profile/profile_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

using profile::Column, profile::LiveReading;

namespace {
constexpr float profile_label_width = 84, profile_numbers_width = 372, margin = 18; // design pixels

bool has_room_for_both(const Context& ui, const Area& area) {
  return area.width() >= ui.px(profile_numbers_width + 200);
}

// Opens the lab, which begins if it does not measure already. In a narrow panel it has a line of its own.
void advise_button(Context& ui) {
  const char* label = text(Text::advise_start);
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(0, ui.px(6));
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  const bool measures = ui.frame.advise != nullptr && ui.frame.advise->progress.running;
  if (button(ui, "profile.advise", label, text(Text::advise_start_help)))
    run_command(ui, measures ? CommandId::lab_advise : CommandId::advise_start);
}

void profile_tools(Context& ui) {
  ProfileState& s = ui.state.profile;
  const bool on_device = ui.frame.profile->on_device;
  const Segment caches[] = {
      {text(Text::live_warm), "warm", text(Text::live_warm_help), {}},
      {text(Text::live_cold), "cold", text(on_device ? Text::live_cold_help : Text::live_no_cold), {}}};
  int chosen = s.cold && on_device;
  if (!on_device) ImGui::BeginDisabled();
  if (segments(ui, "profile.caches", caches, 2, chosen, ui.px(96))) run_command(ui, CommandId::profile_cold);
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "profile.heat", text(Text::live_heat),
             text(on_device ? Text::live_heat_help : Text::live_no_heat), s.heat && on_device))
    run_command(ui, CommandId::profile_heat);
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "profile.counters", text(Text::live_counters),
             text(on_device ? Text::live_counters_help : Text::live_no_counters), s.counters && on_device))
    run_command(ui, CommandId::profile_counters);
  if (!on_device) ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(6));
  if (button(ui, "profile.wide", text(Text::scope_wide), text(Text::scope_wide_help), s.wide))
    s.wide = !s.wide;
  advise_button(ui);
}

void plot_choice(Context& ui) {
  const Segment plots[] = {{text(Text::live_history), "history", text(Text::live_history_help), {}},
                           {text(Text::live_roofline), "roofline", text(Text::live_roofline_help), {}},
                           {text(Text::warp_view), "warp", text(Text::warp_view_help), {}}};
  int chosen = int(ui.state.profile.plot);
  if (segments(ui, "profile.plots", plots, 3, chosen, ui.px(192)))
    ui.state.profile.plot = ProfileState::Plot(chosen);
  if (ui.state.profile.plot == ProfileState::Plot::warp) warp_tools(ui);
}

void row(Context& ui, Text name, Text help, const char* map_name, const std::string& value, ImU32 ink) {
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(name));
  tooltip(ui, text(help));
  ImGui::SameLine(x + ui.px(profile_label_width));
  draw_text(ui, ui.theme.fonts.mono_small, ink, value, std::string("profile.") + map_name);
  tooltip(ui, text(help));
}
void row(Context& ui, Text name, Text help, const char* map_name, const std::string& value) {
  row(ui, name, help, map_name, value, value == text(Text::no_number) ? ui.color().dim : ui.color().text);
}

std::string throttle_text(const profile::Condition& condition) {
  static constexpr std::pair<const char*, Text> known[] = {
      {"sw_power_cap", Text::live_power_cap},
      {"hw_slowdown", Text::live_hw_slowdown},
      {"sw_thermal_slowdown", Text::live_sw_thermal},
      {"hw_thermal_slowdown", Text::live_hw_thermal},
      {"hw_power_brake_slowdown", Text::live_power_brake},
      {"applications_clocks_setting", Text::live_application_clocks},
      {"sync_boost", Text::live_sync_boost},
      {"display_clock_setting", Text::live_display_clock}};
  std::string all;
  for (const std::string& reason : condition.throttle) {
    const auto found =
        std::find_if(std::begin(known), std::end(known), [&](const auto& k) { return reason == k.first; });
    all += (all.empty() ? "" : ", ") + (found == std::end(known) ? reason : std::string(text(found->second)));
  }
  if (condition.others.value_or(false))
    all += (all.empty() ? "" : ", ") + std::string(text(Text::live_other_program));
  return all.empty() ? text(Text::live_not_held) : all;
}

void condition_rows(Context& ui, const ProfileFrame& found) {
  if (!found.on_device)
    return row(ui, Text::live_clock, Text::live_cpu_help, "clock", text(Text::live_cpu) + ("  " + found.simd),
               ui.color().text);
  const profile::Condition& c = found.condition;
  const double ran =
      found.fetch && found.fetch->clock_mhz > 0 ? found.fetch->clock_mhz : c.clock_mhz.value_or(0);
  const auto number = [](double value) {
    return value > 0 ? fmt::format("{:4.0f}", value) : std::string(text(Text::no_number));
  };
  std::string clock = say(Text::live_clock_of, {number(ran), number(found.top_clock_mhz.value_or(0))});
  if (c.temperature_c) clock += fmt::format("  {:.0f} °C", *c.temperature_c);
  if (c.power_w) clock += fmt::format("  {:.0f} W", *c.power_w);
  row(ui, Text::live_clock, Text::live_clock_help, "clock", clock);
  const bool requested = c.clock_mhz.has_value();
  row(ui, Text::live_held, Text::live_held_help, "held",
      requested ? throttle_text(c) : text(Text::no_number));
}

void cell_row(Context& ui, const ProfileFrame& found) {
  if (found.cell.empty())
    return row(ui, Text::live_cell, Text::live_cell_help, "cell", text(Text::live_no_cell), ui.color().dim);
  const float x = ImGui::GetCursorPosX();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::live_cell));
  tooltip(ui, text(Text::live_cell_help));
  ImGui::PushFont(ui.theme.fonts.mono_small);
  const float wide = ImGui::CalcTextSize(found.cell.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (profile_label_width + margin + wide / ui.px(1) < profile_numbers_width)
    ImGui::SameLine(x + ui.px(profile_label_width)); // otherwise it goes below
  const bool pressed = button(ui, "profile.cell", found.cell.c_str(), text(Text::live_cell_help));
  ImGui::PopFont();
  if (!pressed) return;
  ImGui::SetClipboardText(("texelscope bench --cell " + found.cell).c_str());
  ui.output.actions.push_back({Action::Kind::message, {}, say(Text::live_copied, {found.cell}), 0});
}

// " 123.456 GB/s", and the hit rate of the cache before it.
std::string moved_text(double bytes_a_second, Text hits, double rate) {
  const std::string share = std::isnan(rate) ? text(Text::no_number) : fmt::format("{:.1f}", 100 * rate);
  return fmt::format("{:8.3f} GB/s  {}", bytes_a_second * 1e-9, say(hits, {share}));
}

std::string busy_text(const profile::Counts& counts) {
  using enum profile::Counter;
  if (!counts.has(l1_share)) return text(Text::no_number);
  const auto percent = [&](profile::Counter c) { return fmt::format("{:.0f}", counts[c]); };
  return say(Text::live_busy_of,
             {percent(l1_share), percent(l2_share), percent(memory_share), percent(issue_share)});
}

void count_rows(Context& ui, const ProfileFrame& found) {
  using enum profile::Counter;
  const ProfileCounts& counts = found.counts;
  const std::string none = text(Text::no_number);
  const bool known = counts.a_texel && found.fetch;
  const auto moved = [&](profile::Counter counter, double bytes, Text hits, double rate) {
    return known && counts.a_texel->has(counter)
               ? moved_text((*counts.a_texel)[counter] * bytes * found.fetch->texels_per_second, hits, rate)
               : none;
  };
  const profile::Counts a = known ? *counts.a_texel : profile::Counts();
  row(ui, Text::live_through_l2, Text::live_through_l2_help, "through_l2",
      moved(l2_sectors, 32, Text::live_l1_hits, a.texture_hit_rate()));
  row(ui, Text::live_from_memory, Text::live_from_memory_help, "memory",
      moved(memory_bytes, 1, Text::live_l2_hits, a.l2_hit_rate()));
  row(ui, Text::live_busy, Text::live_busy_help, "busy", known ? busy_text(a) : none);
  const std::string often =
      counts.every > 0
          ? say(Text::live_every, {std::to_string(counts.every), fmt::format("{:.1f}", 100 * counts.cost)})
          : std::string(text(Text::live_counting));
  row(ui, Text::live_counted, Text::live_counted_help, "counted", counts.refused.empty() ? often : none);
}

std::string middle_rates(const profile::MiddleRange& texels_per_second) {
  const auto number = [](double rate) { return fmt::format("{:.3f}", rate * 1e-9); };
  return say(Text::range_from_to, {number(texels_per_second.low), number(texels_per_second.high)});
}

// One line on the launches, then the numbers of the fetch itself.
void numbers(Context& ui) {
  const ProfileFrame& found = *ui.frame.profile;
  const std::string none = text(Text::no_number);
  const auto of_fetch = [&](auto&& describe) {
    return found.fetch && found.fetch->range ? describe(*found.fetch) : none;
  };
  row(ui, Text::live_fetch, Text::live_fetch_help, "fetch", of_fetch([](const LiveReading& r) {
        return gigatexel_text(r.texels_per_second) + ", " + middle_rates(*r.range);
      }));
  row(ui, Text::live_delivered, Text::live_delivered_help, "delivered",
      of_fetch([](const LiveReading& r) { return fmt::format("{:8.3f} GB/s", r.bytes_per_second * 1e-9); }));
  if (found.counts.on) count_rows(ui, found);
  const auto per_clock = [&](const LiveReading& r) {
    const auto value = value_of(r, Column::clock);
    return value ? fmt::format("{:>8}", number_text(Column::clock, *value)) : none;
  };
  if (found.on_device)
    row(ui, Text::live_per_clock, Text::live_per_clock_help, "per_clock", of_fetch(per_clock));
  row(ui, Text::live_roof, Text::live_roof_help, "roof", of_fetch(roof_text));
  if (!std::isnan(found.written_per_second))
    row(ui, Text::live_write, Text::live_write_help, "write", gigatexel_text(found.written_per_second));
  condition_rows(ui, found);
  cell_row(ui, found);
  for (const std::string* why : {&found.nothing, &found.counts.refused})
    if (!why->empty()) paragraph(ui, ui.color().text, *why, "profile.nothing");
}
} // namespace

std::string gigatexel_text(double per_second) {
  return fmt::format("{:8.3f} GTexel/s", per_second * 1e-9);
}

std::string roof_text(const LiveReading& reading) {
  const auto share = value_of(reading, Column::roof);
  if (!share) return std::string(text(Text::no_number)) + "  " + text(Text::live_no_roof);
  return fmt::format("{:>6} %  {}", number_text(Column::roof, *share), reading.limiter);
}

void live_profile(Context& ui, const Area& area) {
  if (ui.state.profile.scroll_frames > 0) --ui.state.profile.scroll_frames, ImGui::SetScrollHereY(0);
  ImGui::PushFont(ui.theme.fonts.small);
  const ImVec2 top = ImGui::GetCursorScreenPos();
  profile_tools(ui);
  const bool both = has_room_for_both(ui, area);
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  numbers(ui);
  const float x = both ? area.x0 + ui.px(profile_numbers_width) : area.x0 + ui.px(10);
  const float after = ImGui::GetCursorScreenPos().y;
  ImGui::SetCursorScreenPos(ImVec2(x, both ? top.y : after + ui.px(4)));
  plot_choice(ui);
  const float y = ImGui::GetItemRectMax().y + ui.px(4);
  const float height = std::max(both ? after - y : ui.px(110), area.height() - ui.px(44));
  profile_plot(ui, {x, y, area.x1 - ui.px(14), y + height});
  ImGui::PopFont();
}

} // namespace texelscope::ui
