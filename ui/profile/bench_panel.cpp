// BENCH: what to measure, the progress, and the views of the results.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/bench_parts.h"
#include "ui/widgets/choices.h"
#include "ui/widgets/progress_bar.h"

namespace texelscope {

namespace {
constexpr EnumEntry views[] = {
    {0, "table", Text::bench_view_table, Text::bench_view_table_help},
    {1, "counters", Text::bench_view_counters, Text::bench_view_counters_help},
    {2, "staircase", Text::bench_view_staircase, Text::plot_staircase_help},
    {3, "polar", Text::bench_view_polar, Text::plot_polar_help},
    {4, "matrix", Text::bench_view_matrix, Text::plot_matrix_help},
    {5, "duel", Text::bench_view_duel, Text::plot_duel_help},
    {6, "compare", Text::bench_view_compare, Text::bench_view_compare_help},
};
} // namespace

template <>
EnumTable enum_table<ui::BenchView>() {
  return views;
}

namespace ui {

namespace {
bool is_table(BenchView view) {
  return view == BenchView::table || view == BenchView::counters;
}
} // namespace

std::optional<profile::Plot> plot_of(BenchView view) {
  if (is_table(view) || view == BenchView::compare) return std::nullopt;
  return profile::Plot(int(view) - int(BenchView::staircase));
}

Text nothing_to_draw(profile::Plot plot) {
  constexpr Text all[] = {Text::bench_no_staircase, Text::bench_no_polar, Text::bench_no_matrix,
                          Text::bench_no_duel};
  return all[std::size_t(plot)];
}

namespace {
std::string wanted_text(const BenchFindings& bench) {
  if (bench.wanted == 0) return say(Text::bench_wanted_none, {bench.example});
  const std::string all = std::to_string(bench.wanted);
  return bench.here == bench.wanted ? say(Text::bench_wanted, {all})
                                    : say(Text::bench_wanted_here, {all, std::to_string(bench.here)});
}

// On a CPU it is disabled and its tooltip says why.
void counters_switch(Context& ui, Choices& rows) {
  BenchChoice& choice = ui.state.labs.bench;
  const bool can = ui.frame.bench->can_count;
  const char* why_not = text(Text::bench_no_counters);
  const Segment items[] = {{text(Text::off), "false", can ? text(Text::bench_counters_off) : why_not, {}},
                           {text(Text::on), "true", can ? text(Text::bench_counters_on) : why_not, {}}};
  int chosen = can && choice.counters ? 1 : 0;
  ImGui::BeginDisabled(!can);
  if (rows.add_segments("bench.counters", Text::bench_counters_label, items, 2, chosen))
    choice.counters = chosen == 1;
  ImGui::EndDisabled();
  map_item(ui, "bench.counters", can ? "" : why_not);
}

// What to measure. It can be changed during a measurement, for the next one.
void choices(Context& ui) {
  BenchChoice& choice = ui.state.labs.bench;
  const BenchFindings& bench = *ui.frame.bench;
  Choices rows(ui);
  rows.add("bench.suite", Text::bench_suite_label, choice.suite);
  rows.add("bench.caches", Text::bench_caches_label, choice.caches);
  counters_switch(ui, rows);
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::bench_pattern_label));
  ImGui::SameLine(x + ui.px(72));
  ImGui::SetNextItemWidth(ui.px(200));
  text_field("##pattern", text(Text::bench_pattern_hint), choice.pattern);
  map_item(ui, "bench.pattern", choice.pattern);
  tooltip(ui, text(Text::bench_pattern_help), bench.example);
  ImGui::SameLine(0, ui.px(8));
  const bool running = bench.progress.running;
  ImGui::BeginDisabled(running ? bench.progress.ending : bench.wanted == 0);
  const Text label = !running                ? Text::bench_start
                     : bench.progress.ending ? Text::bench_cancelling
                                             : Text::bench_cancel;
  if (button(ui, "bench.start", text(label),
             text(running ? Text::bench_cancel_help : Text::bench_start_help)))
    run_command(ui, CommandId::bench_start);
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(10));
  flowing_text(ui, ui.theme.fonts.small, bench.wanted == 0 ? ui.color().red : ui.color().text,
               wanted_text(bench), "bench.wanted");
}

std::string progress_text(const BenchProgress& p) {
  const std::string done = std::to_string(p.done), of = std::to_string(p.of);
  if (!p.seconds_left) return say(Text::bench_progress, {done, of});
  return say(Text::bench_progress_left, {done, of, fmt::format("{:.0f}", std::ceil(*p.seconds_left))});
}

void device_text(Context& ui) {
  const BenchFindings& bench = *ui.frame.bench;
  if (bench.report != nullptr) paragraph(ui, ui.color().dim, bench.machine, "bench.machine");
  if (!bench.source.empty()) {
    const float end = ImGui::GetItemRectMax().x + ui.px(12); // beside the device if there is room
    const float right = right_edge();
    const std::string shown = say(Text::bench_shown_file, {bench.source});
    if (end + small_width(ui, shown) < right) ImGui::SameLine(0, ui.px(12));
    paragraph(ui, ui.color().dim, shown, "bench.source");
  }
  if (!bench.uncounted.empty()) paragraph(ui, ui.color().amber, bench.uncounted, "bench.uncounted");
  if (!bench.failure.empty()) paragraph(ui, ui.color().red, bench.failure, "bench.failure");
}

