// How fast a core is just now: beside other programs, or another thread of the same core, it is slower at
// times, and so are fetches.
#pragma once

namespace texelscope::cpu {

// A loop of arithmetic that keeps a core busy and touches no memory: so many steps, some 50 microseconds.
constexpr double core_loop_steps = 40000;

// Microseconds of the thread's own time that they take.
double time_core_loop();

} // namespace texelscope::cpu
