// Runs one computation at a time on a thread of its own, for an owner that asks once a frame whether it is
// done.
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <stop_token>
#include <utility>

#include "kernels/ground/base/async_result.h"
#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/threads.h"
#include "kernels/ground/files/errors.h"

namespace texelscope {

template <class T>
class AsyncJob {
public:
  AsyncJob() = default;
  AsyncJob(const AsyncJob&) = delete;
  AsyncJob& operator=(const AsyncJob&) = delete;
  ~AsyncJob() { stop.request_stop(); } // the future waits for its thread

  bool busy() const { return future.valid(); }
  // Asks the running job to stop.
  void cancel() { stop.request_stop(); }
  // Must not be called while busy. An exception becomes the finding's failure.
  void start(std::function<T(std::stop_token)> job) {
    stop = std::stop_source();
    try {
      future = start_async(std::move(job), stop.get_token());
    } catch (const MachineError&) { // there is no thread
      std::promise<T> failed;
      failed.set_exception(std::current_exception());
      future = failed.get_future();
    }
  }
  // Moves a finished result into the finding; `wait`: waits for it first. Returns true if the result arrived
  // in this call. That happens once for each start, and can be in the very next poll.
  bool poll(AsyncResult<T>& finding, bool wait) {
    const bool arrived =
        busy() && (wait || future.wait_for(std::chrono::seconds(0)) == std::future_status::ready);
    if (arrived) {
      finding.failure.clear();
      try {
        finding.found = future.get();
      } catch (const std::exception& error) {
        finding.failure = sentence_of(error);
      }
    }
    finding.busy = busy();
    return arrived;
  }

private:
  std::stop_source stop;
  std::future<T> future; // last: it ends before the rest
};

} // namespace texelscope
