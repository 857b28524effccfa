// Asks before unsaved changes are lost, and about those that another window left.
#include "kernels/text/texts.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

namespace {
// Shared by both questions. Esc gives the last answer. Returns the pressed one, or -1.
int ask(Context& ui, std::span<const Answer> choices) {
  if (!begin_modal(ui, "leaving", 520, 150)) return -1;
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(Text::title_leaving), "leaving.title");
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  flowing_text(ui, ui.theme.fonts.text, ui.color().text, ui.frame.dialogs.question, "leaving.question");
  paragraph(ui, ui.color().dim, ui.frame.dialogs.reason, "leaving.reason");
  const float bottom = ImGui::GetWindowHeight() - ui.px(12) - ImGui::GetFrameHeight();
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), bottom));
  int pressed = answers(ui, choices, ui.state.dialogs.answer);
  ImGui::SameLine(0, ui.px(14));
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::leaving_keys));
  if (key_pressed(ui, key_escape)) pressed = int(choices.size()) - 1;
  end_modal();
  return pressed;
}
} // namespace

void leaving_question(Context& ui) {
  DialogState& dialogs = ui.state.dialogs;
  if (!dialogs.leaving && !dialogs.restoring) return close_modal("leaving");
  const bool leaves = dialogs.leaving;
  const Answer leaving[] = {{"leaving.save", text(Text::leaving_save)},
                            {"leaving.discard", text(Text::leaving_discard)},
                            {"leaving.cancel", text(Text::leaving_cancel)}};
  const Answer restoring[] = {{"restore.yes", text(Text::restore_yes)},
                              {"restore.no", text(Text::restore_no)},
                              {"restore.later", text(Text::restore_later)}};
  const int pressed = ask(ui, leaves ? leaving : restoring);
  if (pressed < 0) return;
  (leaves ? dialogs.leaving : dialogs.restoring) = false;
  dialogs.answer = 0; // the other question may come next
  ui.output.actions.push_back(
      {leaves ? Action::Kind::leave : Action::Kind::restore, {}, {}, std::size_t(pressed)});
}

} // namespace texelscope::ui
