// What is about to lose changes that are in no file, and the question before it. A lesson's changes are
// nobody's: the session from before the lesson is the user's own, with its list of changes.
#include <algorithm>

#include "app/base/paths.h"
#include "app/profile/bench_file.h"
#include "app/session/session_file.h"
#include "app/session/texture_path.h"
#include "app/window/explorer.h"
#include "kernels/base/standard_streams.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace fs = std::filesystem;

const Session& Explorer::own_session() const {
  return state_.lesson.own ? *state_.lesson.own : session_;
}

bool Explorer::unsaved() const {
  Session still = own_session();
  still.write.frame = saved_.write.frame;
  return !(still == saved_);
}

bool Explorer::loses_changes(const Leaving& wanted) const {
  if (!unsaved()) return false;
  if (wanted.what != Leaving::What::open) return true;
  return std::ranges::any_of(wanted.files, [&](const fs::path& file) {
    if (is_session_file(file)) return !is_bench_file(file);
    return !state_.lesson.open(); // a picture goes into the lesson's session
  });
}

void Explorer::leave(Leaving wanted) {
  leaving_.reset();
  if (!loses_changes(wanted)) return go_on(wanted);
  leaving_ = std::move(wanted);
  state_.leaving = true;
  state_.leaving_answer = int(ui::LeavingAnswer::save);
  state_.prompt = ui::State::PathPrompt::none;
  state_.palette_open = state_.sheet_open = state_.about_open = false;
}

void Explorer::go_on(const Leaving& wanted) {
  switch (wanted.what) {
  case Leaving::What::quit:
    quit_ = true;
    break;
  case Leaving::What::fresh:
    start_fresh();
    break;
  case Leaving::What::open:
    for (const fs::path& file : wanted.files)
      open(file);
    break;
  }
}

void Explorer::answer_leaving(ui::LeavingAnswer answer) {
  if (!leaving_) return;
  if (answer == ui::LeavingAnswer::save) return save_own();
  const Leaving wanted = *std::exchange(leaving_, std::nullopt);
  if (answer == ui::LeavingAnswer::discard) go_on(wanted);
}

// Then goes on with what was held up.
void Explorer::save_own() {
  if (session_path_.empty() || is_shipped(session_path_)) return ask_file(ui::State::PathPrompt::save);
  const bool saved = save_session_to(session_path_);
  const Leaving wanted = *std::exchange(leaving_, std::nullopt);
  if (saved) go_on(wanted);
}

namespace {
std::string name_of(const fs::path& session_path) {
  return session_path.empty() ? text(Text::session_unnamed) : session_path.filename().string();
}
} // namespace

std::array<std::string, 2> Explorer::leaving_text() const {
  if (!leaving_ && offered_)
    return {say(Text::restore_question, {name_of(offered_->session_path)}), text(Text::restore_reason)};
  if (!leaving_) return {};
  const std::string name = name_of(session_path_);
  const std::string question =
      say(state_.lesson.open() ? Text::leaving_own_question : Text::leaving_question, {name});
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

UnsavedSession Explorer::unsaved_session() const {
  UnsavedSession all{own_session(), session_path_};
  std::error_code error;
  std::string& texture = all.session.texture.path;
  if (!texture.empty() && !is_standard_input(texture))
    texture = fs::absolute(texture_path(all.session, base_), error).string();
  return all;
}

void Explorer::offer(UnsavedSession left) {
  offered_ = std::move(left);
  state_.restoring = true;
  state_.leaving_answer = int(ui::RestoreAnswer::restore);
}

void Explorer::answer_restoring(ui::RestoreAnswer answer) {
  if (!offered_) return;
  restore_answer_ = answer;
  const UnsavedSession left = *std::exchange(offered_, std::nullopt);
  if (answer == ui::RestoreAnswer::restore) restore(left);
}

// Before it in the list of changes stands what its file holds.
void Explorer::restore(UnsavedSession left) {
  LoadedSession file;
  if (!left.session_path.empty()) file.base = left.session_path.parent_path();
  try {
    if (!left.session_path.empty()) file = load_session(left.session_path);
    TextureSource source;
    adopt_file_now(source, file);
  } catch (const std::exception&) { // the file has gone: all of the session is unsaved
  }
  leave_lesson();
  trust_.came(file.session.fetch.body, ui::BodyOrigin::file);
  trust_.came(left.session.fetch.body, ui::BodyOrigin::last_session);
  session_path_ = left.session_path;
  take_base(file.base);
  session_ = saved_ = file.session;
  undo_.record(session_, 0);
  session_ = left.session;
  session_.texture.path = texture_path_from(base_, left.session, {});
  undo_.record(session_, 0);
  notify(NoteKind::altered, say(Text::restored, {name_of(session_path_)}));
}

void Explorer::start_fresh() {
  leave_lesson();
  session_ = saved_ = Session();
  session_path_.clear();
  undo_.record(session_, 0);
}

void Explorer::leave_lesson() {
  ui::leave_lesson(session_, state_);
  update_lesson_history();
}

bool Explorer::update_lesson_history() {
  const bool in_lesson = state_.lesson.own.has_value();
  if (in_lesson == undo_.is_aside()) return false;
  if (in_lesson) {
    undo_.record(*state_.lesson.own, 0); // a change in the same frame
    undo_.set_aside(session_, text(Text::history_start));
  } else {
    undo_.bring_back();
  }
  if (!opening_session_) opening_ = false; // a picture that is still being read was for the other session
  return true;
}

} // namespace texelscope
