// A lesson or a bug to spot on a page: its words in the present language, and the check of what the reader
// predicts. Nothing of an answer is given before there is a prediction, or before it is asked for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/studies/lessons/lesson_file.h"

namespace texelscope::web {

class LessonPage {
public:
  // `json`: a lesson's file, or bugs.json with one bug. The answer has all steps, or the bug.
  std::string open(std::string_view json);
  // The words again, in the language that is spoken now.
  std::string words() const;
  // Checks a prediction of a step, a number as typed or the index of a choice, and tells the answer.
  std::string check(int step, std::string_view typed, int choice) const;
  // Whether the bug is fixed in this session, or the named suspect is it; "" names none. `gives_up` tells it.
  std::string spot(const Session& session, std::string_view suspect, bool gives_up) const;

private:
  std::optional<LessonFile> lesson_;
  std::optional<Bug> bug_;
};

} // namespace texelscope::web
