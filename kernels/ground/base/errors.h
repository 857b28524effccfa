// The exceptions of all rooms. what() is a whole sentence for the user.
#pragma once

#include <stdexcept>

namespace texelscope {

// The machine failed. The message says what happened, with the API's name of the cause.
struct MachineError : std::runtime_error {
  using std::runtime_error::runtime_error;
  bool device_lost = false; // no later call on this device can succeed
  bool recovered = false;   // the device goes on without what failed
};

// A file cannot be used. The message has its name and the reason.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace texelscope
