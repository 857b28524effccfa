#include "kernels/ground/files/progress_line.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <new>
#include <system_error>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kernels/ground/base/visible_text.h"
#include "kernels/ground/files/messages.h"

namespace texelscope {

namespace {
constexpr std::size_t cells = 40;

// A line that wraps cannot be erased, so its width is limited.
std::size_t columns() {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}
} // namespace

ProgressLine::ProgressLine() {
  if (!::isatty(STDERR_FILENO) || quiet()) return;
  try {
    waiter = std::jthread([this](const std::stop_token& stop) { wait(stop); });
  } catch (const std::system_error&) { // the work goes on without the line
  }
}

void ProgressLine::wait(const std::stop_token& stop) try {
  std::mutex own;
  std::unique_lock lock_own(own);
  std::condition_variable_any ended;
  ended.wait_for(lock_own, stop, std::chrono::seconds(1), [] { return false; });
  const std::lock_guard lock(mutex);
  late = !stop.stop_requested();
  print();
} catch (const std::bad_alloc&) { // likewise
}

ProgressLine::~ProgressLine() {
  if (waiter.joinable()) {
    waiter.request_stop();
    waiter.join();
  }
  erase();
}

void ProgressLine::show(double share) {
  const double done = std::clamp(share, 0.0, 1.0);
  set(fmt::format("[{:<{}}] {:3} %", std::string(std::size_t(done * cells), '#'), cells, int(done * 100)));
}

void ProgressLine::show(std::size_t done, std::size_t of, const std::string& what) {
  set(fmt::format("[{}/{}] {}", done, of, visible_line(what)));
}

void ProgressLine::set(const std::string& line) {
  const std::lock_guard lock(mutex);
  wanted = line;
  print();
}

void ProgressLine::print() {
  if (!late || wanted == shown) return;
  shown = wanted;
  std::fprintf(stderr, "\r\033[K%s", shown.substr(0, columns()).c_str());
}

void ProgressLine::erase() {
  const std::lock_guard lock(mutex);
  if (!shown.empty()) std::fputs("\r\033[K", stderr);
  shown.clear();
  wanted.clear();
}

} // namespace texelscope
