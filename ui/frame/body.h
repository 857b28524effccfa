// The body of a fetch that the user writes: the findings of the app, and the position of its editor's cursor.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/custom_kernel/fetch_body.h"
#include "ui/frame/async_result.h"

namespace texelscope::ui {

struct BodyExample {
  std::string name, body;
};

// Why a body is not compiled: the user has not agreed to it yet, or nothing here runs it and nobody requested
// the compiler's messages.
enum class BodyWaits : std::uint8_t { no, for_consent, for_request };
enum class BodyOrigin : std::uint8_t { file, last_session, lesson, text, share_line };

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
