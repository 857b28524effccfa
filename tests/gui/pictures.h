// Reads what `texelscope render` writes, by code that is independent of the program's.
#pragma once

#include <filesystem>

#include "gui/x11.h"

namespace texelscope::gui {

// The values of an .npy file of shape (H, W, 4), <f4, <u4 or <i4. Throws std::runtime_error for any other.
struct Values {
  int width = 0, height = 0;
  std::vector<std::array<double, 4>> pixels; // rows from the top
  const std::array<double, 4>& at(int x, int y) const {
    return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)];
  }
};
Values read_values(const std::filesystem::path& file);

// An 8-bit PNG. Throws std::runtime_error for anything else.
Shot read_png(const std::filesystem::path& file);

// An RGBA PNG of that many bits, 8 or 16, all texels alike.
void write_flat_png(const std::filesystem::path& file, int width, int height, int bits,
                    const std::array<std::uint16_t, 4>& texel);

} // namespace texelscope::gui
