// Work beside other Python threads, without the interpreter's lock.
#pragma once

#include <functional>

namespace texelscope::python {

// Whether the work is no longer wanted. Any thread of it may ask.
using Stops = std::function<bool()>;

// Throws what `work` throws, or Python's KeyboardInterrupt (or what else a signal's handler raises) once the
// work has stopped. A thread whose interpreter ends meanwhile waits for the end of the process, as Python's
// own threads do from 3.14 on: an earlier Python unwinds its stack, which C++ does not survive.
void run_outside(const std::function<void(const Stops&)>& work);

void declare_outside(); // once

} // namespace texelscope::python
