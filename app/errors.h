// How a verb ends: 0 done; 1 the machine failed (MachineError, anything unforeseen); 2 the user's file, field, flag or
// output path is wrong (UserError, FileError).
#pragma once

#include <stdexcept>

namespace texelscope {

struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace texelscope
