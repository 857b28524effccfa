#include "monkey/window_monkey.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

namespace texelscope::gui {

namespace fs = std::filesystem;

namespace {
// Mesa says on the standard error what it looked for and did not find: Vulkan, for example.
std::string without_mesas_lines(const std::string& output) {
  std::string rest;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("MESA: ") && !line.starts_with("glx: ")) rest += line + "\n";
  return rest;
}

constexpr int screen_width = 1600, screen_height = 1000;
constexpr double blank_share = 0.999;
constexpr std::size_t kept_acts = 20;

// Everything but the working folder and that of the copies is read-only for the program, where the system
// lets it have mounts of its own.
constexpr const char* sandbox = R"(#!/bin/sh
export TMPDIR="$PWD"
inside='
  for at in "$1" "$2"; do mount --bind "$at" "$at" || exit 126; done
  while read -r id parent numbers root at rest; do
    case $at in "$1" | "$2" | /proc* | /dev* | /sys*) ;; *) mount -o remount,bind,ro "$at" 2>/dev/null ;; esac
  done </proc/self/mountinfo
  cd / && cd "$1" && shift 2 && exec "$@"'
if unshare -rm true 2>/dev/null; then exec unshare -rm sh -c "$inside" sh "$PWD" "FOLDER" "PROGRAM" "$@"; fi
exec "PROGRAM" "$@"
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// Files of each kind, sound ones and broken ones, under names of their own.
std::vector<fs::path> copy_files(const fs::path& to) {
  const fs::path source = TEXELSCOPE_SOURCE_DIR;
  std::vector<fs::path> copies;
  const auto copy = [&](const fs::path& file, const std::string& name) {
    fs::copy_file(file, to / name, fs::copy_options::overwrite_existing);
    copies.push_back(to / name);
  };
  for (const char* folder : {"assets/sessions", "assets/lessons", "docs/pictures"})
    for (const auto& entry : fs::directory_iterator(source / folder))
      if (entry.is_regular_file()) copy(entry.path(), entry.path().filename().string());
  copy(source / "tests/trace/recorded.json", "trace.json");
  static constexpr const char* broken[][2] = {{"png", ".png"},      {"jpeg", ".jpg"},   {"exr", ".exr"},
                                              {"npy", ".npy"},      {"dds", ".dds"},    {"raw", ".raw"},
                                              {"session", ".json"}, {"lesson", ".json"}};
  for (const auto& [target, ending] : broken)
    for (const auto& entry : fs::directory_iterator(fs::path(TEXELSCOPE_CORPORA) / target))
      copy(entry.path(), std::string(target) + "-" + entry.path().filename().string() + ending);
  std::sort(copies.begin(), copies.end());
  return copies;
}

struct Bounds {
  double x0, y0, x1, y1;
};
Bounds bounds_of(const Json& item) {
  const Json& r = item.at("rect");
  return {r[0], r[1], r[2], r[3]};
}

bool leads_away(const std::string& name) {
  return name == "prompt.up" || name == "command.quit" || name.starts_with("prompt.place.");
}

void write_ppm(const fs::path& file, const Shot& shot) {
  std::ofstream out(file, std::ios::binary);
  out << "P6\n" << shot.width << " " << shot.height << "\n255\n";
  for (const auto& pixel : shot.pixels)
    out.write(reinterpret_cast<const char*>(pixel.data()), 3);
}
} // namespace

Fingerprint fingerprint(const std::vector<fs::path>& folders) {
  Fingerprint found;
  for (const fs::path& folder : folders) {
    std::error_code error;
    auto entry =
        fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
      const fs::path name = entry->path().filename();
      if (name == ".git" || name == "build") entry.disable_recursion_pending();
      std::error_code gone;
      if (!entry->is_regular_file(gone) || name == ".git") continue;
      const auto size = entry->file_size(gone);
      const auto time = entry->last_write_time(gone);
      if (!gone) found[entry->path()] = {size, time};
    }
  }
  return found;
}

