#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <sys/stat.h>

#include "gui/desktop.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::gui {

namespace fs = std::filesystem;

namespace {
// The tour of a first start would cover what the tests look at. A test of the tour brings its own settings.
void skip_tour(const fs::path& home) {
  const fs::path settings = home / "config/texelscope/settings.json";
  std::error_code ignored;
  if (fs::exists(settings, ignored)) return;
  fs::create_directories(settings.parent_path(), ignored);
  std::ofstream(settings) << "{\"version\": 1, \"tour_seen\": true}";
}
} // namespace

Window::Window(const Display& display, std::vector<std::string> arguments, const fs::path& home,
               const fs::path& program)
    : display_(display), input_(display.name()), home_(home.empty() ? folder_.path("home") : home) {
  fs::create_directories(home_);
  skip_tour(home_);
  arguments.insert(arguments.begin(), {"env", "-C", folder().string(), program.string()});
  arguments.insert(arguments.end(), {"--ui-map", (folder_.path("map.json")).string()});
  process_.emplace(arguments,
                   std::vector<std::string>{"DISPLAY=" + display.name(), "HOME=" + home_.string(),
                                            "XDG_CONFIG_HOME=" + (home_ / "config").string(),
                                            "XDG_STATE_HOME=" + (home_ / "state").string(),
                                            "XDG_DATA_HOME=" + (home_ / "data").string(),
                                            "XCOMPOSEFILE=/dev/null", // a long file, read at each start
                                            // Mesa draws in the program's own thread: tests run side by side.
                                            "LP_NUM_THREADS=0"},
                   log());
  if (!until([&] { return fs::exists(folder_.path("map.json")); }, 60))
    throw std::runtime_error("the window did not open: " + tests::contents(log()));
  settle(5);
}

// Each frame's map is another file.
const Json& Window::newest() {
  const std::string path = folder_.path("map.json").string();
  struct stat there = {};
  if (stat(path.c_str(), &there) != 0) throw std::runtime_error("there is no ui map");
  const auto& [read, when] = newest_file_;
  if (there.st_ino == read && there.st_mtim.tv_sec == when.tv_sec && there.st_mtim.tv_nsec == when.tv_nsec)
    return newest_;
  std::ifstream file(path);
  newest_ = Json::parse(file);
  newest_file_ = {there.st_ino, there.st_mtim}; // or an older one's: then the next call reads again
  return newest_;
}

// The map begins with the frame: {"frame":12,
std::int64_t Window::frame() {
  std::ifstream file(folder_.path("map.json"));
  file.ignore(9);
  std::int64_t number = 0;
  if (!(file >> number)) throw std::runtime_error("the ui map does not begin with its frame");
  return number;
}

bool Window::pass_frames(int frames) {
  const std::int64_t first = frame();
  return until([&] { return frame() >= first + frames; }, 30);
}

void Window::settle(int frames) {
  if (!pass_frames(frames)) throw std::runtime_error("the window draws no more frames");
}

bool Window::until(const std::function<bool()>& condition, double seconds) {
  const double end = now() + seconds;
  while (!condition()) {
    if (now() > end || !process_->running()) return condition();
    pause_for(0.01);
  }
  return true;
}

namespace {
std::optional<Json> find(const Json& map, const std::string& name) {
  for (const Json& item : map.at("items"))
    if (item.at("name") == name) return item;
  return std::nullopt;
}
} // namespace

bool Window::shows(const std::string& item) {
  const auto found = find(newest(), item);
  return found && found->at("visible");
}

std::string Window::text(const std::string& item) {
  const auto found = find(newest(), item);
  if (!found) throw std::runtime_error("nothing on screen is named " + item);
  return found->at("text");
}

Box Window::box(const std::string& item) {
  if (!shows(item) && (find(newest(), item) || unfold(item))) reach(item);
  const auto found = find(newest(), item);
  if (!found) throw std::runtime_error("nothing on screen is named " + item);
  if (!found->at("visible")) throw std::runtime_error(item + " is scrolled out of sight");
  const Json& r = found->at("rect");
  return {r[0], r[1], r[2], r[3]};
}

Json Window::session() {
  return newest().at("session");
}

Json Window::field(const std::string& path) {
  const auto dot = path.find('.');
  return session().at(path.substr(0, dot)).at(path.substr(dot + 1));
}

void Window::move(double x, double y) {
  input_.move(int(x), int(y));
  settle(2);
}

void Window::click_at(double x, double y, int button) {
  move(x, y);
  press(button);
}

void Window::press(int button) {
  input_.click(button);
  settle(3); // a frame sees the press, and the next the release
}

// What is still scrolling or making room is followed.
void Window::move_to(const std::string& item) {
  Box there = box(item);
  for (bool stands = false; !stands;) {
    move(there.x(), there.y());
    const Box seen = shows(item) ? box(item) : there;
    stands = seen == there;
    there = seen;
  }
}

void Window::click(const std::string& item, int button) {
  move_to(item);
  press(button);
}

