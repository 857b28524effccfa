#include "app/window/explorer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <imgui.h>

#include "app/base/errors.h"
#include "app/base/paths.h"
#include "kernels/fetch/fetch_view.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace {
// A slab fetches several times for each pixel.
double fetches_of(const FrameResult& result, const Session& session, const Effective& effective) {
  const int samples = effective.slab == Slab::off ? 1 : session.fetch.slab_samples;
  return double(result.width) * result.height * samples;
}

// "half-a-texel:2"; without a number the first.
std::pair<std::string, int> lesson_and_step(const std::string& name) {
  const std::size_t colon = name.rfind(':'), digits = name.size() - std::min(name.size(), colon + 1);
  const bool numbered = colon != std::string::npos && digits > 0 && digits < 4 &&
                        name.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  if (!numbered) return {name, 1};
  return {name.substr(0, colon), std::stoi(name.substr(colon + 1))};
}
} // namespace

Explorer::Explorer(Options options)
    : session_(options.session), session_path_(options.session_path), base_(options.base),
      saved_(options.session), wait_for_textures_(options.wait_for_textures), undo_(options.session),
      shown_(options.session), paused_(options.paused), trust_(options.agreed_bodies) {
  trust_.came(session_.fetch.body, options.body_origin);
  if (options.body_given) trust_.typed(session_.fetch.body);
  choose_backend(options.backend);
  for (const std::string& problem : lessons_.problems())
    notify(NoteKind::altered, problem);
}

void Explorer::notify(NoteKind kind, std::string words) {
  for (const ui::Toast& toast : toasts_)
    if (toast.text == words) return;
  toasts_.push_back({kind, std::move(words), kind == NoteKind::no_effect ? 3.0 : 8.0});
  while (toasts_.size() > 4)
    toasts_.pop_front();
}

void Explorer::run(const Input& input, const ui::Theme& theme) {
  if (!input.dropped.empty() && !state_.leaving && !state_.restoring) {
    state_.prompt = ui::State::PathPrompt::none;
    leave({Leaving::What::open, {input.dropped.begin(), input.dropped.end()}});
  }
  const bool chooses =
      state_.prompt != ui::State::PathPrompt::none && state_.prompt != ui::State::PathPrompt::paste;
  if (chooses) folder_reader_.update(state_.files.wanted, recent_, input.now, wait_for_textures_);
  for (ui::Toast& toast : toasts_)
    toast.seconds_left -= input.now - last_now_;
  std::erase_if(toasts_, [](const ui::Toast& toast) { return toast.seconds_left <= 0; });
  take_opened();
  update_resolution();
  areas_ = ui::layout(input.width, input.height, theme, state_);
  if (!opening_) source_.request(session_, resolution_.effective, base_);
  if (wait_for_textures_) source_.wait();
  source_.poll();
  update_body(input.now);
  paused_for_measurement_ =
      (bench_.measures() && state_.lab == ui::Lab::bench) || profile_.measures_roofs(wait_for_textures_);
  const bool same_frame = paused_for_measurement_ && result_ && session_ == shown_;
  if (!same_frame) run_backend(areas_, input.now);
  update_labs();
  update_settings();
  update_comparison();
  update_lessons();
  if (!result_ || same_frame) return;
  journal_.update(undo_, {shown_, shown_effective_, source_.image(), result_->width, result_->height},
                  *result_, input.now, wait_for_textures_);
  timing_.add(*result_, draw_seconds_, input.now, fetches_of(*result_, shown_, shown_effective_),
              shown_effective_.format.texel_bytes());
  const bool dims = shown_.view.dim_repeats && shown_effective_.projection == Projection::flat;
  result_gl_ = renderer_.draw_result(*result_, shown_, dims);
  const ui::Area& t = areas_.texture_picture;
  if (t.width() < 2) return;
  const double w = result_->texture_width, h = result_->texture_height;
  const double scale =
      state_.texture_zoom > 0 ? state_.texture_zoom : std::min(t.width() / w, t.height() / h);
  texture_gl_ = renderer_.draw_texture(*result_, shown_effective_, shown_.view,
                                       {state_.texture_center_x * w - t.width() / 2 / scale,
                                        state_.texture_center_y * h - t.height() / 2 / scale, 1 / scale},
                                       int(t.width()), int(t.height()));
}

