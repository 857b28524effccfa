// Everything that is printed. Text for people, a verb's result and the messages beside it, goes through
// visible_text(); text for programs is printed unchanged.
//
// Messages beside the result go to standard error. Each line begins with "texelscope: error: ",
// "texelscope: warning: " or "texelscope: note: ", in every language, so that scripts can distinguish them;
// messages about C++ begin with their place instead. An error explains why the exit code is not 0. A warning
// says that the result is not quite what was requested. A note says what is good to know.
#pragma once

#include <string>

namespace texelscope {

// For --quiet: from now on only errors are printed.
void set_quiet(bool quiet);
bool quiet();

void print_error(const std::string& sentence);
void print_warning(const std::string& sentence);
void print_note(const std::string& sentence);
void print_done(
    const std::string& sentence); // to standard output: what was written where; a note where that is a file's

// A verb's result for people on standard error, where standard output belongs to another program; nothing
// when quiet.
void print_text_beside_output(const std::string& text);

// A verb's result on standard output. For people: as it is; with an added line feed; for programs (JSON,
// program text).
void print_text(const std::string& text);
void print_line(const std::string& line);
void print_data(const std::string& bytes);

// Prints in the format of compilers, so that editors find the place: "FILE:LINE:COLUMN: error: …". `place`
// ends with ": "; `kind` is "error" or "warning".
void print_placed(const std::string& place, const char* kind, const std::string& sentence);

} // namespace texelscope
