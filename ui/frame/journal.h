// A line of the journal: what was changed, and what that did to the fetch's time and to the picture's values.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "kernels/backend/backend.h"

namespace texelscope::ui {

enum class TimeVerdict : std::uint8_t { unmeasured, same, faster, slower, unclear };

// Of one picture against another of the same size, by the model on the CPU.
struct ValueChange {
  bool comparable = false; // else nothing below counts
  double largest = 0;      // of all channels; NaN where a NaN came or went
  Pixel at;                // the first pixel of which it holds
};

struct JournalEntry {
  std::string label; // "filter: linear → point"
  std::uint64_t id = 0;
  TimeVerdict verdict = TimeVerdict::unmeasured;
  double before = std::numeric_limits<double>::quiet_NaN(),
         after = before;                  // medians of the fetch kernel, seconds
  std::optional<ValueChange> change = {}; // not known yet
};

} // namespace texelscope::ui
