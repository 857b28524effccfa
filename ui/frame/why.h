// WHY: which parts of it are shown.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace texelscope::ui {

inline constexpr const char* weights_fold = "weights"; // of the measured weights; folded by default

struct WhyState {
  std::set<std::string> folds; // the folds that differ from the default
  std::optional<bool> details; // whether everything is unfolded by default; empty: if there is room for it
  bool hex = false;            // the bits are shown too
  bool opengl = false;         // the weights of OpenGL are measured, not those of the GPU that draws

  bool shows_weights() const { return folds.contains(weights_fold); }
  void toggle_weights() {
    if (!folds.erase(weights_fold)) folds.insert(weights_fold);
  }
  // Sets all other folds to the default.
  void reset_folds() {
    const bool weights = shows_weights();
    folds.clear();
    if (weights) toggle_weights();
  }
};

} // namespace texelscope::ui
