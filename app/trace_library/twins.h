// The twins of the program's modules, which record, in place of the modules themselves.
#pragma once

#include <cstdint>

#include <cupti.h>

namespace texelscope::trace {

// False: the call loads nothing. Otherwise, `done`: what it has loaded is exchanged.
bool on_load(const CUpti_CallbackData& call, CUpti_CallbackId id, bool done);
void twin_ends(const void* handle); // of a library or a module
// Before a launch: the twins that the context uses get their variable.
void arm(CUcontext context);
void contexts_changed();
void launch_ended(std::int32_t result);

} // namespace texelscope::trace
