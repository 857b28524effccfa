#include "app/window/window.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include <imgui.h>

#include "app/keeping/keeper.h"
#include "app/keeping/saved_state.h"
#include "app/keeping/ui_map_file.h"
#include "app/window/explorer.h"
#include "app/window/glfw_window.h"
#include "app/window/imgui_host.h"
#include "app/window/painter.h"
#include "app/window/restart.h"
#include "kernels/ground/files/end_signals.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/files/seconds_now.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/load_gl.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/unit/fetch/sample_position.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

namespace {
// The first picture of all: a few texels, their repeats, and a pin beyond the edge.
constexpr std::array first_pin = {1.25, 0.4};

bool is_first_start(const WindowOptions& options, const SavedState& remembered) {
  const bool asked = options.fresh || options.session_given || options.trace || !options.lesson.empty();
  return !asked && !remembered.session && remembered.state.first_start && !remembered.state.tour.seen;
}

// A program without its assets starts all the same.
Session first_session() try {
  return load_session(assets_folder() / "sessions" / "66-beyond-the-edge.json").session;
} catch (const std::exception&) {
  return {};
}

Explorer::Options explorer_options(const WindowOptions& options, const std::optional<Session>& last) {
  const auto origin = options.share_line ? BodyOrigin::share_line : BodyOrigin::file;
  Explorer::Options start{options.session,
                          options.session_path,
                          options.base,
                          was_restarted() ? BackendKind::cpu : options.backend,
                          options.paused,
                          false,
                          options.body_given,
                          origin,
                          options.fresh ? std::filesystem::path() : agreed_bodies_file()};
  start.session_text = options.session_text;
  start.follows_file = std::getenv("TEXELSCOPE_FOLLOW") != nullptr; // the Python package's show() sets it
  if (options.session_given || !last) return start;
  start.session = *last;
  start.body_origin = BodyOrigin::last_session;
  return start;
}

struct Start {
  SavedState remembered;
  std::optional<UnsavedFiles::Claim> left; // left by a window that did not end properly
  bool first = false;                      // of this user's windows
};

Start look_back(const WindowOptions& options) {
  Start start;
  if (!options.fresh) {
    start.remembered = load_saved_state();
    start.left = UnsavedFiles::claim(unsaved_folder(), start.remembered.problems);
  }
  start.first = !start.left && is_first_start(options, start.remembered);
  if (start.first) start.remembered.session = first_session();
  // Before the window's parts are made: they have texts of their own.
  if (start.remembered.language && !options.language_given) set_language(*start.remembered.language);
  if (options.size_given || options.fresh) {
    start.remembered.width = options.width;
    start.remembered.height = options.height;
  }
  return start;
}

class WindowLoop {
public:
  WindowLoop(const WindowOptions& given, Start start)
      : options(given), remembered(start.remembered), left(std::move(start.left)),
        window(remembered.width, remembered.height, text(Text::window_title)),
        explorer(explorer_options(options, left ? std::nullopt : remembered.session)), imgui(window.raw()) {
    if (!options.fresh) keeper.emplace(remembered);
    speak(language());
    explorer.state() = remembered.state;
    explorer.recent() = remembered.recent;
    if (start.first) {
      const Session& session = explorer.document().session();
      explorer.state().selection.pins.add(
          position_in_plane(session, resolve(session).effective, first_pin[0], first_pin[1]), "u = 1.25");
    }
    if (left)
      bring_back();
    else if (was_restarted())
      explorer.notify(NoteKind::altered, text(Text::window_anew));
    if (!options.record.empty()) explorer.record_answers(options.record);
    if (options.trace) explorer.open_trace(*options.trace);
    if (!options.lesson.empty())
      explorer.open_lesson(options.lesson);
    else if (!options.fresh && !options.trace && explorer.state().first_start && !explorer.state().tour.seen)
      ui::open_tour(explorer.state());
    for (const std::string& problem : remembered.problems)
      explorer.notify(NoteKind::altered, problem);
  }

  // However the loop ends, the user's work is saved.
  void run() try {
    loop();
    keep(EndSignals::received() == 0 && !lost);
    if (!lost) return;
    constexpr std::int64_t first_frames = 60;
    if (was_restarted() && frame < first_frames)
      throw MachineError(text(Text::gl_lost)); // it would never end
    restart();
  } catch (...) {
    keep(false);
    throw;
  }

private:
  void loop() {
    const auto goes_on = [&] { return options.exit_after_frames < 0 || frame < options.exit_after_frames; };
    while (!lost && !explorer.wants_to_quit() && goes_on() && EndSignals::received() == 0) {
      await_events();
      if (window.take_close_request()) explorer.request_quit();
      int width = 0, height = 0;
      window.framebuffer_size(width, height);
      if (width > 0 && height > 0)
        step(width, height);
      else
        std::this_thread::sleep_for(std::chrono::milliseconds(20)); // minimized
      if (keeper) follow_keeper();
    }
  }

  // Seconds from one frame to the next. A frame that showed nothing new did not wait for the display; a
  // window that nobody has touched for some seconds needs fewer, and any event ends the pause.
  double frame_pause(double untouched) const {
    constexpr double usual = 1.0 / 60;
    const double pause = untouched < 10 ? usual : untouched < 30 ? 0.1 : 0.5;
    if (!explorer.rests() || pause == usual) return shown ? 0 : usual;
    return pause;
  }