void Explorer::update_labs() {
  std::optional<bc::Format> blocks;
  if (const auto image = source_.image(); image && image->compressed) blocks = image->compressed->format;
  const bool on_device = backend_->info().kind == BackendKind::cuda;
  labs_.update(state_.lab, state_.labs, legality::configuration_of(session_, blocks), on_device,
               wait_for_textures_);
  bench_.update(state_.labs.bench, state_.lab == ui::Lab::bench, on_device, wait_for_textures_);
}

std::optional<ShownFrame> Explorer::shown_frame() const {
  const auto image = source_.image();
  if (!result_ || !image || !has_shape(*image, shown_effective_)) return std::nullopt;
  return ShownFrame{shown_, shown_effective_, image, *result_, *backend_};
}

void Explorer::update_comparison() {
  const auto shown = shown_frame();
  try {
    comparator_.update(state_.compare, shown ? &*shown : nullptr, wait_for_textures_);
  } catch (const MachineError& error) {
    notify(NoteKind::refused, error.what());
    state_.compare.mode = ui::CompareMode::off; // or it would fail each frame
  }
}

void Explorer::update_lessons() {
  const bool on_device = backend_->info().kind == BackendKind::cuda;
  lessons_.update(state_.lesson, session_, !ImGui::IsAnyItemActive(), on_device, wait_for_textures_);
}

void Explorer::open_lesson(const std::string& name) {
  if (const auto bug = lessons_.find_bug(name))
    ui::open_bug(lessons_.shelf(), *bug, session_, state_);
  else {
    const auto [lesson, step] = lesson_and_step(name);
    ui::open_lesson(lessons_.shelf(), lessons_.find(lesson), step - 1, session_, state_);
  }
  update_lesson_history();
}

void Explorer::pin(const Pixel& pixel) {
  const ui::Area& a = areas_.result_picture;
  if (const auto position =
          position_of(session_, resolution_.effective, int(a.width()), int(a.height()), pixel))
    state_.pins.add(*position);
}

// Resolving tries each note's repair: a tenth of a millisecond, which frames of the same session need not
// take.
void Explorer::update_resolution() {
  const std::pair wanted(session_, language());
  if (resolved_ == wanted) return;
  resolution_ = resolve(session_, backend_->info().limits);
  resolved_ = wanted;
}

void Explorer::update_body(double now) {
  const std::string& body = session_.fetch.body;
  if (state_.lesson.open()) trust_.came(body, ui::BodyOrigin::lesson);
  const ui::BodyWaits waits = trust_.waits(body, backend_->info().limits.runs_bodies);
  body_.update({body, body_target(resolution_.effective, backend_->info().architecture)}, now,
               wait_for_textures_, waits);
}

// Of the session whose texture is there, in the next frame.
LiveProfile::Scene Explorer::profiled(const ui::Layout& areas) const {
  const ui::JournalEntry& entry = undo_.entries()[undo_.position()];
  const auto& write = timing_.timing().stages[ui::stage_write];
  return {session_,
          resolution_.effective,
          backend_->info(),
          std::max(1, int(areas.result_picture.width())),
          std::max(1, int(areas.result_picture.height())),
          entry.id,
          entry.label,
          write ? write->median : std::numeric_limits<double>::quiet_NaN()};
}

void Explorer::update_warp(const ui::Layout& areas) {
  const auto shown = ui::shows_warp(state_, areas) ? shown_frame() : std::nullopt;
  if (shown)
    warp_.update(*shown, state_.chosen_pixel(shown_, shown_effective_, result_->width, result_->height),
                 wait_for_textures_);
}

