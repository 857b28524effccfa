// WHY: the chosen pixel's fetch as a picture, and behind it every step down to the last sum, by the exact
// model.
#include <cmath>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain_components.h"
#include "ui/why/why_sections.h"
#include "ui/widgets/facts.h"
#include "ui/widgets/picture_view.h"

namespace texelscope::ui {

namespace {
// Buttons at the right of the title.
void head_buttons(Context& ui, bool copies) {
  ImGui::PushFont(ui.theme.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), ui.px(1)));
  float width = 0;
  for (const Text label : {Text::why_hex, Text::why_copy_all})
    width += ImGui::CalcTextSize(text(label)).x + ui.px(14);
  ImGui::SameLine(std::max(ui.px(4), ImGui::GetWindowContentRegionMax().x - width + ui.px(4)));
  if (button(ui, "why.hex", text(Text::why_hex), text(Text::why_hex_help), ui.state.why.hex))
    ui.state.why.hex = !ui.state.why.hex;
  if (copies) {
    ImGui::SameLine(0, ui.px(4));
    if (button(ui, "why.copy", text(Text::why_copy_all), text(Text::why_copy_all_help)))
      run_command(ui, CommandId::copy_explanation);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

// "412, 233"; "412, 233 +" if it does not sample exactly like that pixel.
std::string place_text(const std::optional<std::array<double, 2>>& place, const std::optional<Pixel>& pixel) {
  if (!place) return text(Text::why_not_shown);
  const auto& [x, y] = *place;
  return fmt::format("{:.0f}, {:.0f}{}", std::floor(x), std::floor(y), pixel ? "" : " +");
}

// A pin's number, position and first component; a click chooses or deselects it, the cross removes it.
void pin_row(Context& ui, std::size_t index, bool& removed) {
  const Pin& pin = ui.state.selection.pins.kept()[index];
  const bool chosen = ui.state.selection.pins.chosen() == index;
  const std::string name = fmt::format("why.pin.{}", pin.number);
  const ShownPin* known =
      index < ui.frame.pixels.pins.size() && ui.frame.pixels.pins[index].position == pin.position
          ? &ui.frame.pixels.pins[index]
          : nullptr;
  const std::string shown =
      std::to_string(pin.number) + "  " + (known ? place_text(known->place, known->pixel) : "");
  const float width = ImGui::GetContentRegionAvail().x - ui.px(22);
  ImGui::PushFont(ui.theme.fonts.mono_small);
  ImGui::PushStyleColor(ImGuiCol_Header, ui.color().selected);
  if (chosen) ImGui::PushStyleColor(ImGuiCol_Text, ui.color().selected_text);
  ImGui::PushID(pin.number);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable(shown.c_str(), chosen, 0, ImVec2(width, 0))) {
    if (chosen)
      ui.state.selection.pins.deselect();
    else
      ui.state.selection.pins.choose(index);
  }
  map_item(ui, name, shown + (known ? "  " + known->value : "") + (chosen ? " (chosen)" : ""));
  tooltip(ui, text(Text::why_pin_help));
  if (known) {
    const ImVec2 size = ImGui::CalcTextSize(known->value.c_str());
    ImGui::GetWindowDrawList()->AddText(ImVec2(at.x + width - size.x - ui.px(2), at.y),
                                        ImGui::GetColorU32(ImGuiCol_Text), known->value.c_str());
  }
  if (chosen) ImGui::PopStyleColor();
  ImGui::SameLine(0, ui.px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(5), 0));
  if (button(ui, name + ".remove", text(Text::why_unpin), text(Text::why_unpin_help))) removed = true;
  ImGui::PopStyleVar();
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void pin_rows(Context& ui) {
  std::optional<std::size_t> gone;
  for (std::size_t i = 0; i < ui.state.selection.pins.kept().size(); ++i) {
    bool removed = false;
    pin_row(ui, i, removed);
    if (removed) gone = i;
  }
  if (gone) ui.state.selection.pins.remove(*gone);
}

void place(Context& ui, const Explanation& e) {
  const bool pinned = ui.state.selection.pins.chosen_position() != nullptr;
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::why_pixel));
  ImGui::SameLine(0, ui.px(8));
  draw_text(ui, ui.theme.fonts.mono_small, ui.color().text,
            place_text(e.place, e.pixel) + (pinned ? text(Text::why_pinned) : ""), "why.pixel");
  if (pinned) why_position(ui, e);
}
// All that stands behind the picture, in words and numbers.
void every_step(Context& ui, const FetchExplanation& explanation) {
  const Explanation& e = explanation.fetch;
  if (!fold(ui, every_step_fold, text(Text::why_every_step), "", false, text(Text::why_every_step_help)))
    return;
  why_reasons(ui, explanation);
  if (e.empty) return;
  ImGui::PushFont(ui.theme.fonts.small);
  if (button(ui, "why.details", text(Text::why_details), text(Text::why_details_help),
             ui.state.why.details)) {
    ui.state.why.details = !ui.state.why.details;
    ui.state.why.reset_folds();
  }
  ImGui::PopFont();
  why_weights(ui, e);
  why_coordinate(ui, e);
  why_level_of_detail(ui, e);
  why_texels(ui, e);
  if (e.has_values) why_sums(ui, e);
  if (e.has_values) why_result(ui, e);
}
} // namespace

void why_panel(Context& ui, const Area& area) {
  begin_panel(ui, "why", area, Text::title_why);
  ui.state.why.hovered.reset();
  const bool recorded = ui.state.panels.lab == Lab::trace && ui.frame.trace->report.has_value();
  const FetchExplanation* explanation = recorded ? nullptr : ui.frame.pixels.explanation;
  head_buttons(ui, explanation != nullptr);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui.px(4), ui.px(2)));
  if (!recorded) pin_rows(ui);
  if (recorded) {
    why_recorded(ui);
  } else if (explanation == nullptr) {
    paragraph(ui, ui.color().dim, text(Text::why_empty), "why.empty");
  } else {
    const Explanation& e = explanation->fetch;
    place(ui, e);
    if (ui.frame.picture.result != nullptr && ui.frame.picture.result->of_body)
      paragraph(ui, ui.color().dim, text(Text::why_body), "why.body");
    why_picture(ui, *explanation);
    why_disagreement(ui, e, ui.frame.backend->device);
    why_cures(ui, explanation->picture);
    every_step(ui, *explanation);
  }
  ImGui::PopStyleVar();
  end_panel();
}

} // namespace texelscope::ui
