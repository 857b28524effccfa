// The window's lessons: reads them once, computes the open step's answer, and checks whether the open bug is
// fixed.
//
// Belongs to one thread; slow work runs beside the frame loop.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "kernels/ground/files/async_job.h"
#include "kernels/ground/files/latest.h"
#include "kernels/studies/lessons/lesson_file.h"
#include "ui/frame/lessons.h"

namespace texelscope {

class Lessons {
public:
  Lessons();

  // Returns the index of a lesson found by its id, or read from a file and then listed with the others.
  // Throws UserError.
  int find(const std::string& name_or_file);
  // Steps are added to this lesson from now on, unless one of the user's own is open.
  void note_written(const std::filesystem::path& file) { written = file; }
  void note_recording(const std::string& file) { found.recorded_in = file; }
  std::optional<int> find_bug(const std::string& id) const;
  // Called once a frame. `settled`: nothing is being dragged. `wait`: waits until all is known.
  void update(const ui::LessonState& state, const Session& session, bool settled, bool on_device, bool wait);

  const ui::LessonShelf& shelf() const { return found; }
  const std::vector<std::string>& problems() const { return unread; }

private:
  int take(LessonFile file);
  bool asks(const ui::LessonState& state) const;
  void update_answer(const ui::LessonState& state, bool on_device, bool wait);
  void update_bug(const ui::LessonState& state, const Session& session, bool settled, bool wait);

  ui::LessonShelf found;
  std::vector<std::vector<Quantity>> answers; // of each lesson's steps
  std::vector<std::string> unread;
  std::map<std::string, std::filesystem::path> files; // of the user's own lessons, by id
  std::filesystem::path written;                      // the lesson that was written last
  bool bug_requested = false;                         // since the page was opened
  std::optional<Session> compared;                    // the session last compared with the bug's sound one
  AsyncResult<bool> same;
  // These come last: their threads end before the other members.
  Latest<int, LessonTruth> latest_truth; // by LessonState::opened
  AsyncJob<bool> bug_job;
};

} // namespace texelscope
