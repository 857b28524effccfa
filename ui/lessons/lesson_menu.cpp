// The menu of lessons and bugs, with marks at those that are done.
#include "kernels/text/texts.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

namespace {
// Returns whether it was chosen.
bool entry(Context& ui, const std::string& name, const LocalizedText& title, bool done, bool open) {
  const std::string& shown = in_language(title);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(name.c_str());
  if (open) ImGui::PushStyleColor(ImGuiCol_Text, ui.color().accent);
  const bool chosen = ImGui::MenuItem(("    " + shown).c_str(), done ? text(Text::lesson_done_mark) : " ");
  if (open) ImGui::GetWindowDrawList()->AddText(at, ui.color().accent, text(Text::lesson_open_mark));
  if (open) ImGui::PopStyleColor();
  ImGui::PopID();
  map_item(ui, name, shown + (open ? " (open)" : "") + (done ? " (done)" : ""));
  return chosen;
}

void bugs(Context& ui) {
  const LessonShelf& shelf = *ui.frame.lessons;
  const bool open = ImGui::BeginMenu(text(Text::menu_bugs));
  map_item(ui, "menu.bugs", text(Text::menu_bugs));
  if (!open) return;
  for (std::size_t i = 0; i < shelf.bugs.size(); ++i) {
    const Bug& bug = shelf.bugs[i];
    if (entry(ui, "bug." + bug.id, bug.title, ui.state.lesson.is_done("bug." + bug.id),
              ui.state.lesson.bug == int(i)))
      open_bug(shelf, int(i), ui.session, ui.state);
  }
  ImGui::EndMenu();
}
} // namespace

void lesson_menu(Context& ui) {
  const LessonShelf& shelf = *ui.frame.lessons;
  for (std::size_t i = 0; i < shelf.lessons.size(); ++i) {
    const Lesson& lesson = shelf.lessons[i];
    if (entry(ui, "lesson." + lesson.id, lesson.title, ui.state.lesson.is_done(lesson.id),
              ui.state.lesson.lesson == int(i)))
      open_lesson(shelf, int(i), 0, ui.session, ui.state);
  }
  if (shelf.lessons.empty()) draw_text(ui, ui.theme.fonts.text, ui.color().dim, text(Text::lesson_none));
  ImGui::Separator();
  if (!shelf.bugs.empty()) bugs(ui);
  const bool open = ui.state.lesson.open();
  if (ImGui::MenuItem(text(Text::lesson_own_session), nullptr, false, open))
    run_command(ui, CommandId::lesson_leave);
  map_item(ui, "command.lesson_leave", text(Text::lesson_own_session));
}

// Alt and a digit choose an answer or a suspect.
bool lesson_key(Context& ui, const KeyPress& key) {
  if (!key.alt || key.ctrl || key.key < '1' || key.key > '9' || !ui.state.lesson.open()) return false;
  ui.state.lesson.key_choice = key.key - '1';
  return true;
}

} // namespace texelscope::ui
