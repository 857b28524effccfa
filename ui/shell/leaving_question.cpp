// Asks before unsaved changes are lost, about those that another window left, and before what somebody else
// wrote is overwritten.
#include <algorithm>
#include <array>
#include <utility>

#include "kernels/ground/text/texts.h"
#include "ui/widgets/modal.h"

namespace texelscope::ui {

namespace {
struct Question {
  bool DialogState::*open;
  Action::Kind answered;
  Text title;
  std::array<std::pair<const char*, Text>, 3> answers; // Esc gives the last
};
// Of those that are open, the first is asked.
constexpr Question questions[] = {{&DialogState::overwriting,
                                   Action::Kind::overwrite,
                                   Text::title_overwriting,
                                   {{{"overwrite.yes", Text::overwrite_yes},
                                     {"overwrite.as", Text::overwrite_as},
                                     {"overwrite.cancel", Text::leaving_cancel}}}},
                                  {&DialogState::leaving,
                                   Action::Kind::leave,
                                   Text::title_leaving,
                                   {{{"leaving.save", Text::leaving_save},
                                     {"leaving.discard", Text::leaving_discard},
                                     {"leaving.cancel", Text::leaving_cancel}}}},
                                  {&DialogState::restoring,
                                   Action::Kind::restore,
                                   Text::title_leaving,
                                   {{{"restore.yes", Text::restore_yes},
                                     {"restore.no", Text::restore_no},
                                     {"restore.later", Text::restore_later}}}}};

// Returns the pressed answer, or -1.
int ask(Context& ui, const Question& question) {
  std::array<Answer, 3> choices;
  std::ranges::transform(question.answers, choices.begin(), [](const auto& answer) {
    return Answer{answer.first, text(answer.second)};
  });
  if (!begin_modal(ui, "leaving", 520, 150)) return -1;
  draw_text(ui, ui.theme.fonts.bold, ui.color().dim, text(question.title), "leaving.title");
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
  const Question* question =
      std::ranges::find_if(questions, [&](const Question& q) { return dialogs.*q.open; });
  if (question == std::end(questions)) return close_modal("leaving");
  const int pressed = ask(ui, *question);
  if (pressed < 0) return;
  dialogs.*question->open = false;
  dialogs.answer = 0; // another question may come next
  ui.output.actions.push_back({question->answered, {}, {}, std::size_t(pressed)});
}

} // namespace texelscope::ui
