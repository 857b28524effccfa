// Runs the program from its arguments to its exit code: 0: done; 1: the machine failed; 2: a file, field,
// flag or output path is wrong. Errors are printed on stderr after "texelscope: error: ".
#pragma once

#include <string>
#include <vector>

namespace texelscope {

int run_command_line(const std::vector<std::string>& args); // without the program's name

} // namespace texelscope
