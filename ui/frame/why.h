// WHY: which parts of it are shown.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace texelscope::ui {

struct WhyState {
  std::set<std::string> folds; // the folds that differ from the default
  std::optional<bool> details; // whether everything is unfolded by default; empty: if there is room for it
  bool hex = false;            // the bits are shown too
};

} // namespace texelscope::ui
