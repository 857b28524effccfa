// Says on the terminal that the GPU does not answer, while a call of its driver still waits: such a call
// cannot be ended, and the window stands still. Seen where a fault of another program had left the driver so.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace texelscope {

class AnswerWatch {
public:
  static constexpr std::chrono::seconds usual_patience{15};

  explicit AnswerWatch(std::chrono::milliseconds patience) : patience_(patience) {}

  template <class Call>
  auto during(Call&& call) {
    const Waiting waiting(*this);
    return call();
  }

private:
  struct Waiting {
    explicit Waiting(AnswerWatch& of);
    ~Waiting() { watch.began_ = 0; }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    AnswerWatch& watch;
  };
  void look(const std::stop_token& stop) const;

  std::chrono::milliseconds patience_;
  std::atomic<std::int64_t> began_ = 0; // of the call, in ticks of the steady clock; 0: there is none
  std::jthread watcher_;                // from the first call on; last, because it uses the others
};

} // namespace texelscope
