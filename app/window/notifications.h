// The messages in the window's corner, each for some seconds.
#pragma once

#include <deque>
#include <string>

#include "ui/frame/toast.h"

namespace texelscope {

class Notifications {
public:
  static constexpr std::size_t max_shown = 4;

  // Does nothing if the same message is still shown.
  void add(NoteKind kind, std::string message) {
    for (const ui::Toast& toast : shown_)
      if (toast.text == message) return;
    shown_.push_back({kind, std::move(message), kind == NoteKind::no_effect ? 3.0 : 8.0});
    while (shown_.size() > max_shown)
      shown_.pop_front();
  }
  void advance(double seconds) {
    for (ui::Toast& toast : shown_)
      toast.seconds_left -= seconds;
    std::erase_if(shown_, [](const ui::Toast& toast) { return toast.seconds_left <= 0; });
  }
  const std::deque<ui::Toast>& shown() const { return shown_; } // oldest first

private:
  std::deque<ui::Toast> shown_;
};

} // namespace texelscope
