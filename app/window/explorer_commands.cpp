// The user's commands to the window, apart from editing the session.
#include <algorithm>
#include <cmath>
#include <limits>

#include <imgui.h>

#include "app/window/explorer.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"

namespace texelscope {

void Explorer::act(const ui::Action& action) {
  switch (action.kind) {
  case ui::Action::Kind::command:
    return command(action.command);
  case ui::Action::Kind::ask_file:
    return ask_file(ui::PathPrompt(action.index));
  case ui::Action::Kind::cancel_file:
    return leaving_.reset();
  case ui::Action::Kind::leave:
    return answer_leaving(ui::LeavingAnswer(action.index));
  case ui::Action::Kind::restore:
    return answer_restoring(ui::RestoreAnswer(action.index));
  case ui::Action::Kind::overwrite:
    return answer_overwriting(ui::OverwriteAnswer(action.index));
  case ui::Action::Kind::open_path:
  case ui::Action::Kind::save_path:
  case ui::Action::Kind::picture_path:
  case ui::Action::Kind::legality_path:
  case ui::Action::Kind::reference_path:
  case ui::Action::Kind::scope_path:
  case ui::Action::Kind::bench_path:
  case ui::Action::Kind::open_bench:
  case ui::Action::Kind::open_bench_before:
  case ui::Action::Kind::open_trace:
  case ui::Action::Kind::texture_path:
  case ui::Action::Kind::lesson_new:
  case ui::Action::Kind::lesson_add:
  case ui::Action::Kind::answers_path:
    return take_path(action);
  case ui::Action::Kind::load_history:
    return document_.go_to_change(action.index);
  case ui::Action::Kind::open_shipped_trace:
    attempt([&] { open_trace({assets_folder() / "recordings" / "half_texel.json", 0}); });
    return;
  case ui::Action::Kind::advise_traced:
    return advise_traced(int(action.index));
  case ui::Action::Kind::open_traced:
    return open_traced(int(action.index));
  case ui::Action::Kind::open_fetch:
    return open_fetch(int(action.index), std::stoull(action.text));
  case ui::Action::Kind::paste_text:
    return paste(action.text);
  case ui::Action::Kind::body_edited:
    return trust_.edited(action.text, document_.session().fetch.body);
  case ui::Action::Kind::agree_body:
    return trust_.agree(action.text);
  case ui::Action::Kind::message:
    return notify(NoteKind::no_effect, action.text);
  }
}

void Explorer::command(ui::CommandId id) {
  using Id = ui::CommandId;
  switch (id) {
  case Id::undo:
    return document_.undo();
  case Id::redo:
    return document_.redo();
  case Id::quit:
    return request_quit();
  case Id::reset_session:
    return leave({Leaving::What::fresh, {}});
  case Id::save:
    return save_session();
  case Id::save_picture:
    save_picture_to({});
    return;
  case Id::record_answers:
    return stop_recording();
  case Id::pause:
    paused_ = !paused_;
    return;
  case Id::toggle_backend:
    return toggle_backend();
  case Id::auto_range:
    return fit_range();
  case Id::pin_state:
    return pin_state();
  case Id::scope_pin:
    if (const auto shown = renderer_.shown_frame()) analyses_.toggle_scope_pin(*shown);
    return;
  case Id::ask_device:
  case Id::time_writes:
  case Id::write_trap:
  case Id::write_misaligned:
  case Id::profile_count:
    return run_on_device(id);
  case Id::bench_start:
  case Id::keep_bench_before:
    attempt([&] { analyses_.run_bench(id, state_.labs.bench); });
    return;
  case Id::advise_start: {
    const auto shown = renderer_.shown_frame();
    attempt([&] { analyses_.run_advise(shown ? &*shown : nullptr, document_.name()); });
    return;
  }
  case Id::copy_session:
  case Id::copy_explanation:
  case Id::copy_value:
  case Id::copy_cuda:
  case Id::copy_driver:
  case Id::copy_hip:
  case Id::copy_opengl:
  case Id::copy_webgpu:
  case Id::copy_line:
    return copy(id);
  case Id::paste: {
    const char* content = ImGui::GetClipboardText();
    return paste(content != nullptr ? content : "");
  }
  default:
    return request_of_window(id);
  }
}

void Explorer::request_of_window(ui::CommandId id) {
  using Id = ui::CommandId;
  if (id == Id::save_window_picture) requests_.picture = true;
  if (id == Id::toggle_theme) requests_.other_theme = true;
  if (id == Id::scale_up) requests_.scale = 1.1;
  if (id == Id::scale_down) requests_.scale = 1 / 1.1;
  if (id == Id::scale_reset) requests_.scale = -1;
  if (id == Id::speak_english) requests_.language = Language::english;
  if (id == Id::speak_chinese) requests_.language = Language::chinese;
}

void Explorer::toggle_backend() {
  try {
    renderer_.toggle_backend();
    analyses_.forget_times();
  } catch (const MachineError& error) {
    notify(NoteKind::altered, say(Text::backend_stays, {error.what()}));
  }
}

// Carries out what a lab's button starts, and the counting of a warp.
void Explorer::run_on_device(ui::CommandId id) {
  const bool counts = id == ui::CommandId::profile_count;
  if (!renderer_.on_device())
    return notify(NoteKind::altered, text(counts ? Text::warp_cpu : Text::lab_needs_gpu));
  if (!counts) {
    attempt([&] { analyses_.run_lab(id); });
    return;
  }
  const auto shown = renderer_.shown_frame();
  analyses_.count_warp(shown ? &*shown : nullptr);
}

// What is shown as before is this state from now on.
void Explorer::pin_state() {
  const auto shown = renderer_.shown_frame();
  if (!shown) return notify(NoteKind::altered, text(Text::compare_no_texture));
  try {
    const int number = analyses_.pin(*shown);
    for (ui::ComparedChoice& side : state_.compare.sides)
      if (side.source == ValueSource::pinned) side.pin = number;
    state_.compare.kept = true;
    if (view_of(state_.compare) == ui::ResultView::before) show_view(state_.compare, ui::ResultView::before);
    notify(NoteKind::no_effect, text(Text::state_kept));
  } catch (const MachineError& error) {
    notify(NoteKind::refused, error.what());
  }
}

// Maps the smallest and largest finite value of the shown channels to black and white.
void Explorer::fit_range() {
  if (renderer_.result() == nullptr) return;
  Session session = document_.session();
  const Picture picture = renderer_.read_result();
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const TexelBits& pixel : picture.pixels)
    for (std::size_t c = 0; c < std::size_t(picture.source.channels); ++c) {
      const double value = shown_value(picture.type, picture.source, pixel[c]);
      const bool counted = session.view.show_channel[c] && (c < 3 || picture.source.channels == 1);
      if (!counted || !std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (!(low <= high)) return notify(NoteKind::altered, text(Text::no_finite_value));
  session.view.exposure = 0;
  session.view.range_low = std::clamp(low, -1e38, 1e38);
  session.view.range_high = std::clamp(high > low ? high : low + 1, -1e38, 1e38);
  document_.change(session);
}

} // namespace texelscope
