// The gallery of shipped sessions: what it shows, and what is chosen in it.
#pragma once

#include <string>
#include <vector>

#include "kernels/studies/lessons/examples.h"

namespace texelscope::ui {

inline constexpr float example_width = 168, example_height = 105; // of a picture, in design pixels

struct ExampleShelf {
  std::vector<ExampleGroup> groups;
  std::vector<unsigned> pictures; // GL textures, one for each example in order; 0: not made yet
};

struct ExampleState {
  bool open = false;
  int choice = 0;       // counted through all groups
  bool scrolls = false; // until the chosen one is visible
};

} // namespace texelscope::ui
