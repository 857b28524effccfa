// LESSON: the step's text and question; the learner predicts, then the computed answer is revealed.
#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "ui/lessons/lesson_text.h"

namespace texelscope::ui {

ImFont* lesson_font(Context& ui, ImFont* otherwise) {
  return language() == Language::chinese ? ui.theme.fonts.text : otherwise;
}

ImFont* reading_font(Context& ui) {
  return ui.areas.presenting ? lesson_font(ui, ui.theme.fonts.control) : ui.theme.fonts.lesson;
}

ImFont* heading_font(Context& ui) {
  if (ui.areas.presenting) return lesson_font(ui, ui.theme.fonts.bold);
  return language() == Language::chinese ? ui.theme.fonts.lesson : ui.theme.fonts.lesson_bold;
}

namespace {
// "u = 1.25" stays on one line.
std::string with_whole_equations(std::string_view content) {
  static constexpr std::string_view apart = " = ", together = "\u00a0=\u00a0";
  std::string whole(content);
  for (std::size_t at = 0; (at = whole.find(apart, at)) != std::string::npos; at += together.size())
    whole.replace(at, apart.size(), together);
  return whole;
}
} // namespace

void wrapped_text(Context& ui, ImFont* font, ImU32 color, std::string_view shown, std::string_view name) {
  const bool reading = font == reading_font(ui) || font == heading_font(ui);
  flowing_text(ui, reading ? font : lesson_font(ui, font), color, with_whole_equations(shown));
  map_item(ui, name, shown);
}

bool flowing_button(Context& ui, const std::string& name, const std::string& label, const std::string& help,
                    bool selected) {
  const float width = ImGui::CalcTextSize(label.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
  const float right = right_edge();
  const float end = ImGui::GetItemRectMax().x;
  if (end > ImGui::GetCursorScreenPos().x && end + ui.px(4) + width < right) ImGui::SameLine(0, ui.px(4));
  return button(ui, name, label.c_str(), help.c_str(), selected);
}

namespace {
std::string help_of(const LessonTry& what) {
  if (what.fields.empty()) return text(Text::lesson_try_opens);
  std::string all;
  for (const auto& [path, value] : what.fields)
    all += (all.empty() ? "" : ", ") + path + " = " + format_value(*find_field(path), value);
  return say(Text::lesson_try_help, {all});
}

bool in_effect(const LessonTry& what, const Session& session) {
  if (what.fields.empty()) return false;
  Session changed = session;
  apply(what.fields, changed);
  return changed == session;
}

void update(Context& ui, const LessonTry& what) {
  apply(what.fields, ui.session);
  if (what.lab != Lab::none) ui.state.panels.lab = what.lab;
  if (what.warp) ui.state.profile.plot = ProfileState::Plot::warp;
  if (const auto tab = tab_named(what.tab)) show_tab(ui, *tab);
}

// They show what the answer explains, so they come with it.
void tries(Context& ui, const LessonStep& step) {
  const auto shown = [&](const LessonTry& what) { return !ui.areas.presenting || !what.fields.empty(); };
  if (std::ranges::none_of(step.tries, shown) || ui.frame.hides_answer) return;
  ImGui::AlignTextToFramePadding();
  draw_text(ui, lesson_font(ui, ui.theme.fonts.small), ui.color().dim, text(Text::lesson_try_it));
  for (std::size_t i = 0; i < step.tries.size(); ++i)
    if (shown(step.tries[i]) &&
        flowing_button(ui, fmt::format("lesson.try.{}", i), in_language(step.tries[i].label),
                       help_of(step.tries[i]), in_effect(step.tries[i], ui.session)))
      update(ui, step.tries[i]);
}

std::string missing_prediction(const LessonStep& step, const LessonState& s) {
  if (!step.choices.empty()) return text(Text::lesson_predict_first);
  const std::string wanted = text(Text::lesson_number_first);
  return s.typed.empty() ? wanted : say(Text::lesson_no_number, {s.typed}) + " " + wanted;
}

bool has_predicted(const LessonStep& step, const LessonState& s) {
  return step.choices.empty() ? parse_prediction(s.typed).has_value() : s.choice >= 0;
}

// What is predicted once more, unchanged, is no new attempt.
void note_attempt(Context& ui, const Lesson& lesson, const LessonStep& step, const LessonValue& truth) {
  const LessonState& s = ui.state.lesson;
  if (s.revealed) return;
  const double number = parse_prediction(s.typed).value_or(0);
  const LessonValue value =
      step.choices.empty() ? LessonValue(number) : step.choices[std::size_t(s.choice)].is;
  const bool right = judge(step, truth, number, s.choice) != Judgement::wrong;
  const std::uint64_t bit = std::uint64_t(1) << s.step;
  if (right && (s.answered & bit) == 0) ui.state.lesson.right |= bit;
  ui.output.attempts.push_back(
      {Attempt::Kind::predicted, lesson.id, s.step + 1, in_language(step.question), value, right});
}

// A presenter's audience predicts, so that nothing needs to be entered.
void reveal(Context& ui, const Lesson& lesson) {
  LessonState& s = ui.state.lesson;
  const LessonStep& step = lesson.steps[std::size_t(s.step)];
  const bool predicted = has_predicted(step, s);
  s.nothing_predicted = !predicted && !ui.areas.presenting;
  if (s.nothing_predicted) s.scroll_frames = 2, s.focus_requested = true;
  const AsyncResult<LessonTruth>& truth = ui.frame.lessons->truth;
  s.reveal_pending = !s.nothing_predicted && !truth.found && truth.failure.empty();
  if (s.nothing_predicted || !truth.found) return;
  if (!predicted) return present_answer(s);
  note_attempt(ui, lesson, step, truth.found->value);
  show_answer(lesson, s);
}

bool is_right(const LessonStep& step, const LessonChoice& choice, const LessonValue& truth) {
  return matches(choice.is, truth, step.tolerance);
}

// Buttons of full width, one below the other; after the answer is revealed, the right one is marked.
void choices(Context& ui, const LessonStep& step) {
  LessonState& s = ui.state.lesson;
  const auto& truth = ui.frame.lessons->truth.found;
  for (std::size_t i = 0; i < step.choices.size(); ++i) {
    const bool right = s.revealed && truth && is_right(step, step.choices[i], truth->value),
               chosen = s.choice == int(i);
    const char* mark = right ? "✓ " : s.revealed && chosen ? "× " : "";
    const std::string label = mark + in_language(step.choices[i].label), digit = std::to_string(i + 1),
                      name = fmt::format("lesson.choice.{}", i);
    const float top = ImGui::GetCursorPosY(),
                lower = ImGui::GetFrameHeight() - ui.theme.fonts.mono_small->FontSize;
    ImGui::SetCursorPosY(top + lower / 2);
    draw_text(ui, ui.theme.fonts.mono_small, ui.color().dim, digit);
    ImGui::SameLine(0, ui.px(6));
    ImGui::SetCursorPosY(top);
    ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, ImVec2(0, 0.5f));
    const bool pressed =
        button(ui, name, label.c_str(), say(Text::lesson_choice_help, {digit}).c_str(), chosen);
    ImGui::PopStyleVar();
    if ((pressed || s.key_choice == int(i)) && !s.revealed) {
      s.choice = int(i);
      s.nothing_predicted = false;
    }
  }
}

// Digits that are typed while nothing has the keyboard are the answer's, and no shortcuts.
void take_digits(Context& ui) {
  LessonState& s = ui.state.lesson;
  ImGuiIO& io = ImGui::GetIO();
  if (!asks_for_number(ui) || io.WantTextInput || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
  for (const ImWchar c : io.InputQueueCharacters)
    if (c < 128 && digits_of_answers.find(char(c)) != digits_of_answers.npos)
      s.typed += char(c), s.typed_ahead = 3;
  if (s.typed_ahead > 0) io.InputQueueCharacters.resize(0); // the field would take them once more
}

bool number_field(Context& ui) {
  LessonState& s = ui.state.lesson;
  ImGui::SetNextItemWidth(ui.px(150));
  const std::string before = s.typed;
  const bool keyboard = ImGui::GetIO().BackendPlatformName != nullptr && !ui.areas.presenting,
             opened = s.focus_requested && ui.frame.hides_answer;
  take_digits(ui);
  const bool ahead = s.typed_ahead > 0;
  if (ahead) --s.typed_ahead;
  if (keyboard &&
      (opened || (ahead && !ImGui::GetIO().WantTextInput) || (s.reveal_requested && s.typed.empty())))
    ImGui::SetKeyboardFocusHere();
  s.focus_requested = false;
  const bool enter = text_field("##number", text(Text::lesson_number_hint), s.typed, ahead);
  if (enter) ImGui::SetWindowFocus(nullptr); // the next Enter goes on
  map_item(ui, "lesson.number", s.typed);
  if (s.typed != before) s.nothing_predicted = s.revealed = false;
  ImGui::SameLine(0, ui.px(6));
  return enter;
}

void verdict(Context& ui, const LessonStep& step, const LessonTruth& truth) {
  LessonState& s = ui.state.lesson;
  std::string sentence;
  if (has_predicted(step, s))
    sentence = verdict_text(step, truth.value, parse_prediction(s.typed).value_or(0), s.choice);
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  if (step.choices.empty()) sentence += (sentence.empty() ? "" : " ") + truth_text(step, truth.value);
  if (!sentence.empty()) wrapped_text(ui, heading_font(ui), ui.color().text, sentence, "lesson.verdict");
  if (s.scroll_frames > 0) {
    --s.scroll_frames;
    ImGui::SetScrollHereY(0.1f);
  }
  if (s.choice >= 0 && !is_right(step, step.choices[std::size_t(s.choice)], truth.value))
    if (const auto& why = step.choices[std::size_t(s.choice)].why; !why.empty())
      wrapped_text(ui, reading_font(ui), ui.color().text, in_language(why), "lesson.why");
  if (!step.see.empty())
    wrapped_text(ui, reading_font(ui), ui.color().text, in_language(step.see), "lesson.see");
  wrapped_text(ui, ui.theme.fonts.small, ui.color().dim, truth.source, "lesson.source");
}

// Beside the button that Enter presses.
void enter_hint(Context& ui) {
  const ImFont* font = ui.theme.fonts.small;
  const float width =
      const_cast<ImFont*>(font)->CalcTextSizeA(font->FontSize, 1e9f, 0, text(Text::lesson_enter_key)).x;
  if (ui.areas.presenting || ImGui::GetItemRectMax().x + ui.px(8) + width > right_edge()) return;
  ImGui::SameLine(0, ui.px(8));
  ImGui::AlignTextToFramePadding();
  draw_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::lesson_enter_key));
}

void question(Context& ui, const Lesson& lesson, const LessonStep& step) {
  LessonState& s = ui.state.lesson;
  const AsyncResult<LessonTruth>& truth = ui.frame.lessons->truth;
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  wrapped_text(ui, heading_font(ui), ui.color().text, in_language(step.question), "lesson.question");
  bool requested = s.reveal_requested || s.reveal_pending;
  ImGui::PushFont(reading_font(ui));
  if (step.choices.empty())
    requested |= number_field(ui);
  else {
    choices(ui, step);
    ImGui::Dummy(ImVec2(1, ui.px(2)));
  }
  requested |= button(ui, "lesson.reveal", text(Text::lesson_reveal));
  ImGui::PopFont();
  tooltip(ui, text(Text::lesson_reveal_help), {}, command(CommandId::lesson_reveal).key);
  if (ui.frame.hides_answer) enter_hint(ui);
  if (requested) reveal(ui, lesson);
  if (!truth.failure.empty())
    wrapped_text(ui, ui.theme.fonts.small, ui.color().red, truth.failure, "lesson.failure");
  else if (!truth.found)
    wrapped_text(ui, ui.theme.fonts.small, ui.color().dim, text(Text::lesson_computing), "lesson.computing");
  if (s.nothing_predicted)
    wrapped_text(ui, ui.theme.fonts.small, ui.color().amber, missing_prediction(step, s),
                 "lesson.predict_first");
  if (s.nothing_predicted && s.scroll_frames > 0) {
    --s.scroll_frames;
    ImGui::SetScrollHereY(1);
  }
  if (s.revealed && truth.found) verdict(ui, step, *truth.found);
}

// Pins the step's position once the panels have settled.
void pin(Context& ui, const LessonStep& step) {
  LessonState& s = ui.state.lesson;
  if (s.pin_frames == 0 || --s.pin_frames > 0 || !(step.at || step.direction)) return;
  Pins& pins = ui.state.selection.pins;
  if (std::ranges::any_of(pins.kept(), [](const Pin& kept) { return !kept.label.empty(); })) return;
  const SamplePosition position =
      step.direction
          ? SamplePosition{*step.direction, false, 0, {}, 0}
          : position_in_plane(ui.session, ui.frame.resolution->effective, (*step.at)[0], (*step.at)[1]);
  pins.add(position, coordinate_label(step));
}

bool is_last_step(const Lesson& lesson, const LessonState& s) {
  return s.step + 1 == int(lesson.steps.size());
}

// How high way_on() is; 0: there is none.
float way_on_height(const Context& ui, const Lesson& lesson) {
  const LessonState& s = ui.state.lesson;
  if (ui.frame.hides_answer || ui.areas.presenting) return 0;
  const bool last = is_last_step(lesson, s), scored = last && count_asked(lesson) > 0,
             next = !last || std::size_t(s.lesson) + 1 < ui.frame.lessons->lessons.size();
  return ui.px(6) + (scored ? ui.px(26) : 0) + (next ? ui.px(34) : 0);
}

// After the answer, always in sight: a button to the next step, and where the lesson ends how it went.
void way_on(Context& ui, const Lesson& lesson) {
  const LessonState& s = ui.state.lesson;
  const auto& all = ui.frame.lessons->lessons;
  const bool last = is_last_step(lesson, s);
  const std::size_t next = std::size_t(s.lesson) + 1;
  ImGui::Dummy(ImVec2(1, ui.px(2)));
  if (last && count_asked(lesson) > 0)
    wrapped_text(ui, heading_font(ui), ui.color().text,
                 say(Text::lesson_score,
                     {std::to_string(count_right(lesson, s)), std::to_string(count_asked(lesson))}),
                 "lesson.result");
  if (last && next >= all.size()) return;
  const std::string label = last ? say(Text::lesson_next_lesson, {in_language(all[next].title)})
                                 : std::string(text(Text::lesson_next_step));
  ImGui::PushFont(reading_font(ui));
  const bool pressed = button(ui, "lesson.go_on", label.c_str(), text(Text::lesson_next_help));
  ImGui::PopFont();
  enter_hint(ui);
  if (pressed) run_command(ui, CommandId::lesson_next);
}

const Lesson& open_lesson(const Context& ui) {
  return ui.frame.lessons->lessons[std::size_t(ui.state.lesson.lesson)];
}

// Above what scrolls.
void heading(Context& ui) {
  const Lesson& lesson = open_lesson(ui);
  wrapped_text(ui, heading_font(ui), ui.color().text, numbered_title(lesson), "lesson.title");
  step_dots(ui, lesson);
}

void contents(Context& ui) {
  const Lesson& lesson = open_lesson(ui);
  const LessonStep& step = lesson.steps[std::size_t(ui.state.lesson.step)];
  pin(ui, step);
  wrapped_text(ui, reading_font(ui), ui.color().text, in_language(step.text), "lesson.text");
  if (step.asks()) question(ui, lesson, step);
  tries(ui, step);
}

// A student must know that a file is written, and which one.
void recorded_in(Context& ui) {
  const std::string& file = ui.frame.lessons->recorded_in;
  if (file.empty()) return;
  ImGui::Dummy(ImVec2(1, ui.px(4)));
  wrapped_text(ui, ui.theme.fonts.small, ui.color().dim, say(Text::lesson_recorded_in, {file}),
               "lesson.recorded_in");
}

// Buttons at the right of the panel's title.
void page_buttons(Context& ui) {
  struct PageButton {
    CommandId id;
    Text label, help;
    const char* name;
    const char* arrow = nullptr; // in place of the label
    const char* shown() const { return arrow != nullptr ? arrow : text(label); }
  };
  static constexpr PageButton all[] = {
      {CommandId::lesson_previous, Text::lesson_previous, Text::lesson_previous_help, "lesson.previous", "←"},
      {CommandId::lesson_next, Text::lesson_next, Text::lesson_next_help, "lesson.next", "→"},
      {CommandId::lesson_reset, Text::lesson_reset, Text::lesson_reset_help, "lesson.reset"},
      {CommandId::lesson_leave, Text::lesson_leave, Text::lesson_own_session_help, "lesson.leave"}};
  static constexpr PageButton presented[] = {
      all[0], all[1], {CommandId::present, Text::present_leave, Text::present_leave_help, "present.leave"}};
  const std::span<const PageButton> buttons =
      ui.areas.presenting ? std::span<const PageButton>(presented) : std::span<const PageButton>(all);
  float width = 0;
  for (const auto& b : buttons)
    width += ImGui::CalcTextSize(b.shown()).x + 2 * ImGui::GetStyle().FramePadding.x + ui.px(4);
  ImGui::SameLine(std::max(ui.px(60), ImGui::GetWindowContentRegionMax().x - width));
  for (const auto& b : buttons) {
    if (button(ui, b.name, b.shown())) run_command(ui, b.id);
    tooltip(ui, text(b.help), {}, command(b.id).key);
    ImGui::SameLine(0, ui.px(4));
  }
  ImGui::NewLine();
}
} // namespace

