#include "tests/monkey/hand.h"

#include <glad/gl.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include <imgui.h>

#include "app/window/framebuffer.h"
#include "kernels/machines/backend/cuda_support.h"
#include "kernels/state/stored/session_file.h"

namespace texelscope::monkey {

namespace {
// All panels are there, in their order; the left column is so large that most settings are in sight.
constexpr float window_width = 830, window_height = 600, window_scale = 0.75f;
constexpr int key_number_enter = 257, key_number_ctrl = 341; // GLFW's, for Dear ImGui 1.86
constexpr int frames_between_drawings = 16; // a software OpenGL takes most of its time for them

Explorer::Options options_of(std::optional<BackendKind> backend, bool copies) {
  Explorer::Options options;
  options.backend = backend;
  if (copies) options.make_device = [] { return make_cuda_backend({.share_gl = false}); };
  return options;
}

bool has_picture_size(const ui::Layout& areas) {
  return areas.result_picture.width() == picture_width && areas.result_picture.height() == picture_height;
}
} // namespace

Hand::Hand(std::optional<BackendKind> backend, bool copies)
    : imgui_(nullptr), explorer_(options_of(backend, copies)) {
  imgui_.set_look(true, window_scale);
#if IMGUI_VERSION_NUM < 18700
  ImGui::GetIO().KeyMap[ImGuiKey_Enter] = key_number_enter;
#endif
  canvas_.resize(int(window_width), int(window_height));
  input_.width = window_width;
  input_.height = window_height;
  explorer_.run(input_, imgui_.theme());
  settle();
  frame(3); // the rows of tools have their final height once the fonts are there
  start_ = arranged();
  put_back();
  frame(3);
  settings_ = ui::layout(window_width, window_height, imgui_.theme(), start_).left;
}

// Finds the columns' sizes by which the result has its 64 x 48 pixels.
ui::State Hand::arranged() const {
  ui::State state;
  state.first_start = false;
  state.panels.right_width = 2000;
  for (float left = 220; left < 700; left += 0.5f)
    for (float bottom = 110; bottom < 700; bottom += 0.5f) {
      state.panels.left_width = left;
      state.panels.bottom_height = bottom;
      const ui::Layout areas = ui::layout(window_width, window_height, imgui_.theme(), state);
      if (areas.result_picture.width() != picture_width) break; // its height does not matter
      if (has_picture_size(areas)) return state;
    }
  throw std::runtime_error("the window has no layout in which the result has 64 x 48 pixels");
}

void Hand::put_back() {
  explorer_.state() = start_;
  click_nothing();
  wheel((settings_.x0 + settings_.x1) / 2, (settings_.y0 + settings_.y1) / 2, 1000);
  click_nothing();
  Session animated;
  animated.write.mode = WriteMode::pattern;
  paste(animated);
  frame();
  const std::int64_t before = explorer_.document().session().write.frame;
  frame();
  if (explorer_.document().session().write.frame == before) key(ui::command(ui::CommandId::pause).key);
}

void Hand::paste(const Session& session) {
  ImGui::SetClipboardText(write_session(session).c_str());
  key(ui::command(ui::CommandId::paste).key);
}

void Hand::leave_dialogs() {
  if (explorer_.state().panels.lab != Lab::none) frame(); // the map has what has just opened
  for (const char* name : {"panel.lab", "prompt.title"})
    for (int tries = 0; tries < 3 && find(name) != nullptr; ++tries) {
      key({ui::key_escape});
      frame();
    }
}

const ui::MapItem* Hand::find(const std::string& name) const {
  for (const ui::MapItem& item : map())
    if (item.name == name && item.visible) return &item;
  return nullptr;
}

void Hand::frame(int count) {
  for (int i = 0; i < count; ++i) {
    // Binary fractions: sums of them are exact, so that a block of steps does not depend on when it begins.
    input_.now += 1.0 / 64;
    imgui_.new_frame(input_.width, input_.height, 1.0f / 64);
    explorer_.draw(input_, imgui_.theme());
    explorer_.take_requests(); // of the window: its theme, language and scale stay
    if (++frames_ % frames_between_drawings == 0) {
      glBindFramebuffer(GL_FRAMEBUFFER, canvas_.framebuffer());
      clear_framebuffer(imgui_.theme(), int(input_.width), int(input_.height));
      imgui_.finish_frame();
      imgui_.draw();
    } else
      ImGui::EndFrame();
    input_.keys.clear();
    ImGui::GetIO().MouseWheel = 0;
    explorer_.run(input_, imgui_.theme());
    settle();
  }
}

void Hand::wait(int seconds) {
  input_.now += seconds;
  frame(2);
}

bool Hand::is_settled() const {
  const FrameRenderer& renderer = explorer_.renderer();
  return renderer.pictures().load_progress < 0 && !explorer_.document().is_opening() && !renderer.replay() &&
         renderer.shown_frame() &&
         (!renderer.image_is_current() ||
          renderer.shown_effective() ==
              effective_settings(explorer_.document().session(), renderer.backend().limits));
}

// A frame waits neither for a texture nor for a replay; the hand does.
void Hand::settle() {
  const auto began = std::chrono::steady_clock::now();
  while (!is_settled()) {
    if (std::chrono::steady_clock::now() - began > std::chrono::seconds(60))
      throw std::runtime_error("the window does not show its session within a minute");
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    explorer_.run(input_, imgui_.theme());
  }
}

void Hand::move(float x, float y) {
  ImGui::GetIO().MousePos = ImVec2(x, y);
  frame();
}

void Hand::press(int button) {
  ImGui::GetIO().MouseDown[button] = true;
  frame();
}

void Hand::release(int button) {
  ImGui::GetIO().MouseDown[button] = false;
  frame();
}

void Hand::click(float x, float y, int button) {
  ImGui::GetIO().MousePos = ImVec2(x, y);
  press(button);
  release(button);
}

void Hand::drag(float x0, float y0, float x1, float y1, int button) {
  move(x0, y0);
  press(button);
  move((x0 + x1) / 2, (y0 + y1) / 2);
  move(x1, y1);
  release(button);
}

void Hand::wheel(float x, float y, float steps) {
  ImGui::GetIO().MousePos = ImVec2(x, y);
  ImGui::GetIO().MouseWheel = steps;
  frame();
}

void Hand::key(const ui::KeyPress& key) {
  input_.keys = {key};
  frame();
}

void Hand::set_key(int key, bool down) {
#if IMGUI_VERSION_NUM < 18700
  ImGui::GetIO().KeysDown[key] = down;
  if (key == key_number_ctrl) ImGui::GetIO().KeyCtrl = down;
#else
  if (key == key_number_ctrl)
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, down);
  else
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, down);
#endif
}

void Hand::hold_ctrl(bool down) {
  set_key(key_number_ctrl, down);
}

void Hand::type(const std::string& characters) {
  ImGui::GetIO().AddInputCharactersUTF8(characters.c_str());
  frame(2);
}

void Hand::enter() {
  input_.keys = {{ui::key_enter}};
  set_key(key_number_enter, true);
  frame();
  set_key(key_number_enter, false);
  frame();
}

// The status line's left end shows nothing that can be clicked.
void Hand::click_nothing() {
  click(1, window_height - 1);
}

} // namespace texelscope::monkey
