// The window's lessons: reads them once, finds out the open step's answer and whether the open bug is fixed.
//
// Belongs to one thread; what takes a while runs beside the frame loop.
#pragma once

#include <optional>
#include <string>

#include "app/background.h"
#include "app/lesson_file.h"
#include "ui/lessons.h"

namespace texelscope {

class Lessons {
public:
  Lessons();

  // A lesson by its id, or a file's, which is then among the others; its index. Throws UserError.
  int find(const std::string& name_or_file);
  std::optional<int> find_bug(const std::string& id) const;
  // Once a frame. `settled`: nobody is dragging anything. `wait`: until all is known.
  void follow(const ui::LessonState& state, const Session& session, bool settled, bool on_device, bool wait);

  const ui::LessonShelf& shelf() const { return found; }
  const std::vector<std::string>& problems() const { return unread; }

private:
  int take(LessonFile file);
  void follow_answer(const ui::LessonState& state, bool on_device, bool wait);
  void follow_bug(const ui::LessonState& state, const Session& session, bool settled, bool wait);

  ui::LessonShelf found;
  std::vector<std::vector<Quantity>> answers; // of each lesson's steps
  std::vector<std::string> unread;
  bool answer_asked = false, bug_asked = false; // since the page was opened
  bool answer_stale = false;                    // what is being computed is of another page
  std::optional<Session> compared;              // with the bug's sound one: last
  ui::Finding<bool> same;
  // Last: their threads end before the rest.
  Background<ui::LessonTruth> answer_job;
  Background<bool> bug_job;
};

} // namespace texelscope
