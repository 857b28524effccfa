// What verbs that write pictures, and those with --strict, share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/resolve/resolve.h"

namespace texelscope {

class Arguments;

// Throws UserError where --format is given but no output is standard output.
void check_format_option(const Arguments& arguments);
// The ending that names an output's format, in small letters: of standard output --format's, one of
// the `formats`, else the first of them. Throws UserError.
std::string output_ending(const Arguments& arguments, const std::filesystem::path& out,
                          const std::vector<std::string>& formats);

// --strict: 3 where the hardware alters or refuses a setting, and an error that names the fields; else 0.
int strict_code(bool strict, const Resolution& resolution);

} // namespace texelscope
