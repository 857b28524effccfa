// The body of a fetch that the user writes: what the app found out about it, and where its editor stands.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/fetch_body.h"
#include "ui/labs.h"

namespace texelscope::ui {

struct BodyExample {
  std::string name, body;
};

struct BodyFindings {
  Finding<std::shared_ptr<const CompiledBody>> compiled; // the last that was looked at
  bool is_current = false;                               // it is the session's body
  std::vector<BodyExample> examples;

  bool is_good() const { return is_current && compiled.failure.empty() && compiled.found && (*compiled.found)->good; }
};

// Of a field of code: the cursor's line, from 1.
struct CodeCursor {
  int go_to = 0; // takes the cursor there; 0: it stays
  int line = 0, seen_line = 0;
};

} // namespace texelscope::ui
