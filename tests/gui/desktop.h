// A display of its own (Xvfb), the program in a real window on it, and real mouse and keyboard events. What
// is shown is read from the program's --ui-map file.
#pragma once

#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include "gui/x11.h"
#include "tests/temp_folder.h"

namespace texelscope::gui {

using Json = nlohmann::json;

double now(); // seconds of a monotonic clock
void pause_for(double seconds);

// A child process, ended (by its id) with the object.
class Process {
public:
  // `environment`: NAME=value over this process's own. Both output streams go to the file `output`.
  Process(const std::vector<std::string>& args, const std::vector<std::string>& environment,
          const std::filesystem::path& output = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  bool running();
  // Waits; the exit status, or -1 if it had to be killed after `seconds`.
  int wait(double seconds);
  void terminate();
  pid_t id() const { return id_; }
  void send(int signal);

private:
  pid_t id_ = -1;
  std::optional<int> status_;
};

class Display {
public:
  Display(int width, int height, int dpi = 96);
  const std::string& name() const { return name_; } // ":99"
  void vanish();                                    // as if the server crashed

private:
  tests::TempFolder folder_;
  std::optional<Process> server_;
  std::string name_;
};

struct Box {
  double x0, y0, x1, y1;
  double x() const { return (x0 + x1) / 2; }
  double y() const { return (y0 + y1) / 2; }
  bool operator==(const Box&) const = default;
};

class Window {
public:
  // Starts the program in an empty home; `arguments` follow the program's name.
  // The working folder is a new one, folder().
  Window(const Display& display, std::vector<std::string> arguments, const std::filesystem::path& home = {},
         const std::filesystem::path& program = TEXELSCOPE_PROGRAM);

  Json map() { return newest(); }
  Json items() { return newest().at("items"); }
  std::int64_t frame();
  void settle(int frames = 3); // until that many frames have been drawn
  // False: it never held. With sanitizers a comparison of a whole window takes 14 seconds.
  bool until(const std::function<bool()>& condition, double seconds = 30);

  bool shows(const std::string& item);
  std::string text(const std::string& item);
  Box box(const std::string& item); // unfolds and scrolls to it; throws if the item is not there
  Json session();
  Json field(const std::string& path); // "sampler.filter"

  void click(const std::string& item, int button = 1);
  void click_at(double x, double y, int button = 1);
  void double_click(const std::string& item);
  // The program gets all of it at once, after a frame that took as long.
  void click_while_it_stands(const std::vector<std::string>& items);
  void double_click_over_a_long_frame(const std::string& item);
  void drag_while_it_stands(double x0, double y0, double x1, double y1);
  void move(double x, double y);
  void drag(double x0, double y0, double x1, double y1, int button = 1);
  void wheel(double x, double y, int steps);    // positive: scroll up
  void key(const std::string& keys);            // "n", "ctrl+z", "F1"; returns once it was seen
  void last_key(const std::string& keys);       // a key that ends the program
  void tap(const std::string& keys, int times); // all at once
  void tap(const std::vector<std::string>& keys);
  void hold(const std::string& key);
  void release(const std::string& key);
  void type(const std::string& content);
  void resize(int width, int height);  // until the program draws that size
  void reach(const std::string& item); // turns the wheel over its panel until it is in sight
  void enter_value(const std::string& item, const std::string& value); // Ctrl+click, type, Enter

  int close();        // Ctrl+Q, and "don't save" where it asks; the exit status
  int wait_for_end(); // the exit status
  Process& process() { return *process_; }
  const Display& display() const { return display_; }
  const std::filesystem::path& home() const { return home_; }
  const std::filesystem::path& folder() const { return folder_.root(); }
  std::filesystem::path log() const { return folder_.path("log"); }

private:
  const Json& newest();                 // map, until the next call
  bool pass_frames(int frames);         // false: the program ended, or draws none
  bool unfold(const std::string& item); // the section of the settings that holds it; false: none does
  void move_to(const std::string& item);
  void press(int button); // and release
  void while_it_stands(const std::function<void()>& input);
  const Display& display_;
  Input input_;
  Json newest_;
  std::pair<ino_t, timespec> newest_file_{}; // that it was read from
  tests::TempFolder folder_;
  std::filesystem::path home_;
  std::optional<Process> process_;
};

} // namespace texelscope::gui
