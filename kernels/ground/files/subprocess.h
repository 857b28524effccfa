// Starts this program anew, for work that could cost a process its GPU, that needs limits of its own, or that
// runs beside other work.
#pragma once

#include <filesystem>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "kernels/ground/files/descriptor.h"

namespace texelscope {

// A program that runs beside this one.
class RunningProgram {
public:
  struct Start {
    std::vector<std::string> args;
    std::string in;                                   // what standard input holds
    bool keeps_errors = false;                        // standard error is read, else it is this program's
    std::filesystem::path program = "/proc/self/exe"; // default: this one
  };

  // Throws MachineError if it cannot be started.
  explicit RunningProgram(const Start& start);
  ~RunningProgram(); // kills it if nobody has waited for it
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  int out() const { return out_.get(); }
  int errors() const { return errors_.get(); } // negative unless they are kept
  void send(int signal) const;                 // does nothing once it was waited for
  int wait();                                  // returns the exit code, or 128 + the signal that ended it

private:
  Descriptor out_, errors_;
  int child; // 0: it has ended
};

struct Subprocess {
  int code = -1; // exit code, or 128 + the signal that ended it
  std::string out;
};

struct SubprocessOptions {
  std::string in;                                                // what standard input holds
  std::size_t max_out = std::numeric_limits<std::size_t>::max(); // bytes; one that prints more is killed
  double seconds = std::numeric_limits<double>::infinity();      // one that takes longer is killed
  std::filesystem::path program = "/proc/self/exe";
};

// Runs the program with these arguments and waits, or kills it on a stop request. Its standard error is this
// program's. Throws MachineError if it cannot be started.
Subprocess run_subprocess(const std::vector<std::string>& args, const std::stop_token& stop = {},
                          const SubprocessOptions& options = {});

} // namespace texelscope
