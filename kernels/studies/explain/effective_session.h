// A session with the effective value of each field, found by resolve() and the texture unit, readable through
// the table of fields.
#pragma once

#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

// Changes every field of the sampler and the texture, and other fields that are overridden. Fields that have
// no effect keep their values.
Session effective_session(const Session& requested, const Effective& effective);

} // namespace texelscope
