// "-" as a file name is standard input or standard output once the command line has claimed it. Unclaimed, it
// is an ordinary file name: in a session, a settings file or the window.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>

namespace texelscope {

void claim_standard_input();
// From now on printed text goes to standard error, or nowhere if `quiet`, so that "-" gets only the file's
// bytes. Throws MachineError.
void claim_standard_output(bool quiet);

bool is_standard_input(const std::filesystem::path& path);
bool is_standard_output(const std::filesystem::path& path);
bool standard_output_is_claimed();
int standard_output(); // the descriptor of the claimed stream

// The names in messages: "<stdin>" and "<stdout>".
std::string input_name(const std::filesystem::path& path);
std::string output_name(const std::filesystem::path& path);

// A path that can be opened, sought and read again: the path itself, or for standard input a copy of at least
// its first `bytes` bytes. Throws MachineError if the copy cannot be kept.
std::filesystem::path readable_path(const std::filesystem::path& path,
                                    std::size_t bytes = std::numeric_limits<std::size_t>::max());

// Standard input's first bytes, which identify its kind. They remain to be read.
std::string standard_input_start();

// The file's extension in lower case: ".png" of "A.PNG".
std::string ending_of(const std::filesystem::path& path);

} // namespace texelscope
