// Internal to the library for C: the objects behind handles.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <unordered_map>

#include <pthread.h>

#include "app/c/calls.h"

namespace texelscope::c {

// A new number at each call, so that an old handle never becomes valid again.
std::uint64_t next_handle();

// The objects of one kind. They are never changed; a handle can get another one. The table lives as long as
// the process: a thread that outlives main() may still use it.
template <class Object>
class Handles {
public:
  using Pointer = std::shared_ptr<const Object>;

  // `what`: "texture", for messages.
  explicit Handles(const char* what) : what_(what) {}

  std::uint64_t add(Pointer object) {
    const std::uint64_t handle = next_handle();
    const std::unique_lock lock(mutex_);
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  Pointer get(std::uint64_t handle) const {
    const std::shared_lock lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) refuse_handle(handle);
    return found->second;
  }

  // Puts changed(object) in the object's place.
  template <class Change>
  void change(std::uint64_t handle, Change&& changed) {
    const std::unique_lock lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) refuse_handle(handle);
    found->second = std::make_shared<const Object>(changed(*found->second));
  }

  void remove(std::uint64_t handle) {
    Pointer last; // destroyed without the lock
    const std::unique_lock lock(mutex_);
    const auto found = objects_.find(handle);
    if (found == objects_.end()) refuse_handle(handle);
    last = std::move(found->second);
    objects_.erase(found);
  }

  // A child of fork() has none of the threads that may hold the lock.
  void before_fork() { mutex_.lock(); }
  void after_fork(bool in_child) {
    if (in_child)
      ::new (&mutex_) std::shared_mutex;
    else
      mutex_.unlock();
  }

private:
  [[noreturn]] void refuse_handle(std::uint64_t handle) const {
    throw Refusal(TEXELSCOPE_INVALID_HANDLE,
                  std::string("there is no ") + what_ + " with the handle " + std::to_string(handle));
  }

  const char* what_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::uint64_t, Pointer> objects_;
};

} // namespace texelscope::c
