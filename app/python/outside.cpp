#include "app/python/outside.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "app/python/core.h"

namespace texelscope::python {

namespace {
using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds signal_interval(50);

std::atomic<int> working = 0; // threads that are outside and have not come back
std::atomic<bool> process_ends = false;

// The work of threads that Python has left behind ends before what they use does.
struct End {
  ~End() {
    process_ends = true;
    while (working > 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};

// Python handles signals in its main thread.
bool handles_signals() {
  return ::syscall(SYS_gettid) == ::getpid();
}

class Outside {
public:
  Outside() : state(PyEval_SaveThread()) { ++working; }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;

  bool stops() {
    if (stopped || process_ends) return true;
    if (!asks_python || std::this_thread::get_id() != thread || Clock::now() < next) return false;
    enter();
    stopped = PyErr_CheckSignals() != 0;
    state = PyEval_SaveThread();
    ++working;
    next = Clock::now() + signal_interval;
    return stopped;
  }

  void enter() {
    --working;
    struct Left {
      bool behind = true;
      ~Left() {
        while (behind)
          ::pause();
      }
    } left;
    PyEval_RestoreThread(state);
    left.behind = false;
  }

private:
  PyThreadState* state;
  const std::thread::id thread = std::this_thread::get_id();
  const bool asks_python = handles_signals();
  Clock::time_point next = Clock::now() + signal_interval;
  std::atomic<bool> stopped = false;
};
} // namespace

void run_outside(const std::function<void(const Stops&)>& work) {
  Outside outside;
  std::exception_ptr failure;
  try {
    work([&] { return outside.stops(); });
  } catch (...) {
    failure = std::current_exception();
  }
  outside.enter();
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  if (failure) std::rethrow_exception(failure);
}

void declare_outside() {
  static_cast<void>(fields()); // what is made before `end` is destroyed after it
  static const End end;
  ::pthread_atfork(nullptr, nullptr, [] { working = 0; });
}

} // namespace texelscope::python