  void await_events() {
    const double since = seconds_now() - stepped_at;
    if (explorer.paused_for_measurement())
      window.wait(0.05);
    else if (const double wanted = frame_pause(stepped_at - touched_at); wanted > since)
      window.wait(wanted - since);
    else
      window.poll();
    stepped_at = seconds_now();
  }

  // Restores the unsaved session at once if nothing else was requested. If a session was given, the user
  // decides, unless it is this window's own.
  void bring_back() {
    if (options.session_given && !was_restarted()) return explorer.offer(left->unsaved);
    explorer.restore(left->unsaved, was_restarted() ? Text::window_anew : Text::restored);
    keeper->adopt(std::move(left->files));
    left.reset();
  }

  void take_answer(ui::RestoreAnswer answer) {
    if (answer == ui::RestoreAnswer::restore) keeper->adopt(std::move(left->files));
    if (answer == ui::RestoreAnswer::discard) left->files.remove();
    left.reset();
  }

  KeptState kept() {
    int width = 0, height = 0;
    window.size(width, height);
    if (width > 0 && height > 0)
      std::tie(remembered.width, remembered.height) = std::tie(width, height); // unless minimized
    remembered.state = explorer.state();
    remembered.recent = explorer.recent();
    const Document& document = explorer.document();
    return {settings_of(remembered), document.unsaved_session(), document.unsaved() || lost};
  }

  // Nothing is saved in the middle of a drag, whose end is what counts.
  void follow_keeper() {
    if (const auto answer = explorer.take_restore_answer()) take_answer(*answer);
    if (!ImGui::IsAnyMouseDown()) keeper->update(seconds_now() - began, [this] { return kept(); });
    for (const std::string& problem : keeper->take_problems())
      explorer.notify(NoteKind::altered, problem);
  }

  void keep(bool closed) {
    if (!keeper) return;
    explorer.keep_body();
    keeper->finish(kept(), closed);
    for (const std::string& failure : keeper->failures())
      print_warning(failure);
    if (remembered.in_file.file == KeptFile::left || remembered.session_file == KeptFile::left)
      for (const std::string& problem : remembered.problems)
        print_warning(problem);
  }

  void speak(Language wanted) {
    if (!imgui.speak(wanted)) explorer.notify(NoteKind::altered, text(Text::language_no_font));
  }

  void step(int width, int height) {
    const double monitor = options.scale > 0 ? options.scale : window.content_scale();
    const bool presents = explorer.state().panels.presenting;
    const double least = presents ? ui::presenter_scale(float(width), float(height)) : 0;
    const double scale = std::clamp(std::max(monitor, least) * remembered.scale, 0.5, 6.0);
    imgui.set_look(remembered.dark, float(scale));
    Explorer::Input input{float(width), float(height), seconds_now() - began, {}, window.take_dropped()};
    explorer.run(input, imgui.theme());
    const auto events = window.take_input_events();
    if (!events.empty() || frame == 0) touched_at = seconds_now();
    imgui.add_events(events);
    imgui.new_frame(input.width, input.height, 0);
    if (const ImVec2 at = ImGui::GetIO().MousePos; at.x != mouse.x || at.y != mouse.y)
      mouse = at, touched_at = seconds_now();
    input.keys = imgui.take_keys();
    explorer.draw(input, imgui.theme());
    const WindowRequests requests = explorer.take_requests();
    imgui.finish_frame();
    const bool damaged = window.take_damage();
    const bool differs = painter.compare(imgui, width, height, explorer.repaints_pictures());
    if (differs) draw();
    if (requests.picture) explorer.save_window_picture(width, height, painter.read());
    shown = differs || damaged;
    if (shown) show();
    explorer.add_draw_time(timer.finished());
    lost = gl_was_lost();
    if (!options.ui_map.empty()) {
      gl_errors += take_gl_errors();
      write_ui_map(options.ui_map, {frame, drawn_frames, input.width, input.height, scale, gl_errors},
                   explorer.document().session(), explorer.map());
    }
    follow(requests);
    ++frame;
  }

  void draw() {
    timer.begin();
    painter.draw(imgui);
    timer.end();
  }

  void show() {
    painter.present();
    window.swap();
    ++drawn_frames;
  }

  void follow(const WindowRequests& requests) {
    if (requests.other_theme) remembered.dark = !remembered.dark;
    if (requests.scale != 0)
      remembered.scale = requests.scale < 0 ? 1 : std::clamp(remembered.scale * requests.scale, 0.5, 3.0);
    if (!requests.language) return;
    remembered.language = *requests.language;
    speak(*requests.language);
  }

  const WindowOptions& options;
  SavedState remembered;
  std::optional<UnsavedFiles::Claim> left; // until the user has answered
  std::optional<Keeper> keeper;            // empty: nothing is kept
  bool lost = false;                       // OpenGL draws nothing more
  GlfwWindow window;                       // comes before the members that need its context
  Explorer explorer;
  ImGuiHost imgui;
  Painter painter;
  DrawTimer timer;
  double began = seconds_now(), stepped_at = began, touched_at = began;
  ImVec2 mouse;
  bool shown = true; // the last frame was
  std::int64_t frame = 0, drawn_frames = 0, gl_errors = 0;
};
} // namespace

int run_window(const WindowOptions& options) {
  const EndSignals signals;
  WindowLoop loop(options, look_back(options));
  loop.run();
  return EndSignals::received() != 0 ? 128 + EndSignals::received() : 0;
}

} // namespace texelscope
