// What verbs share that make a picture: where it goes, and what is said of its settings.
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

// Throws a UserError for a path that cannot be written, before anything is computed.
void check_output_path(const std::filesystem::path& out);

// Both throw UserError if the picture would not be of this session: the first for a body that the backend
// cannot run, the second also for what the hardware rejects.
void check_body(const Resolution& resolution);
void check_notes(const Resolution& resolution);
void print_notes(const Resolution& resolution); // the same; what the hardware changes is a warning

// The command of a program that was written by it, quoted for a shell, without the folders of whole paths.
std::string command_line(const std::string& verb, const std::vector<std::string>& args);

// For --strict: returns 3, and prints an error that names the fields, if the hardware overrides or rejects a
// setting; else 0.
int strict_code(bool strict, const Resolution& resolution);

} // namespace texelscope