std::vector<fs::path> changed_files(const Fingerprint& before, const Fingerprint& after) {
  std::set<fs::path> changed;
  for (const auto& [file, state] : before)
    if (const auto now = after.find(file); now == after.end() || now->second != state) changed.insert(file);
  for (const auto& [file, state] : after)
    if (!before.contains(file)) changed.insert(file);
  return {changed.begin(), changed.end()};
}

double largest_color_share(const Shot& shot, int width, int height) {
  width = std::min(width, shot.width), height = std::min(height, shot.height);
  std::map<std::array<std::uint8_t, 3>, std::int64_t> counts;
  std::int64_t largest = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      largest = std::max(largest, ++counts[shot.at(x, y)]);
  return width < 1 || height < 1 ? 1 : double(largest) / (double(width) * height);
}

WindowMonkey::WindowMonkey(const WindowMonkeyOptions& options)
    : options_(options), display_(screen_width, screen_height), input_(display_.name()) {
  std::seed_seq sequence{std::uint32_t(options.seed), std::uint32_t(options.seed >> 32)};
  random_.seed(sequence);
  const fs::path here = fs::canonical(files_.root());
  copies_ = copy_files(here);
  const fs::path start = here / "sandbox.sh";
  std::ofstream(start) << replaced(replaced(sandbox, "FOLDER", here.string()), "PROGRAM",
                                   options.program.string());
  fs::permissions(start, fs::perms(0755));
  std::vector<std::string> arguments = options.arguments;
  arguments.insert(arguments.end(), {"--size", "1280x720"});
  window_.emplace(display_, arguments, fs::path(), start);
}

void WindowMonkey::run() {
  const char* real_home = std::getenv("HOME");
  std::vector<fs::path> outside = {TEXELSCOPE_SOURCE_DIR};
  for (const char* folder :
       {".config/texelscope", ".local/share/texelscope", ".local/state/texelscope", ".cache/texelscope"})
    if (real_home != nullptr) outside.push_back(fs::path(real_home) / folder);
  const Fingerprint before = fingerprint(outside);
  for (const double end = now() + options_.seconds; now() < end;)
    act();
  if (const auto changed = changed_files(before, fingerprint(outside)); !changed.empty())
    found("a file outside of the folder has changed: " + changed.front().string());
}

void WindowMonkey::act() {
  map_ = window_->map();
  struct Choice {
    int weight;
    const char* kind;
    std::string (WindowMonkey::*act)();
  };
  static constexpr Choice choices[] = {
      {40, "click", &WindowMonkey::click},   {8, "click anywhere", &WindowMonkey::click_point},
      {10, "drag", &WindowMonkey::drag},     {10, "wheel", &WindowMonkey::wheel},
      {18, "key", &WindowMonkey::press_key}, {4, "type", &WindowMonkey::type},
      {3, "resize", &WindowMonkey::resize},  {4, "drop", &WindowMonkey::drop}};
  int all = 0;
  for (const Choice& choice : choices)
    all += choice.weight;
  int at = below(all);
  for (const Choice& choice : choices) {
    if ((at -= choice.weight) >= 0) continue;
    ++number_;
    last_acts_.push_back("not finished: " + std::string(choice.kind));
    if (last_acts_.size() > kept_acts) last_acts_.pop_front();
    const std::string done = (this->*choice.act)();
    last_acts_.back() = std::to_string(number_) + " " + choice.kind + ": " + done;
    ++kinds_[choice.kind];
    break;
  }
  watch_frames(2);
  check();
}

void WindowMonkey::watch_frames(int count) {
  const std::int64_t first = window_->frame();
  const bool drawn = window_->until([&] { return window_->frame() >= first + count; }, options_.hang_after);
  if (!window_->process().running())
    found("the program has ended with status " + std::to_string(window_->process().wait(1)));
  if (!drawn)
    found("the window has drawn no frame for " + std::to_string(int(options_.hang_after)) + " seconds");
  last_frame_ = window_->frame();
}

