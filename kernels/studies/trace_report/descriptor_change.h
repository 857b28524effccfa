// The values of `texelscope trace --set`.
#pragma once

#include <string>
#include <vector>

#include "kernels/studies/trace/descriptor_change.h"
#include "kernels/studies/trace/trace_report.h"

namespace texelscope::trace {

// Each is one change of a member of cudaTextureDesc, or several with commas between them:
// "normalizedCoords=1,addressMode[0]=clamp". Enumerators have their names in CUDA or in a session; a member
// with several elements is changed in all of them or in one. Behind @ stands of which objects: "app+0xa4b0",
// or a number. Throws UserError.
std::vector<ObjectChange> parse_changes(const std::vector<std::string>& given);

// Those whose objects the program did not make.
std::vector<Finding> changes_of_nothing(const std::vector<ObjectChange>& changes, const TraceReport& report);

} // namespace texelscope::trace
