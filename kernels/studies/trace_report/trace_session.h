// A traced texture as a session.
#pragma once

#include <string>
#include <vector>

#include "kernels/state/session/spec.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

struct ObjectSession {
  Session session;
  std::vector<std::string> unsaid; // sentences: what the session cannot say
};

// Values that no session holds become defaults.
void keep_in_range(ObjectSession& opened);

// Its texels are those of the object's last file, else a pattern's. Throws UserError if it is no texture, or
// if CUDA has no such texels.
ObjectSession object_session(const TracedObject& object);

} // namespace texelscope::trace
