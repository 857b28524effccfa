// Measures how fast a core is right now. Beside other programs, or another thread of the same core, it is
// slower at times, and so are fetches.
#pragma once

namespace texelscope::cpu {

// The steps of a loop of arithmetic that keeps a core busy for some 50 microseconds and accesses no memory.
constexpr double core_loop_steps = 40000;

// Microseconds of the thread's own time for these steps.
double time_core_loop();

} // namespace texelscope::cpu
