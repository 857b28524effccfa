// The settings' column, and the effective settings.
#pragma once

#include <array>
#include <set>
#include <string>
#include <vector>

#include "kernels/studies/explain/explain_settings.h"

namespace texelscope::ui {

struct SettingsState {
  std::set<std::string, std::less<>> unfolded;         // sections; the sampler's is never folded
  bool effect_open = false;                            // beside the sampler's title: what takes effect
  bool notes_open = false;                             // all notes at the column's foot, not only the first
  bool show_all = false;                               // rows that are rarely needed are shown too
  std::array<bool, 3> keyed_axes = {true, true, true}; // the axes that W C M B set
  int amp_example = -1; // the seed's example that the AMP lab shows; -1: the chosen texture
};

// The setting that was clicked elsewhere, which is framed until then.
struct RevealedSetting {
  std::string path;
  double until = 0;
  bool scrolls = false; // it is not visible yet
};

// The reports on the sampler's settings.
struct SettingReports {
  std::vector<SettingReport> settings;
  Dimension dimension = Dimension::d2;
  std::string failure; // of the machine while they were computed
};

} // namespace texelscope::ui