void WindowMonkey::check() {
  if (const std::string output = without_mesas_lines(tests::contents(window_->log())); !output.empty())
    found("the program reports: " + output);
  map_ = window_->map();
  if (map_.at("gl_errors") != 0) found("OpenGL reports errors: " + map_.at("gl_errors").dump());
  if (number_ % 5 != 0) return;
  const Json size = map_.at("size");
  const auto share = [&] {
    return largest_color_share(take_shot(display_.name()), int(size[0].get<double>()),
                               int(size[1].get<double>()));
  };
  if (!window_->until([&] { return share() < blank_share; }, 5)) found("the window is blank");
}

void WindowMonkey::found(const std::string& what) {
  std::string text =
      "seed " + std::to_string(options_.seed) + ", act " + std::to_string(number_) + ": " + what + "\n";
  for (const std::string& act : last_acts_)
    text += "  " + act + "\n";
  if (!options_.evidence.empty()) {
    fs::create_directories(options_.evidence);
    write_ppm(options_.evidence / "screen.ppm", take_shot(display_.name()));
    std::ofstream(options_.evidence / "map.json") << tests::contents(window_->folder() / "map.json");
    std::ofstream(options_.evidence / "finding.txt") << text;
  }
  throw std::runtime_error(text);
}

WindowMonkey::Point WindowMonkey::random_point() {
  const Json& size = map_.at("size");
  Point at = {0, 0};
  for (int tries = 0; tries < 50; ++tries) {
    at = {below(std::max(1, int(size[0].get<double>()))), below(std::max(1, int(size[1].get<double>())))};
    if (!is_left_alone(at)) return at;
  }
  return {0, 0};
}

bool WindowMonkey::is_left_alone(Point at) const {
  for (const Json& item : map_.at("items")) {
    const Bounds r = bounds_of(item);
    if (leads_away(item.at("name")) && at.x >= r.x0 - 1 && at.x <= r.x1 && at.y >= r.y0 - 1 && at.y <= r.y1)
      return true;
  }
  return false;
}

std::string WindowMonkey::click() {
  std::vector<const Json*> items;
  for (const Json& item : map_.at("items")) {
    const std::string name = item.at("name");
    const Bounds r = bounds_of(item);
    const bool control =
        item.at("visible") && !name.starts_with("panel.") && !name.starts_with("note.") && name != "text";
    if (control && r.x1 - r.x0 >= 2 && r.y1 - r.y0 >= 2 && !leads_away(name)) items.push_back(&item);
  }
  if (items.empty()) return click_point();
  const Json& item = *items[std::size_t(below(int(items.size())))];
  const Bounds r = bounds_of(item);
  const Point at = {int((r.x0 + r.x1) / 2), int((r.y0 + r.y1) / 2)};
  if (is_left_alone(at)) return click_point();
  const bool twice = below(8) == 0;
  const int button = below(12) == 0 ? 3 : 1;
  input_.move(at.x, at.y);
  watch_frames(1);
  input_.click(button, twice ? 2 : 1, 0.12);
  return item.at("name").get<std::string>() + (twice ? ", twice" : "") +
         (button == 3 ? ", right button" : "");
}

std::string WindowMonkey::click_point() {
  const Point at = random_point();
  const int button = 1 + below(3);
  input_.move(at.x, at.y);
  input_.click(button);
  return std::to_string(at.x) + ", " + std::to_string(at.y) + ", button " + std::to_string(button);
}

std::string WindowMonkey::drag() {
  const Point from = random_point(), to = random_point();
  const int button = 1 + below(3);
  input_.move(from.x, from.y);
  input_.press(button);
  watch_frames(1);
  input_.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  watch_frames(1);
  input_.move(to.x, to.y);
  input_.release(button);
  std::ostringstream text;
  text << from.x << ", " << from.y << " to " << to.x << ", " << to.y << ", button " << button;
  return text.str();
}

