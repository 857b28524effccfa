// WHY: how much of it is shown.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace texelscope::ui {

struct WhyState {
  std::set<std::string> folds; // those that are not as at first
  std::optional<bool> details; // whether all of it is unfolded at first; none: where there is room for it
  bool hex = false;            // the bits are shown too
};

} // namespace texelscope::ui
