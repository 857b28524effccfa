// The whole window, offscreen, with a hand on its mouse and its keyboard: what it does goes through Explorer
// as the input of a real window does. The result's picture has 64 x 48 pixels.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/window/explorer.h"
#include "app/window/imgui_host.h"
#include "kernels/machines/gl/egl_context.h"
#include "ui/frame/ui.h"
#include "ui/gl/gl_objects.h"

namespace texelscope::monkey {

inline constexpr int picture_width = 64, picture_height = 48;

class Hand {
public:
  explicit Hand(std::optional<BackendKind> backend, bool copies = false);

  const Explorer& explorer() const { return explorer_; }
  const ui::UiMap& map() const { return explorer_.map(); }
  const ui::MapItem* find(const std::string& name) const; // null if it is not visible
  const ui::Area& settings() const { return settings_; }  // the left column

  // Draws a frame with the present input and makes the next one, until it shows the document's session.
  void frame(int count = 1);
  void wait(int seconds); // of the window's clock
  void move(float x, float y);
  void press(int button = 0);
  void release(int button = 0);
  void click(float x, float y, int button = 0);
  void drag(float x0, float y0, float x1, float y1, int button = 0);
  void wheel(float x, float y, float steps);
  void key(const ui::KeyPress& key); // a command's
  void hold_ctrl(bool down);
  void type(const std::string& characters); // into the field that has the keyboard
  void enter();
  void click_nothing(); // closes menus and lists
  void paste(const Session& session);
  void leave_dialogs(); // closes a lab and a file dialog

  // The window's own state as after the start. The session is an animated one then; its changes stay.
  void put_back();

private:
  void set_key(int key, bool down);
  void settle();
  bool is_settled() const;
  ui::State arranged() const;

  EglContext context_;
  ImGuiHost imgui_;
  ui::Canvas canvas_;
  Explorer explorer_;
  ui::State start_;
  ui::Area settings_;
  Explorer::Input input_;
  std::int64_t frames_ = 0;
};

} // namespace texelscope::monkey
