#include "app/window/restart.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr const char* variable = "TEXELSCOPE_RESTARTED";
}

void restart() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');)
    arguments.push_back(argument);
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  ::setenv(variable, std::to_string(::getpid()).c_str(), 1);
  ::execv("/proc/self/exe", pointers.data());
  throw MachineError(say(Text::restart_failed, {std::strerror(errno)}));
}

// The number tells this process from those that it starts, which inherit the variable.
bool was_restarted() {
  const char* process = std::getenv(variable);
  return process != nullptr && process == std::to_string(::getpid());
}

} // namespace texelscope
