// Functions that need the X library: a mouse and a keyboard, the screen's pixels, files dropped on a window.
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

// The mouse and the keyboard of a display, through the server's extension XTEST: what comes from them is no
// other for a program than what comes from devices. When a function returns, the server has it.
class Input {
public:
  explicit Input(std::string display) : display_(std::move(display)) {}
  void move(int x, int y) const;
  void press(int button) const; // 1 left, 2 middle, 3 right; 4 and 5 are the wheel's steps up and down
  void release(int button) const;
  void click(int button, int times = 1, double seconds_between = 0) const;
  void press(const std::string& keys) const; // "n", "ctrl+z", "F1", "bracketright": X's names of keysyms
  void release(const std::string& keys) const;
  void tap(const std::vector<std::string>& keys) const; // each pressed and released before the next
  void type(const std::string& ascii) const;

private:
  std::string display_;
};

// Gives the program's window, the one whose title begins with "Texelscope", that size.
void resize_window(const std::string& display, int width, int height);

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
