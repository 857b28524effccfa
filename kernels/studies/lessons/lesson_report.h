// Prints lessons and bugs on the command line as text and as JSON. `truths`: the answers of each step; if
// empty, they are left out.
#pragma once

#include <string>
#include <vector>

#include "kernels/studies/lessons/lesson_file.h"

namespace texelscope {

// Throws whatever compute_answer() throws.
std::vector<LessonTruth> answers_of(const LessonFile& file, const AnswerMachine& machine);

std::string lessons_text(const LessonLibrary& library);
std::string lessons_json(const LessonLibrary& library);
std::string lesson_text(const Lesson& lesson, const std::vector<LessonTruth>& truths);
std::string lesson_json(const Lesson& lesson, const std::vector<LessonTruth>& truths);
std::string bug_text(const Bug& bug, bool answer);
std::string bug_json(const Bug& bug, bool answer);

} // namespace texelscope
