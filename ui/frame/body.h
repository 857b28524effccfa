// The body of a fetch that the user writes: the findings of the app, and the position of its editor's cursor.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/ground/base/async_result.h"
#include "kernels/machines/custom_kernel/body_origin.h"
#include "kernels/machines/custom_kernel/fetch_body.h"

namespace texelscope::ui {

struct BodyFindings {
  AsyncResult<std::shared_ptr<const CompiledBody>> compiled; // the last one that was compiled
  bool is_current = false;                                   // it is the session's body
  std::vector<BodyExample> examples;
  BodyWaits waits = BodyWaits::no;
  BodyOrigin origin = BodyOrigin::file; // the source of a body that waits

  bool is_good() const {
    return is_current && compiled.failure.empty() && compiled.found && (*compiled.found)->good;
  }
};

// The cursor of a code editor: its line, from 1.
struct CodeCursor {
  int go_to = 0; // takes the cursor there; 0: it stays
  int line = 0, seen_line = 0;
};

} // namespace texelscope::ui
