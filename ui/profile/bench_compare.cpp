// The comparison of two reports: one verdict per cell, and the launches' times of the chosen cell.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/bench_parts.h"

namespace texelscope::ui {

using namespace profile;

namespace {
const char* verdict_mark(Verdict verdict) {
  constexpr Text marks[] = {Text::bench_mark_same, Text::bench_mark_faster, Text::bench_mark_slower,
                            Text::bench_mark_unclear};
  return text(marks[std::size_t(verdict)]);
}

void compare_tools(Context& ui) {
  BenchChoice& choice = ui.state.labs.bench;
  ImGui::BeginDisabled(ui.frame.bench->report == nullptr);
  if (button(ui, "bench.keep_before", text(Text::bench_keep_before), text(Text::bench_keep_before_help)))
    run_command(ui, CommandId::keep_bench_before);
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (button(ui, "bench.open_before", text(Text::bench_open_before), text(Text::bench_open_before_help)))
    run_command(ui, CommandId::open_bench_before);
  ImGui::SameLine(0, ui.px(14));
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::bench_threshold));
  ImGui::SameLine(0, ui.px(6));
  ImGui::SetNextItemWidth(ui.px(70));
  double low = 0, high = 1000;
  const TabStops here(true);
  ImGui::DragScalar("##threshold", ImGuiDataType_Double, &choice.threshold, 0.1f, &low, &high, "%.1f %%",
                    ImGuiSliderFlags_AlwaysClamp);
  map_item(ui, "bench.threshold", fmt::format("{:.1f}", choice.threshold));
  tooltip(ui, text(Text::bench_threshold_help), text(Text::tooltip_drag));
}

std::size_t count(const Comparison& comparison, Verdict verdict) {
  return std::size_t(
      std::ranges::count(comparison.cells, verdict, [](const Compared& c) { return c.judged.verdict; }));
}

void totals(Context& ui, const Comparison& comparison) {
  const auto number = [&](Verdict verdict) { return std::to_string(count(comparison, verdict)); };
  std::string line =
      say(Text::compare_bench_total,
          {counted(comparison.cells.size(), Text::one_case, Text::some_cases), number(Verdict::slower),
           number(Verdict::faster), number(Verdict::same), number(Verdict::unclear)});
  const std::size_t alone = comparison.only_before.size() + comparison.only_after.size();
  if (alone + comparison.left.size() > 0)
    line +=
        " " + say(Text::bench_compare_left, {std::to_string(alone), std::to_string(comparison.left.size())});
  paragraph(ui, ui.color().text, line, "bench.total");
  const double threshold = ui.state.labs.bench.threshold;
  const auto beyond = std::ranges::count_if(
      comparison.cells, [&](const Compared& c) { return is_beyond(c.judged, threshold / 100); });
  const std::string which = beyond == 0 ? text(Text::compare_bench_nothing) : std::to_string(beyond);
  paragraph(ui, beyond == 0 ? ui.color().dim : ui.color().text,
            say(Text::compare_bench_beyond, {fmt::format("{:.4g}", threshold), which}), "bench.beyond");
}

std::string differences(const Comparison& comparison) {
  if (comparison.machines.empty()) return text(Text::compare_bench_alike);
  std::string all;
  for (const Differing& d : comparison.machines)
    all += (all.empty() ? "" : "; ") +
           say(Text::compare_bench_differs,
               {d.what, d.before.empty() ? text(Text::compare_bench_nothing) : d.before,
                d.after.empty() ? text(Text::compare_bench_nothing) : d.after});
  return all;
}

struct ComparedColumn {
  Text content;
  float width; // design pixels; 0: the remaining width
};
constexpr ComparedColumn compared_columns[] = {
    {Text::compare_bench_verdict, 84},     {Text::bench_column_name, 0},
    {Text::compare_bench_time, 58},        {Text::compare_bench_interval, 112},
    {Text::compare_bench_rate_before, 72}, {Text::compare_bench_rate_after, 72}};

void header(Context& ui) {
  for (const ComparedColumn& heading : compared_columns)
    ImGui::TableSetupColumn(text(heading.content),
                            heading.width == 0 ? ImGuiTableColumnFlags_WidthStretch
                                               : ImGuiTableColumnFlags_WidthFixed,
                            heading.width == 0 ? 1 : ui.px(heading.width));
  ImGui::TableSetupScrollFreeze(2, 1);
  ImGui::TableHeadersRow();
}

