// Every sentence a person reads, in one table, so that a second language is a second table.
//
// texts_kernels.def, texts_ui.def and texts_app.def list TEXT(id, "English"); {0}, {1}... are replaced by say().
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace texelscope {

enum class Text : std::uint16_t {
#define TEXT(id, english) id,
#include "kernels/texts_app.def"
#include "kernels/texts_kernels.def"
#include "kernels/texts_ui.def"
#undef TEXT
};

// The text as a null-terminated string that lives as long as the program.
const char* text(Text id);

// The text with {0}, {1}... replaced. "{{" gives "{".
std::string say(Text id, std::initializer_list<std::string_view> values);

} // namespace texelscope
