// A measured cell as text.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"
#include "ui/profile/bench_parts.h"

namespace texelscope::ui {

using namespace profile;

namespace {
std::string rounded(const std::optional<double>& value) {
  return value ? fmt::format("{:.0f}", *value) : std::string(text(Text::bench_unknown));
}

std::string rate_line(const Measured& m) {
  std::string line =
      fmt::format("{:.4g} GTexel/s, {:.4g} GB/s", m.texels_per_second * 1e-9, m.bytes_per_second * 1e-9);
  if (const auto clock = value_of(m, Column::clock))
    line += ", " + say(Text::bench_cell_clock, {number_text(Column::clock, *clock)});
  if (const auto roof = value_of(m, Column::roof)) {
    const std::string share = number_text(Column::roof, *roof);
    line += ", " + (m.limiter.empty() ? say(Text::bench_cell_roof, {share})
                                      : say(Text::bench_cell_roof_of, {share, m.limiter}));
  }
  return line;
}

std::string time_line(const Measured& m) {
  const std::string line =
      say(Text::bench_cell_times, {fmt::format("{:.3f}", m.median_ms), std::to_string(m.samples_ms.size()),
                                   fmt::format("{:.2f}", 100 * m.spread)});
  return m.dropped == 0 ? line : line + "; " + say(Text::bench_cell_dropped, {std::to_string(m.dropped)});
}

std::string check_line(const Measured& m) {
  if (m.largest_error == 0) return text(Text::bench_cell_exact);
  const auto error = [](double value) { return fmt::format("{:.2g}", value); };
  return say(m.right() ? Text::bench_cell_right : Text::bench_cell_wrong,
             {error(m.largest_error), error(m.tolerance)});
}

std::string condition_line(const Condition& c) {
  const std::string held = c.throttle.empty() ? text(Text::bench_not_held) : joined(c.throttle);
  return say(Text::bench_cell_condition, {rounded(c.clock_mhz), rounded(c.memory_clock_mhz),
                                          rounded(c.temperature_c), rounded(c.power_w), held});
}
} // namespace

const Measured* measured_cell(const Report* report, const BenchmarkCase& cell) {
  if (report == nullptr) return nullptr;
  const auto found = std::ranges::find(report->cells, cell, &Measured::cell);
  return found == report->cells.end() ? nullptr : &*found;
}

std::vector<std::string> cell_lines(const Measured& m) {
  if (m.skipped)
    return {name(m.cell), say(Text::bench_cell_skipped, {obstacle_text(m.cell, *m.skipped), m.message})};
  std::vector<std::string> lines = {name(m.cell), rate_line(m), time_line(m), check_line(m)};
  if (m.counts) lines.push_back(counts_text(m));
  if (m.shared > 0) lines.push_back(text(Text::bench_shared_cell));
  if (m.condition != Condition{}) lines.push_back(condition_line(m.condition));
  return lines;
}

void cell_tooltip(const Context& ui, const Measured& m) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  ImGui::BeginTooltip();
  const float width = ui.px(460);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  const std::vector<std::string> lines = cell_lines(m);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ImFont* font = i == 0 ? ui.theme.fonts.mono_small : ui.theme.fonts.small;
    ImGui::PushFont(font);
    ImGui::TextUnformatted(whole_numbers(*font, breakable(ui.theme, lines[i]), width).c_str());
    ImGui::PopFont();
  }
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

void choose_bench_cell(Context& ui, const BenchmarkCase& cell, bool in_table) {
  BenchChoice& choice = ui.state.labs.bench;
  const std::string named = name(cell);
  choice.cell = cell;
  choice.scroll_to_cell = !in_table;
  ImGui::SetClipboardText(named.c_str());
  ui.output.actions.push_back({Action::Kind::message, {}, say(Text::copied, {named}), 0});
}

float bench_name_width(const Context& ui) {
  return float(ui.frame.bench->longest) * mono_width(ui, "x");
}

float bench_inner_width(float wanted) {
  return std::max(wanted, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
}

} // namespace texelscope::ui
