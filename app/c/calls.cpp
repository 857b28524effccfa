#include "app/c/calls.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <thread>

#include <pthread.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/version.h"
#include "kernels/ground/text/language.h"
#include "kernels/state/session/fields.h"

namespace texelscope::c {

namespace {
constexpr std::size_t max_struct_bytes = 4096; // more than any version of a struct has

std::atomic<int> running = 0;
thread_local int running_here = 0;
std::atomic<bool> process_ends = false;

// What the calls use ends after this, which waits for them.
struct End {
  End() {
    static_cast<void>(fields()); // what is made before is destroyed after
    ::pthread_atfork(nullptr, nullptr, [] { running = running_here; });
  }
  ~End() {
    process_ends = true;
    while (running > running_here)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
};
const End end;

thread_local std::string last_sentence;
thread_local const char* last_error = "";

texelscope_status keep(texelscope_status status, const char* sentence) noexcept {
  try {
    constexpr std::string_view prefix = "texelscope: "; // of the messages of the library for C++
    const std::string_view whole = sentence;
    last_sentence = whole.starts_with(prefix) ? whole.substr(prefix.size()) : whole;
    last_error = last_sentence.c_str();
  } catch (...) {
    last_error = "there is not enough memory for the sentence";
  }
  return status;
}
} // namespace

void refuse(const std::string& sentence) {
  throw Refusal(TEXELSCOPE_INVALID, sentence);
}

Running::Running() noexcept {
  if (process_ends) return;
  ++running;
  ++running_here;
  counted_ = true;
}
Running::~Running() {
  if (!counted_) return;
  --running_here;
  --running;
}

texelscope_status process_ended() noexcept {
  last_error = "the process ends";
  return TEXELSCOPE_FAILED;
}

texelscope_status failed() noexcept {
  try {
    throw;
  } catch (const Refusal& refusal) {
    return keep(refusal.status, refusal.what());
  } catch (const std::bad_alloc&) {
    last_error = "there is not enough memory";
    return TEXELSCOPE_NO_MEMORY;
  } catch (const std::invalid_argument& refusal) {
    return keep(TEXELSCOPE_INVALID, refusal.what());
  } catch (const UserError& refusal) {
    return keep(TEXELSCOPE_INVALID, refusal.what());
  } catch (const FileError& failure) {
    return keep(TEXELSCOPE_FILE, failure.what());
  } catch (const std::exception& failure) {
    return keep(TEXELSCOPE_FAILED, failure.what());
  } catch (...) {
    return keep(TEXELSCOPE_FAILED, "something unforeseen happened");
  }
}

bool Stop::stops() {
  if (!stopped_ && !process_ends && (!number_ || __atomic_load_n(number_, __ATOMIC_RELAXED) == 0))
    return false;
  stopped_ = true;
  return true;
}

void Stop::check() const {
  if (stopped_) throw Refusal(TEXELSCOPE_STOPPED, "the work was stopped");
}

OwnedText text_of(std::string_view text) {
  OwnedText copy(static_cast<char*>(std::malloc(text.size() + 1)), &std::free);
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy.get(), text.data(), text.size());
  copy.get()[text.size()] = '\0';
  return copy;
}

namespace {
std::size_t size_of(const void* from, std::size_t min_size, const char* name) {
  if (!from) refuse(std::string(name) + " is a null pointer");
  std::size_t size = 0;
  std::memcpy(&size, from, sizeof size);
  if (size < min_size || size > max_struct_bytes)
    refuse(std::string(name) + "::size is " + std::to_string(size) + ": it is not set to the struct's size");
  return size;
}
} // namespace

void take_struct(const void* from, std::size_t min_size, const char* name, void* to, std::size_t size) {
  const std::size_t theirs = size_of(from, min_size, name);
  const auto* bytes = static_cast<const std::byte*>(from);
  std::memcpy(to, bytes, std::min(theirs, size));
  for (std::size_t i = size; i < theirs; ++i)
    if (bytes[i] != std::byte(0))
      refuse(std::string(name) + " has members that this version of the library does not know");
}

void check_given(const void* to, std::size_t min_size, const char* name) {
  size_of(to, min_size, name);
}

void give_struct(const void* from, std::size_t size, const char* name, void* to) {
  const std::size_t theirs = size_of(to, sizeof(std::size_t), name);
  auto* bytes = static_cast<std::byte*>(to);
  const auto* members = static_cast<const std::byte*>(from);
  std::copy(members + sizeof(std::size_t), members + std::min(size, theirs), bytes + sizeof(std::size_t));
  if (theirs > size) std::fill(bytes + size, bytes + theirs, std::byte(0));
}

} // namespace texelscope::c

const char* texelscope_version(void) {
  return texelscope::version();
}

texelscope_status texelscope_set_language(const char* code) {
  using namespace texelscope;
  return c::call([&] {
    c::require(code, "code is a null pointer");
    const std::optional<Language> language = language_from_code(code);
    if (!language)
      c::refuse("\"" + std::string(code) + "\" is no language here: \"en\" or \"zh-Hans\" is needed");
    set_language(*language);
  });
}

const char* texelscope_error(void) {
  return texelscope::c::last_error;
}

void texelscope_free(char* text) {
  std::free(text);
}
