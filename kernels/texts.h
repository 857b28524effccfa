// Every sentence a person reads, in one table, so that a second language is a second table.
#pragma once

#include "kernels/text_id.h"

namespace texelscope {

enum class Text : std::uint16_t {
#define TEXT(id, english) id,
#include "kernels/texts.def"
#undef TEXT
};

} // namespace texelscope
