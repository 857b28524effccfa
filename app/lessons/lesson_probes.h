// Internal to compute_answer(): what labs, captures, C++ AMP's rules and clocks answer.
#pragma once

#include "app/lessons/lesson_answer.h"

namespace texelscope {

// On the device, or by simulation, capture and rules. Each throws MachineError.
ui::LessonTruth staleness_answer(const Quantity& quantity, bool on_device);
ui::LessonTruth legality_answer(const Quantity& quantity, bool on_device);
ui::LessonTruth landing_answer(const Quantity& quantity, bool on_device);
ui::LessonTruth amp_answer(const Quantity& quantity);
// The first session's time for one picture over the second's, of the backend that is at work.
ui::LessonTruth time_answer(const Session& session, const Session& over, const AnswerMachine& machine);

} // namespace texelscope
