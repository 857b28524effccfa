// What a frame may show while a lesson's question or a bug waits for its answer.
#pragma once

#include <optional>

#include "ui/frame/ui.h"

namespace texelscope::ui {

// The app's frame; while hides_answer(), a copy without what tells the answer: notes, values and their
// explanations, measurements. What remains is drawn from settings and pictures.
class PermittedFrame {
public:
  PermittedFrame(const Frame& whole, const LessonState& state);
  PermittedFrame(const PermittedFrame&) = delete;
  PermittedFrame& operator=(const PermittedFrame&) = delete;

  const Frame& frame() const { return silent ? *silent : whole; }

private:
  const Frame& whole;
  Resolution without_notes;
  std::optional<Frame> silent;
};

} // namespace texelscope::ui
