// Functions that need the X library: the screen's pixels, files dropped on a window, and keys without repeat.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texelscope::gui {

struct Shot {
  int width = 0, height = 0;
  std::vector<std::array<std::uint8_t, 3>> pixels; // rows from the top
  const std::array<std::uint8_t, 3>& at(int x, int y) const {
    return pixels[std::size_t(y) * std::size_t(width) + std::size_t(x)];
  }
};

// The whole screen. All of these throw std::runtime_error if the display does not answer.
Shot take_shot(const std::string& display);

// A key that is held over slow frames is still one key press.
void no_key_repeat(const std::string& display);

// Sends the message of the title bar's close button.
void close_window(const std::string& display, const std::string& title);

// Covers the screen's left half with another window, and takes it away again.
void cover_and_uncover(const std::string& display);

// Acts as the source of a drag (the XDND protocol, version 5) that drops the files on the window of that
// title. Returns whether the window requested the files and reported the end of the drop.
bool drop_files(const std::string& display, const std::string& title, int x, int y,
                const std::vector<std::filesystem::path>& files);

} // namespace texelscope::gui
