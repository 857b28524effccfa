// The exit codes of verbs. 0: done. 1: the machine failed (MachineError or anything unforeseen), or what the
// verb checks does not hold. 2: the user's file, field, flag or output path is wrong (UserError, FileError).
// 3: done, but with --strict not as requested. 130: stopped by Ctrl+C (Interrupted).
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace texelscope {

struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An error at a place in the user's source code: "FILE:LINE:COLUMN: ".
struct PlacedError : UserError {
  PlacedError(const std::string& where, const std::string& what)
      : UserError(where + what), place(where), sentence(what) {}
  std::string place, sentence;
};

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};
inline constexpr int interrupted_code = 130;

// What a user reads of any exception: its own sentence, or that memory is short where the standard library
// says so.
std::string sentence_of(const std::exception& error);

} // namespace texelscope
