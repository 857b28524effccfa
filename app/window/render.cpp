// texelscope render: writes a session's result, or the whole window, to a file.
#include <cctype>
#include <tuple>

#include "app/cli/arguments.h"
#include "app/cli/outputs.h"
#include "app/cli/verbs.h"
#include "app/verbs/replay_options.h"
#include "app/window/frame_renderer.h"
#include "app/window/window.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/interrupt.h"
#include "kernels/ground/files/messages.h"
#include "kernels/ground/files/progress_line.h"
#include "kernels/ground/files/seconds_now.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/gl/backends.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/bodies/body_process.h"
#include "kernels/studies/bodies/body_trust.h"
#include "kernels/studies/texture/replay.h"
#include "kernels/studies/texture/texture_file.h"
#include "kernels/studies/texture/texture_source.h"
#include "kernels/unit/image_io/write_image.h"
#include "kernels/unit/resolve/shipped_body.h"

namespace texelscope {

namespace {

namespace fs = std::filesystem;

struct RenderOptions {
  LoadedSession loaded;
  bool body_given = false;  // as a flag, or the user trusts it
  std::string session_name; // as messages print it
  fs::path session_path;
  fs::path out, texture_out;
  std::string ending, texture_ending; // they name the formats
  bool strict = false;
  int width = 640, height = 480;
  std::int64_t frames = 1, frames_limit = max_replayed_frames;
  std::optional<BackendKind> backend;
  bool window = false;
  double scale = 1;
  bool light = false;
  Lab lab = Lab::none;
  std::optional<ShownBench> bench;
  std::optional<trace::TracePlace> trace;
  std::optional<Tab> tab;
  std::optional<ui::ShownColumn> column;
  std::optional<Pixel> at;
  fs::path ui_map;
  ui::CompareChoice compare;
  std::optional<std::array<double, 4>> line;
  std::string lesson;
  bool reveal = false;
  bool present = false;
  std::string keys;
};

void check_output(const RenderOptions& options) {
  const fs::path& out = options.out;
  const std::string& ending = options.ending;
  if (options.window && ending != ".png") throw UserError(say(Text::render_window_png, {out.string()}));
  if (ending != ".png" && ending != ".exr" && ending != ".npy")
    throw UserError(say(Text::render_ending, {out.string()}));
  check_output_path(out);
  if (options.texture_out.empty()) return;
  if (options.window) throw UserError(text(Text::render_texture_window));
  check_texture_ending(options.texture_out, options.texture_ending);
  check_output_path(options.texture_out);
}

void declare(Arguments& arguments, RenderOptions& options) {
  arguments.positional("SESSION", Text::render_session_help, Stream::input);
  arguments.option("--out", "FILE", Text::render_out_help, options.out, Stream::output);
  arguments.option("--texture-out", "FILE", Text::render_texture_out_help, options.texture_out,
                   Stream::output);
  arguments.option("--format", "NAME", Text::format_help);
  arguments.option("--size", "WxH", Text::render_size_help);
  arguments.option("--frames", "INTEGER", Text::render_frames_help, options.frames, 1, 1'000'000'000);
  declare_frames_limit(arguments, options.frames_limit);
  arguments.option("--backend", Text::app_backend_help, options.backend);
  arguments.toggle("--strict", Text::strict_help, options.strict);
  arguments.toggle("--trust-body", Text::trust_body_help, options.body_given);
  arguments.toggle("--window", Text::render_window_help, options.window);
  arguments.section(Text::help_with_window);
  arguments.option("--scale", "NUMBER", Text::render_scale_help, options.scale, 0.5, 4);
  arguments.toggle("--light", Text::render_light_help, options.light);
  arguments.option("--lab", "NAME", Text::render_lab_help);
  arguments.option("--bench", "FILE", Text::render_bench_help, Stream::input);
  arguments.option("--trace", "FILE", Text::trace_option_help, Stream::input);
  arguments.option("--lesson", "NAME", Text::lesson_option_help, options.lesson, Stream::input);
  arguments.toggle("--reveal", Text::reveal_option_help, options.reveal);
  arguments.toggle("--present", Text::present_option_help, options.present);
  arguments.option("--tab", "NAME", Text::render_tab_help);
  arguments.option("--at", "X,Y", Text::render_at_help);
  arguments.option("--compare", "A,B,MODE", Text::render_compare_help);
  arguments.option("--keys", "LETTERS", Text::render_keys_help);
  arguments.option("--ui-map", "FILE", Text::app_ui_map_help, options.ui_map, Stream::output);
  arguments.option("--line", "X0,Y0,X1,Y1", Text::render_line_help);
  arguments.session_fields();
}

ui::CompareChoice comparison(const Arguments& arguments) {
  ui::CompareChoice choice;
  const auto value = arguments.value("--compare");
  if (!value) return choice;
  const std::size_t first = value->find(','), second = value->find(',', first + 1);
  using ui::CompareMode;
  const bool three = first != std::string::npos && second != std::string::npos;
  const auto source = [&](std::size_t from, std::size_t end) {
    const auto found = named<ValueSource>(std::string_view(*value).substr(from, end - from));
    const bool made_before = found == ValueSource::pinned || found == ValueSource::before;
    return made_before || found == ValueSource::file ? std::nullopt : found;
  };
  const auto a = three ? source(0, first) : std::nullopt,
             b = three ? source(first + 1, second) : std::nullopt;
  const auto mode = three ? named<CompareMode>(std::string_view(*value).substr(second + 1)) : std::nullopt;
  if (!a || !b || mode.value_or(CompareMode::off) == CompareMode::off)
    throw UserError(say(Text::render_compare_wrong, {*value}));
  choice.sides = {{{*a, 0}, {*b, 0}}};
  choice.mode = *mode;
  return choice;
}

// Parses FILE, FILE,VIEW or FILE,VIEW,BEFORE.
std::optional<ShownBench> bench_shown(const Arguments& arguments) {
  const auto value = arguments.value("--bench");
  if (!value) return std::nullopt;
  const std::size_t first = std::min(value->find(','), value->size()),
                    second = std::min(value->find(',', first + 1), value->size());
  ShownBench shown{value->substr(0, first), second < value->size() ? value->substr(second + 1) : "",
                   ui::BenchView::table};
  if (first < value->size()) {
    const auto view = named<ui::BenchView>(std::string_view(*value).substr(first + 1, second - first - 1));
    if (!view) throw UserError(say(Text::render_bench_wrong, {*value}));
    shown.view = *view;
  }
  return shown;
}

// Converts keys to the names of ui::KeyPress.
std::string key_presses(std::string keys) {
  for (char& key : keys) {
    if (!std::isalnum(static_cast<unsigned char>(key))) throw UserError(say(Text::render_keys_wrong, {keys}));
    key = char(std::toupper(static_cast<unsigned char>(key)));
  }
  return keys;
}

// WHY and the lesson, which were tabs, are in a column; a small window shows it.
void tab_option(RenderOptions& options, const Arguments& arguments) {
  const std::string name = arguments.value("--tab").value_or("");
  if (was_tab(name))
    options.column = name == "compare" ? ui::ShownColumn::picture : ui::ShownColumn::why;
  else if (const auto tab = tab_named(name))
    options.tab = tab;
  else
    options.tab = arguments.choice<Tab>("--tab");
}

void window_options(RenderOptions& options, const Arguments& arguments) {
  for (const char* flag : {"--scale", "--light", "--lab", "--bench", "--trace", "--lesson", "--reveal",
                           "--present", "--tab", "--at", "--compare", "--line", "--keys", "--ui-map"})
    if (arguments.given(flag) && !options.window) throw UserError(say(Text::render_window_alone, {flag}));
  options.lab = arguments.choice<Lab>("--lab").value_or(Lab::none);
  options.bench = bench_shown(arguments);
  if (options.bench) options.lab = Lab::bench;
  if (const auto report = arguments.value("--trace")) options.trace = trace::trace_place(*report);
  if (options.trace) options.lab = Lab::trace;
  tab_option(options, arguments);
  if (options.tab && options.lab != Lab::none) throw UserError(text(Text::render_tab_lab));
  if (options.reveal && options.lesson.empty()) throw UserError(text(Text::reveal_alone));
  for (const char* flag : {"--lab", "--bench", "--trace", "--tab"})
    if (options.present && arguments.given(flag))
      throw UserError(say(Text::flags_exclude, {flag, "--present"}));
  options.keys = key_presses(arguments.value("--keys").value_or(""));
  options.compare = comparison(arguments);
  if (!options.ui_map.empty()) check_output_path(options.ui_map);
  options.line = arguments.line("--line");
  ui::Theme theme;
  theme.scale = float(options.scale);
  ui::State state;
  state.panels.tab = options.line ? Tab::scope : options.tab.value_or(state.panels.tab);
  state.panels.bottom_in_small = options.line || options.tab;
  state.panels.lab = options.lab;
  if (!options.lesson.empty()) state.lesson.lesson = 0; // which makes room for its card
  const auto [width, height] = picture_size(
      ui::layout(float(options.width), float(options.height), theme, state), options.loaded.session);
  if (const auto at = arguments.pixel("--at", width, height)) options.at = {at->first, at->second};
}

void finish(RenderOptions& options, const Arguments& arguments) {
  if (options.out.empty()) throw UserError(text(Text::render_no_out));
  const auto standard = options.window ? std::pair(1280, 720) : std::pair(640, 480);
  std::tie(options.width, options.height) = arguments.size("--size", 1, 16384).value_or(standard);
  options.loaded = session_from(arguments, "SESSION");
  if (!options.window) {
    const auto [width, height] = picture_size_from(arguments, options.loaded.session);
    options.width = width, options.height = height;
  }
  window_options(options, arguments);
  check_format_option(arguments);
  options.ending = output_ending(arguments, options.out, {"png", "exr", "npy"});
  options.texture_ending = output_ending(arguments, options.texture_out, {"dds", "npy", "png"});
  check_output(options);
  const auto file = arguments.value("SESSION");
  if (file && *file != "-" && is_session_file(*file)) options.session_path = *file;
  options.body_given |= arguments.given("--fetch.body");
  if (file) options.session_name = is_share_line(*file) ? text(Text::body_from_share) : input_name(*file);
  const auto last_frame = std::int64_t(find_field("write.frame")->high);
  if (options.loaded.session.write.frame + options.frames - 1 > last_frame)
    throw UserError(
        say(Text::render_frames_end, {std::to_string(options.frames), std::to_string(last_frame)}));
}

// Null if there is no body to compile: the CPU has the shipped ones.
std::shared_ptr<const CompiledBody> compiled_body(const RenderOptions& options, const Effective& effective,
                                                  const BackendInfo& backend) {
  const Session& session = options.loaded.session;
  if (session.fetch.body.empty()) return nullptr;
  if (backend.kind == BackendKind::cpu && cpu_body(session.fetch.body, effective)) return nullptr;
  if (!options.body_given) check_body_trust(session.fetch.body, options.session_name);
  CompiledBody compiled =
      BodyProcess().compile({session.fetch.body, body_target(effective, backend.architecture)});
  if (!compiled.good) throw UserError(say(Text::render_body, {compiled.first_error()}));
  return std::make_shared<const CompiledBody>(std::move(compiled));
}

// `frame`: the frame number of the request's session.
void run_more_frames(Backend& backend, const FrameRequest& request, std::int64_t count, std::int64_t& frame,
                     ProgressLine& progress) {
  const Interrupt interrupt;
  for (std::int64_t i = 0; i < count; ++i) {
    if (Interrupt::requested()) throw Interrupted();
    ++frame;
    progress.show(std::size_t(i + 2), std::size_t(count + 1), "frame");
    backend.frame(request);
  }
}

// The rows of the last frame, of which only a band is in memory. Bands become higher as long as Ctrl+C, which
// is checked between them, is answered soon.
PictureRows rows_of(Backend& backend, const FrameResult& frame, ProgressLine& progress) {
  constexpr std::size_t max_bytes = std::size_t(64) << 20;
  constexpr double soon = 0.2; // seconds
  const int max_rows =
      int(std::max<std::size_t>(1, max_bytes / sizeof(TexelBits) / std::size_t(frame.width)));
  return {frame.width, frame.height, frame.type,
          [&backend, &progress, max_rows, height = frame.height](const BandSink<Picture>& sink) {
            int band = std::min(16, max_rows); // OpenEXR packs 16 rows together
            for (int first = 0, end = 0; first < height; first = end) {
              if (Interrupt::requested()) throw Interrupted();
              progress.show(std::size_t(first), std::size_t(height), "row");
              const double began = seconds_now();
              end = std::min(first + band, height);
              sink(backend.read_rows(first, end));
              if (seconds_now() - began < soon) band = std::min(2 * band, max_rows);
            }
          }};
}

void write_result(const RenderOptions& options, Backend& backend, const FrameResult& frame,
                  ProgressLine& progress) {
  // At Ctrl+C an unfinished file is removed. A pipe has none, and waiting for its reader would not notice.
  std::error_code ignored;
  std::optional<Interrupt> interrupt;
  if (!is_standard_output(options.out) &&
      (!fs::exists(options.out, ignored) || fs::is_regular_file(options.out, ignored)))
    interrupt.emplace();
  write_picture(options.out, options.ending, rows_of(backend, frame, progress), options.loaded.session.view);
}

// Returns the exit code.
int render_result(RenderOptions& options) {
  ProgressLine progress;
  progress.show(1, 3, "texture");
  OffscreenBackend made = make_offscreen_backend(options.backend, options.loaded.session.fetch.body.empty());
  if (!made.note.empty()) print_warning(made.note);
  Session& session = options.loaded.session;
  const auto [resolution, image] = open_study(options.loaded, made.backend->info().limits, print_notes);
  FrameRequest request{session, resolution.effective, image, options.width, options.height};
  request.body = compiled_body(options, resolution.effective, made.backend->info());
  request.by_rows = true; // also after earlier frames: a feedback reads their texture, never their picture
  progress.show(2, 3, "fetch");
  const FrameResult frame = run_frame(*made.backend, request, options.frames_limit, progress);
  run_more_frames(*made.backend, request, options.frames - 1, session.write.frame, progress);
  progress.show(3, 3, "file");
  if (!options.texture_out.empty())
    write_texture(options.texture_out, made.backend->read_texture(), resolution.effective.sampler.srgb,
                  options.texture_ending);
  write_result(options, *made.backend, frame, progress);
  progress.erase();
  print_done(say(Text::render_done, {output_name(options.out), std::to_string(options.width),
                                     std::to_string(options.height), made.backend->info().device}));
  return strict_code(options.strict, resolution);
}

} // namespace

int run_render(const std::vector<std::string>& command_line) {
  Arguments arguments("texelscope render", Text::render_about);
  RenderOptions options;
  declare(arguments, options);
  if (!arguments.parse(command_line)) return 0;
  finish(options, arguments);
  if (!options.window) return render_result(options);
  if (!options.body_given) check_body_trust(options.loaded.session.fetch.body, options.session_name);
  TextureSource source;
  adopt_file_now(source, options.loaded);
  check_replay(options.loaded.session, effective_settings(options.loaded.session), options.frames_limit);
  render_window({options.loaded.session,
                 options.session_path,
                 options.loaded.base,
                 options.body_given,
                 options.width,
                 options.height,
                 options.scale,
                 options.light,
                 options.frames,
                 options.backend,
                 options.out,
                 options.lab,
                 options.tab,
                 options.column,
                 options.at,
                 options.ui_map,
                 options.compare,
                 options.line,
                 options.lesson,
                 options.reveal,
                 options.present,
                 options.keys,
                 options.bench,
                 options.trace});
  print_done(output_name(options.out));
  return strict_code(options.strict, resolve(options.loaded.session));
}

} // namespace texelscope
