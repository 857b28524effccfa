// Internal to the library for C: what every function does around its work.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "texelscope/texelscope.h"

namespace texelscope::c {

// A failure with a status of its own. Others follow from the exception: invalid_argument and UserError become
// TEXELSCOPE_INVALID, FileError becomes TEXELSCOPE_FILE.
struct Refusal : std::runtime_error {
  Refusal(texelscope_status kind, const std::string& sentence) : std::runtime_error(sentence), status(kind) {}
  texelscope_status status;
};
[[noreturn]] void refuse(const std::string& sentence);
inline void require(bool holds, const char* sentence) {
  if (!holds) refuse(sentence);
}

// A call that has not returned. The end of the process waits for those of other threads, since what they use
// ends with it, and refuses later ones.
class Running {
public:
  Running() noexcept;
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  bool refused() const { return !counted_; }

private:
  bool counted_ = false;
};
texelscope_status process_ended() noexcept;

// Keeps the sentence of the exception that is being handled, and returns its status.
texelscope_status failed() noexcept;

// Calls work(), and turns what it throws into a status.
template <class Work>
texelscope_status call(Work&& work) noexcept {
  const Running running;
  if (running.refused()) return process_ended();
  try {
    work();
    return TEXELSCOPE_OK;
  } catch (...) {
    return failed();
  }
}

// Whether the work is no longer wanted: the caller's number is not 0, or the process ends. Any thread may
// ask.
class Stop {
public:
  explicit Stop(const volatile std::int32_t* number) : number_(number) {}
  std::function<bool()> asked() {
    return [this] { return stops(); };
  }
  void check() const; // throws a Refusal if a thread was told to stop

private:
  bool stops();

  const volatile std::int32_t* number_;
  std::atomic<bool> stopped_ = false;
};

// A text for the caller, who frees it.
using OwnedText = std::unique_ptr<char, decltype(&std::free)>;
OwnedText text_of(std::string_view text);
inline OwnedText no_text() {
  return {nullptr, &std::free};
}

// Copies a caller's struct, of which the first `min_size` bytes are needed.
void take_struct(const void* from, std::size_t min_size, const char* name, void* to, std::size_t size);
template <class Struct>
Struct taken(const Struct* from, std::size_t min_size, const char* name) {
  Struct copy = {};
  take_struct(from, min_size, name, &copy, sizeof copy);
  copy.size = sizeof copy;
  return copy;
}
// Refuses the caller's struct for results that lacks some of the first version's: they would be lost.
void check_given(const void* to, std::size_t min_size, const char* name);
// Writes as much of a struct as the caller's has; `to` begins with its size.
void give_struct(const void* from, std::size_t size, const char* name, void* to);

} // namespace texelscope::c
