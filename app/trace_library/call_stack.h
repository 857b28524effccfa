// Records where in the program a call comes from: return addresses, and the files of code that they lie in.
#pragma once

namespace texelscope::trace {

// Appends a StackRecord of the calling thread, after ModuleRecords of what has been loaded since.
void append_stack();

} // namespace texelscope::trace
