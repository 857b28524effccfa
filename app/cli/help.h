// Lays out help: names on the left, wrapped sentences on the right.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace texelscope {

struct DeclaredOption;
struct Field;

// The fields whose path begins with `prefix`; a short list of all if it is empty. Throws UserError if there
// are none.
std::string fields_help(const std::string& prefix);

// The field as an option: its type, what help says of it, and its choices.
DeclaredOption declared_field(const Field& field, bool file);

std::string example_lines(std::string_view all); // of a verb, a line each
std::string first_sentence(const std::string& content);

} // namespace texelscope
