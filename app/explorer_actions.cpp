// What the user asks the window for beyond editing the session: files, undo, backends, export.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <imgui.h>

#include "app/errors.h"
#include "app/explain_report.h"
#include "app/explorer.h"
#include "app/files.h"
#include "app/legality_report.h"
#include "app/session_file.h"
#include "app/texture_file.h"
#include "kernels/read_image.h"
#include "kernels/texts.h"
#include "kernels/write_image.h"

namespace texelscope {

namespace fs = std::filesystem;

void Explorer::act(const ui::Action& action) {
  switch (action.kind) {
  case ui::Action::Kind::command: command(action.command); break;
  case ui::Action::Kind::open_path: open(action.text); break;
  case ui::Action::Kind::save_path: save_session_to(action.text); break;
  case ui::Action::Kind::picture_path: save_picture_to(action.text); break;
  case ui::Action::Kind::legality_path: save_legality_to(action.text); break;
  case ui::Action::Kind::reference_path: state_.compare.reference = action.text; break;
  case ui::Action::Kind::scope_path: save_scope_to(action.text); break;
  case ui::Action::Kind::texture_path: save_texture_to(action.text); break;
  case ui::Action::Kind::load_history: restore(undo_.go_to(action.index)); break;
  case ui::Action::Kind::paste_text: take_state(action.text); break;
  case ui::Action::Kind::message: say_to_user(NoteKind::no_effect, action.text); break;
  }
}

void Explorer::restore(const Session* session) {
  if (session != nullptr) session_ = *session;
}

void Explorer::command(ui::CommandId id) {
  using Id = ui::CommandId;
  switch (id) {
  case Id::undo: restore(undo_.back()); break;
  case Id::redo: restore(undo_.forward()); break;
  case Id::quit: quit_ = true; break;
  case Id::pause: paused_ = !paused_; break;
  case Id::toggle_backend: toggle_backend(); break;
  case Id::save_window_picture: window_picture_ = true; break;
  case Id::toggle_theme: theme_change_ = true; break;
  case Id::scale_up: scale_change_ = 1.1; break;
  case Id::scale_down: scale_change_ = 1 / 1.1; break;
  case Id::scale_reset: scale_change_ = -1; break;
  case Id::speak_english: wanted_language_ = Language::english; break;
  case Id::speak_chinese: wanted_language_ = Language::chinese; break;
  case Id::auto_range: fit_range(); break;
  case Id::pin_state: pin_state(); break;
  case Id::scope_pin:
    if (result_) scope_.toggle_pin(scope_picture());
    break;
  case Id::ask_device:
  case Id::time_writes:
  case Id::write_trap:
  case Id::write_misaligned: run_in_lab(id); break;
  case Id::reset_session: {
    const Session fresh;
    session_ = saved_ = fresh;
    session_path_.clear();
    undo_.record(session_, 0);
    break;
  }
  case Id::save:
    if (session_path_.empty()) {
      state_.prompt = ui::State::PathPrompt::save;
      state_.prompt_text = "session.json";
      state_.focus_request = true;
    } else {
      save_session_to(session_path_);
    }
    break;
  case Id::save_picture: save_picture_to({}); break;
  case Id::copy_session:
    ImGui::SetClipboardText(write_session(session_).c_str());
    say_to_user(NoteKind::no_effect, text(Text::copied_session));
    break;
  case Id::copy_story:
    if (const FetchStory* story = explaining_.story()) {
      ImGui::SetClipboardText(explain_text(*story, backend_->info().device).c_str());
      say_to_user(NoteKind::no_effect, text(Text::copied_story));
    }
    break;
  case Id::copy_cuda:
  case Id::copy_driver:
  case Id::copy_hip:
  case Id::copy_opengl:
  case Id::copy_webgpu: copy_program(id); break;
  case Id::copy_line: copy_line(); break;
  case Id::paste: {
    const char* words = ImGui::GetClipboardText();
    take_state(words != nullptr ? words : "");
    break;
  }
  case Id::copy_value:
    for (const ui::MapItem& item : map_)
      if (item.name == "status.value") {
        ImGui::SetClipboardText(item.text.c_str());
        say_to_user(NoteKind::no_effect, say(Text::copied, {item.text}));
      }
    break;
  default: break;
  }
}

// The side that shows a pinned state shows the newest from now on.
void Explorer::pin_state() {
  const auto scene = compared_scene();
  if (!scene) return say_to_user(NoteKind::altered, text(Text::compare_no_texture));
  try {
    const int number = comparator_.pin(*scene);
    for (ui::ComparedChoice& side : state_.compare.sides)
      if (side.source == ui::CompareSource::pinned) side.pin = number;
    say_to_user(NoteKind::no_effect, say(Text::compare_pinned_now, {std::to_string(number)}));
  } catch (const MachineError& error) {
    say_to_user(NoteKind::refused, error.what());
  }
}

// What a lab's button starts, on the GPU alone.
void Explorer::run_in_lab(ui::CommandId id) {
  if (backend_->info().kind != BackendKind::cuda) return say_to_user(NoteKind::altered, text(Text::lab_needs_gpu));
  if (id == ui::CommandId::ask_device) labs_.ask_device();
  if (id == ui::CommandId::time_writes) labs_.time_writes();
  if (id == ui::CommandId::write_trap) labs_.try_fault(write_lab::Fault::trap);
  if (id == ui::CommandId::write_misaligned) labs_.try_fault(write_lab::Fault::misaligned);
}

bool Explorer::open(const fs::path& path) {
  try {
    if (path.extension() == ".json") open_session(path);
    else open_picture(path);
    const std::string name = fs::absolute(path).string();
    std::erase(recent_, name);
    recent_.insert(recent_.begin(), name);
    if (recent_.size() > 8) recent_.resize(8);
    return true;
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::open_refused, {error.what()}));
    return false;
  }
}

