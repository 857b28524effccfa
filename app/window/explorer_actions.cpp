// What the user asks the window for beyond editing the session.
#include <algorithm>
#include <cmath>
#include <limits>

#include <imgui.h>

#include "app/base/errors.h"
#include "app/base/paths.h"
#include "app/explain/explain_report.h"
#include "app/session/session_file.h"
#include "app/window/explorer.h"
#include "kernels/text/texts.h"

namespace texelscope {

void Explorer::act(const ui::Action& action) {
  switch (action.kind) {
  case ui::Action::Kind::command:
    command(action.command);
    break;
  case ui::Action::Kind::ask_file:
    ask_file(ui::State::PathPrompt(action.index));
    break;
  case ui::Action::Kind::cancel_file:
    leaving_.reset();
    break;
  case ui::Action::Kind::leave:
    answer_leaving(ui::LeavingAnswer(action.index));
    break;
  case ui::Action::Kind::restore:
    answer_restoring(ui::RestoreAnswer(action.index));
    break;
  case ui::Action::Kind::open_path:
  case ui::Action::Kind::save_path:
  case ui::Action::Kind::picture_path:
  case ui::Action::Kind::legality_path:
  case ui::Action::Kind::reference_path:
  case ui::Action::Kind::scope_path:
  case ui::Action::Kind::bench_path:
  case ui::Action::Kind::open_bench:
  case ui::Action::Kind::open_bench_before:
  case ui::Action::Kind::texture_path:
    take_path(action);
    break;
  case ui::Action::Kind::load_history:
    show(undo_.go_to(action.index));
    break;
  case ui::Action::Kind::paste_text:
    take_state(action.text);
    break;
  case ui::Action::Kind::body_edited:
    trust_.edited(action.text, session_.fetch.body);
    break;
  case ui::Action::Kind::agree_body:
    trust_.agree(action.text);
    break;
  case ui::Action::Kind::message:
    notify(NoteKind::no_effect, action.text);
    break;
  }
}

void Explorer::show(const Session* session) {
  if (session != nullptr) session_ = *session;
}

void Explorer::command(ui::CommandId id) {
  using Id = ui::CommandId;
  switch (id) {
  case Id::undo:
    show(undo_.back());
    break;
  case Id::redo:
    show(undo_.forward());
    break;
  case Id::quit:
    request_quit();
    break;
  case Id::pause:
    paused_ = !paused_;
    break;
  case Id::toggle_backend:
    toggle_backend();
    break;
  case Id::save_window_picture:
    window_picture_ = true;
    break;
  case Id::toggle_theme:
    theme_change_ = true;
    break;
  case Id::scale_up:
    scale_change_ = 1.1;
    break;
  case Id::scale_down:
    scale_change_ = 1 / 1.1;
    break;
  case Id::scale_reset:
    scale_change_ = -1;
    break;
  case Id::speak_english:
    wanted_language_ = Language::english;
    break;
  case Id::speak_chinese:
    wanted_language_ = Language::chinese;
    break;
  case Id::auto_range:
    fit_range();
    break;
  case Id::pin_state:
    pin_state();
    break;
  case Id::scope_pin:
    if (const auto shown = shown_frame()) scope_.toggle_pin(*shown);
    break;
  case Id::ask_device:
  case Id::time_writes:
  case Id::write_trap:
  case Id::write_misaligned:
    run_in_lab(id);
    break;
  case Id::profile_count:
    count_warp();
    break;
  case Id::bench_start:
  case Id::keep_bench_before:
    run_in_bench(id);
    break;
  case Id::reset_session:
    leave({Leaving::What::fresh, {}});
    break;
  case Id::save:
    if (state_.lesson.open() || session_path_.empty() || is_shipped(session_path_))
      ask_file(ui::State::PathPrompt::save);
    else
      save_session_to(session_path_);
    break;
  case Id::save_picture:
    save_picture_to({});
    break;
  case Id::copy_session:
    ImGui::SetClipboardText(write_session(session_).c_str());
    notify(NoteKind::no_effect, text(Text::copied_session));
    break;
  case Id::copy_explanation:
    if (const FetchExplanation* explanation = pixel_details_.explaining().explanation()) {
      ImGui::SetClipboardText(explain_text(*explanation, backend_->info().device).c_str());
      notify(NoteKind::no_effect, text(Text::copied_story));
    }
    break;
  case Id::copy_cuda:
  case Id::copy_driver:
  case Id::copy_hip:
  case Id::copy_opengl:
  case Id::copy_webgpu:
    copy_program(id);
    break;
  case Id::copy_line:
    copy_line();
    break;
  case Id::paste: {
    const char* words = ImGui::GetClipboardText();
    take_state(words != nullptr ? words : "");
    break;
  }
  case Id::copy_value:
    for (const ui::MapItem& item : map_)
      if (item.name == "status.value") {
        ImGui::SetClipboardText(item.text.c_str());
        notify(NoteKind::no_effect, say(Text::copied, {item.text}));
      }
    break;
  default:
    break;
  }
}

// The side that shows a pinned state shows the newest from now on.
void Explorer::pin_state() {
  const auto shown = shown_frame();
  if (!shown) return notify(NoteKind::altered, text(Text::compare_no_texture));
  try {
    const int number = comparator_.pin(*shown);
    for (ui::ComparedChoice& side : state_.compare.sides)
      if (side.source == ui::CompareSource::pinned) side.pin = number;
    notify(NoteKind::no_effect, say(Text::compare_pinned_now, {std::to_string(number)}));
  } catch (const MachineError& error) {
    notify(NoteKind::refused, error.what());
  }
}

// What a lab's button starts, on the GPU alone.
void Explorer::run_in_lab(ui::CommandId id) {
  if (backend_->info().kind != BackendKind::cuda) return notify(NoteKind::altered, text(Text::lab_needs_gpu));
  if (id == ui::CommandId::ask_device) labs_.ask_device();
  if (id == ui::CommandId::time_writes) labs_.time_writes();
  if (id == ui::CommandId::write_trap) labs_.try_fault(write_lab::Fault::trap);
  if (id == ui::CommandId::write_misaligned) labs_.try_fault(write_lab::Fault::misaligned);
}

void Explorer::count_warp() {
  const auto shown = shown_frame();
  if (backend_->info().kind != BackendKind::cuda) return notify(NoteKind::altered, text(Text::warp_cpu));
  profile_.measures_roofs(true); // each would take time from the other
  if (shown) warp_.count(*shown);
}

bool Explorer::try_bench(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    refuse(error.what());
    return false;
  }
}

void Explorer::run_in_bench(ui::CommandId id) {
  try_bench([&] {
    if (id == ui::CommandId::keep_bench_before)
      bench_.keep_before();
    else if (bench_.measures())
      bench_.cancel();
    else {
      profile_.measures_roofs(true);
      bench_.start(state_.labs.bench);
    }
  });
}

// Black and white at the least and largest finite value of the shown channels.
void Explorer::fit_range() {
  if (!result_) return;
  const Picture picture = backend_->read_result();
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const TexelBits& pixel : picture.pixels)
    for (std::size_t c = 0; c < std::size_t(picture.source.channels); ++c) {
      const double value = shown_value(picture.type, picture.source, pixel[c]);
      const bool counted = session_.view.show_channel[c] && (c < 3 || picture.source.channels == 1);
      if (!counted || !std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  if (!(low <= high)) return notify(NoteKind::altered, text(Text::no_finite_value));
  session_.view.exposure = 0;
  session_.view.range_low = std::clamp(low, -1e38, 1e38);
  session_.view.range_high = std::clamp(high > low ? high : low + 1, -1e38, 1e38);
  undo_.record(session_, 0);
}

} // namespace texelscope
