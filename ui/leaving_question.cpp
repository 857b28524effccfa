// Asks before changes that are in no file are lost.
#include "kernels/texts.h"
#include "ui/modal.h"

namespace texelscope::ui {

void leaving_question(Context& ui) {
  State& s = ui.state;
  if (!s.leaving) return close_modal("leaving");
  if (!begin_modal(ui, "leaving", 520, 150)) return;
  words(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::title_leaving), "leaving.title");
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  flowing_words(ui, ui.theme.fonts.text, ui.color().text, ui.frame.leaving_question, "leaving.question");
  paragraph(ui, ui.color().dim, ui.frame.leaving_reason, "leaving.reason");
  const float bottom = ImGui::GetWindowHeight() - ui.px(12) - ImGui::GetFrameHeight();
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), bottom));
  const Answer choices[] = {{"leaving.save", text(Text::leaving_save)},
                            {"leaving.discard", text(Text::leaving_discard)},
                            {"leaving.cancel", text(Text::leaving_cancel)}};
  int pressed = answers(ui, choices, s.leaving_answer);
  ImGui::SameLine(0, ui.px(14));
  ImGui::AlignTextToFramePadding();
  words(ui, ui.theme.fonts.small, ui.color().dim, text(Text::leaving_keys));
  if (key_pressed(ui, key_escape)) pressed = int(LeavingAnswer::cancel);
  end_modal();
  if (pressed < 0) return;
  s.leaving = false;
  ui.output.actions.push_back({Action::Kind::leave, {}, {}, std::size_t(pressed)});
}

} // namespace texelscope::ui
