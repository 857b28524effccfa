// The name of a text, and its string, for headers that only pass names on. texts.h lists the names.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace texelscope {

enum class Text : std::uint16_t;

// The text as a null-terminated string that lives as long as the program.
const char* text(Text id);

// The text with {0}, {1}... replaced. "{{" becomes "{".
std::string say(Text id, std::initializer_list<std::string_view> values);

// "1 cell" or "2 cells": {0} of `some` is the count.
std::string counted(std::size_t count, Text one, Text some);

} // namespace texelscope
