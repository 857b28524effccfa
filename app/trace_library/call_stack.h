// Records where in the program a call comes from: return addresses, and the files of code that they lie in.
#pragma once

#include <cstdint>

#include "kernels/studies/trace/record.h"

namespace texelscope::trace {

StackRecord thread_stack();
// Whether a call at this place, as a report prints it, is on the stack. `module`: without its folder.
bool has_place(const StackRecord& stack, const char* module, std::uint64_t offset);

// Appends a StackRecord of the calling thread, after ModuleRecords of what has been loaded since.
void append_stack();

} // namespace texelscope::trace
