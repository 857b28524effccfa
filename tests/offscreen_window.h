// The window without a window system: frames, keys as a user presses them, and what it then says.
#pragma once

#include <glad/gl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <imgui.h>

#include "app/window/explorer.h"
#include "app/window/framebuffer.h"
#include "app/window/imgui_host.h"
#include "kernels/machines/gl/egl_context.h"
#include "ui/gl/gl_objects.h"

namespace texelscope::tests {

class OffscreenWindow {
public:
  static constexpr int width = 1280, height = 720;

  // `waits`: a frame waits until all that it shows is known.
  explicit OffscreenWindow(Explorer::Options options, std::optional<int> cuda_device = {}, bool waits = true)
      : context_(cuda_device), imgui_(nullptr) {
    options.wait_for_textures = waits;
    imgui_.set_look(true, 1);
    canvas_.resize(width, height);
    explorer_.emplace(options);
    explorer_->state().first_start = false;
  }

  void frame(const std::vector<ui::KeyPress>& keys = {}) {
    const Explorer::Input input{float(width), float(height), now_ += 1.0 / 60, keys, {}};
    explorer_->run(input, imgui_.theme());
    imgui_.new_frame(input.width, input.height, 1.0f / 60);
    explorer_->draw(input, imgui_.theme());
    imgui_.finish_frame();
    if (explorer_->repaints_pictures()) draw(); // else only what is looked at
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i)
      frame();
  }
  void move_to(const std::string& item) {
    for (const ui::MapItem& shown : explorer_->map())
      if (shown.name == item)
        ImGui::GetIO().MousePos = ImVec2((shown.x0 + shown.x1) / 2, (shown.y0 + shown.y1) / 2);
    frames(2);
  }
  void click(const std::string& item) {
    move_to(item);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      frame();
    }
  }
  void command(ui::CommandId id) { frame({ui::command(id).key}); }
  void paste(const std::string& session) {
    ImGui::SetClipboardText(session.c_str());
    command(ui::CommandId::paste);
  }
  // All messages go, and what moves comes to rest.
  void rest() {
    now_ += 60;
    frames(4);
  }

  Explorer& explorer() { return *explorer_; }
  const Session& session() const { return explorer_->document().session(); }
  std::string text_of(const std::string& item) const {
    for (const ui::MapItem& shown : explorer_->map())
      if (shown.name == item) return shown.text;
    return "nothing";
  }
  // The messages in the corner, one per line.
  std::string messages() const {
    std::string all;
    for (const ui::MapItem& shown : explorer_->map())
      if (shown.name.starts_with("toast.")) all += shown.text + "\n";
    return all;
  }
  // What the panel of the result shows, as colors.
  std::vector<std::uint8_t> result() {
    draw();
    const std::vector<std::uint8_t> all = read_framebuffer(width, height);
    std::vector<std::uint8_t> part;
    for (const ui::MapItem& shown : explorer_->map())
      if (shown.name == "result")
        for (int y = int(shown.y0); y < int(shown.y1); ++y)
          part.insert(part.end(), all.begin() + (std::ptrdiff_t(y) * width + int(shown.x0)) * 4,
                      all.begin() + (std::ptrdiff_t(y) * width + int(shown.x1)) * 4);
    return part;
  }

private:
  void draw() {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas_.framebuffer());
    clear_framebuffer(imgui_.theme(), width, height);
    imgui_.draw();
  }

  EglContext context_; // before what needs it
  ImGuiHost imgui_;
  ui::Canvas canvas_;
  std::optional<Explorer> explorer_;
  double now_ = 0;
};

} // namespace texelscope::tests