// The width that the two buttons leave, at most as much as needed.
float find_width(const Context& ui) {
  float buttons = 2 * (ui.px(8) + 2 * ImGui::GetStyle().FramePadding.x);
  for (const Text label : {Text::bench_save, Text::bench_open})
    buttons += ImGui::CalcTextSize(text(label)).x;
  return std::clamp(ImGui::GetContentRegionAvail().x - buttons, ui.px(48), ui.px(120));
}

void view_row(Context& ui) {
  BenchChoice& choice = ui.state.labs.bench;
  std::array<Segment, std::size(views)> items;
  float width = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = {text(views[i].label), std::string(views[i].identifier), text(views[i].help), {}};
    width += ui.theme.fonts.control->CalcTextSizeA(ui.px(14), 1e9f, 0, items[i].label).x + ui.px(12);
  }
  int view = int(choice.view);
  if (segments(ui, "bench.view", items.data(), int(items.size()), view, width)) choice.scroll_to_cell = true;
  choice.view = BenchView(view);
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(find_width(ui));
  text_field("##find", text(Text::bench_find_hint), choice.find);
  map_item(ui, "bench.find", choice.find);
  tooltip(ui, text(Text::bench_find_help));
  ImGui::SameLine(0, ui.px(8));
  ImGui::BeginDisabled(ui.frame.bench->report == nullptr);
  if (button(ui, "bench.save", text(Text::bench_save), text(Text::bench_save_help)))
    run_command(ui, CommandId::save_bench);
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(8));
  if (button(ui, "bench.open", text(Text::bench_open), text(Text::bench_open_help)))
    run_command(ui, CommandId::open_bench);
}

// The chosen cell, or a hint how to choose one.
void cell_text(Context& ui, float height) {
  ImGui::BeginChild("cell", {0, height});
  const auto& chosen = ui.state.labs.bench.cell;
  const profile::Measured* cell = chosen ? measured_cell(ui.frame.bench->report, *chosen) : nullptr;
  if (cell == nullptr)
    paragraph(ui, ui.color().dim, text(Text::bench_cell_none), "bench.cell");
  else {
    const bool counters = cell->counts && ui.state.labs.bench.view == BenchView::counters;
    std::vector<std::string> lines = cell_lines(*cell);
    if (counters) lines.resize(2); // its name and its rate
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().accent, lines.front(), "bench.cell");
    for (std::size_t i = 1; i < lines.size(); ++i)
      paragraph(ui, ui.color().text, lines[i], fmt::format("bench.cell.{}", i));
    if (counters) bench_counters(ui, *cell);
  }
  ImGui::EndChild();
}

// The height of the text below the view, design pixels.
float text_height(const BenchChoice& choice, const BenchFindings& bench) {
  if (!choice.cell) return 20;
  if (choice.view == BenchView::compare) return 134;
  const profile::Measured* cell = measured_cell(bench.report, *choice.cell);
  const bool counted = cell != nullptr && cell->counts;
  return !counted ? 92 : choice.view == BenchView::counters ? 190 : 126;
}

void view(Context& ui) {
  const BenchFindings& bench = *ui.frame.bench;
  const BenchView view = ui.state.labs.bench.view;
  const float below = ui.px(text_height(ui.state.labs.bench, bench));
  const float height = std::max(ui.px(120), ImGui::GetContentRegionAvail().y - below - ui.px(8));
  if (view == BenchView::compare) {
    bench_comparison(ui, height);
    return bench_distributions(ui, below);
  }
  if (bench.report->cells.empty()) return; // the first is being measured
  if (bench.rows.empty()) return paragraph(ui, ui.color().dim, text(Text::bench_found_none), "bench.nothing");
  if (is_table(view) && bench.columns.empty())
    return paragraph(ui, ui.color().dim, text(Text::bench_counted_none), "bench.nothing");
  if (is_table(view))
    bench_table(ui, height);
  else if (bench.plot) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    bench_plot(ui, {at.x, at.y, at.x + ImGui::GetContentRegionAvail().x, at.y + height});
    ImGui::SetCursorScreenPos({at.x, at.y + height + ui.px(4)});
  }
  cell_text(ui, below);
}
} // namespace

void bench_panel(Context& ui) {
  const BenchFindings& bench = *ui.frame.bench;
  ImGui::PushFont(ui.theme.fonts.small);
  choices(ui);
  if (const BenchProgress& p = bench.progress; p.running)
    progress_bar(ui, "bench.progress", p.of == 0 ? 0 : double(p.done) / double(p.of), progress_text(p),
                 p.now);
  device_text(ui);
  ImGui::Dummy({1, ui.px(2)});
  view_row(ui);
  ImGui::Dummy({1, ui.px(2)});
  const bool compares = ui.state.labs.bench.view == BenchView::compare;
  if (bench.report == nullptr && !compares) {
    if (!bench.progress.running) paragraph(ui, ui.color().dim, text(Text::bench_empty), "bench.empty");
  } else
    view(ui);
  ImGui::PopFont();
}

} // namespace ui

} // namespace texelscope
