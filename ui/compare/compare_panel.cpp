// The strip below the header while something is compared: what, how, and the largest error; and the list with
// the metrics and the distribution of the differences.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/compare/compare_picture.h"
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

void more_list(Context& ui, const CompareFindings& findings) {
  ImGui::SetNextWindowPos(ImVec2(ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y + ui.px(4)),
                          ImGuiCond_Appearing, ImVec2(1, 0));
  const float width = std::min(ui.px(440), ImGui::GetIO().DisplaySize.x - ui.px(24));
  const float height = std::min(ui.px(372), ImGui::GetIO().DisplaySize.y - ui.px(24));
  ImGui::SetNextWindowSize(ImVec2(width, height));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui.px(10), ui.px(8)));
  if (ImGui::BeginPopup("compare.more")) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(1)));
    compare_choices(ui, findings);
    contents(ui, findings);
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    map_rect(ui, "panel.compare", {at.x, at.y, at.x + size.x, at.y + size.y}, text(Text::title_compare));
    ImGui::PopStyleVar();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}
} // namespace

void compare_strip(Context& ui) {
  if (ui.state.compare.mode == CompareMode::off || ui.frame.hides_answer || ui.frame.compare == nullptr)
    return;
  const CompareFindings& findings = *ui.frame.compare;
  const Area& picture = ui.areas.result_picture;
  const Area strip = {picture.x0, picture.y0, picture.x1, picture.y0 + ui.px(compare_strip_height)};
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(strip.x0, strip.y0), ImVec2(strip.x1, strip.y1),
                                            ui.color().panel);
  map_rect(ui, "compare.strip", strip);
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(1)));
  const float more = ImGui::CalcTextSize(text(Text::compare_more)).x + ui.px(10),
              modes = strip_mode_width(ui);
  const float side = ui.px(108), sides = 2 * (side + ui.px(26)), end = strip.x1 - more - ui.px(8);
  ImGui::SetCursorScreenPos(ImVec2(strip.x0 + ui.px(4), strip.y0 + ui.px(3)));
  const bool room = strip.width() > modes + more + ui.px(20);
  if (room) strip_modes(ui);
  if (strip.width() > modes + sides + more + ui.px(20)) strip_sides(ui, findings, side);
  if (room) ImGui::SameLine(0, ui.px(10));
  if (room && findings.found) strip_error(ui, *findings.found, end);
  ImGui::SetCursorScreenPos(ImVec2(std::max(strip.x0, end + ui.px(4)), strip.y0 + ui.px(3)));
  if (button(ui, "compare.more", text(Text::compare_more), text(Text::compare_more_help)))
    ImGui::OpenPopup("compare.more");
  more_list(ui, findings);
  ImGui::SetCursorScreenPos(ImVec2(strip.x0, strip.y0));
  ImGui::InvisibleButton("compare.strip", ImVec2(strip.width(), strip.height()));
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

} // namespace texelscope::ui