std::string WindowMonkey::wheel() {
  const Point at = random_point();
  const int button = below(2) == 0 ? 4 : 5, times = 1 + below(8);
  input_.move(at.x, at.y);
  input_.click(button, times, 0.005);
  return std::to_string(at.x) + ", " + std::to_string(at.y) + (button == 4 ? ", up " : ", down ") +
         std::to_string(times);
}

// Not Ctrl+Q, nor the keys by which the file dialog leaves the folder.
std::string WindowMonkey::press_key() {
  static constexpr const char* keys[] = {"n",
                                         "f",
                                         "r",
                                         "w",
                                         "c",
                                         "m",
                                         "b",
                                         "x",
                                         "y",
                                         "z",
                                         "8",
                                         "6",
                                         "3",
                                         "k",
                                         "e",
                                         "g",
                                         "v",
                                         "s",
                                         "l",
                                         "t",
                                         "h",
                                         "u",
                                         "a",
                                         "p",
                                         "j",
                                         "o",
                                         "0",
                                         "1",
                                         "plus",
                                         "minus",
                                         "bracketleft",
                                         "bracketright",
                                         "period",
                                         "question",
                                         "space",
                                         "Return",
                                         "Escape",
                                         "Tab",
                                         "Delete",
                                         "Home",
                                         "End",
                                         "Left",
                                         "Right",
                                         "Up",
                                         "Down",
                                         "Page_Up",
                                         "Page_Down",
                                         "F1",
                                         "F2",
                                         "F5",
                                         "F6",
                                         "F7",
                                         "F8",
                                         "F9",
                                         "F11",
                                         "F12",
                                         "shift+F12",
                                         "ctrl+z",
                                         "ctrl+shift+z",
                                         "ctrl+c",
                                         "ctrl+v",
                                         "ctrl+shift+c",
                                         "ctrl+shift+v",
                                         "ctrl+p",
                                         "ctrl+g",
                                         "ctrl+o",
                                         "ctrl+s",
                                         "ctrl+shift+s",
                                         "ctrl+n",
                                         "ctrl+l",
                                         "ctrl+e",
                                         "ctrl+t",
                                         "ctrl+1",
                                         "ctrl+2",
                                         "ctrl+3",
                                         "ctrl+plus",
                                         "ctrl+minus",
                                         "ctrl+0",
                                         "ctrl+a",
                                         "shift+Left",
                                         "shift+Up",
                                         "ctrl+Right"};
  const std::string key = keys[below(int(std::size(keys)))];
  input_.tap({key});
  return key;
}

std::string WindowMonkey::type() {
  static constexpr const char* texts[] = {"3",          "-1",         "0.5",       "1e9",   "nan",  "64",
                                          "abc",        "go to 3, 4", "linear",    "wrap",  "zone", "x y z",
                                          "4294967297", "{\"v\"",     "return 1;", "00000", "e"};
  const std::string text = texts[below(int(std::size(texts)))];
  input_.type(text);
  return text;
}

std::string WindowMonkey::resize() {
  const int width = 200 + below(screen_width - 200), height = 150 + below(screen_height - 150);
  resize_window(display_.name(), width, height);
  return std::to_string(width) + " x " + std::to_string(height);
}

std::string WindowMonkey::drop() {
  std::vector<fs::path> files;
  std::string text;
  for (int i = below(6) == 0 ? 3 : 1; i > 0; --i) {
    files.push_back(copies_[std::size_t(below(int(copies_.size())))]);
    text += (text.empty() ? "" : ", ") + files.back().filename().string();
  }
  const Point at = random_point();
  if (!drop_files(display_.name(), "Texelscope", at.x, at.y, files) && window_->process().running())
    found("the window did not take the drop of " + text);
  return text;
}

} // namespace texelscope::gui
