// The answers that the palette finds: which one is shown.
#pragma once

#include <cstddef>
#include <optional>

#include "kernels/studies/answers/answer_search.h"

namespace texelscope::ui {

struct AnswerState {
  std::optional<std::size_t> shown; // its number in Frame::answers
  int button = 0;                   // the chosen one below it
  float height = 0;                 // that its window needed in the frame before, pixels
};

} // namespace texelscope::ui
