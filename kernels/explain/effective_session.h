// A session as it takes effect: what resolve() and the texture unit make of each field, readable by the
// fields' table.
#pragma once

#include "kernels/resolve/resolve.h"

namespace texelscope {

// Every field of the sampler and the texture, and what changes of the others. Fields that have no effect keep
// their values.
Session effective_session(const Session& requested, const Effective& effective);

} // namespace texelscope
