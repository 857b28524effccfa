// Keeps the newest result of a computation on a thread of its own, for an owner that asks once a frame with
// the key that it needs now: settings, a pixel, a text.
//
//   latest.poll(wait);
//   if (latest.wants(key)) latest.start(key, [=](const std::stop_token& stop) { ... });
//   ... latest.newest(), the last result of whatever key, or latest.current(key), which is never another
//   key's.
//
// One job runs at a time. Another key waits until it has ended, unless the owner cancels it.
// Keys are compared with ==. One that can hold a NaN needs an == by which it equals itself; otherwise a job
// starts for it whenever the last one has ended.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "kernels/ground/files/async_job.h"

namespace texelscope {

template <class Key, class T>
class Latest {
public:
  bool busy() const { return job_.busy(); }
  // Whether a job must be started for this key: none is running, and the newest result has another key.
  bool wants(const Key& key) const { return !busy() && known_ != key; }
  // Must not be called while busy. An exception becomes the failure of this key, for which no further job is
  // wanted.
  void start(const Key& key, std::function<T(std::stop_token)> job) {
    running_ = key;
    newest_.busy = true;
    job_.start(std::move(job));
  }
  // Takes a finished result; `wait`: waits for it first. Returns true if the newest result changed in this
  // call.
  bool poll(bool wait) {
    AsyncResult<T> result;
    if (!job_.poll(result, wait)) return false;
    newest_.busy = false;
    if (!running_) return false;
    known_ = std::exchange(running_, std::nullopt);
    newest_.failure = std::move(result.failure);
    if (result.found) newest_.found = std::move(result.found);
    return true;
  }
  // Asks the running job to stop; its result is dropped.
  void cancel() {
    job_.cancel();
    running_.reset();
  }
  // Drops the newest result too, so that every key is wanted again.
  void forget() {
    cancel();
    known_.reset();
    newest_ = {.found = {}, .busy = busy(), .failure = {}};
  }

  // The last result, whatever its key is. If that job failed, `found` still holds the result before it.
  const AsyncResult<T>& newest() const { return newest_; }
  // The key of the newest result or failure; empty before the first.
  const std::optional<Key>& known() const { return known_; }
  // The key of the running job; empty if none is running or it was canceled.
  const std::optional<Key>& running() const { return running_; }
  // What is known of this key, and whether a job for it is running.
  AsyncResult<T> current(const Key& key) const {
    AsyncResult<T> result;
    if (known_ == key) result = newest_;
    if (!result.failure.empty()) result.found.reset(); // that is of an earlier key
    result.busy = running_ == key;
    return result;
  }

private:
  AsyncResult<T> newest_;
  std::optional<Key> known_, running_;
  AsyncJob<T> job_;
};

} // namespace texelscope
