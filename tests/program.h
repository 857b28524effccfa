// Runs the built program as a user would and keeps its output.
#pragma once

#include <chrono>
#include <csignal>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/temp_folder.h"

namespace texelscope {

using tests::contents;
using tests::write;

inline std::vector<std::string> lines_of(const std::string& content) {
  std::vector<std::string> lines;
  std::istringstream in(content);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

// In a child process: runs the program that the first word names in its place.
[[noreturn]] inline void become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words)
    arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

// The built program with these arguments.
[[noreturn]] inline void become_texelscope(std::vector<std::string> args) {
  args.insert(args.begin(), TEXELSCOPE_PROGRAM);
  become(args);
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Ran {
  int code = -1; // 128 + the signal that ended it
  std::string out, err;
  long peak_kib = 0; // the most memory that it had in use
};

inline void expect_refused(const Ran& ran, const std::string& sentence, int code = 2) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err << "expected: " << sentence;
  EXPECT_EQ(ran.out, "");
}

// Runs in a folder of its own with working folder, settings and state, without a display and without a CUDA
// GPU.
class Program : public tests::TempFolder {
public:
  std::map<std::string, std::string> environment = {{"CUDA_VISIBLE_DEVICES", ""}};

  std::filesystem::path out_to;  // the file for standard output; empty: kept in Ran
  std::filesystem::path in_from; // the file for standard input, in the folder; empty: none

  double interrupted_after = 0; // seconds until Ctrl+C; 0: never

  std::map<int, rlim_t> limits; // of resources: RLIMIT_AS, bytes

  Ran run(const std::vector<std::string>& args) const {
    const pid_t child = ::fork();
    if (child == 0) start(args);
    if (interrupted_after > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(interrupted_after));
      ::kill(child, SIGINT);
    }
    int status = 0;
    rusage used = {};
    ::wait4(child, &status, 0, &used);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            out_to.empty() ? contents(*this / "stdout.txt") : std::string(), contents(*this / "stderr.txt"),
            used.ru_maxrss};
  }

  // {"render", "--out", "out.png", "--backend", "cpu"} and more.
  Ran render(const std::vector<std::string>& more, const std::string& out = "out.png") const {
    std::vector<std::string> args = {"render", "--backend", "cpu", "--out", out};
    args.insert(args.end(), more.begin(), more.end());
    return run(args);
  }

private:
  [[noreturn]] void start(const std::vector<std::string>& args) const {
    if (::chdir(root().c_str()) != 0) ::_exit(126);
    const auto into = [](const char* name, int number) {
      ::dup2(::open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666), number);
    };
    ::dup2(::open(in_from.empty() ? "/dev/null" : in_from.c_str(), O_RDONLY), 0);
    into(out_to.empty() ? "stdout.txt" : out_to.c_str(), 1);
    into("stderr.txt", 2);
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
      ::unsetenv(name);
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"})
      ::setenv(name, root().c_str(), 1);
    for (const auto& [name, value] : environment)
      ::setenv(name.c_str(), value.c_str(), 1);
    for (const auto& [resource, value] : limits) {
      const rlimit both = {value, value};
      ::setrlimit(__rlimit_resource(resource), &both);
    }
    become_texelscope(args);
  }
};

} // namespace texelscope
