// The exceptions that every room throws. what() is a whole sentence for the user.
#pragma once

#include <stdexcept>

namespace texelscope {

// The machine failed: what happened, and the cause as the API names it.
struct MachineError : std::runtime_error {
  using std::runtime_error::runtime_error;
  bool device_lost = false; // no later call on this device can succeed
};

// A file that cannot be used: its name and the reason.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace texelscope
