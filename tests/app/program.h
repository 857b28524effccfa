// Runs the built program as a user would and keeps its output.
#pragma once

#include <chrono>
#include <csignal>
#include <fstream>
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

#include "tests/app/folder.h"

namespace texelscope {

inline std::string contents(const std::filesystem::path& file) {
  std::ostringstream out;
  out << std::ifstream(file, std::ios::binary).rdbuf();
  return out.str();
}

inline void write(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

inline std::vector<std::string> lines_of(const std::string& content) {
  std::vector<std::string> lines;
  std::istringstream in(content);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

struct Ran {
  int code = -1; // 128 + the signal that ended it
  std::string out, err;
};

inline void expect_refused(const Ran& ran, const std::string& sentence, int code = 2) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_NE(ran.err.find(sentence), std::string::npos) << ran.err << "expected: " << sentence;
  EXPECT_EQ(ran.out, "");
}

// Runs in a folder of its own with working folder, settings and state, without a display and without a CUDA
// GPU.
class Program : public Folder {
public:
  std::map<std::string, std::string> environment = {{"CUDA_VISIBLE_DEVICES", ""}};

  std::filesystem::path out_to;  // the file for standard output; empty: kept in Ran
  std::filesystem::path in_from; // the file for standard input, in the folder; empty: none

  double interrupted_after = 0; // seconds until Ctrl+C; 0: never

  std::map<int, rlim_t> limits; // of resources: RLIMIT_AS, bytes

  Ran run(const std::vector<std::string>& args) const {
    const pid_t child = ::fork();
    if (child == 0) become(args);
    if (interrupted_after > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(interrupted_after));
      ::kill(child, SIGINT);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            out_to.empty() ? contents(*this / "stdout.txt") : std::string(), contents(*this / "stderr.txt")};
  }

  // {"render", "--out", "out.png", "--backend", "cpu"} and more.
  Ran render(const std::vector<std::string>& more, const std::string& out = "out.png") const {
    std::vector<std::string> args = {"render", "--backend", "cpu", "--out", out};
    args.insert(args.end(), more.begin(), more.end());
    return run(args);
  }

private:
  [[noreturn]] void become(const std::vector<std::string>& args) const {
    if (::chdir(path.c_str()) != 0) ::_exit(126);
    const auto into = [](const char* name, int number) {
      ::dup2(::open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666), number);
    };
    ::dup2(::open(in_from.empty() ? "/dev/null" : in_from.c_str(), O_RDONLY), 0);
    into(out_to.empty() ? "stdout.txt" : out_to.c_str(), 1);
    into("stderr.txt", 2);
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
      ::unsetenv(name);
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"})
      ::setenv(name, path.c_str(), 1);
    for (const auto& [name, value] : environment)
      ::setenv(name.c_str(), value.c_str(), 1);
    for (const auto& [resource, value] : limits) {
      const rlimit both = {value, value};
      ::setrlimit(__rlimit_resource(resource), &both);
    }
    std::vector<char*> arguments = {const_cast<char*>(TEXELSCOPE_PROGRAM)};
    for (const std::string& arg : args)
      arguments.push_back(const_cast<char*>(arg.c_str()));
    arguments.push_back(nullptr);
    ::execv(TEXELSCOPE_PROGRAM, arguments.data());
    ::_exit(127);
  }
};

} // namespace texelscope
