// Starts threads. Where the system has none left, all throw a MachineError with a sentence.
#pragma once

#include <future>
#include <system_error>
#include <thread>
#include <utility>

namespace texelscope {

[[noreturn]] void throw_no_thread(const std::system_error& error);

// `run` may take a std::stop_token.
template <class Run>
std::jthread start_thread(Run run) try {
  return std::jthread(std::move(run));
} catch (const std::system_error& error) {
  throw_no_thread(error);
}

// On a thread of its own, as std::async does it.
template <class Run, class... Arguments>
auto start_async(Run run, Arguments&&... arguments) try {
  return std::async(std::launch::async, std::move(run), std::forward<Arguments>(arguments)...);
} catch (const std::system_error& error) {
  throw_no_thread(error);
}

} // namespace texelscope
