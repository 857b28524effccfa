// A line of the journal: a change, and its effect on the fetch's time and on the picture's values.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "kernels/studies/compare/value_change.h"

namespace texelscope::ui {

enum class TimeVerdict : std::uint8_t { unmeasured, same, faster, slower, unclear };

struct JournalEntry {
  std::string label; // "filter: linear → point"
  std::uint64_t id = 0;
  TimeVerdict verdict = TimeVerdict::unmeasured;
  double before = std::numeric_limits<double>::quiet_NaN(),
         after = before;                  // medians of the fetch kernel, seconds
  std::optional<ValueChange> change = {}; // empty: not known yet
  bool only_view = false;                 // it moved or colored the picture, which is nothing to judge
};

} // namespace texelscope::ui
