#include "app/keeping/keeper.h"

#include <algorithm>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
constexpr double pause = 1, pause_after_failure = 30; // seconds

// A running write kernel advances the frame number, which alone is not a change.
bool same(const std::optional<Session>& held, const Session& now, bool with_frame) {
  if (!held || with_frame) return held == now;
  Session still = now;
  still.write.frame = held->write.frame;
  return *held == still;
}

bool same(const std::optional<UnsavedSession>& held, const UnsavedSession& now, bool with_frame) {
  return held && held->session_path == now.session_path && same(held->session, now.session, with_frame);
}
} // namespace

Keeper::Keeper(const SavedState& loaded)
    : keeps_settings(!settings_path().empty() && loaded.in_file.file != KeptFile::left),
      keeps_session(!last_session_path().empty() && loaded.session_file != KeptFile::left),
      keeps_unsaved(!unsaved_folder().empty()), files(unsaved_folder()) {
  if (loaded.in_file.file == KeptFile::read) held.settings = loaded.in_file.settings;
  held.session = loaded.session;
  held.none_unsaved = true;
}

Keeper::Parts Keeper::changed(const KeptState& state, bool with_frame) const {
  Parts parts;
  if (keeps_settings && held.settings != state.settings) parts.settings = state.settings;
  if (keeps_session && !same(held.session, state.session.session, with_frame))
    parts.session = state.session.session;
  if (keeps_unsaved && state.unsaved && !same(held.unsaved, state.session, with_frame))
    parts.unsaved = state.session;
  parts.none_unsaved = !state.unsaved && !held.none_unsaved;
  return parts;
}

Keeper::Failures Keeper::write(const Parts& parts) {
  std::string settings, session;
  const auto configuration = [](std::string& failure, Text sentence, const std::function<void()>& action) {
    try {
      action();
    } catch (const std::exception& error) {
      failure = say(sentence, {sentence_of(error)});
    }
  };
  if (parts.settings)
    configuration(settings, Text::settings_not_kept,
                  [&] { save_settings(settings_path(), *parts.settings); });
  if (parts.unsaved)
    configuration(session, Text::session_not_kept,
                  [&] { files.write(parts.unsaved->session, parts.unsaved->session_path); });
  if (parts.session)
    configuration(session, Text::session_not_kept, [&] {
      std::error_code reported_by_write;
      fs::create_directories(last_session_path().parent_path(), reported_by_write);
      save_session(last_session_path(), *parts.session);
    });
  if (parts.none_unsaved) files.remove();
  Failures failures;
  for (const std::string& failure : {settings, session})
    if (!failure.empty()) failures.push_back(failure);
  return failures;
}

void Keeper::take(const Failures& failures) {
  const auto to = [&](auto& part, const auto& wanted) {
    if (wanted && failures.empty())
      part = wanted;
    else if (wanted)
      part.reset(); // it will be tried again
  };
  to(held.settings, writing.settings);
  to(held.session, writing.session);
  to(held.unsaved, writing.unsaved);
  if (writing.unsaved) held.none_unsaved = false;
  if (writing.none_unsaved) {
    held.unsaved.reset();
    held.none_unsaved = true;
  }
  writing = {};
  failed = failures;
  for (const std::string& failure : failures)
    if (std::ranges::find(said, failure) == said.end()) {
      said.push_back(failure);
      problems.push_back(failure);
    }
}

bool Keeper::poll(bool wait) {
  if (!job.poll(written, wait)) return false;
  Failures failures = written.found.value_or(Failures());
  if (!written.failure.empty()) failures = {written.failure};
  take(failures);
  return true;
}

void Keeper::update(double now, const std::function<KeptState()>& state) {
  if (poll(false)) next = now + (failed.empty() ? pause : pause_after_failure);
  if (job.busy() || now < next) return;
  next = now + pause;
  writing = changed(state(), false);
  if (!writing.empty()) job.start([this](const std::stop_token&) { return write(writing); });
}

void Keeper::finish(KeptState state, bool closed) {
  poll(true);
  state.unsaved &= !closed;
  writing = changed(state, true);
  take(write(writing));
}

void Keeper::adopt(UnsavedFiles other) {
  poll(true);
  files.remove();
  files = std::move(other);
  held.unsaved.reset();
  held.none_unsaved = false;
}

} // namespace texelscope
