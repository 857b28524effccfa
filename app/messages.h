// What a verb says beside its result. On standard error each line begins with "texelscope: error: ",
// "texelscope: warning: " or "texelscope: note: ", in every language, so that scripts can tell them apart;
// what C++ is wrong about with its place. An error is why the exit code is not 0; a warning, that the result
// is not quite what was requested; a note, what is good to know.
#pragma once

#include <string>

namespace texelscope {

// --quiet: from now on errors alone are printed.
void set_quiet(bool quiet);
bool quiet();

void print_error(const std::string& sentence);
void print_warning(const std::string& sentence);
void print_note(const std::string& sentence);
void print_done(
    const std::string& sentence); // to standard output: what was written where; a note where that is a file's
// As compilers print it, so that editors find the place: "FILE:LINE:COLUMN: error: …". `place` ends with ":
// "; `kind`: "error" or "warning".
void print_placed(const std::string& place, const char* kind, const std::string& sentence);

} // namespace texelscope
