// Asks before an action loses unsaved changes, and about changes that another window left. Changes in a
// lesson do not count: the user's own session is the one from before the lesson.
#include <algorithm>

#include "app/window/explorer.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/verify/report_file.h"

namespace texelscope {

namespace fs = std::filesystem;

void Explorer::close_popups() {
  state_.palette.open = state_.dialogs.sheet_open = state_.dialogs.about_open = false;
  state_.answer.shown.reset();
}

bool Explorer::loses_changes(const Leaving& wanted) const {
  if (!document_.unsaved()) return false;
  if (wanted.what != Leaving::What::open) return true;
  return std::ranges::any_of(wanted.files, [&](const fs::path& file) {
    if (is_session_file(file))
      return !is_bench_file(file) && !is_report_file(file) && !is_lesson_file(file) &&
             !trace::is_trace_report_file(file);
    return !document_.in_lesson(); // a picture goes into the lesson's session
  });
}

void Explorer::leave(Leaving wanted) {
  leaving_.reset();
  if (!loses_changes(wanted)) return proceed(wanted);
  leaving_ = std::move(wanted);
  state_.dialogs.leaving = true;
  state_.dialogs.answer = int(ui::LeavingAnswer::save);
  state_.dialogs.prompt = ui::PathPrompt::none;
  close_popups();
}

void Explorer::proceed(const Leaving& wanted) {
  switch (wanted.what) {
  case Leaving::What::quit:
    quit_ = true;
    break;
  case Leaving::What::fresh:
    leave_lesson();
    document_.start_fresh();
    break;
  case Leaving::What::open:
    for (const fs::path& file : wanted.files)
      open(file);
    break;
  }
}

// If the session still needs a file, the action resumes once it is saved.
void Explorer::answer_leaving(ui::LeavingAnswer answer) {
  if (!leaving_) return;
  if (answer == ui::LeavingAnswer::save) {
    const fs::path& path = document_.path();
    if (path.empty() || is_shipped(path)) return ask_file(ui::PathPrompt::save);
    return document_.file_changed() ? ask_overwriting() : save_and_proceed();
  }
  const Leaving wanted = *std::exchange(leaving_, std::nullopt);
  if (answer == ui::LeavingAnswer::discard) proceed(wanted);
}

// What waits until the session is saved goes on waiting.
void Explorer::ask_overwriting() {
  state_.dialogs.overwriting = true;
  state_.dialogs.answer = int(ui::OverwriteAnswer::save_as);
  state_.dialogs.prompt = ui::PathPrompt::none;
  close_popups();
}

void Explorer::answer_overwriting(ui::OverwriteAnswer answer) {
  if (answer == ui::OverwriteAnswer::overwrite) return save_and_proceed();
  if (answer == ui::OverwriteAnswer::save_as) return ask_file(ui::PathPrompt::save);
  leaving_.reset();
}

std::array<std::string, 2> Explorer::question() const {
  if (state_.dialogs.overwriting)
    return {say(Text::overwrite_question, {document_.name()}), text(Text::overwrite_reason)};
  if (!leaving_ && offered_)
    return {say(Text::restore_question, {session_name(offered_->session_path)}), text(Text::restore_reason)};
  if (!leaving_) return {};
  const std::string question =
      say(document_.in_lesson() ? Text::leaving_own_question : Text::leaving_question, {document_.name()});
  switch (leaving_->what) {
  case Leaving::What::quit:
    return {question, text(Text::leaving_quit)};
  case Leaving::What::fresh:
    return {question, text(Text::leaving_new)};
  case Leaving::What::open:
    break;
  }
  return {question, say(Text::leaving_open, {leaving_->files.front().filename().string()})};
}

void Explorer::offer(UnsavedSession left) {
  offered_ = std::move(left);
  state_.dialogs.restoring = true;
  state_.dialogs.answer = int(ui::RestoreAnswer::restore);
}

void Explorer::answer_restoring(ui::RestoreAnswer answer) {
  if (!offered_) return;
  restore_answer_ = answer;
  const UnsavedSession left = *std::exchange(offered_, std::nullopt);
  if (answer == ui::RestoreAnswer::restore) restore(left, Text::restored);
}

// The content of its file becomes the entry before it in the list of changes.
void Explorer::restore(const UnsavedSession& left, Text message) {
  LoadedSession file;
  if (!left.session_path.empty()) file.base = left.session_path.parent_path();
  try {
    if (!left.session_path.empty()) file = load_session(left.session_path);
    TextureSource source;
    adopt_file_now(source, file);
  } catch (const std::exception&) { // the file is gone: the whole session is unsaved
  }
  leave_lesson();
  trust_.came(file.session.fetch.body, BodyOrigin::file);
  trust_.came(left.session.fetch.body, BodyOrigin::last_session);
  document_.restore(left, file);
  notify(NoteKind::altered, say(message, {document_.name()}));
}

} // namespace texelscope
