// Text in two columns, for help and reports on a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace texelscope {

// `name` in a column of `indent` characters, `content` wrapped beside it to `width` characters a line.
std::string two_columns(const std::string& name, const std::string& content, std::size_t indent,
                        std::size_t width);

} // namespace texelscope
