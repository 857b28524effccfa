// The window's lessons: reads them once, finds out the open step's answer and whether the open bug is fixed.
//
// Belongs to one thread; what takes a while runs beside the frame loop.
#pragma once

#include <optional>
#include <string>

#include "app/base/async_job.h"
#include "app/base/latest.h"
#include "app/lessons/lesson_file.h"
#include "ui/frame/lessons.h"

namespace texelscope {

class Lessons {
public:
  Lessons();

  // A lesson by its id, or a file's, which is then among the others; its index. Throws UserError.
  int find(const std::string& name_or_file);
  std::optional<int> find_bug(const std::string& id) const;
  // Once a frame. `settled`: nobody is dragging anything. `wait`: until all is known.
  void update(const ui::LessonState& state, const Session& session, bool settled, bool on_device, bool wait);

  const ui::LessonShelf& shelf() const { return found; }
  const std::vector<std::string>& problems() const { return unread; }

private:
  int take(LessonFile file);
  void update_answer(const ui::LessonState& state, bool on_device, bool wait);
  void update_bug(const ui::LessonState& state, const Session& session, bool settled, bool wait);

  ui::LessonShelf found;
  std::vector<std::vector<Quantity>> answers; // of each lesson's steps
  std::vector<std::string> unread;
  bool bug_requested = false;      // since the page was opened
  std::optional<Session> compared; // with the bug's sound one: last
  ui::AsyncResult<bool> same;
  // Last: their threads end before the rest.
  Latest<int, ui::LessonTruth> latest_truth; // by LessonState::opened
  AsyncJob<bool> bug_job;
};

} // namespace texelscope
