#include "app/window.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/explorer.h"
#include "app/framebuffer.h"
#include "app/glfw_window.h"
#include "app/imgui_host.h"
#include "app/remembered.h"
#include "app/seconds_now.h"
#include "app/ui_map_file.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
Explorer::Options explorer_options(const WindowOptions& options, const Remembered& remembered) {
  const auto origin = options.share_line ? ui::BodyOrigin::share_line : ui::BodyOrigin::file;
  Explorer::Options start{options.session,
                          options.session_path,
                          options.base,
                          options.backend,
                          options.paused,
                          false,
                          options.body_given,
                          origin,
                          options.fresh ? std::filesystem::path() : agreed_bodies_file()};
  if (options.session_given || !remembered.session) return start;
  start.session = *remembered.session;
  start.body_origin = ui::BodyOrigin::last_session;
  return start;
}

class WindowLoop {
public:
  WindowLoop(const WindowOptions& given, const Remembered& last)
      : options(given), remembered(last), window(remembered.width, remembered.height, text(Text::window_title)),
        explorer(explorer_options(options, remembered)), imgui(window.raw()) {
    if (remembered.language && !options.language_given) set_language(*remembered.language);
    speak(language());
    explorer.state() = remembered.state;
    explorer.recent() = remembered.recent;
    if (!options.lesson.empty()) explorer.open_lesson(options.lesson);
    for (const std::string& problem : remembered.problems) explorer.say_to_user(NoteKind::altered, problem);
  }

  void run() {
    const auto goes_on = [&] { return options.exit_after_frames < 0 || frame < options.exit_after_frames; };
    while (!explorer.wants_to_quit() && goes_on()) {
      if (explorer.stands_still()) window.wait(0.05);
      else window.poll();
      if (window.take_close_request()) explorer.request_quit();
      int width = 0, height = 0;
      window.framebuffer_size(width, height);
      if (width > 0 && height > 0) step(width, height);
      else std::this_thread::sleep_for(std::chrono::milliseconds(20)); // minimized
    }
  }

  Remembered leave() {
    window.framebuffer_size(remembered.width, remembered.height);
    remembered.state = explorer.state();
    remembered.recent = explorer.recent();
    explorer.keep_body();
    const auto& own = explorer.state().lesson.own; // a lesson's session is not the user's
    remembered.session = own ? *own : explorer.session();
    return remembered;
  }
  const std::filesystem::path& base() const { return explorer.base(); }

private:
  void speak(Language wanted) {
    if (!imgui.speak(wanted)) explorer.say_to_user(NoteKind::altered, text(Text::language_no_font));
  }

  void step(int width, int height) {
    const double monitor = options.scale > 0 ? options.scale : window.content_scale();
    const double scale = std::clamp(monitor * remembered.scale, 0.5, 6.0);
    imgui.set_look(remembered.dark, float(scale));
    Explorer::Input input{float(width), float(height), seconds_now() - began, {}, window.take_dropped()};
    explorer.run(input, imgui.theme());
    timer.begin();
    clear_framebuffer(imgui.theme(), width, height);
    imgui.new_frame(input.width, input.height, 0);
    if (!imgui.has_pending_input()) input.keys = window.take_keys(); // Enter comes after what was typed before it
    explorer.draw(input, imgui.theme());
    imgui.render();
    timer.end();
    explorer.add_draw_time(timer.finished());
    if (explorer.wants_window_picture()) explorer.save_window_picture(width, height, read_framebuffer(width, height));
    window.swap();
    if (!options.ui_map.empty()) {
      gl_errors += take_gl_errors();
      write_ui_map(options.ui_map, {frame, input.width, input.height, scale, gl_errors}, explorer.session(), explorer.map());
    }
    if (explorer.wants_theme_change()) remembered.dark = !remembered.dark;
    const double factor = explorer.scale_change();
    if (factor != 0) remembered.scale = factor < 0 ? 1 : std::clamp(remembered.scale * factor, 0.5, 3.0);
    if (const auto wanted = explorer.wanted_language()) {
      remembered.language = *wanted;
      speak(*wanted);
    }
    ++frame;
  }

  const WindowOptions& options;
  Remembered remembered;
  GlfwWindow window; // before all that needs its context
  Explorer explorer;
  ImGuiHost imgui;
  DrawTimer timer;
  double began = seconds_now();
  std::int64_t frame = 0, gl_errors = 0;
};
} // namespace

int run_window(const WindowOptions& options) {
  Remembered remembered = options.fresh ? Remembered() : load_remembered();
  if (options.size_given || options.fresh) {
    remembered.width = options.width;
    remembered.height = options.height;
  }
  WindowLoop loop(options, remembered);
  loop.run();
  if (!options.fresh) save_remembered(loop.leave(), loop.base());
  return 0;
}

} // namespace texelscope
