// All that is printed. What people read, a verb's result or what it says beside it, goes through
// visible_text(); what a program reads is printed as it is.
//
// Beside the result: on standard error each line begins with "texelscope: error: ",
// "texelscope: warning: " or "texelscope: note: ", in every language, so that scripts can distinguish them;
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

// A verb's result on standard output: for people, with the line feeds that are in it; the same and a line
// feed; for programs (JSON, program text).
void print_text(const std::string& text);
void print_line(const std::string& line);
void print_data(const std::string& bytes);

// As compilers print it, so that editors find the place: "FILE:LINE:COLUMN: error: …". `place` ends with ":
// "; `kind`: "error" or "warning".
void print_placed(const std::string& place, const char* kind, const std::string& sentence);

} // namespace texelscope
