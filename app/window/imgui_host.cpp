#include "app/window/imgui_host.h"

#include <algorithm>
#include <cfloat>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <new>

#include <dlfcn.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "kernels/ground/base/errors.h"
#include "kernels/ground/base/folder_entries.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/lessons/lesson_file.h"

namespace texelscope {

namespace {
constexpr double double_click_seconds = 0.5;

bool readable(const std::filesystem::path& file) {
  return std::ifstream(file, std::ios::binary).get() != EOF;
}

std::filesystem::path program_folder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::string first_readable(std::initializer_list<const char*> names) {
  const std::filesystem::path folders[] = {program_folder() / "fonts",
                                           program_folder() / "../share/texelscope/fonts",
                                           "/usr/share/fonts/truetype/dejavu",
                                           "/usr/share/fonts/dejavu",
                                           "/usr/share/fonts/TTF",
                                           "/usr/share/fonts/truetype/noto",
                                           "/usr/share/fonts/noto"};
  for (const char* name : names)
    for (const auto& folder : folders)
      if (readable(folder / name)) return folder / name;
  return {};
}

struct ChineseFont {
  const char* file;
  int face;     // of the simplified characters
  float height; // from ascent to descent, in ems
};
// The paths on Debian, Ubuntu, Fedora and Arch.
constexpr ChineseFont chinese_fonts[] = {
    {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", 2, 1.448f},
    {"/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc", 2, 1.448f},
    {"/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc", 2, 1.448f},
    {"/usr/share/fonts/opentype/noto/NotoSansSC-Regular.otf", 0, 1.448f},
    {"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", 0, 1.172f},
    {"/usr/share/fonts/wqy-microhei/wqy-microhei.ttc", 0, 1.172f},
    {"/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc", 0, 1.172f},
    {"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf", 0, 1.309f},
    {"/usr/share/fonts/droid/DroidSansFallbackFull.ttf", 0, 1.309f},
    {"/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc", 0, 1.172f},
    {"/usr/share/fonts/wqy-zenhei/wqy-zenhei.ttc", 0, 1.172f},
};

// What cannot be read adds no characters.
void append_content(const std::filesystem::path& path, std::string& contents) try {
  std::ifstream file(path, std::ios::binary);
  contents.append(std::istreambuf_iterator<char>(file), {});
} catch (const std::ios_base::failure&) {
}

// All text of the lessons' files, which use more than the common characters.
std::string lesson_texts() {
  std::string contents;
  for (const auto& folder : lesson_folders()) {
    std::error_code error;
    for (const auto& file : folder_entries(folder, error))
      if (ending_of(file) == ".json") append_content(file, contents);
  }
  if (const auto assets = assets_folder(); !assets.empty())
    append_content(assets / "examples.json", contents);
  return contents;
}

// Makes the keys that were down those that are. Before version 1.87 Dear ImGui reads a state, since then it
// takes changes.
void show_keys([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] const std::set<int>& before,
               const std::set<int>& down) {
  ImGuiIO& io = ImGui::GetIO();
  const auto either = [&](int left, int right) { return down.contains(left) || down.contains(right); };
  const bool ctrl = either(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL),
             shift = either(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT),
             alt = either(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT),
             super = either(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
#if IMGUI_VERSION_NUM < 18700
  std::fill(std::begin(io.KeysDown), std::end(io.KeysDown), false);
  for (const int key : down)
    io.KeysDown[key] = true;
  io.KeyCtrl = ctrl;
  io.KeyShift = shift;
  // Dear ImGui takes Alt alone for the way to the menus, also after Alt+1 in a dialog, whose field it then
  // leaves.
  const bool in_popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  io.KeyAlt = !in_popup && alt;
  io.KeySuper = super;
#else
  for (const int key : before)
    if (!down.contains(key)) ImGui_ImplGlfw_KeyCallback(window, key, 0, GLFW_RELEASE, 0);
  for (const int key : down)
    if (!before.contains(key)) ImGui_ImplGlfw_KeyCallback(window, key, 0, GLFW_PRESS, 0);
  // In place of those that are down at this moment, which the backend adds.
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
  io.AddKeyEvent(ImGuiMod_Super, super);
#endif
}

// Whether a press may do something else than type or modify.
bool may_command(const KeyEvent& event) {
  const bool modifier = event.key >= GLFW_KEY_LEFT_SHIFT && event.key <= GLFW_KEY_RIGHT_SUPER;
  const bool types = event.key > GLFW_KEY_SPACE && event.key < GLFW_KEY_ESCAPE;
  return !modifier && (!types || event.press.ctrl || event.press.alt);
}
} // namespace

ui::FontFiles find_fonts() {
  ui::FontFiles files;
  files.text = first_readable({"DejaVuSans.ttf", "NotoSans-Regular.ttf"});
  files.bold = first_readable({"DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf"});
  files.mono = first_readable({"DejaVuSansMono.ttf", "NotoSansMono-Regular.ttf"});
  if (files.bold.empty()) files.bold = files.text;
  for (const ChineseFont& font : chinese_fonts)
    if (files.chinese.empty() && readable(font.file)) {
      files.chinese = font.file;
      files.chinese_face = font.face;
      files.chinese_height = font.height;
    }
  if (!files.chinese.empty()) files.shown_beside = lesson_texts();
  return files;
}

// Dear ImGui uses the memory that it gets without a check.
static void* allocate(std::size_t bytes, void*) {
  if (void* made = std::malloc(bytes)) return made;
  throw std::bad_alloc();
}
static void release(void* made, void*) {
  std::free(made);
}

ImGuiHost::ImGuiHost(GLFWwindow* window) : window_(window), fonts_(find_fonts()) {
  IMGUI_CHECKVERSION();
  ImGui::SetAllocatorFunctions(allocate, release);
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  if (window_ != nullptr) io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  if (window_ != nullptr) listen();
  start_drawing();
}

// The backend listens to everything but keys, characters and buttons. Those it would show in another frame
// than the one in which the program's own commands see them.
void ImGuiHost::listen() {
  const GLFWkeyfun on_key = glfwSetKeyCallback(window_, nullptr);
  const GLFWcharfun on_character = glfwSetCharCallback(window_, nullptr);
  const GLFWmousebuttonfun on_button = glfwSetMouseButtonCallback(window_, nullptr);
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  glfwSetKeyCallback(window_, on_key);
  glfwSetCharCallback(window_, on_character);
  glfwSetMouseButtonCallback(window_, on_button);
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().ConfigInputTrickleEventQueue = false; // see_events() chooses what a frame sees
#endif
}

// Dear ImGui opens OpenGL's library for itself, and finally closes it even where there is none.
static bool has_gl_library() {
  void* const library = ::dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL);
  return library != nullptr && ::dlclose(library) == 0;
}

void ImGuiHost::start_drawing() {
  if (has_gl_library() && ImGui_ImplOpenGL3_Init("#version 450 core")) return;
  throw MachineError(say(window_ != nullptr ? Text::no_gl_window : Text::egl_no_context, {"libGL.so.1"}));
}

ImGuiHost::~ImGuiHost() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  if (window_ != nullptr) ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiHost::set_look(bool dark, float scale) {
  if (looks_ > 0 && theme_.dark == dark && theme_.scale == scale && language_ == language()) return;
  const bool fonts = looks_ == 0 || theme_.scale != scale || language_ != language();
  theme_.dark = dark;
  theme_.scale = scale;
  language_ = language();
  ui::apply_style(theme_);
  if (fonts) {
    // The next frame makes the font texture. Destroying the device objects alone would not do: Dear
    // ImGui 1.86 remembers the size of the vertex buffer that they held, and then writes into a new one that
    // has no storage.
    ImGui_ImplOpenGL3_Shutdown();
    start_drawing();
    ui::load_fonts(theme_, fonts_);
  }
  ++looks_;
}

bool ImGuiHost::speak(Language language) {
  const bool shown = language == Language::english || !fonts_.chinese.empty();
  set_language(shown ? language : Language::english);
  return shown;
}

void ImGuiHost::add_events(const std::vector<InputEvent>& events) {
  events_.insert(events_.end(), events.begin(), events.end());
}

// In this frame alone: the mouse may have been moved on. Before version 1.87 the backend reads where it is in
// every frame.
void ImGuiHost::place_mouse(float x, float y) {
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
  io.MousePos = ImVec2(x, y);
#else
  io.AddMousePosEvent(x, y);
#endif
  mouse_placed_ = true;
}

// Where the mouse is, after a frame in which it was placed; and wherever a screen unit is not a pixel, as the
// backend has just told Dear ImGui the units.
void ImGuiHost::release_mouse([[maybe_unused]] float pixels_per_unit) {
#if IMGUI_VERSION_NUM < 18700
  ImVec2& mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsMousePosValid(&mouse)) mouse = ImVec2(mouse.x * pixels_per_unit, mouse.y * pixels_per_unit);
#else
  const bool held = std::ranges::find(buttons_down_, true) != buttons_down_.end();
  const bool inside = held || glfwGetWindowAttrib(window_, GLFW_HOVERED) != 0;
  if (!std::exchange(mouse_placed_, false) && (pixels_per_unit == 1 || !inside)) return;
  double x = 0, y = 0;
  glfwGetCursorPos(window_, &x, &y);
  ImGui::GetIO().AddMousePosEvent(float(x) * pixels_per_unit, float(y) * pixels_per_unit);
#endif
}

// Dear ImGui measures from frame to frame, and slow frames would make two clicks of every double click. Two
// presses that may have been close enough, as far as polling can tell, are one.
void ImGuiHost::see_button(const ButtonEvent& event) {
  if (event.button < 0 || event.button >= int(buttons_down_.size())) return;
  ImGuiIO& io = ImGui::GetIO();
  buttons_down_[event.button] = event.down;
  place_mouse(event.x, event.y);
#if IMGUI_VERSION_NUM >= 18700
  io.AddMouseButtonEvent(event.button, event.down);
#endif
  if (!event.down) return;
  double& last = last_presses_[event.button];
  io.MouseDoubleClickTime = event.earliest - last < double_click_seconds ? FLT_MAX : 0;
  last = event.latest;
}

// Whether the mouse was moved there with a button down, which the frame then sees before the button changes.
bool ImGuiHost::drags_to(const ButtonEvent& event) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool held = std::ranges::find(buttons_down_, true) != buttons_down_.end();
  if (!held || (io.MousePosPrev.x == event.x && io.MousePosPrev.y == event.y)) return false;
  place_mouse(event.x, event.y);
  return true;
}