void Explorer::update_scope(const ui::Layout& areas) {
  if (const auto saved = scope_.saved())
    notify(saved->failed ? NoteKind::refused : NoteKind::no_effect,
           saved->failed ? say(Text::not_saved, {saved->words}) : saved->words);
  const auto shown = ui::shows_scope(state_, areas) ? shown_frame() : std::nullopt;
  if (shown)
    scope_.update(*shown, state_.scope,
                  ui::scope_line(shown_, shown_effective_, state_, result_->width, result_->height),
                  wait_for_textures_);
}

// What became of the settings, while somebody looks.
void Explorer::update_settings() {
  const bool shown = state_.tab == ui::Tab::effective && state_.lab == ui::Lab::none && state_.show_bottom;
  if (!shown) return;
  const auto image = source_.image();
  if (image && source_.status().up_to_date && has_shape(*image, resolution_.effective))
    settings_.update(session_, resolution_, image, backend_->info().kind, wait_for_textures_);
}

ui::Frame Explorer::frame(const Input& input) {
  const auto status = source_.status();
  ui::Frame frame;
  frame.resolution = &resolution_;
  frame.result = result_ ? &*result_ : nullptr;
  frame.backend = &backend_->info();
  frame.timing = &timing_.timing();
  frame.result_gl = result_gl_;
  frame.texture_gl = texture_gl_;
  frame.explanation = pixel_details_.explaining().explanation();
  frame.pins = pixel_details_.explaining().pins();
  frame.settings = &settings_.found();
  frame.lod_scope = pixel_details_.lod();
  frame.block_lens = pixel_details_.block();
  frame.plot = pixel_details_.row();
  if (result_ && shown_effective_.projection == Projection::sheet)
    frame.cells = sheet_cells(make_fetch_view(shown_, shown_effective_, result_->width, result_->height));
  if (frame.explanation != nullptr && frame.explanation->fetch.pixel && probe_ &&
      probe_->pixel == *frame.explanation->fetch.pixel)
    frame.hovered_value = probe_->bits;
  frame.session_name =
      session_path_.empty() ? text(Text::session_unnamed) : session_path_.filename().string();
  frame.unsaved = unsaved();
  frame.folder = &folder_reader_.listing();
  frame.places = places_;
  frame.home = home_folder().string();
  const auto [question, reason] = leaving_text();
  frame.leaving_question = question;
  frame.leaving_reason = reason;
  frame.paused = paused_;
  frame.load_progress = status.busy ? status.progress : -1;
  frame.load_error = status.error;
  frame.replay = replay_;
  frame.history = &undo_.entries();
  frame.history_at = undo_.position();
  frame.toasts = &toasts_;
  frame.recent = &recent_;
  frame.keys = input.keys;
  frame.labs = &labs_.findings();
  frame.compare = &comparator_.findings();
  if (result_) frame.scope = &scope_.frame();
  frame.lessons = &lessons_.shelf();
  frame.bench = &bench_.findings();
  frame.profile = &profile_.frame();
  frame.warp = &warp_.frame();
  frame.body = &body_.findings(state_.lab == ui::Lab::fetch, trust_.origin(session_.fetch.body));
  return frame;
}

void Explorer::draw(const Input& input, const ui::Theme& theme) {
  const Session before = session_;
  ui::Output output = ui::draw(frame(input), theme, areas_, session_, state_);
  map_ = std::move(output.map);
  if (!update_lesson_history()) record(before, input.now);
  for (const ui::Action& action : output.actions)
    act(action);
  const bool animated =
      session_.write.mode == WriteMode::pattern || session_.write.mode == WriteMode::feedback;
  if (animated && !paused_ && !paused_for_measurement() && !replay_ && session_.write.frame < 1000000000) {
    ++session_.write.frame;
    undo_.update(session_);
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
    const bool view_only = session_.texture == before.texture && session_.sampler == before.sampler &&
                           session_.fetch == before.fetch && session_.write == before.write;
    undo_.record(session_, active || was_active_ || view_only ? gesture_ : 0);
    changed_at_ = now;
  }
  was_active_ = active;
}

} // namespace texelscope