void Explorer::open_session(const fs::path& path) {
  LoadedSession loaded = load_session(path);
  session_path_ = path;
  base_ = loaded.base;
  if (adopts_file(loaded.session, loaded.stated)) {
    source_.open(loaded.session, base_, loaded.stated);
    opening_ = opening_session_ = true;
    return;
  }
  session_ = saved_ = loaded.session;
  undo_.record(session_, 0);
}

// A picture takes the place of the source, with its own size, kind and bits, once it is read.
void Explorer::open_picture(const fs::path& path) {
  if (!fs::exists(path)) throw UserError(say(Text::no_such_file, {path.string()}));
  Session next = session_;
  next.texture.source = Source::file;
  next.texture.path = fs::absolute(path).string();
  const bool headerless = path.extension() == ".raw" || path.extension() == ".bin";
  if (headerless && next.texture.raw.width == 0) {
    // Its shape is asked for beside the source, where the panel now shows it.
    session_ = next;
    return;
  }
  source_.open(next, base_);
  opening_ = true;
  opening_session_ = false;
}

void Explorer::take_opened() {
  if (!opening_) return;
  source_.poll();
  const auto status = source_.status();
  if (status.busy) return;
  opening_ = false;
  const auto opened = source_.take_opened();
  if (!opened) return say_to_user(NoteKind::refused, say(Text::open_refused, {status.error}));
  const Limits& limits = backend_->info().limits;
  if (opened->texture.width > limits.max_width || opened->texture.height > limits.max_height)
    return say_to_user(NoteKind::refused,
                       say(Text::picture_over_limits, {opened->texture.path, std::to_string(opened->texture.width), std::to_string(opened->texture.height),
                                                       std::to_string(limits.max_width), std::to_string(limits.max_height)}));
  session_ = *opened;
  if (opening_session_) saved_ = session_;
  undo_.record(session_, 0);
}

void Explorer::save_session_to(const fs::path& path) {
  try {
    save_session(path, session_);
    session_path_ = path;
    saved_ = session_;
    say_to_user(NoteKind::no_effect, say(Text::saved, {path.string()}));
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::not_saved, {error.what()}));
  }
}

namespace {
// The next free name in the current folder: "STEM-1.png", "STEM-2.png"...
fs::path free_name(const std::string& stem) {
  for (int number = 1;; ++number) {
    const fs::path candidate = fs::current_path() / (stem + "-" + std::to_string(number) + ".png");
    if (!fs::exists(candidate)) return candidate;
  }
}
} // namespace

void Explorer::save_window_picture(int width, int height, std::span<const std::uint8_t> rgba) {
  try {
    const fs::path path = free_name("texelscope-window");
    write_png(path, width, height, rgba);
    say_to_user(NoteKind::no_effect, say(Text::saved, {path.string()}));
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::not_saved, {error.what()}));
  }
}

void Explorer::save_picture_to(fs::path path) {
  try {
    if (path.empty()) path = free_name("texelscope");
    const Picture picture = backend_->read_result();
    const std::string ending = path.extension().string();
    if (ending == ".exr") write_exr(path, picture);
    else if (ending == ".npy") write_npy(path, picture);
    else write_png(path, picture.width, picture.height, tone_map(picture, shown_.view));
    say_to_user(NoteKind::no_effect, say(Text::saved, {path.string()}));
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::not_saved, {error.what()}));
  }
}

// The attempts that the legality lab shows.
void Explorer::save_legality_to(const fs::path& path) {
  const auto& answers = labs_.findings().legality.found;
  if (!answers) return;
  const legality::AnsweredAttempts shown = shown_attempts(answers->rows, state_.labs.legality.filter);
  if (shown.empty()) return say_to_user(NoteKind::altered, text(Text::legality_nothing_shown));
  try {
    write_text_file(path, legality_csv(shown));
    say_to_user(NoteKind::no_effect, say(Text::saved, {path.string()}));
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::not_saved, {error.what()}));
  }
}

void Explorer::save_scope_to(const fs::path& path) {
  if (!result_) return;
  try {
    scope_.save(scope_picture(), state_.scope, ui::scope_line(shown_, state_, result_->width, result_->height), path);
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::not_saved, {error.what()}));
  }
}

// As the write kernels left it, wherever it lies.
void Explorer::save_texture_to(const fs::path& path) {
  try {
    check_texture_ending(path); // before anything is copied
    write_texture(path, backend_->read_texture());
    say_to_user(NoteKind::no_effect, say(Text::saved, {path.string()}));
  } catch (const std::exception& error) {
    say_to_user(NoteKind::refused, say(Text::not_saved, {error.what()}));
  }
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
  if (!(low <= high)) return say_to_user(NoteKind::altered, text(Text::no_finite_value));
  session_.view.exposure = 0;
  session_.view.range_low = std::clamp(low, -1e38, 1e38);
  session_.view.range_high = std::clamp(high > low ? high : low + 1, -1e38, 1e38);
  undo_.record(session_, 0);
}

} // namespace texelscope
