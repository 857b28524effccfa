#include "ui/frame/lessons.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "ui/widgets/widgets.h"

namespace texelscope::ui {

bool LessonState::is_done(const std::string& id) const {
  return std::find(done.begin(), done.end(), id) != done.end();
}

void LessonState::mark_done(const std::string& id) {
  if (!is_done(id)) done.push_back(id);
}

namespace {
bool asks(const LessonShelf& shelf, const LessonState& state) {
  const auto lesson = std::size_t(state.lesson), step = std::size_t(state.step);
  if (state.lesson < 0 || lesson >= shelf.lessons.size()) return true; // a bug, or not known yet
  return step >= shelf.lessons[lesson].steps.size() || shelf.lessons[lesson].steps[step].asks();
}
} // namespace

bool hides_answer(const LessonShelf& shelf, const LessonState& state) {
  if (!state.open() || (state.answered >> state.step & 1) != 0 || !asks(shelf, state)) return false;
  const bool known = shelf.opened == state.opened; // not in the frame that opened the page
  return !known || (state.bug >= 0 ? !shelf.bug_fixed : shelf.truth.failure.empty());
}

namespace {
std::uint64_t asked_steps(const Lesson& lesson) {
  std::uint64_t asked = 0;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i)
    asked |= std::uint64_t(lesson.steps[i].asks()) << i;
  return asked;
}
} // namespace

int count_asked(const Lesson& lesson) {
  return std::popcount(asked_steps(lesson));
}

int count_right(const Lesson& lesson, const LessonState& state) {
  return std::popcount(asked_steps(lesson) & state.right);
}

void show_answer(const Lesson& lesson, LessonState& state) {
  state.revealed = true;
  state.scroll_frames = 2;
  state.answered |= std::uint64_t(1) << state.step;
  const std::uint64_t asked = asked_steps(lesson);
  if ((state.answered & asked) == asked) state.mark_done(lesson.id);
}

void present_answer(LessonState& state) {
  state.revealed = true;
  state.scroll_frames = 2;
  state.answered |= std::uint64_t(1) << state.step;
}

void reveal_answer(const LessonShelf& shelf, LessonState& state) {
  if (state.bug >= 0) state.named = shelf.bugs[std::size_t(state.bug)].wrong.front().first;
  if (state.bug >= 0) state.answered = 1;
  if (state.lesson < 0 || shelf.opened != state.opened || !shelf.truth.found) return;
  const Lesson& lesson = shelf.lessons[std::size_t(state.lesson)];
  const LessonStep& step = lesson.steps[std::size_t(state.step)];
  const LessonValue& truth = shelf.truth.found->value;
  state.choice = -1;
  for (std::size_t i = 0; i < step.choices.size(); ++i)
    if (matches(step.choices[i].is, truth, step.tolerance)) state.choice = int(i);
  const auto* number = std::get_if<double>(&truth);
  if (step.choices.empty() && number != nullptr)
    state.typed = fmt::format("{}", *number); // all of its digits
  show_answer(lesson, state);
}

namespace {
// Moves what was entered to the pages that are opened next.
std::map<int, LessonProgress> progress_of(LessonState& s) {
  if (s.lesson >= 0) {
    LessonProgress& of = s.progress[s.lesson];
    of.answered = s.answered, of.right = s.right;
    of.answers[s.step] = {s.typed, s.choice, s.revealed};
  }
  return std::move(s.progress);
}

void begin(const Session& session, State& state) {
  if (!state.lesson.open()) state.panels.bottom_in_small = false;
  LessonState fresh;
  fresh.own = state.lesson.open() ? std::move(state.lesson.own) : session;
  fresh.progress = progress_of(state.lesson);
  fresh.done = std::move(state.lesson.done);
  fresh.opened = state.lesson.opened + 1;
  fresh.all_settings = state.lesson.all_settings;
  state.lesson = std::move(fresh);
  state.panels.lab = Lab::none;
  state.panels.column = state.panels.presenting ? ShownColumn::picture : ShownColumn::why;
  state.selection.pins.clear();
}

void take_session(const LessonStep& step, Session& session, State& state) {
  session = step.session;
  if (step.at || step.direction) state.lesson.pin_frames = 3;
}
} // namespace

void open_lesson(const LessonShelf& shelf, int lesson, int step, Session& session, State& state) {
  if (lesson < 0 || std::size_t(lesson) >= shelf.lessons.size()) return;
  const auto& steps = shelf.lessons[std::size_t(lesson)].steps;
  begin(session, state);
  LessonState& s = state.lesson;
  s.lesson = lesson;
  s.step = std::clamp(step, 0, int(steps.size()) - 1);
  s.focus_requested = true;
  if (const auto known = s.progress.find(lesson); known != s.progress.end()) {
    s.answered = known->second.answered, s.right = known->second.right;
    if (const auto answer = known->second.answers.find(s.step); answer != known->second.answers.end())
      s.typed = answer->second.typed, s.choice = answer->second.choice, s.revealed = answer->second.revealed;
  }
  take_session(steps[std::size_t(state.lesson.step)], session, state);
}

void open_bug(const LessonShelf& shelf, int bug, Session& session, State& state) {
  if (bug < 0 || std::size_t(bug) >= shelf.bugs.size()) return;
  begin(session, state);
  state.lesson.bug = bug;
  session = shelf.bugs[std::size_t(bug)].broken();
}

void turn_page(const LessonShelf& shelf, int by, Session& session, State& state) {
  const LessonState& at = state.lesson;
  if (at.bug >= 0) return open_bug(shelf, at.bug + by, session, state);
  if (at.lesson < 0) return;
  const int step = at.step + by, steps = int(shelf.lessons[std::size_t(at.lesson)].steps.size());
  if (step >= 0 && step < steps) return open_lesson(shelf, at.lesson, step, session, state);
  const int next = at.lesson + by;
  const bool there = next >= 0 && std::size_t(next) < shelf.lessons.size();
  if (there)
    open_lesson(shelf, next, by > 0 ? 0 : int(shelf.lessons[std::size_t(next)].steps.size()) - 1, session,
                state);
}

void reset_lesson(const LessonShelf& shelf, Session& session, State& state) {
  LessonState& at = state.lesson;
  at.typed.clear(), at.choice = -1, at.revealed = at.reveal_pending = false, at.focus_requested = true;
  if (at.bug >= 0) session = shelf.bugs[std::size_t(at.bug)].broken();
  if (at.lesson >= 0)
    take_session(shelf.lessons[std::size_t(at.lesson)].steps[std::size_t(at.step)], session, state);
}

void leave_lesson(State& state) {
  if (!state.lesson.open()) return;
  LessonState left;
  left.progress = progress_of(state.lesson);
  left.done = std::move(state.lesson.done);
  left.opened = state.lesson.opened + 1;
  state.lesson = std::move(left);
  state.selection.pins.clear();
}

} // namespace texelscope::ui
