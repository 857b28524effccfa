// WHY: which parts of it are shown.
#pragma once

#include <optional>
#include <set>
#include <string>

namespace texelscope::ui {

inline constexpr const char* every_step_fold = "every"; // of all words and numbers below the picture
inline constexpr const char* weights_fold = "weights";  // of the measured weights; folded by default

// A texel of the fetch, as its explanation counts levels and planes.
struct WhyTexel {
  int level = 0, plane = 0, x = 0, y = 0;
  bool operator==(const WhyTexel&) const = default;
};

struct WhyState {
  std::set<std::string> folds;     // the folds that differ from the default
  bool details = true;             // whether every step's sections are unfolded by default
  bool hex = false;                // the bits are shown too
  bool opengl = false;             // the weights of OpenGL are measured, not those of the GPU that draws
  std::optional<WhyTexel> hovered; // in the picture, in this frame or the one before

  bool shows_every_step() const { return folds.contains(every_step_fold); }
  void toggle_every_step() { toggle(every_step_fold); }
  bool shows_weights() const { return shows_every_step() && folds.contains(weights_fold); }
  // Measured weights stand among the steps.
  void toggle_weights() {
    if (shows_weights()) return toggle(weights_fold);
    folds.insert(every_step_fold);
    folds.insert(weights_fold);
  }
  // Sets the folds of the steps to the default, except that of the measured weights.
  void reset_folds() {
    std::erase_if(folds,
                  [](const std::string& name) { return name != weights_fold && name != every_step_fold; });
  }

private:
  void toggle(const char* name) {
    if (!folds.erase(name)) folds.insert(name);
  }
};

} // namespace texelscope::ui
