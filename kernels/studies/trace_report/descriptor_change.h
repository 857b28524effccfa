// The values of `texelscope trace --set`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/studies/trace/descriptor_change.h"

namespace texelscope::trace {

// Each is one change of a member of cudaTextureDesc, or several with commas between them:
// "normalizedCoords=1,addressMode[0]=clamp". Enumerators have their names in CUDA or in a session; a member
// with several elements is changed in all of them or in one. Throws UserError.
DescriptorChange parse_change(const std::vector<std::string>& given);

} // namespace texelscope::trace
