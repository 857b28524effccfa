// Lays out help: names on the left, wrapped sentences on the right.
#pragma once

#include <cstddef>
#include <string>

namespace texelscope {

// The fields whose path begins with `prefix`; a short list of all if it is empty. Throws UserError if there
// are none.
std::string fields_help(const std::string& prefix);

std::string first_sentence(const std::string& content);

} // namespace texelscope
