// How fast a core is just now: beside other programs, or another thread of the same core, it is slower at times, and so are fetches.
#pragma once

namespace texelscope::cpu {

// Steps per microsecond of a fixed loop that keeps a core's arithmetic units busy and touches no memory, of the thread's own time, over
// about half a millisecond. On two cores beside a compiler fetches of 4 ms scattered by 7.7 %, and by 1.5 % in such steps.
double core_speed();

} // namespace texelscope::cpu
