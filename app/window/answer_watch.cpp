#include "app/window/answer_watch.h"

#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>

#include "kernels/ground/files/messages.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
using Clock = std::chrono::steady_clock;

std::int64_t ticks_now() {
  return Clock::now().time_since_epoch().count();
}
} // namespace

AnswerWatch::Waiting::Waiting(AnswerWatch& of) : watch(of) {
  watch.began_ = ticks_now();
  if (watch.watcher_.joinable()) return;
  try {
    watch.watcher_ = std::jthread([of = &watch](const std::stop_token& stop) { of->look(stop); });
  } catch (const std::system_error&) { // the call goes on without it
  }
}

void AnswerWatch::look(const std::stop_token& stop) const {
  std::mutex own;
  std::unique_lock lock(own);
  std::condition_variable_any ended;
  while (!ended.wait_for(lock, stop, patience_ / 4, [&] { return stop.stop_requested(); })) {
    const std::int64_t began = began_;
    if (began == 0 || Clock::duration(ticks_now() - began) < patience_) continue;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(patience_).count();
    return print_warning(say(Text::gpu_does_not_answer, {std::to_string(seconds)}));
  }
}

} // namespace texelscope
