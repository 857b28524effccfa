// Where a picture's values come from, as people name it.
#pragma once

#include <cstdint>

#include "kernels/state/session/enums.h"

namespace texelscope {

enum class ValueSource : std::uint8_t { state, pinned, model, cuda, opengl, ideal, file, before };
template <>
EnumTable enum_table<ValueSource>();

} // namespace texelscope
