// The built program on a terminal.
#pragma once

#include <string>
#include <vector>

#include <pty.h>

#include "tests/program.h"

namespace texelscope {

struct OnTerminal {
  int status = 0; // as waitpid() has it
  std::string shown;
};

// `set_up` runs in the program's process before it starts; `answer` gets what is shown so far, after each
// piece, and what it returns is typed.
template <class SetUp, class Answer>
OnTerminal run_on_terminal(const Program& program, const std::vector<std::string>& args, const SetUp& set_up,
                           Answer answer) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    if (::chdir(program.root().c_str()) != 0) ::_exit(126);
    set_up();
    become_texelscope(args);
  }
  OnTerminal ended;
  char piece[4096];
  for (ssize_t got = 0; (got = ::read(terminal, piece, sizeof piece)) > 0;) {
    ended.shown.append(piece, std::size_t(got));
    const std::string typed = answer(ended.shown);
    if (!typed.empty() && ::write(terminal, typed.data(), typed.size()) != ssize_t(typed.size()))
      ADD_FAILURE() << "cannot type";
  }
  ::waitpid(child, &ended.status, 0);
  ::close(terminal);
  return ended;
}

} // namespace texelscope
