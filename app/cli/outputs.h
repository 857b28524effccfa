// Code shared by verbs that write pictures and by those with --strict.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

class Arguments;

// Throws UserError where --format is given but no output is standard output.
void check_format_option(const Arguments& arguments);
// The ending that names an output's format, in lower case. For standard output it is --format's, one of the
// `formats`, else the first of them. Throws UserError.
std::string output_ending(const Arguments& arguments, const std::filesystem::path& out,
                          const std::vector<std::string>& formats);

// For --strict: returns 3, and prints an error that names the fields, if the hardware overrides or rejects a
// setting; else 0.
int strict_code(bool strict, const Resolution& resolution);

} // namespace texelscope
