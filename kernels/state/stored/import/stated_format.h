// Internal to import_desc: the texel format that code states beside a descriptor.
#pragma once

#include <optional>
#include <string_view>

#include "kernels/state/session/spec.h"

namespace texelscope::desc {

// By cudaCreateChannelDesc<T>(), cudaCreateChannelDesc(x, y, z, w, kind) or CUDA_ARRAY_DESCRIPTOR's Format
// and NumChannels, and HIP's; nothing if there is none, if one cannot be evaluated, or if several differ.
std::optional<ElementFormat> stated_format(std::string_view code);

} // namespace texelscope::desc
