// COMPARE: what is compared and how, the metrics, and the distribution of the differences.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/compare/compare_rows.h"

namespace texelscope::ui {

namespace {
void region_row(Context& ui, const CompareFound& found) {
  CompareChoice& choice = ui.state.compare;
  if (button(ui, "compare.region", text(Text::compare_region), text(Text::compare_region_help),
             choice.marks_region))
    choice.marks_region = !choice.marks_region;
  ImGui::SameLine(0, ui.px(3));
  ImGui::BeginDisabled(choice.region.width == 0);
  if (button(ui, "compare.whole", text(Text::compare_whole), text(Text::compare_whole_help)))
    choice.region = {};
  ImGui::EndDisabled();
  ImGui::SameLine(0, ui.px(6));
  const Segment items[] = {{text(Text::compare_linear), "linear", text(Text::compare_linear_help), {}},
                           {text(Text::compare_log), "log", text(Text::compare_log_help), {}}};
  int axis = choice.logarithmic ? 1 : 0;
  segments(ui, "compare.axis", items, 2, axis, ui.px(96));
  choice.logarithmic = axis == 1;
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  const Region& r = found.metrics.region;
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim,
            fmt::format("{},{} {} x {}", r.x, r.y, r.width, r.height), "compare.region.size");
}

void side_notes(Context& ui, const CompareFound& found) {
  for (std::size_t i = 0; i < 2; ++i) {
    const ComparedSide& side = found.sides[i];
    const std::string name = i == 0 ? "compare.side.a" : "compare.side.b";
    const std::string letter = std::string(text(i == 0 ? Text::compare_a : Text::compare_b)) + ": ";
    if (!side.failure.empty())
      paragraph(ui, ui.color().amber, letter + side.failure, name);
    else
      paragraph(ui, ui.color().dim, letter + side.label + (side.remark.empty() ? "" : ". " + side.remark),
                name);
  }
  if (!found.failure.empty()) paragraph(ui, ui.color().amber, found.failure, "compare.failure");
}

// Shown at the right of the first line, whose number is still the previous one.
void computing_mark(Context& ui) {
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x -
                       ImGui::CalcTextSize(text(Text::compare_computing)).x);
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::compare_computing), "compare.computing");
  ImGui::SetCursorPos(at);
}

void contents(Context& ui, const CompareFindings& findings) {
  if (ui.state.compare.mode == CompareMode::off)
    return paragraph(ui, ui.color().dim, text(Text::compare_is_off), "compare.hint");
  if (!findings.found)
    return paragraph(ui, ui.color().dim, text(Text::compare_computing), "compare.computing");
  const CompareFound& found = *findings.found;
  if (findings.computing) computing_mark(ui);
  if (found.compared) {
    compare_metrics(ui, found);
    region_row(ui, found);
    compare_histogram(ui, found, std::max(ui.px(70), ImGui::GetContentRegionAvail().y - ui.px(40)));
  }
  side_notes(ui, found);
}
} // namespace

void compare_panel(Context& ui, const Area& area) {
  static const CompareFindings none;
  const CompareFindings& findings = ui.frame.compare != nullptr ? *ui.frame.compare : none;
  begin_panel(ui, "compare", area, Text::title_compare);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(1)));
  compare_choices(ui, findings);
  contents(ui, findings);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  end_panel();
}

} // namespace texelscope::ui
