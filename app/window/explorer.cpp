#include "app/window/explorer.h"

#include <algorithm>
#include <limits>

#include <imgui.h>

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/fetch_view.h"

namespace texelscope {

namespace {
// "half-a-texel:2"; without a number, the first step.
std::pair<std::string, int> lesson_and_step(const std::string& name) {
  const std::size_t colon = name.rfind(':'), digits = name.size() - std::min(name.size(), colon + 1);
  const bool numbered = colon != std::string::npos && digits > 0 && digits < 4 &&
                        name.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  if (!numbered) return {name, 1};
  return {name.substr(0, colon), std::stoi(name.substr(colon + 1))};
}

const ShownFrame* address_of(const std::optional<ShownFrame>& shown) {
  return shown ? &*shown : nullptr;
}
} // namespace

Explorer::Explorer(const Options& options)
    : waits_(options.wait_for_textures),
      document_(options.session, options.session_path, options.base, options.session_text),
      renderer_(options.session, options.backend, waits_, options.make_device, options.patience),
      analyses_(waits_, options.make_choices), trust_(options.agreed_bodies),
      follows_file_(options.follows_file), paused_(options.paused) {
  const std::string& body = options.session.fetch.body;
  trust_.came(body, options.body_origin);
  if (options.body_given) trust_.typed(body);
  if (!thumbnails_.problem().empty()) notify(NoteKind::refused, thumbnails_.problem());
  for (const std::string& problem : lessons_.problems())
    notify(NoteKind::altered, problem);
}

void Explorer::run(const Input& input, const ui::Theme& theme) {
  if (!input.dropped.empty() && !state_.dialogs.asks()) {
    state_.dialogs.prompt = ui::PathPrompt::none;
    leave({Leaving::What::open, {input.dropped.begin(), input.dropped.end()}});
  }
  if (state_.dialogs.chooses_file()) files_.update(state_.dialogs.files, input.now, waits_);
  notifications_.advance(input.now - last_now_);
  if (follows_file_) follow_file(input.now);
  take_opened();
  renderer_.resolve(document_.session());
  areas_ = ui::layout(input.width, input.height, theme, state_);
  if (!document_.is_opening()) renderer_.make_texture(document_.session(), document_.base());
  renderer_.poll_texture();
  compile_body(input.now);
  if (state_.palette.open && !answers_) read_answers_page();
  thumbnails_.update(state_.examples.open, theme.scale, waits_);
  paused_for_measurement_ = analyses_.measures();
  run_backend(input.now);
  update_panels();
  const FrameResult* result = renderer_.result();
  if (result == nullptr) return;
  if (!renderer_.kept_frame())
    analyses_.judge_changes(document_.changes(),
                            {renderer_.shown_session(), renderer_.shown_effective(), renderer_.image(),
                             result->width, result->height},
                            *result, input.now);
  renderer_.draw_pictures(areas_, state_.texture, ui::shows(Tab::levels, state_.panels, areas_),
                          draw_seconds_, input.now);
}

// Without a page the palette finds everything else.
void Explorer::read_answers_page() {
  answers_.emplace(std::vector<Answer>());
  const std::filesystem::path page = answers_page();
  if (!page.empty()) attempt([&] { answers_ = read_answers(page); });
}

void Explorer::take_opened() {
  if (!document_.is_opening()) return;
  const FrameRenderer::OpenedFile file = renderer_.poll_file();
  if (file.busy) return;
  try {
    document_.finish_opening(file.session, file.failure, renderer_.backend().limits);
    if (!file.note.empty()) notify(NoteKind::altered, file.note);
  } catch (const UserError& error) {
    notify(NoteKind::refused, error.what());
  }
}

void Explorer::compile_body(double now) {
  const std::string& body = document_.session().fetch.body;
  if (document_.in_lesson()) trust_.came(body, BodyOrigin::lesson);
  renderer_.compile_body(body, trust_.waits(body, renderer_.backend().limits.runs_bodies), now);
}

void Explorer::run_backend(double now) {
  try {
    auto request = renderer_.request(document_.session(), areas_, state_.selection, state_.texture);
    if (!request) return;
    if (paused_for_measurement_ && renderer_.shows(*request)) {
      renderer_.keep_frame();
      return explain_pixels(); // and start nothing on the device
    }
    const bool current = renderer_.image_is_current();
    if (current)
      request->live =
          analyses_.launches(profiled(), state_.profile, ui::shows(Tab::cost, state_.panels, areas_), now);
    renderer_.run(*request, now);
    if (current) analyses_.add_launches(profiled(), *renderer_.result(), now);
  } catch (const MachineError& error) {
    return replace_device(error);
  }
  update_pixels();
}

void Explorer::replace_device(const MachineError& error) {
  analyses_.forget_pixels();
  if (!renderer_.fall_back(error)) return notify(NoteKind::refused, error.what());
  analyses_.forget_times();
  const bool of_body = !document_.session().fetch.body.empty();
  const Text lost = of_body ? Text::body_lost : Text::gpu_lost;
  notify(NoteKind::refused, say(error.device_lost ? lost : Text::gpu_failed, {error.what()}));
}

void Explorer::explain_pixels() {
  analyses_.explain_pixels(renderer_.shown_pixels(areas_), state_.selection, state_.texture);
}

void Explorer::update_pixels() {
  explain_pixels();
  analyses_.update_weights(state_.why, renderer_.backend());
  if (const auto saved = analyses_.saved_scope())
    notify(saved->failed ? NoteKind::refused : NoteKind::no_effect,
           saved->failed ? say(Text::not_saved, {saved->message}) : saved->message);
  const auto shown = renderer_.shown_frame();
  if (!shown) return;
  if (ui::shows(Tab::scope, state_.panels, areas_)) analyses_.update_scope(*shown, state_);
  const bool warp = state_.profile.plot == ui::ProfileState::Plot::warp;
  if (warp && ui::shows(Tab::cost, state_.panels, areas_)) analyses_.update_warp(*shown, state_.selection);
}

bool Explorer::rests() const {
  const WriteMode mode = document_.session().write.mode;
  const bool animated = (mode == WriteMode::pattern || mode == WriteMode::feedback) && !paused_;
  const bool compares = state_.compare.mode != ui::CompareMode::off &&
                        (state_.compare.mode == ui::CompareMode::blink || analyses_.compares());
  return !animated && !compares && !paused_for_measurement_ && !document_.is_opening() &&
         renderer_.image_is_current() && !renderer_.replay() && state_.panels.lab == Lab::none &&
         !ui::shows(Tab::cost, state_.panels, areas_);
}

void Explorer::update_panels() {
  const Session& session = document_.session();
  const auto image = renderer_.image();
  analyses_.update_labs(state_.panels.lab, state_.labs, session, image.get(), renderer_.on_device());
  const bool effective = state_.settings.effect_open && areas_.left.width() > 0;
  if (effective && renderer_.image_is_current())
    analyses_.update_settings(session, renderer_.resolution(), image, renderer_.backend().kind);
  try {
    const auto shown = renderer_.shown_frame();
    const Undo& changes = document_.changes();
    analyses_.compare(address_of(shown), changes.entries()[changes.position()].id, state_.compare);
  } catch (const MachineError& error) {
    notify(NoteKind::refused, error.what());
    state_.compare.mode = ui::CompareMode::off; // otherwise it would fail each frame
  }
  lessons_.update(state_.lesson, session, !ImGui::IsAnyItemActive(), renderer_.on_device(), waits_);
}

// The scene of the next frame, whose session's texture is ready.
LiveProfile::Scene Explorer::profiled() const {
  const Undo& changes = document_.changes();
  const ui::JournalEntry& entry = changes.entries()[changes.position()];
  const auto& write = renderer_.timing().stages[ui::stage_write];
  const auto [width, height] = picture_size(areas_, document_.session());
  return {document_.session(),
          renderer_.resolution().effective,
          renderer_.backend(),
          width,
          height,
          entry.id,
          entry.label,
          write ? write->median : std::numeric_limits<double>::quiet_NaN()};
}

ui::Frame Explorer::frame(const Input& input) {
  ui::Frame frame;
  frame.resolution = &renderer_.resolution();
  frame.backend = &renderer_.backend();
  frame.paused = paused_;
  frame.keys = input.keys;
  frame.picture = renderer_.pictures();
  frame.pixels = analyses_.pixels();
  const FetchExplanation* explanation = frame.pixels.explanation;
  if (explanation != nullptr && explanation->fetch.pixel)
    frame.pixels.value = renderer_.value_at(*explanation->fetch.pixel);
  const Undo& changes = document_.changes();
  frame.document = {document_.name(), document_.unsaved(), &changes.entries(), changes.position(),
                    &files_.recent()};
  files_.fill(frame.dialogs);
  const auto [sentence, reason] = question();
  frame.dialogs.question = sentence;
  frame.dialogs.reason = reason;
  frame.timing = &renderer_.timing();
  frame.toasts = &notifications_.shown();
  frame.body = &renderer_.body_findings(state_.panels.lab == Lab::fetch,
                                        trust_.origin(document_.session().fetch.body));
  frame.lessons = &lessons_.shelf();
  frame.examples = &thumbnails_.shelf();
  frame.answers = answers_ ? &*answers_ : nullptr;
  analyses_.fill(frame);
  return frame;
}

void Explorer::draw(const Input& input, const ui::Theme& theme) {
  Session edited = document_.session();
  ui::Output output = ui::draw(frame(input), theme, areas_, edited, state_);
  map_ = std::move(output.map);
  if (!follow_lesson(edited)) document_.edit(std::move(edited), ImGui::IsAnyItemActive(), input.now);
  take_attempts(output.attempts, input.now);
  for (const ui::Action& action : output.actions)
    attempt([&] { act(action); }); // a device that fails now is replaced when it fails a frame
  const WriteSpec& write = document_.session().write;
  const bool animated = write.mode == WriteMode::pattern || write.mode == WriteMode::feedback;
  if (animated && !paused_ && !paused_for_measurement_ && !renderer_.replay() && write.frame < 1000000000)
    document_.advance_frame();
  last_now_ = input.now;
}

bool Explorer::follow_lesson(const Session& edited) {
  const auto own = std::exchange(state_.lesson.own, std::nullopt);
  if (state_.lesson.open() == document_.in_lesson()) return false;
  if (state_.lesson.open())
    document_.begin_lesson(own ? *own : document_.session(), edited);
  else
    document_.end_lesson();
  return true;
}

void Explorer::open_lesson(const std::string& name) {
  Session session = document_.session();
  if (const auto bug = lessons_.find_bug(name))
    ui::open_bug(lessons_.shelf(), *bug, session, state_);
  else {
    const auto [lesson, step] = lesson_and_step(name);
    ui::open_lesson(lessons_.shelf(), lessons_.find(lesson), step - 1, session, state_);
  }
  if (!follow_lesson(session)) document_.set(session);
}

void Explorer::reveal_answer() {
  ui::reveal_answer(lessons_.shelf(), state_.lesson);
}

void Explorer::leave_lesson() {
  ui::leave_lesson(state_);
  follow_lesson(document_.session());
}

void Explorer::pin(const Pixel& pixel) {
  const auto [width, height] = picture_size(areas_, document_.session());
  if (const auto position =
          position_of(document_.session(), renderer_.resolution().effective, width, height, pixel))
    state_.selection.pins.add(*position);
}

} // namespace texelscope