void value(Context& ui, ImU32 ink, const std::string& shown) {
  ImGui::TableNextColumn();
  draw_text(ui, ui.theme.fonts.mono_small, ink, shown);
}

void row(Context& ui, const Compared& c) {
  const auto rate = [&](const Distribution& d) {
    return fmt::format("{:9.{}f}", 1e3 / d.median, ui.frame.bench->report->machine.cores > 0 ? 3 : 1);
  };
  const Judged& j = c.judged;
  const std::string named = name(c.cell);
  const bool chosen = ui.state.labs.bench.cell == c.cell,
             beyond = is_beyond(j, ui.state.labs.bench.threshold / 100);
  const ImU32 ink = j.verdict == Verdict::same ? ui.color().dim : ui.color().text;
  std::string shown_verdict = fmt::format("{} {}", verdict_mark(j.verdict), label(j.verdict));
  if (beyond) shown_verdict += std::string(" ") + text(Text::bench_mark_beyond);
  const std::string ratio = fmt::format("{:.3f}", 1 + j.change),
                    interval = j.interval
                                   ? fmt::format("{:.3f} - {:.3f}", 1 + j.interval->low, 1 + j.interval->high)
                                   : "";
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, ink);
  ImGui::PushID(named.c_str());
  if (ImGui::Selectable(shown_verdict.c_str(), chosen, ImGuiSelectableFlags_SpanAllColumns))
    choose_bench_cell(ui, c.cell, true);
  ImGui::PopID();
  ImGui::PopStyleColor();
  map_item(ui, "bench.compared." + named, shown_verdict + " " + ratio + " " + interval);
  tooltip(ui, text(enum_table<Verdict>()[std::size_t(j.verdict)].help));
  value(ui, chosen ? ui.color().accent : ui.color().text, named);
  value(ui, ink, ratio);
  value(ui, ui.color().dim, interval);
  value(ui, ui.color().dim, rate(c.before));
  value(ui, ui.color().text, rate(c.after));
}

