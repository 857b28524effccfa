// What a verb says beside its result. On standard error each line begins with "texelscope: error: ", "texelscope: warning: " or
// "texelscope: note: ", in every language, so that scripts can tell them apart. An error is why the exit code is not 0; a warning,
// that the result is not quite what was requested; a note, what is good to know.
#pragma once

#include <string>

namespace texelscope {

// --quiet: from now on errors alone are printed.
void set_quiet(bool quiet);

void print_error(const std::string& sentence);
void print_warning(const std::string& sentence);
void print_note(const std::string& sentence);
void print_done(const std::string& sentence); // to standard output: what was written where

} // namespace texelscope
