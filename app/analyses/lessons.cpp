#include "app/analyses/lessons.h"

#include <algorithm>
#include <utility>

#include "kernels/ground/files/paths.h"
#include "kernels/machines/backend/cuda_support.h"

namespace texelscope {

namespace {
// Whether two sessions differ in nothing but the view and the frame number.
bool same_settings(Session a, const Session& b) {
  a.view = b.view;
  a.write.frame = b.write.frame;
  return a == b;
}
} // namespace

Lessons::Lessons() {
  LessonLibrary library = load_lessons(lesson_folders());
  for (LessonFile& file : library.lessons)
    take(std::move(file));
  found.groups = std::move(library.groups);
  found.bugs = std::move(library.bugs);
  unread = std::move(library.problems);
}

// Replaces a lesson with the same id, or adds a new one.
int Lessons::take(LessonFile file) {
  std::size_t at = 0;
  while (at < found.lessons.size() && found.lessons[at].id != file.lesson.id)
    ++at;
  if (at == found.lessons.size()) {
    found.lessons.emplace_back();
    answers.emplace_back();
  } else { // it keeps its place
    file.lesson.number = found.lessons[at].number;
    file.lesson.group = found.lessons[at].group;
  }
  if (!file.file.empty() && !is_shipped(file.file))
    files[file.lesson.id] = std::filesystem::absolute(file.file);
  else
    files.erase(file.lesson.id);
  found.lessons[at] = std::move(file.lesson);
  answers[at] = std::move(file.answers);
  return int(at);
}

int Lessons::find(const std::string& name) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : found.lessons)
    ids.push_back(lesson.id);
  const auto there = std::find(ids.begin(), ids.end(), name);
  if (there != ids.end()) return int(there - ids.begin());
  return take(lesson_of_file(name, ids));
}

std::optional<int> Lessons::find_bug(const std::string& id) const {
  const auto at =
      std::find_if(found.bugs.begin(), found.bugs.end(), [&](const Bug& bug) { return bug.id == id; });
  if (at == found.bugs.end()) return std::nullopt;
  return int(at - found.bugs.begin());
}

bool Lessons::asks(const ui::LessonState& state) const {
  return state.lesson >= 0 && found.lessons[std::size_t(state.lesson)].steps[std::size_t(state.step)].asks();
}

void Lessons::update(const ui::LessonState& state, const Session& session, bool settled, bool on_device,
                     bool wait) {
  if (found.opened != state.opened) {
    found.opened = state.opened;
    found.bug_fixed = false;
    found.bug_tries = 0;
    compared.reset();
    bug_requested = false;
  }
  const auto open = state.lesson >= 0 ? files.find(found.lessons[std::size_t(state.lesson)].id) : files.end();
  found.own_file = open == files.end() ? written.string() : open->second.string();
  update_answer(state, on_device, wait);
  update_bug(state, session, settled, wait);
}

void Lessons::update_answer(const ui::LessonState& state, bool on_device, bool wait) {
  latest_truth.poll(wait);
  if (asks(state) && latest_truth.wants(state.opened)) {
    const auto lesson = std::size_t(state.lesson), step = std::size_t(state.step);
    latest_truth.start(state.opened,
                       [quantity = answers[lesson][step], session = found.lessons[lesson].steps[step].session,
                        on_device, ordinal = on_device ? thread_cuda_device() : 0](const std::stop_token&) {
                         if (on_device) set_thread_cuda_device(ordinal);
                         return compute_answer(quantity, session, {on_device, {}});
                       });
    latest_truth.poll(wait);
  }
  found.truth = latest_truth.current(state.opened);
}

// Compares each settled change, one at a time; changes that do not fix the bug count as tries.
void Lessons::update_bug(const ui::LessonState& state, const Session& session, bool settled, bool wait) {
  if (bug_job.poll(same, wait) && bug_requested && state.bug >= 0) {
    found.bug_fixed = same.failure.empty() && same.found.value_or(false);
    found.bug_tries += !found.bug_fixed;
  }
  if (bug_job.busy() || state.bug < 0 || !settled) return;
  const Bug& bug = found.bugs[std::size_t(state.bug)];
  if (!compared) compared = bug.broken();
  if (same_settings(session, *compared)) return;
  compared = session;
  if (same_settings(session, bug.broken())) { // taken back, so it is not a try
    found.bug_fixed = false;
    return;
  }
  bug_requested = true;
  bug_job.start(
      [session, sound = bug.sound](const std::stop_token&) { return same_picture(session, sound, {}); });
  if (wait) update_bug(state, session, settled, wait);
}

} // namespace texelscope