void table(Context& ui, const Comparison& comparison, float height) {
  float width = bench_name_width(ui);
  for (const ComparedColumn& heading : compared_columns)
    width += ui.px(heading.width) + ui.px(12);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2(ui.px(6), ui.px(1)));
  if (ImGui::BeginTable("compared", int(std::size(compared_columns)), bench_table_flags, {0, height},
                        bench_inner_width(width))) {
    header(ui);
    const std::vector<std::size_t>& rows = ui.frame.bench->compared;
    ImGuiListClipper clipper;
    clipper.Begin(int(rows.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        row(ui, comparison.cells[rows[std::size_t(i)]]);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

// Why there is no comparison; empty if there is one.
std::string obstacle_text(const BenchFindings& bench) {
  if (bench.before == nullptr) return text(Text::bench_compare_empty);
  if (bench.progress.running) return text(Text::bench_compare_running);
  if (bench.report == nullptr) return say(Text::bench_compare_no_after, {bench.before_source});
  if (!bench.comparison.failure.empty()) return bench.comparison.failure;
  return bench.comparison.found ? "" : text(Text::lab_busy);
}

// The range of both, with a small margin.
Scale times_axis(const std::vector<double>& a, const std::vector<double>& b) {
  const auto [low_a, high_a] = std::ranges::minmax(a);
  const auto [low_b, high_b] = std::ranges::minmax(b);
  Scale axis;
  axis.low = std::min(low_a, low_b);
  axis.high = std::max(high_a, high_b);
  const double room = axis.high > axis.low ? 0.04 * (axis.high - axis.low) : 0.01 * axis.high;
  axis.low -= room;
  axis.high += room;
  return axis;
}

// Draws a point per launch, the latest at the bottom, a box from quartile to quartile, and a line at the
// median.
void strip(Context& ui, const Scale& axis, const Measured& m, const Area& a, std::size_t series,
           std::string_view map_name) {
  const auto x = [&](double ps) { return a.x0 + a.width() * float(axis.place(ps)); };
  const std::vector<double> times = picoseconds(m);
  const Distribution d = distribution(m);
  const ImU32 ink = bench_ink(ui, series);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({x(d.lower_quartile), a.y0},
                      {std::max(x(d.upper_quartile), x(d.lower_quartile) + 1), a.y1}, with_alpha(ink, 0.25f));
  draw->AddLine({x(d.median), a.y0}, {x(d.median), a.y1}, ui.color().text, ui.px(1.5f));
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const ImVec2 at = {x(times[i]), a.y0 + a.height() * (float(i) + 0.5f) / float(times.size())};
    draw->AddCircleFilled(at, ui.px(2.5f), ink, 10);
    if (!ImGui::IsWindowHovered() || std::abs(mouse.x - at.x) > ui.px(5) ||
        std::abs(mouse.y - at.y) > ui.px(5))
      continue;
    const std::string launch = std::to_string(i + 1), of = std::to_string(times.size());
    ImGui::SetTooltip("%s", say(Text::bench_sample, {fmt::format("{:.4g}", times[i]), launch, of}).c_str());
  }
  map_rect(
      ui, map_name, a,
      say(Text::bench_quartiles, {fmt::format("{:.4g}", d.median), fmt::format("{:.4g}", d.lower_quartile),
                                  fmt::format("{:.4g}", d.upper_quartile), std::to_string(d.samples)}));
}

void both_strips(Context& ui, const Measured& before, const Measured& after) {
  const Scale axis = times_axis(picoseconds(before), picoseconds(after));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, high = ui.px(38), left = at.x + ui.px(52);
  const Area first = {left, at.y, at.x + room - ui.px(8), at.y + high};
  const Area second = {left, first.y1 + ui.px(8), first.x1, first.y1 + ui.px(8) + high};
  small_text(ui, {at.x, first.y0 + ui.px(11)}, bench_ink(ui, 0), text(Text::bench_side_before));
  small_text(ui, {at.x, second.y0 + ui.px(11)}, bench_ink(ui, 1), text(Text::bench_side_after));
  strip(ui, axis, before, first, 0, "bench.strip.before");
  strip(ui, axis, after, second, 1, "bench.strip.after");
  const float y = second.y1 + ui.px(3);
  ImGui::GetWindowDrawList()->AddLine({left, y}, {first.x1, y}, ui.color().line, ui.px(1));
  small_text(ui, {left, y + ui.px(3)}, ui.color().dim, fmt::format("{:.4g}", axis.low));
  small_text(ui, {first.x1, y + ui.px(3)}, ui.color().dim, fmt::format("{:.4g}", axis.high), 1);
  small_text(ui, {(left + first.x1) / 2, y + ui.px(3)}, ui.color().dim, text(Text::bench_picoseconds), 0.5f);
}
} // namespace

void bench_comparison(Context& ui, float height) {
  const BenchFindings& bench = *ui.frame.bench;
  const float top = ImGui::GetCursorPosY();
  compare_tools(ui);
  if (const std::string why = obstacle_text(bench); !why.empty()) {
    paragraph(ui, bench.comparison.failure.empty() ? ui.color().dim : ui.color().red, why,
              "bench.uncompared");
    return ImGui::SetCursorPosY(top + height);
  }
  const Comparison& comparison = *bench.comparison.found;
  paragraph(ui, ui.color().dim,
            say(Text::compare_bench_before, {bench.before_source}) + " · " + differences(comparison),
            "bench.before");
  totals(ui, comparison);
  table(ui, comparison, std::max(ui.px(60), top + height - ImGui::GetCursorPosY()));
}

void bench_distributions(Context& ui, float height) {
  const BenchFindings& bench = *ui.frame.bench;
  if (!bench.comparison.found || bench.progress.running) return;
  ImGui::BeginChild("times", {0, height});
  const auto& chosen = ui.state.labs.bench.cell;
  const Measured* before = chosen ? measured_cell(bench.before, *chosen) : nullptr;
  const Measured* after = chosen ? measured_cell(bench.report, *chosen) : nullptr;
  if (before == nullptr || after == nullptr || before->skipped || after->skipped)
    paragraph(ui, ui.color().dim, text(Text::bench_choose_compared), "bench.choose");
  else {
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().accent, name(*chosen), "bench.cell");
    both_strips(ui, *before, *after);
  }
  ImGui::EndChild();
}

} // namespace texelscope::ui
