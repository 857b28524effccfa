// The ui map as a JSON file, made anew each frame for tests: {"frame", "size", "scale", "session", "items": [...]}.
#pragma once

#include <cstdint>
#include <filesystem>

#include "kernels/spec.h"
#include "ui/ui_map.h"

namespace texelscope {

// Throws UserError if the path cannot be written. The file is replaced whole.
void write_ui_map(const std::filesystem::path& path, std::int64_t frame, float width, float height, double scale, const Session& session, const ui::UiMap& map);

} // namespace texelscope
