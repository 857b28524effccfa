#include "app/window.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <glad/gl.h>

#include "app/egl_context.h"
#include "app/errors.h"
#include "app/explorer.h"
#include "app/glfw_window.h"
#include "app/imgui_host.h"
#include "app/remembered.h"
#include "app/ui_map_file.h"
#include "kernels/texts.h"
#include "kernels/write_image.h"

namespace texelscope {

namespace {
double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void clear(const ui::Theme& theme, int width, int height) {
  const ImVec4 ground = ui::vec4(theme.color.panel); // panels are most of the window: only the gaps are drawn
  glViewport(0, 0, width, height);
  glClearColor(ground.x, ground.y, ground.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}
// The current framebuffer, rows from the top, opaque.
std::vector<std::uint8_t> read_pixels(int width, int height) {
  const std::size_t row = std::size_t(width) * 4;
  std::vector<std::uint8_t> pixels(row * std::size_t(height)), flipped(pixels.size());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  for (std::size_t y = 0; y < std::size_t(height); ++y)
    std::copy_n(pixels.begin() + std::ptrdiff_t((std::size_t(height) - 1 - y) * row), row, flipped.begin() + std::ptrdiff_t(y * row));
  for (std::size_t i = 3; i < flipped.size(); i += 4) flipped[i] = 255;
  return flipped;
}
} // namespace

int run_window(const WindowOptions& options) {
  Remembered remembered = options.fresh ? Remembered() : load_remembered();
  const int width = options.size_given || options.fresh ? options.width : remembered.width;
  const int height = options.size_given || options.fresh ? options.height : remembered.height;
  GlfwWindow window(width, height, text(Text::window_title));
  Explorer::Options start{options.session, options.session_path, options.base, options.backend, options.paused, false};
  if (!options.session_given && remembered.session) start.session = *remembered.session;
  Explorer explorer(std::move(start));
  explorer.state() = remembered.state;
  explorer.recent() = remembered.recent;
  for (const std::string& problem : remembered.problems) explorer.say_to_user(NoteKind::altered, problem);
  ImGuiHost imgui(window.raw());
  DrawTimer timer;
  bool dark = remembered.dark;
  double user_scale = remembered.scale;
  const double began = seconds_now();
  std::int64_t frame = 0;
  while (!window.should_close() && !explorer.wants_to_quit() && (options.exit_after_frames < 0 || frame < options.exit_after_frames)) {
    window.poll();
    int w = 0, h = 0;
    window.framebuffer_size(w, h);
    if (w == 0 || h == 0) { // minimized
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      continue;
    }
    const double scale = (options.scale > 0 ? options.scale : window.content_scale()) * user_scale;
    imgui.set_look(dark, float(std::clamp(scale, 0.5, 6.0)));
    Explorer::Input input{float(w), float(h), seconds_now() - began, window.take_keys(), window.take_dropped()};
    explorer.run(input, imgui.theme());
    timer.begin();
    clear(imgui.theme(), w, h);
    imgui.new_frame(float(w), float(h), 0);
    explorer.draw(input, imgui.theme());
    imgui.render();
    timer.end();
    explorer.add_draw_time(timer.finished());
    if (explorer.wants_window_picture()) explorer.save_window_picture(w, h, read_pixels(w, h));
    window.swap();
    if (!options.ui_map.empty()) write_ui_map(options.ui_map, frame, float(w), float(h), scale, explorer.session(), explorer.map());
    if (explorer.wants_theme_change()) dark = !dark;
    const double factor = explorer.scale_change();
    if (factor != 0) user_scale = factor < 0 ? 1 : std::clamp(user_scale * factor, 0.5, 3.0);
    ++frame;
  }
  if (!options.fresh) {
    window.framebuffer_size(remembered.width, remembered.height);
    remembered.dark = dark;
    remembered.scale = user_scale;
    remembered.state = explorer.state();
    remembered.recent = explorer.recent();
    remembered.session = explorer.session();
    save_remembered(remembered, explorer.base());
  }
  return 0;
}

void render_window(const RenderWindowOptions& options) {
  const EglContext context;
  ImGuiHost imgui(nullptr);
  imgui.set_look(true, float(options.scale));
  ui::Canvas canvas;
  canvas.resize(options.width, options.height);
  Explorer explorer({options.session, options.session_path, options.base, options.backend, true, true});
  explorer.state().first_start = false;
  DrawTimer timer;
  // Panels settle and the first times arrive over some frames that do not advance the animation.
  const std::int64_t settle = 24;
  for (std::int64_t frame = 0; frame < options.frames - 1 + settle; ++frame) {
    Explorer::Input input{float(options.width), float(options.height), double(frame) / 60, {}, {}};
    if (frame > 0 && frame < options.frames) input.keys = {ui::command(ui::CommandId::step_frame).key};
    explorer.run(input, imgui.theme());
    timer.begin();
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer());
    clear(imgui.theme(), options.width, options.height);
    imgui.new_frame(float(options.width), float(options.height), 1.0f / 60);
    explorer.draw(input, imgui.theme());
    imgui.render();
    timer.end();
    explorer.add_draw_time(timer.finished());
  }
  glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer());
  write_png(options.out, options.width, options.height, read_pixels(options.width, options.height));
}

} // namespace texelscope
