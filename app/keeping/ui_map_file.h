// The ui map as a JSON file, written each frame for tests: {"frame", "drawn", "size", "scale", "gl_errors",
// "session", "items": [...]}.
#pragma once

#include <cstdint>
#include <filesystem>

#include "kernels/state/session/spec.h"
#include "ui/frame/ui_map.h"

namespace texelscope {

struct UiMapFrame {
  std::int64_t number = 0;
  std::int64_t drawn = 0;      // frames so far that were drawn: those that showed something new
  float width = 0, height = 0; // pixels
  double scale = 1;
  std::int64_t gl_errors = 0; // that OpenGL has reported since the start
};

// Returns and clears the number of errors that OpenGL holds. Needs a current context.
std::int64_t take_gl_errors();

// Throws UserError if the path cannot be written. The file is replaced as a whole.
void write_ui_map(const std::filesystem::path& path, const UiMapFrame& frame, const Session& session,
                  const ui::UiMap& map);

} // namespace texelscope
