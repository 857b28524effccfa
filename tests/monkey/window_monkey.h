// Random clicks, keys, wheel steps, resizes and drops in a real window, on copies of files in a temporary
// folder, and what must hold all the time: the program runs, draws frames and more than one color, and
// reports nothing.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "gui/desktop.h"
#include "gui/x11.h"

namespace texelscope::gui {

// The size and the time of each file below the folders, except for .git and build.
using Fingerprint =
    std::map<std::filesystem::path, std::pair<std::uintmax_t, std::filesystem::file_time_type>>;
Fingerprint fingerprint(const std::vector<std::filesystem::path>& folders);
// The files that were changed, made or removed.
std::vector<std::filesystem::path> changed_files(const Fingerprint& before, const Fingerprint& after);

// The share of the most frequent color among the pixels of the first `width` columns and `height` rows.
double largest_color_share(const Shot& shot, int width, int height);

struct WindowMonkeyOptions {
  std::uint64_t seed = 1;
  double seconds = 60;
  double hang_after = 10;                  // seconds without a new frame
  std::vector<std::string> arguments = {}; // of the program
  std::filesystem::path program = TEXELSCOPE_PROGRAM;
  std::filesystem::path evidence =
      {}; // a folder for the screen, the ui map and the acts of a finding; empty: none
};

class WindowMonkey {
public:
  explicit WindowMonkey(const WindowMonkeyOptions& options);

  // Throws std::runtime_error with what was found, and the last acts.
  void run();

  std::int64_t acts() const { return number_; }
  const std::map<std::string, std::int64_t>& kinds() const { return kinds_; }
  std::int64_t frames() const { return last_frame_; }

private:
  void act();
  void check();
  void watch_frames(int count);
  [[noreturn]] void found(const std::string& what);

  std::string click();
  std::string click_point();
  std::string drag();
  std::string wheel();
  std::string press_key();
  std::string type();
  std::string resize();
  std::string drop();

  struct Point {
    int x, y;
  };
  int below(int count) { return int(random_() % std::uint32_t(count)); }
  Point random_point();
  bool
  is_left_alone(Point at) const; // it lies in a control that leads out of the folder, or ends the program

  WindowMonkeyOptions options_;
  std::mt19937 random_;
  tests::TempFolder files_;
  std::vector<std::filesystem::path> copies_;
  Display display_;
  Input input_;
  std::optional<Window> window_;
  Json map_;
  std::int64_t number_ = 0, last_frame_ = 0;
  std::map<std::string, std::int64_t> kinds_;
  std::deque<std::string> last_acts_;
};

} // namespace texelscope::gui
