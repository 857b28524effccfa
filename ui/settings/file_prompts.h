// The purposes for which files are chosen, one row each: the dialog's texts, and the action for the path.
#pragma once

#include "ui/frame/bench.h"
#include "ui/frame/commands.h"
#include "ui/frame/dialogs.h"

namespace texelscope::ui {

struct FilePrompt {
  PathPrompt prompt;
  Text title, ok;
  Action::Kind kind;
  std::string suggestion;                // empty: a file is opened
  std::vector<std::string_view> endings; // the first one is added to a name without an extension
  bool saves() const { return !suggestion.empty(); }
};

FilePrompt file_prompt(PathPrompt prompt, BenchView shown); // of the bench lab

} // namespace texelscope::ui
