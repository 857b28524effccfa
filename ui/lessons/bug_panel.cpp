// LESSON while a bug is to be spotted: what is seen, the suspects, and the solution.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/lessons/lesson_text.h"

namespace texelscope::ui {

namespace {
std::string name_of(const std::string& path) {
  const Field& field = *find_field(path);
  return fmt::format("{} {}", field.part(), text(field.label));
}

void accuse(Context& ui, const Bug& bug, const std::string& path) {
  LessonState& s = ui.state.lesson;
  if (s.named == path) return;
  s.named = path;
  ui.output.attempts.push_back(
      {Attempt::Kind::named, bug.id, 0, in_language(bug.symptom), path, path == bug.wrong.front().first});
  const bool right = path == bug.wrong.front().first;
  s.wrong_suspects += !right;
  if (right) s.answered = 1;
}

void suspects(Context& ui, const Bug& bug) {
  const LessonState& s = ui.state.lesson;
  ImGui::Dummy(ImVec2(0, 0));
  for (std::size_t i = 0; i < bug.suspects.size(); ++i) {
    const std::string& path = bug.suspects[i];
    const bool pressed = flowing_button(ui, "bug.suspect." + path, name_of(path),
                                        text(Text::bug_suspect_help), s.named == path);
    if (pressed || s.key_choice == int(i)) accuse(ui, bug, path);
  }
}

std::string outcome(Context& ui, const Bug& bug) {
  const LessonState& s = ui.state.lesson;
  const auto& [path, value] = bug.wrong.front();
  const Field& field = *find_field(path);
  const std::string wrong = shown_value(field, value), sound = shown_value(field, field.get(bug.sound));
  if (ui.frame.lessons->bug_fixed && !s.gave_up && s.named != path)
    return say(Text::bug_fixed, {name_of(path), wrong});
  if (s.named == path) return say(Text::bug_found, {name_of(path), wrong, sound});
  return say(Text::bug_told, {name_of(path), wrong, sound});
}

void solved(Context& ui, const Bug& bug) {
  LessonState& s = ui.state.lesson;
  if (s.answered == 0) // by a change of the settings
    ui.output.attempts.push_back(
        {Attempt::Kind::changed, bug.id, 0, in_language(bug.symptom), bug.wrong.front().first, true});
  s.answered = 1; // whatever is changed from now on
  if (!s.gave_up) s.mark_done("bug." + bug.id);
  wrapped_text(ui, heading_font(ui), ui.color().text, outcome(ui, bug), "bug.outcome");
  wrapped_text(ui, reading_font(ui), ui.color().text, in_language(bug.why), "bug.why");
  if (ui.frame.lessons->bug_fixed) return;
  if (button(ui, "bug.cure", text(Text::bug_cure))) {
    const Field& field = *find_field(bug.wrong.front().first);
    assign(ui.session, field, field.get(bug.sound));
  }
}
} // namespace

void bug_contents(Context& ui) {
  LessonState& s = ui.state.lesson;
  const Bug& bug = ui.frame.lessons->bugs[std::size_t(s.bug)];
  const int tries = ui.frame.lessons->bug_tries + s.wrong_suspects;
  wrapped_text(ui, heading_font(ui), ui.color().text, in_language(bug.title), "bug.title");
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, say(Text::bug_tries, {std::to_string(tries)}),
            "bug.tries");
  wrapped_text(ui, reading_font(ui), ui.color().text, in_language(bug.symptom), "bug.symptom");
  if (!hides_answer(*ui.frame.lessons, s)) return solved(ui, bug);
  wrapped_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::bug_task), "bug.task");
  suspects(ui, bug);
  if (!s.named.empty() && s.named != bug.wrong.front().first)
    wrapped_text(ui, reading_font(ui), ui.color().text, say(Text::bug_not_it, {name_of(s.named)}),
                 "bug.innocent");
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  const bool give_up = button(ui, "bug.give_up", text(Text::bug_give_up), text(Text::bug_give_up_help));
  s.gave_up = give_up || s.reveal_requested;
  if (!s.gave_up) return;
  s.answered = 1;
  ui.output.attempts.push_back(
      {Attempt::Kind::gave_up, bug.id, 0, in_language(bug.symptom), std::string(), false});
}

} // namespace texelscope::ui
