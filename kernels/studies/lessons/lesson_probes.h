// Internal to compute_answer(): answers by labs, captures, C++ AMP's rules and clocks.
#pragma once

#include "kernels/studies/lessons/lesson_answer.h"

namespace texelscope {

// Measured on the device, or found by simulation, capture and rules. Each throws MachineError.
LessonTruth staleness_answer(const Quantity& quantity, bool on_device);
LessonTruth legality_answer(const Quantity& quantity, bool on_device);
LessonTruth landing_answer(const Quantity& quantity, bool on_device);
LessonTruth amp_answer(const Quantity& quantity);
// The ratio of the first session's time for one picture to the second's, on the active backend.
LessonTruth time_answer(const Session& session, const Session& over, const AnswerMachine& machine);

} // namespace texelscope
