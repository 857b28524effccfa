#pragma once

#include <string>

#include "kernels/state/session/spec.h"

namespace texelscope {

// "filter: linear → point": the differences between two sessions, in short.
std::string change_text(const Session& from, const Session& to);

} // namespace texelscope
