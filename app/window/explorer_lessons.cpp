// What a lecturer needs of the window: writing steps of lessons, and recording answers.
#include <utility>

#include "app/window/explorer.h"
#include "app/window/file_chooser.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/lessons/lesson_writer.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
NewStep::Question question_of(const ui::StepDraft& draft, const FetchAt& at) {
  using Answer = ui::StepDraft::Answer;
  NewStep::Question question{draft.question, draft.see, at, AnswerPart::value, 0, 0};
  question.tolerance = parse_prediction(draft.tolerance).value_or(0);
  if (draft.answer == Answer::texels)
    question.part = AnswerPart::taps;
  else if (draft.answer == Answer::lod)
    question.part = AnswerPart::lod;
  else
    question.channel = int(draft.answer);
  return question;
}
} // namespace

NewStep Explorer::step_from_draft() const {
  const ui::StepDraft& draft = state_.step_draft;
  NewStep step{draft.text, document_.session(), document_.base(), {}, {}};
  const SamplePosition* position = state_.selection.pins.chosen_position();
  if (position == nullptr) return step;
  const Effective& effective = renderer_.resolution().effective;
  const auto [width, height] = picture_size(areas_, step.session);
  const TargetFetch target = fetch_of(step.session, effective, width, height, *position);
  if (target.place && effective.projection == Projection::flat) step.look = target.in_view;
  if (draft.question.empty()) return step;
  if (target.fetch.empty) throw UserError(text(Text::lesson_empty_pixel));
  step.question = question_of(draft, target.fetch.at);
  return step;
}

// The dialog keeps what was typed until the step is in a file; the title and the accepted difference stay for
// the next one.
bool Explorer::write_step(const fs::path& given, bool is_new) {
  ui::StepDraft& draft = state_.step_draft;
  try {
    const fs::path path = fs::absolute(given);
    if (const std::string reason = reason_not_to_save(path); !reason.empty()) throw UserError(reason);
    const NewStep step = step_from_draft();
    int number = 1;
    if (is_new)
      write_lesson(path, draft.title, step);
    else
      number = append_step(path, step);
    lessons_.note_written(path);
    files_.remember(path);
    notify(NoteKind::no_effect, say(Text::step_added, {std::to_string(number), path.string()}));
    ui::StepDraft next;
    next.title = draft.title;
    next.tolerance = draft.tolerance;
    draft = std::move(next);
    return true;
  } catch (const std::exception& error) {
    draft.error = say(Text::step_not_added, {sentence_of(error)});
    refuse(draft.error);
    return false;
  }
}

void Explorer::record_answers(const fs::path& file) {
  recorder_.start(file);
  lessons_.note_recording(recorder_.file().string());
  notify(NoteKind::no_effect, say(Text::recording_on, {recorder_.file().string()}));
}

void Explorer::stop_recording() {
  if (!recorder_.is_on()) return;
  notify(NoteKind::no_effect, say(Text::recording_off, {recorder_.file().string()}));
  recorder_.stop();
  lessons_.note_recording({});
}

void Explorer::take_attempts(const std::vector<Attempt>& attempts, double now) {
  try {
    recorder_.add(attempts, state_.lesson.opened, now);
  } catch (const std::exception& error) {
    recorder_.stop();
    lessons_.note_recording({});
    notify(NoteKind::refused, say(Text::recording_failed, {sentence_of(error)}));
  }
}

} // namespace texelscope
