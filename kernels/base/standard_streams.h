// "-" where a file is named: standard input or standard output, once the command line has claimed it.
// Unclaimed, it is a file's name as any other: in a session, a settings file or the window.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>

namespace texelscope {

void claim_standard_input();
// Whatever is printed from now on goes to standard error, or nowhere where it is quiet: "-" gets the file's
// bytes alone. Throws MachineError.
void claim_standard_output(bool quiet);

bool is_standard_input(const std::filesystem::path& path);
bool is_standard_output(const std::filesystem::path& path);
bool standard_output_is_claimed();
int standard_output(); // the descriptor of what is claimed

// As messages name them: "<stdin>" and "<stdout>".
std::string input_name(const std::filesystem::path& path);
std::string output_name(const std::filesystem::path& path);

// What can be opened, sought and read again: the path itself, or of standard input a copy, of its first
// `bytes` bytes at least. Throws MachineError where it cannot be kept.
std::filesystem::path readable_path(const std::filesystem::path& path,
                                    std::size_t bytes = std::numeric_limits<std::size_t>::max());

// Standard input's first bytes, which stay to be read: its kind shows there.
std::string standard_input_start();

// The file's ending in small letters: ".png" of "A.PNG".
std::string ending_of(const std::filesystem::path& path);

} // namespace texelscope
