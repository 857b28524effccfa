// The framebuffer that is bound: cleared before a frame, read back for pictures. Needs a current GL context.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/frame/theme.h"

namespace texelscope {

// To the panels' color: they are most of the window, and ui draws only the gaps.
void clear_framebuffer(const ui::Theme& theme, int width, int height);

// RGBA, rows from the top, opaque.
std::vector<std::uint8_t> read_framebuffer(int width, int height);

} // namespace texelscope
