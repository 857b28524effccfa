// The session's file and its list of changes, for the bars and the journal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ui/frame/journal.h"

namespace texelscope::ui {

struct DocumentFrame {
  std::string name;
  bool unsaved = false;
  const std::vector<JournalEntry>* changes = nullptr;
  std::size_t position = 0;                         // among them
  const std::vector<std::string>* recent = nullptr; // files
};

} // namespace texelscope::ui