void Window::double_click(const std::string& item) {
  move_to(item);
  input_.click(1, 2, 0.1);
  settle(5); // a frame for each change of the button
}

void Window::click_while_it_stands(const std::vector<std::string>& items) {
  std::vector<Box> boxes;
  for (const std::string& item : items)
    boxes.push_back(box(item)); // it may scroll
  while_it_stands([&] {
    for (const Box& b : boxes) {
      input_.move(int(b.x()), int(b.y()));
      input_.click(1);
    }
  });
  settle(2 * int(items.size()) + 1); // a frame for each change of the button
}

void Window::double_click_over_a_long_frame(const std::string& item) {
  move_to(item);
  input_.click(1);
  pause_for(0.06);
  while_it_stands([&] {
    input_.click(1);
    pause_for(0.8);
  });
  settle(5);
}

void Window::drag_while_it_stands(double x0, double y0, double x1, double y1) {
  while_it_stands([&] {
    input_.move(int(x0), int(y0));
    input_.press(1);
    input_.move(int(x1), int(y1));
    input_.release(1);
  });
  settle(4);
}

void Window::while_it_stands(const std::function<void()>& input) {
  process().send(SIGSTOP);
  input();
  process().send(SIGCONT);
}

void Window::drag(double x0, double y0, double x1, double y1, int button) {
  move(x0, y0);
  input_.press(button);
  settle(2);
  for (int step = 1; step <= 4; ++step)
    move(x0 + (x1 - x0) * step / 4, y0 + (y1 - y0) * step / 4);
  input_.release(button);
  settle(3);
}

void Window::wheel(double x, double y, int steps) {
  move(x, y);
  for (int i = 0; i < std::abs(steps); ++i) {
    input_.click(steps > 0 ? 4 : 5);
    settle(2);
  }
}

void Window::key(const std::string& keys) {
  input_.tap({keys});
  pass_frames(3); // one sees the press, and the next the release
}

void Window::last_key(const std::string& keys) {
  input_.tap({keys});
  until([&] { return !process_->running(); });
}

void Window::tap(const std::string& keys, int times) {
  tap(std::vector(std::size_t(times), keys));
}

void Window::tap(const std::vector<std::string>& keys) {
  input_.tap(keys);
  settle(2);
}

void Window::hold(const std::string& key) {
  input_.press(key);
  settle(2);
}

void Window::release(const std::string& key) {
  input_.release(key);
  pass_frames(2);
}

void Window::type(const std::string& content) {
  input_.type(content);
  settle(2);
}

void Window::resize(int width, int height) {
  resize_window(display_.name(), width, height);
  if (!until([&] { return newest().at("size") == Json({double(width), double(height)}); }))
    throw std::runtime_error("the window does not change its size");
  settle(2);
}

// The map names what a folded section of the settings holds, with the section's header.
bool Window::unfold(const std::string& item) {
  const std::string control = item.starts_with("fix.")    ? item.substr(4)
                              : item.starts_with("note.") ? item.substr(5)
                                                          : item;
  std::string header;
  std::size_t length = 0;
  for (const Json& entry : items()) {
    const std::string name = entry.at("name");
    if (!name.starts_with("folded.")) continue;
    const std::string hidden = name.substr(7), within = hidden.ends_with('.') ? hidden : hidden + ".";
    if ((control != hidden && !control.starts_with(within)) || hidden.size() < length) continue;
    length = hidden.size();
    header = entry.at("text");
  }
  if (header.empty()) return false;
  reach(header);
  click(header);
  settle(2);
  return true;
}

void Window::reach(const std::string& item) {
  if (!find(newest(), item)) unfold(item);
  for (int turn = 0; turn < 40; ++turn) {
    std::optional<Box> panel; // the last panel before the item contains it
    for (const Json& entry : items()) {
      const Box here = {entry["rect"][0], entry["rect"][1], entry["rect"][2], entry["rect"][3]};
      if (entry["name"].get<std::string>().starts_with("panel.")) panel = here;
      if (entry["name"] != item) continue;
      if (!panel || (here.y0 >= panel->y0 && here.y1 <= panel->y1)) return;
      // At the panel's edge no control reacts to the wheel.
      wheel(panel->x0 + 4, panel->y(), here.y0 < panel->y0 ? 1 : -1);
      panel.reset();
      break;
    }
    if (panel) break;
  }
  throw std::runtime_error(item + " cannot be brought into sight");
}

void Window::enter_value(const std::string& item, const std::string& value) {
  box(item); // unfolds its section
  hold("ctrl");
  click(item);
  release("ctrl");
  key("ctrl+a");
  type(value);
  key("Return");
}

int Window::close() {
  input_.tap({"ctrl+q"});
  const bool asks =
      until([&] { return !process_->running() || shows("leaving.discard"); }) && process_->running();
  if (asks) {
    settle();
    const Box discard = box("leaving.discard");
    move(discard.x(), discard.y());
    input_.press(1);
    settle(2);
    input_.release(1);
  }
  return wait_for_end();
}

int Window::wait_for_end() {
  return process_->wait(20);
}

} // namespace texelscope::gui
