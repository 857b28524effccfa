// The framebuffer that is bound: it is cleared before a frame and read back for pictures. Needs a current GL
// context.
#pragma once

#include <cstdint>
#include <vector>

#include "ui/frame/theme.h"

namespace texelscope {

// Clears to the panels' color, which covers most of the window; ui draws only the gaps.
void clear_framebuffer(const ui::Theme& theme, int width, int height);

// Of the framebuffer. OpenGL's own is the bottom one.
enum class FirstRow { bottom, top };

// Returns RGBA, rows from the top, opaque.
std::vector<std::uint8_t> read_framebuffer(int width, int height, FirstRow first = FirstRow::bottom);

} // namespace texelscope