void lesson_panel(Context& ui, const Area& area) {
  begin_panel(ui, "lesson", area, Text::title_lesson);
  ImGui::PushFont(lesson_font(ui, ui.theme.fonts.control));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui.px(7), ui.px(2)));
  page_buttons(ui);
  LessonState& s = ui.state.lesson;
  const int opened = s.opened;
  const bool known = ui.frame.lessons->opened == opened; // not in the frame that opened it
  const auto is_open = [&] { return known && s.lesson >= 0 && s.opened == opened; }; // no button left it
  if (is_open()) heading(ui);
  const float below = is_open() ? way_on_height(ui, open_lesson(ui)) : 0;
  ImGui::PushID(opened); // each step begins scrolled to its top
  ImGui::BeginChild("text", ImVec2(0, -below));
  const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  map_rect(ui, "panel.lesson.text", {from.x, from.y, from.x + size.x, from.y + size.y});
  if (is_open())
    contents(ui);
  else if (known && s.bug >= 0)
    bug_contents(ui);
  if (known && s.open()) recorded_in(ui);
  ImGui::EndChild();
  ImGui::PopID();
  if (below > 0 && is_open()) way_on(ui, open_lesson(ui));
  ImGui::PopStyleVar();
  ImGui::PopFont();
  s.reveal_requested = false;
  s.key_choice = -1;
  end_panel();
}

} // namespace texelscope::ui
