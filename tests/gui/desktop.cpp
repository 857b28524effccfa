#include "gui/desktop.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gui/x11.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
void pause_for(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

namespace {
std::vector<std::string> merged_environment(const std::vector<std::string>& changes) {
  std::vector<std::string> result = changes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string name = std::string(*entry).substr(0, std::string(*entry).find('=') + 1);
    bool changed = false;
    for (const std::string& change : changes)
      changed |= change.starts_with(name);
    if (!changed) result.push_back(*entry);
  }
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> list;
  for (std::string& string : strings)
    list.push_back(string.data());
  list.push_back(nullptr);
  return list;
}
} // namespace

Process::Process(const std::vector<std::string>& args, const std::vector<std::string>& environment,
                 const fs::path& output) {
  std::vector<std::string> arguments = args, variables = merged_environment(environment);
  auto argument_list = pointers(arguments), variable_list = pointers(variables);
  id_ = fork();
  if (id_ != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGTERM); // where ctest kills a test that takes too long, nothing of it stays
  const int to = open(output.empty() ? "/dev/null" : output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(to, 1);
  dup2(to, 2);
  execvpe(argument_list[0], argument_list.data(), variable_list.data());
  _exit(127);
}

Process::~Process() {
  if (!running()) return;
  kill(id_, SIGTERM);
  if (wait(5) == -1) kill(id_, SIGKILL);
}

bool Process::running() {
  if (status_ || id_ < 0) return false;
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) == 0) return true;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return false;
}

int Process::wait(double seconds) {
  const double end = now() + seconds;
  while (running()) {
    if (now() > end) {
      kill(id_, SIGKILL);
      pause_for(0.1);
      running();
      return -1;
    }
    pause_for(0.005);
  }
  return *status_;
}

void Process::terminate() {
  send(SIGTERM);
}

void Process::send(int signal) {
  if (running()) kill(id_, signal);
}

Display::Display(int width, int height, int dpi) {
  // The server picks a free number and writes it to the descriptor once it is ready. -noreset: it must
  // outlive clients.
  const fs::path number = folder_.path("number");
  const std::string script = "exec Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 " +
                             std::to_string(width) + "x" + std::to_string(height) + "x24 3>" +
                             number.string();
  server_.emplace(std::vector<std::string>{"sh", "-c", script}, std::vector<std::string>{});
  const double end = now() + 20;
  while (now() < end) {
    std::string line;
    if (std::getline(std::ifstream(number), line) && !line.empty()) {
      name_ = ":" + line;
      break;
    }
    if (!server_->running()) throw std::runtime_error("Xvfb ended");
    pause_for(0.01);
  }
  if (name_.empty()) throw std::runtime_error("Xvfb did not start");
  no_key_repeat(name_);
  if (dpi == 96) return;
  const fs::path resources = folder_.path("resources");
  std::ofstream(resources) << "Xft.dpi: " << dpi << "\n";
  if (Process({"xrdb", "-merge", resources.string()}, {"DISPLAY=" + name_}).wait(5) != 0)
    throw std::runtime_error("xrdb failed");
}

void Display::vanish() {
  server_->send(SIGKILL);
  server_->wait(5);
}

} // namespace texelscope::gui
