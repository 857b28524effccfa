// The row of dots below a lesson's title: one for each step, to see how far one is and to go there.
#include <algorithm>

#include <fmt/format.h>

#include "kernels/ground/text/texts.h"
#include "ui/lessons/lesson_text.h"

namespace texelscope::ui {

namespace {
constexpr float pitch = 18, radius = 4.5f; // design pixels

enum class StepMark { unanswered, right, wrong, told };

StepMark mark_of(const Lesson& lesson, const LessonState& s, int step) {
  const std::uint64_t bit = std::uint64_t(1) << step;
  if (!lesson.steps[std::size_t(step)].asks()) return step < s.step ? StepMark::told : StepMark::unanswered;
  if ((s.answered & bit) == 0) return StepMark::unanswered;
  return (s.right & bit) != 0 ? StepMark::right : StepMark::wrong;
}

// A ring is still to come, a disk was right, a cross was not; the open step has a ring of the accent around
// it.
void draw_dot(Context& ui, ImVec2 center, StepMark mark, bool open) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float r = ui.px(radius), thin = ui.px(1.5f), c = r * 0.75f;
  const ImU32 ink = open ? ui.color().text : ui.color().dim;
  if (mark == StepMark::unanswered) draw->AddCircle(center, r, ink, 0, thin);
  if (mark == StepMark::right || mark == StepMark::told) draw->AddCircleFilled(center, r, ink);
  if (mark == StepMark::wrong) {
    draw->AddLine({center.x - c, center.y - c}, {center.x + c, center.y + c}, ink, thin);
    draw->AddLine({center.x - c, center.y + c}, {center.x + c, center.y - c}, ink, thin);
  }
  if (open) draw->AddCircle(center, r + ui.px(3), ui.color().accent, 0, thin);
}

void dot(Context& ui, const Lesson& lesson, int step) {
  static constexpr const char* marks[] = {"", "right", "wrong", "read"};
  const LessonState& s = ui.state.lesson;
  const float side = ui.px(pitch);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const StepMark mark = mark_of(lesson, s, step);
  ImGui::PushID(step);
  const bool pressed = ImGui::InvisibleButton("dot", ImVec2(side, side));
  ImGui::PopID();
  map_item(ui, fmt::format("lesson.dot.{}", step), marks[std::size_t(mark)]);
  tooltip(ui, say(Text::lesson_step_title, {std::to_string(step + 1), std::to_string(lesson.steps.size())}));
  draw_dot(ui, ImVec2(at.x + side / 2, at.y + side / 2), mark, step == s.step);
  if (pressed && step != s.step) turn_page(*ui.frame.lessons, step - s.step, ui.session, ui.state);
}
} // namespace

void step_dots(Context& ui, const Lesson& lesson) {
  const LessonState& s = ui.state.lesson;
  const int steps = int(lesson.steps.size()), open = s.step;
  const std::string number = say(Text::lesson_step_title, {std::to_string(open + 1), std::to_string(steps)});
  ImFont* small = ui.theme.fonts.small;
  const float width = small->CalcTextSizeA(small->FontSize, 1e9f, 0, number.c_str()).x;
  const float dots = float(steps) * ui.px(pitch) + ui.px(8);
  const bool room = ImGui::GetCursorScreenPos().x + dots + width < right_edge();
  const float top = ImGui::GetCursorPosY();
  for (int i = 0; room && i < steps && s.step == open; ++i) {
    dot(ui, lesson, i);
    ImGui::SameLine(0, i + 1 == steps ? ui.px(8) : 0);
  }
  if (room) ImGui::SetCursorPosY(top + (ui.px(pitch) - small->FontSize) / 2);
  draw_text(ui, small, ui.color().dim, number, "lesson.step");
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), top + ui.px(pitch) + ui.px(4)));
}

} // namespace texelscope::ui
