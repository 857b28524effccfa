// `render --window`: draws the whole window on an offscreen context.
#include <algorithm>

#include "app/analyses/fetch_verdict.h"
#include "app/keeping/ui_map_file.h"
#include "app/window/explorer.h"
#include "app/window/frame_renderer.h"
#include "app/window/imgui_host.h"
#include "app/window/painter.h"
#include "app/window/window.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/egl_context.h"
#include "kernels/machines/gl/load_gl.h"
#include "kernels/unit/image_io/write_image.h"

namespace texelscope {

namespace {
// A tab without content is not shown.
void check_shown(Tab tab, const ui::UiMap& map) {
  if (tab == Tab::amp || tab == Tab::effective) return; // former ones
  std::string others;
  for (const ui::MapItem& item : map) {
    if (item.name == "panel." + std::string(identifier(tab))) return;
    if (item.name.starts_with("tabs.") && item.name != "tabs.more")
      others += (others.empty() ? "" : ", ") + item.name.substr(5);
  }
  throw UserError(say(Text::render_no_tab, {identifier(tab), others}));
}

// Shows the line on the oscilloscope, with the cursor in its middle.
void show_line(const std::array<double, 4>& line, const RenderWindowOptions& options, const ui::Theme& theme,
               ui::State& state) {
  state.panels.tab = Tab::scope;
  state.panels.bottom_in_small = true;
  const auto [width, height] =
      picture_size(ui::layout(float(options.width), float(options.height), theme, state), options.session);
  ui::set_scope_line(options.session, state.scope, width, height, {line[0], line[1], line[2], line[3]});
  state.scope.cursor = 0.5;
}

// The picture's size depends on the fonts, so that the pin can be checked only here.
void check_pin(const RenderWindowOptions& options, const ui::Theme& theme, const ui::State& state) {
  const auto [width, height] =
      picture_size(ui::layout(float(options.width), float(options.height), theme, state), options.session);
  if (!options.at || (options.at->x < width && options.at->y < height)) return;
  const std::string at = std::to_string(options.at->x) + "," + std::to_string(options.at->y);
  throw UserError("--at " +
                  say(Text::error_pixel_outside, {at, std::to_string(width), std::to_string(height)}) + ".");
}
} // namespace

void render_window(const RenderWindowOptions& options) {
  const EglContext context;
  ImGuiHost imgui(nullptr);
  if (!imgui.speak(language())) print_warning(text(Text::language_no_font));
  const float least = options.present ? ui::presenter_scale(float(options.width), float(options.height)) : 0;
  imgui.set_look(!options.light, std::max(float(options.scale), least));
  Painter painter;
  Explorer explorer({options.session, options.session_path, options.base, options.backend, true, true,
                     options.body_given, BodyOrigin::file, agreed_bodies_file()});
  explorer.state().first_start = false;
  explorer.state().panels.lab = options.lab;
  explorer.state().panels.presenting = options.present;
  if (!options.lesson.empty()) explorer.open_lesson(options.lesson); // it opens its own tab
  if (options.tab) {
    ui::open_tab(explorer.state(), *options.tab);
    explorer.state().panels.bottom_in_small = true;
  }
  if (options.column || options.tab)
    explorer.state().panels.column = options.column.value_or(ui::ShownColumn::picture);
  explorer.state().compare = options.compare;
  if (options.bench) explorer.open_bench(options.bench->file, options.bench->before);
  if (options.bench) explorer.state().labs.bench.view = options.bench->view;
  if (options.trace) explorer.open_trace(*options.trace);
  if (options.line) show_line(*options.line, options, imgui.theme(), explorer.state());
  check_pin(options, imgui.theme(), explorer.state());
  const Interrupt interrupt;
  DrawTimer timer;
  // Panels settle, and the first times arrive, over some frames that do not advance the animation.
  constexpr std::int64_t settling = 24, for_a_key = 2 * std::int64_t(FetchVerdict::least);
  const std::int64_t first_key = options.frames - 1 + settling,
                     end = first_key + for_a_key * std::int64_t(options.keys.size());
  for (std::int64_t frame = 0; frame < end; ++frame) {
    Explorer::Input input{float(options.width), float(options.height), double(frame) / 60, {}, {}};
    if (frame > 0 && frame < options.frames) input.keys = {ui::command(ui::CommandId::step_frame).key};
    if (frame >= first_key && (frame - first_key) % for_a_key == 0)
      input.keys = {{options.keys[std::size_t((frame - first_key) / for_a_key)]}};
    explorer.run(input, imgui.theme());
    if (Interrupt::requested()) throw Interrupted();
    for (ProgressLine progress; explorer.replay(); explorer.run(input, imgui.theme())) {
      if (Interrupt::requested()) throw Interrupted();
      const ui::Replay& replay = *explorer.replay();
      progress.show(std::size_t(replay.frame), std::size_t(replay.of), replay_text(replay.time_left));
    }
    if (frame == 0 && options.at) explorer.pin(*options.at);
    if (frame == 0 && options.reveal) explorer.reveal_answer();
    imgui.new_frame(input.width, input.height, 1.0f / 60);
    explorer.draw(input, imgui.theme());
    imgui.finish_frame();
    if (painter.compare(imgui, options.width, options.height, explorer.repaints_pictures())) {
      timer.begin();
      painter.draw(imgui);
      timer.end();
    }
    explorer.add_draw_time(timer.finished());
  }
  if (gl_was_lost()) throw MachineError(text(Text::gl_lost));
  if (options.tab) check_shown(*options.tab, explorer.map());
  if (!options.ui_map.empty())
    write_ui_map(options.ui_map,
                 {options.frames, options.frames, float(options.width), float(options.height), options.scale,
                  take_gl_errors()},
                 explorer.document().session(), explorer.map());
  write_png(options.out, options.width, options.height, painter.read());
}

} // namespace texelscope