// A frame sees the events up to the first press that may be a command, and a key goes down only if the last
// frame saw it up: all that comes later waits for the next frame. A mouse button has a frame of its own.
void ImGuiHost::see_events() {
  const std::set<int> were_down = keys_down_;
  bool first = true;
  for (bool ends = false; !ends && !events_.empty(); events_.pop_front(), first = false) {
    if (const auto* button = std::get_if<ButtonEvent>(&events_.front())) {
      if (!first || drags_to(*button)) return;
      see_button(*button);
      ends = true;
      continue;
    }
    const KeyEvent& event = std::get<KeyEvent>(events_.front());
    if (event.character != 0) {
      ImGui::GetIO().AddInputCharacter(event.character);
      continue;
    }
    const bool pressed = event.down && !event.press.repeated;
    if (pressed && were_down.contains(event.key)) return;
    if (event.down)
      keys_down_.insert(event.key);
    else
      keys_down_.erase(event.key);
    if (event.press.key != 0) keys_.push_back(event.press);
    ends = pressed && may_command(event);
  }
}

void ImGuiHost::new_frame(float width, float height, float seconds) {
  ImGuiIO& io = ImGui::GetIO();
  ImGui_ImplOpenGL3_NewFrame();
  if (window_ != nullptr) {
    ImGui_ImplGlfw_NewFrame();
    // The program draws and measures in pixels, and Dear ImGui with it.
    release_mouse(std::exchange(io.DisplayFramebufferScale, ImVec2(1, 1)).x);
    io.DisplaySize = ImVec2(width, height);
    const std::set<int> before = keys_down_;
    see_events();
    show_keys(window_, before, keys_down_);
#if IMGUI_VERSION_NUM < 18700
    std::copy(buttons_down_.begin(), buttons_down_.end(), io.MouseDown);
#endif
  } else {
    io.DisplaySize = ImVec2(width, height);
    io.DeltaTime = seconds > 0 ? seconds : 1.0f / 60;
  }
  ImGui::NewFrame();
}

void ImGuiHost::finish_frame() {
  ImGui::Render();
}

void ImGuiHost::draw() {
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace texelscope
