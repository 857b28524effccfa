// The settings that can be changed by hand: one row each, in the order in which they stand in the window and
// on the page.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

enum class Visibility : std::uint8_t {
  hidden, // it has no meaning in this state
  folded, // rarely used: shown among all settings, or if it differs from its default
  shown
};

struct SettingsRow {
  enum class Where : std::uint8_t { everywhere, window, page };
  struct Slider { // a range that is wide enough in practice; the field's own can be wider
    double low = 0, high = 0, step = 0;
  };

  std::string_view path;                                          // of a field
  Visibility (*when)(const Session&, const Effective&) = nullptr; // null: always shown
  std::span<const int> values = {};                               // those of an integer, if it has only these
  std::optional<Slider> slider = {};
  float speed = 0;     // of a number: its change where it is dragged by a pixel
  int decimals = 3;    // of a number, where it is shown to be dragged
  bool listed = false; // the choices drop down, because they are many or long
  Where where = Where::everywhere;
};

struct SettingsSection {
  std::string_view name; // "sampler", "texture", "fetch", "scene", "write", "view"
  std::span<const SettingsRow> rows;
};

std::span<const SettingsSection> settings_sections();

inline Visibility visibility(const SettingsRow& row, const Session& session, const Effective& effective) {
  return row.when == nullptr ? Visibility::shown : row.when(session, effective);
}

} // namespace texelscope
