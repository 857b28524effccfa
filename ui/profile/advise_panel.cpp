// ADVISE: which choice is worth it, the rate of each over its error, and a row of numbers for each.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/profile/advise_parts.h"
#include "ui/widgets/axes.h"
#include "ui/widgets/progress_bar.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
// The button, and once there is an advice, the error that is allowed.
void head(Context& ui) {
  const AdviseFindings& found = *ui.frame.advise;
  AdviseChoice& choice = ui.state.labs.advise;
  const AdviseProgress& p = found.progress;
  const Text label = !p.running ? Text::advise_start : p.ending ? Text::advise_stopping : Text::advise_stop;
  ImGui::BeginDisabled(p.ending);
  if (button(ui, "advise.start", text(label),
             text(p.running ? Text::advise_stop_help : Text::advise_start_help)))
    run_command(ui, CommandId::advise_start);
  ImGui::EndDisabled();
  if (!found.there) return;
  ImGui::SameLine(0, ui.px(16));
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::advise_allowed_label));
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(ui.px(96));
  text_field("##allowed", text(Text::advise_allowed_hint), choice.allowed);
  map_item(ui, "advise.allowed", choice.allowed);
  tooltip(ui, text(Text::advise_allowed_help));
  if (!found.wrong_allowed.empty()) {
    ImGui::SameLine(0, ui.px(10));
    draw_text(ui, ui.theme.fonts.small, ui.color().red, found.wrong_allowed, "advise.wrong_allowed");
  } else {
    ImGui::SameLine(0, ui.px(16));
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string shown = elided(ui.theme.fonts.small, found.device, room);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - small_width(ui, shown));
    draw_text(ui, ui.theme.fonts.small, ui.color().dim, shown, "advise.device");
  }
}

// The deciding sentence is the largest text, then what goes with it, then what was measured.
void verdict(Context& ui) {
  const AdviseFindings& found = *ui.frame.advise;
  for (std::size_t i = 0; i < found.worth.size(); ++i)
    flowing_text(ui, ui.theme.fonts.text, ui.color().text, found.worth[i], fmt::format("advise.worth.{}", i));
  for (std::size_t i = 0; i < found.sentences.size(); ++i)
    flowing_text(ui, i == 0 ? ui.theme.fonts.lesson_bold : ui.theme.fonts.text, ui.color().text,
                 found.sentences[i], fmt::format("advise.verdict.{}", i));
  ImGui::Dummy({1, ui.px(2)});
  paragraph(ui, ui.color().dim, found.scene, "advise.scene");
  const float end = ImGui::GetItemRectMax().x + ui.px(16); // beside it if there is room
  if (end + small_width(ui, found.coordinates) < right_edge()) ImGui::SameLine(0, ui.px(16));
  paragraph(ui, ui.color().dim, found.coordinates, "advise.coordinates");
  for (std::size_t i = 0; i < found.notes.size(); ++i)
    paragraph(ui, ui.color().amber, found.notes[i], fmt::format("advise.note.{}", i));
}

// The plot has at least half of the room and the table the rest, in which it scrolls. With less room the
// panel scrolls, and the table is as high as its rows.
void plot_and_table(Context& ui) {
  const auto pointed = std::exchange(ui.state.labs.advise.pointed, std::nullopt);
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float line = ui.theme.fonts.mono_small->FontSize + 2 * ui.px(1);
  const float rows = line * float(ui.frame.advise->rows.size() + 2);
  const bool scrolls = room.y < ui.px(220 + 160);
  const float plot =
      scrolls ? std::max(ui.px(220), std::min(ui.px(300), room.y))
              : std::clamp(room.y - rows - ui.px(10), std::max(ui.px(220), room.y * 0.5f), ui.px(460));
  if (!ui.frame.advise->plot.choices.empty()) {
    advise_plot(ui, {at.x, at.y, at.x + room.x, at.y + plot}, pointed);
    ImGui::SetCursorScreenPos({at.x, at.y + plot + ui.px(8)});
  }
  advise_table(ui, scrolls ? 0 : std::max(ui.px(60), ImGui::GetContentRegionAvail().y), pointed);
}
} // namespace

void advise_panel(Context& ui) {
  const AdviseFindings& found = *ui.frame.advise;
  ImGui::PushFont(ui.theme.fonts.small);
  head(ui);
  if (const AdviseProgress& p = found.progress; p.running)
    progress_bar(ui, "advise.progress", p.share, fmt::format("{:.0f} %", std::floor(100 * p.share)), p.now);
  if (!found.failure.empty()) paragraph(ui, ui.color().red, found.failure.str(), "advise.failure");
  ImGui::Dummy({1, ui.px(4)});
  if (found.there) {
    verdict(ui);
    ImGui::Dummy({1, ui.px(6)});
    plot_and_table(ui);
  } else if (!found.progress.running) {
    paragraph(ui, ui.color().dim, text(Text::advise_empty), "advise.empty");
  }
  ImGui::PopFont();
}

} // namespace texelscope::ui
