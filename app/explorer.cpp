#include "app/explorer.h"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/errors.h"
#include "kernels/cpu/view_fetch.h"
#include "kernels/fetch_view.h"
#include "kernels/read_image.h"
#include "kernels/seen_texture.h"
#include "kernels/texts.h"

namespace texelscope {

namespace {
// Feedback steps that one frame may run to catch up with its number: enough to be quick, few enough to stay live.
constexpr std::int64_t steps_per_frame = 8;
constexpr int most_probed_texels = 4096;

// The texels that the texture panel shows, if few enough to print; else the one under the mouse.
std::optional<TexelRect> probed_texels(const ui::Layout& areas, const ui::State& state, const TexturePlane& plane) {
  const ui::Area& a = areas.texture_picture;
  const double scale = state.texture_zoom > 0 ? state.texture_zoom : std::min(a.width() / double(plane.width), a.height() / double(plane.height));
  const auto from = [&](double center, int size, float length) { return std::clamp(int(std::floor(center * size - length / 2 / scale)), 0, size - 1); };
  const auto to = [&](double center, int size, float length) { return std::clamp(int(std::ceil(center * size + length / 2 / scale)), 1, size); };
  const int x0 = from(state.texture_center_x, plane.width, a.width()), x1 = to(state.texture_center_x, plane.width, a.width());
  const int y0 = from(state.texture_center_y, plane.height, a.height()), y1 = to(state.texture_center_y, plane.height, a.height());
  if (x1 > x0 && y1 > y0 && std::int64_t(x1 - x0) * (y1 - y0) <= most_probed_texels) return TexelRect{x0, y0, x1 - x0, y1 - y0};
  if (!state.hovered_texel) return std::nullopt;
  const auto [x, y] = *state.hovered_texel;
  if (x >= plane.width || y >= plane.height) return std::nullopt;
  return TexelRect{x, y, 1, 1};
}

// A slab fetches several times for each pixel.
double fetches_of(const FrameResult& result, const Session& session, const Effective& effective) {
  const int samples = effective.slab == Slab::off ? 1 : session.fetch.slab_samples;
  return double(result.width) * result.height * samples;
}

bool has_shape(const Image& image, const Effective& e) {
  const MemoryShape memory = e.memory_shape();
  return image.width == memory.width && image.height == memory.height && image.format == memory.format && image.dimension == e.dimension &&
         image.planes == plane_count(e.dimension, memory.depth) && image.level_count == memory.level_count;
}
} // namespace

Explorer::Explorer(Options options)
    : session_(options.session), session_path_(options.session_path), base_(options.base), saved_(options.session),
      wait_for_textures_(options.wait_for_textures), undo_(options.session), shown_(options.session), paused_(options.paused) {
  choose_backend(options.backend);
  for (const std::string& problem : lessons_.problems()) say_to_user(NoteKind::altered, problem);
}

void Explorer::choose_backend(std::optional<BackendKind> wanted) {
  if (wanted != BackendKind::cpu) {
    try {
      backend_ = make_cuda_backend({});
      return;
    } catch (const MachineError& error) {
      no_cuda_ = error.what();
      if (wanted == BackendKind::cuda) throw;
    }
  }
  backend_ = make_cpu_backend();
}

void Explorer::toggle_backend() {
  const bool to_cuda = backend_->info().kind == BackendKind::cpu;
  try {
    std::unique_ptr<Backend> next = to_cuda ? make_cuda_backend({}) : make_cpu_backend();
    result_.reset();
    backend_ = std::move(next);
    timing_.clear();
    journal_.forget_times();
  } catch (const MachineError& error) {
    say_to_user(NoteKind::altered, say(Text::backend_stays, {error.what()}));
  }
}

void Explorer::say_to_user(NoteKind kind, std::string words) {
  for (const ui::Toast& toast : toasts_)
    if (toast.text == words) return;
  toasts_.push_back({kind, std::move(words), kind == NoteKind::no_effect ? 3.0 : 8.0});
  while (toasts_.size() > 4) toasts_.pop_front();
}

void Explorer::run(const Input& input, const ui::Theme& theme) {
  for (const std::string& path : input.dropped) open(path);
  for (ui::Toast& toast : toasts_) toast.seconds_left -= input.now - last_now_;
  std::erase_if(toasts_, [](const ui::Toast& toast) { return toast.seconds_left <= 0; });
  take_opened();
  resolution_ = resolve(session_, backend_->info().limits);
  areas_ = ui::layout(input.width, input.height, theme, state_);
  if (!opening_) source_.request(session_, resolution_.effective, base_);
  if (wait_for_textures_) source_.wait();
  source_.poll();
  follow_body(input.now);
  run_backend(areas_);
  follow_labs();
  follow_settings();
  follow_comparison();
  follow_lessons();
  if (!result_) return;
  journal_.follow(undo_, {shown_, shown_effective_, source_.image(), result_->width, result_->height}, *result_, input.now, wait_for_textures_);
  timing_.add(*result_, draw_seconds_, input.now, fetches_of(*result_, shown_, shown_effective_), shown_effective_.format.texel_bytes());
  const bool dims = shown_.view.dim_repeats && shown_effective_.projection == Projection::flat;
  result_gl_ = renderer_.draw_result(*result_, shown_, dims);
  const ui::Area& t = areas_.texture_picture;
  if (t.width() < 2) return;
  const double w = result_->texture_width, h = result_->texture_height;
  const double scale = state_.texture_zoom > 0 ? state_.texture_zoom : std::min(t.width() / w, t.height() / h);
  texture_gl_ = renderer_.draw_texture(*result_, shown_.view,
                                       {state_.texture_center_x * w - t.width() / 2 / scale, state_.texture_center_y * h - t.height() / 2 / scale, 1 / scale},
                                       int(t.width()), int(t.height()));
}

void Explorer::follow_labs() {
  std::optional<bc::Format> blocks;
  if (const auto image = source_.image(); image && image->compressed) blocks = image->compressed->format;
  const bool on_device = backend_->info().kind == BackendKind::cuda;
  labs_.follow(state_.lab, state_.labs, legality::attempt_of(session_, blocks), on_device, wait_for_textures_);
}

std::optional<Comparator::Scene> Explorer::compared_scene() const {
  if (!result_ || !source_.image() || !has_shape(*source_.image(), shown_effective_)) return std::nullopt;
  return Comparator::Scene{shown_, shown_effective_, source_.image(), *result_, *backend_};
}

void Explorer::follow_comparison() {
  const auto scene = compared_scene();
  try {
    comparator_.follow(state_.compare, scene ? &*scene : nullptr, wait_for_textures_);
  } catch (const MachineError& error) {
    say_to_user(NoteKind::refused, error.what());
    state_.compare.mode = ui::CompareMode::off; // or it would fail each frame
  }
}

void Explorer::follow_lessons() {
  const bool on_device = backend_->info().kind == BackendKind::cuda;
  lessons_.follow(state_.lesson, session_, !ImGui::IsAnyItemActive(), on_device, wait_for_textures_);
}

void Explorer::open_lesson(const std::string& name) {
  if (const auto bug = lessons_.find_bug(name)) ui::open_bug(lessons_.shelf(), *bug, session_, state_);
  else ui::open_lesson(lessons_.shelf(), lessons_.find(name), 0, session_, state_);
  undo_.record(session_, 0);
}

void Explorer::follow_body(double now) {
  body_.follow({session_.fetch.body, body_target(resolution_.effective, backend_->info().architecture)}, now, wait_for_textures_);
}

FrameRequest Explorer::request(const ui::Layout& areas, const Session& session, const Effective& effective) const {
  FrameRequest request{session, effective, source_.image(), std::max(1, int(areas.result_picture.width())),
                       std::max(1, int(areas.result_picture.height())), wait_for_textures_ ? std::numeric_limits<std::int64_t>::max() : steps_per_frame, std::nullopt, std::nullopt};
  const auto chosen = state_.chosen_pixel();
  if (chosen && chosen->x >= 0 && chosen->y >= 0 && chosen->x < request.width && chosen->y < request.height) request.probe = chosen;
  request.texels = probed_texels(areas, state_, shown_plane(session.view, *request.image));
  if (!session.fetch.body.empty() && backend_->info().limits.runs_bodies) request.body = body_.running(body_target(effective, backend_->info().architecture));
  return request;
}

void Explorer::run_backend(const ui::Layout& areas) {
  const auto image = source_.image();
  if (!image) return;
  const Effective& wanted = resolution_.effective;
  const bool fits = source_.status().up_to_date && has_shape(*image, wanted);
  if (!fits && !has_shape(*image, shown_effective_)) return;
  try {
    result_ = backend_->frame(fits ? request(areas, session_, wanted) : request(areas, shown_, shown_effective_));
    if (fits) {
      shown_ = session_;
      shown_effective_ = wanted;
      shown_blocks_ = image->compressed;
    }
    if (result_->probe) probe_ = result_->probe;
    if (result_->texels) texels_ = result_->texels;
    result_->texels = texels_;
  } catch (const MachineError& error) {
    return fail(error);
  }
  explain(areas);
  look_into_block();
  plot_row(areas);
  follow_scope(areas);
}

// What is on screen is still the last frame's; a device that is lost, or never gave one, leaves its place to the CPU.
void Explorer::fail(const MachineError& error) {
  const bool of_body = error.device_lost && !session_.fetch.body.empty();
  say_to_user(NoteKind::refused, of_body ? say(Text::body_lost, {error.what()}) : error.what());
  explaining_.forget();
  lod_scope_.reset();
  plot_.clear();
  if (backend_->info().kind != BackendKind::cuda || (result_ && !error.device_lost)) return;
  result_.reset();
  backend_ = make_cpu_backend();
  timing_.clear();
  journal_.forget_times();
}

// 1-D: the values of one row of the picture, as the model's fast path fetches them.
void Explorer::plot_row(const ui::Layout& areas) {
  plot_.clear();
  const bool one_row = is_1d(shown_effective_.dimension) && shown_effective_.projection == Projection::flat;
  const bool known = result_ && !result_->of_body && (result_->all_texels != nullptr || shown_.write.mode == WriteMode::off);
  if (!one_row || !known || shown_effective_.function == FetchKind::gather) return;
  const std::byte* texels = result_->all_texels != nullptr ? result_->all_texels : source_.image()->texels.data();
  const int width = std::max(1, int(areas.result_picture.width())), height = std::max(1, int(areas.result_picture.height()));
  const auto chosen = state_.chosen_pixel();
  const int row = chosen && chosen->y >= 0 && chosen->y < height ? chosen->y : height / 2;
  FetchView view = make_fetch_view(shown_, shown_effective_, width, height);
  for (int i = 0; i < 3; ++i) view.origin[i] += view.down[i] * float(row); // to within rounding: the line is for the eye
  plot_.resize(std::size_t(width));
  Image relaid;
  cpu::fetch_view(seen_texture(texels, shown_effective_, relaid), view, width, 1, plot_.data()->data());
}

Scope::Picture Explorer::scope_picture() const {
  return {shown_, shown_effective_, source_.image(), *result_, result_->width, result_->height,
          backend_->info().kind == BackendKind::cuda, backend_->info().limits};
}

void Explorer::follow_scope(const ui::Layout& areas) {
  if (const auto saved = scope_.saved())
    say_to_user(saved->failed ? NoteKind::refused : NoteKind::no_effect, saved->failed ? say(Text::not_saved, {saved->words}) : saved->words);
  if (!ui::shows_scope(state_, areas)) return;
  scope_.follow(scope_picture(), state_.scope, ui::scope_line(shown_, state_, result_->width, result_->height), wait_for_textures_);
}

// Why the chosen and the pinned pixels are what they are, by the model. Texels that a kernel wrote on the device are
// not the host's to read: then coordinates and weights alone are told.
void Explorer::explain(const ui::Layout& areas) {
  lod_scope_.reset();
  const bool has_values = result_->all_texels != nullptr || shown_.write.mode == WriteMode::off;
  const std::byte* texels = result_->all_texels != nullptr ? result_->all_texels : source_.image()->texels.data();
  const int width = std::max(1, int(areas.result_picture.width())), height = std::max(1, int(areas.result_picture.height()));
  const bool device = backend_->info().kind == BackendKind::cuda;
  explaining_.follow({shown_, shown_effective_, resolution_.notes, texels, result_->texture.version, has_values, width, height},
                     state_, result_->of_body ? std::nullopt : probe_, device); // a body's values are its own
  if (!has_lod_scope(shown_effective_)) return;
  Image relaid;
  const Texture texture = seen_texture(texels, shown_effective_, relaid);
  const FetchView view = make_fetch_view(shown_, shown_effective_, width, height);
  lod_scope_ = lod_scope(texture, view, state_.chosen_pixel().value_or(Pixel{width / 2, height / 2}));
}

// What became of the settings, while somebody looks.
void Explorer::follow_settings() {
  const bool shown = state_.tab == ui::Tab::effective && state_.lab == ui::Lab::none && state_.show_bottom;
  if (!shown) return;
  const auto image = source_.image();
  if (image && source_.status().up_to_date && has_shape(*image, resolution_.effective))
    settings_.follow(session_, resolution_, image, backend_->info().kind, wait_for_textures_);
}

std::optional<TexelPlace> Explorer::first_told_texel() const {
  const FetchStory* story = explaining_.story();
  if (!story || story->fetch.empty) return std::nullopt;
  return first_texel(story->fetch.trace);
}

// The block under the mouse in the texture panel, or the one that the chosen pixel's fetch begins with; while there is
// neither, the last one stays.
void Explorer::look_into_block() {
  block_lens_.reset();
  if (!shown_blocks_) return;
  const TexturePlane& plane = result_->plane;
  const MemoryShape memory = shown_effective_.memory_shape();
  if (state_.hovered_texel) {
    lens_place_ = {plane.level, plane.plane, (*state_.hovered_texel)[0], (*state_.hovered_texel)[1]};
  } else if (const auto first = first_told_texel()) {
    lens_place_ = *first; // as a view sees it
    lens_place_.level += memory.first_level;
    lens_place_.plane += memory.first_layer;
  }
  block_lens_ = block_lens(*shown_blocks_, shown_effective_.dimension, memory, lens_place_, shown_.view);
  if (block_lens_) return;
  lens_place_ = {}; // of a texture that was there before
  block_lens_ = block_lens(*shown_blocks_, shown_effective_.dimension, memory, lens_place_, shown_.view);
}

void Explorer::draw(const Input& input, const ui::Theme& theme) {
  const auto status = source_.status();
  ui::Frame frame;
  frame.resolution = &resolution_;
  frame.result = result_ ? &*result_ : nullptr;
  frame.backend = &backend_->info();
  frame.timing = &timing_.timing();
  frame.result_gl = result_gl_;
  frame.texture_gl = texture_gl_;
  frame.story = explaining_.story();
  frame.pins = explaining_.pins();
  frame.settings = &settings_.found();
  frame.lod_scope = lod_scope_;
  frame.block_lens = block_lens_;
  frame.plot = plot_;
  if (result_ && shown_effective_.projection == Projection::sheet)
    frame.cells = sheet_cells(make_fetch_view(shown_, shown_effective_, result_->width, result_->height));
  const auto chosen = state_.chosen();
  if (chosen && !chosen->between_pixels() && probe_ && probe_->pixel == chosen->pixel) frame.hovered_value = probe_->bits;
  frame.session_name = session_path_.empty() ? text(Text::session_unnamed) : session_path_.filename().string();
  Session still = session_;
  still.write.frame = saved_.write.frame;
  frame.unsaved = !(still == saved_);
  frame.paused = paused_;
  frame.load_progress = status.busy ? status.progress : -1;
  frame.load_error = status.error;
  frame.history = &undo_.entries();
  frame.history_at = undo_.position();
  frame.toasts = &toasts_;
  frame.recent = &recent_;
  frame.keys = input.keys;
  frame.labs = &labs_.findings();
  frame.compare = &comparator_.findings();
  if (result_) frame.scope = &scope_.frame();
  frame.lessons = &lessons_.shelf();
  frame.body = &body_.findings(state_.lab == ui::Lab::fetch);

  const Session before = session_;
  ui::Output output = ui::draw(frame, theme, areas_, session_, state_);
  map_ = std::move(output.map);
  record(before, input.now);
  for (const ui::Action& action : output.actions) act(action);
  const bool animated = session_.write.mode == WriteMode::pattern || session_.write.mode == WriteMode::feedback;
  const bool catching_up = result_ && result_->feedback_steps_left > 0;
  if (animated && !paused_ && !catching_up && session_.write.frame < 1000000000) {
    ++session_.write.frame;
    undo_.follow(session_);
  }
  last_now_ = input.now;
}

// One entry a gesture: everything while a control is held, and wheel steps that follow each other closely.
void Explorer::record(const Session& before, double now) {
  const bool active = ImGui::IsAnyItemActive();
  const bool wheel_run = now - changed_at_ < 0.5;
  if (active != was_active_ && !(was_active_ && !active)) ++gesture_;
  if (!active && !was_active_ && !wheel_run) ++gesture_;
  if (!(session_ == before)) {
    const bool view_only = session_.texture == before.texture && session_.sampler == before.sampler && session_.fetch == before.fetch && session_.write == before.write;
    undo_.record(session_, active || was_active_ || view_only ? gesture_ : 0);
    changed_at_ = now;
  }
  was_active_ = active;
}

} // namespace texelscope
