// Every sentence a person reads, in one table; kernels/ground/text/language.h describes the second one.
#pragma once

#include "kernels/ground/text/text_id.h"

namespace texelscope {

enum class Text : std::uint16_t {
#define TEXT(id, english) id,
#include "kernels/ground/text/en/all.def"
#undef TEXT
};

} // namespace texelscope
