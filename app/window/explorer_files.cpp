// The window's files: chosen in the dialog, opened by name or dropped, and saved.
#include "app/window/explorer.h"
#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/state/stored/texture_path.h"
#include "kernels/studies/bench/bench_file.h"
#include "kernels/studies/fetches/explained_fetch.h"
#include "kernels/studies/labs/legality_report.h"
#include "kernels/studies/texture/adopt_file.h"
#include "kernels/studies/texture/texture_file.h"
#include "kernels/studies/trace_report/trace_report_file.h"
#include "kernels/studies/trace_report/trace_session.h"
#include "kernels/studies/verify/report_file.h"
#include "kernels/unit/image_io/write_image.h"
#include "ui/settings/file_prompts.h"

namespace texelscope {

namespace fs = std::filesystem;

void Explorer::ask_file(ui::PathPrompt kind) {
  const ui::FilePrompt prompt = ui::file_prompt(kind, state_.labs.bench.view);
  fs::path own_file;
  if (kind == ui::PathPrompt::reference) own_file = state_.compare.reference;
  if (kind == ui::PathPrompt::save) own_file = document_.path();
  const std::string suggestion = prompt.saves() ? suggested_name(prompt) : std::string();
  ui::FileDialog dialog = files_.open(prompt, suggestion, own_file, document_.path());
  dialog.all_files = state_.dialogs.files.all_files;
  state_.dialogs.prompt = kind;
  state_.dialogs.prompt_text = suggestion;
  state_.dialogs.files = dialog;
  close_popups();
  state_.dialogs.focus_request = true;
}

std::string Explorer::suggested_name(const ui::FilePrompt& prompt) const {
  if (prompt.prompt != ui::PathPrompt::save) return prompt.suggestion;
  const ui::LessonState& lesson = state_.lesson;
  if (lesson.open() && !leaving_) {
    const ui::LessonShelf& shelf = lessons_.shelf();
    return (lesson.bug >= 0 ? shelf.bugs[std::size_t(lesson.bug)].id
                            : shelf.lessons[std::size_t(lesson.lesson)].id) +
           ".json";
  }
  return document_.path().empty() ? prompt.suggestion : document_.path().filename().string();
}

void Explorer::refuse(const std::string& message) {
  if (state_.dialogs.chooses_file())
    state_.dialogs.files.message = message;
  else
    notify(NoteKind::refused, message);
}

bool Explorer::may_open(const fs::path& path) {
  const std::string reason = reason_not_to_open(path);
  if (reason.empty()) return true;
  std::error_code error;
  if (!fs::exists(whole_file(path), error)) files_.forget(path);
  refuse(reason);
  return false;
}

bool Explorer::may_save(const fs::path& path, bool replaces) {
  if (const std::string reason = reason_not_to_save(path); !reason.empty()) {
    refuse(reason);
    return false;
  }
  std::error_code error;
  if (replaces || !fs::exists(path, error)) return true;
  state_.dialogs.files.replaces = path.string();
  state_.dialogs.files.answer = 1; // Enter keeps it by default
  return false;
}

// The dialog stays open, with a reason, until the path can be used.
void Explorer::take_path(const ui::Action& action) {
  const bool requested = state_.dialogs.chooses_file(),
             saves = requested && ui::file_prompt(state_.dialogs.prompt, state_.labs.bench.view).saves();
  const fs::path path = action.text;
  // A step is added to a file and answers are continued in one, so that nothing is replaced.
  const bool goes_on = action.kind == ui::Action::Kind::answers_path;
  if (saves ? !may_save(path, action.index == 1 || goes_on) : !may_open(path)) return;
  if (!carry_out(action)) return;
  if (requested) files_.chose(path);
  state_.dialogs.prompt = ui::PathPrompt::none;
  if (action.kind != ui::Action::Kind::save_path || !leaving_) return;
  const Leaving wanted = *std::exchange(leaving_, std::nullopt);
  proceed(wanted);
}

bool Explorer::carry_out(const ui::Action& action) {
  using Kind = ui::Action::Kind;
  const fs::path path = action.text;
  switch (action.kind) {
  case Kind::open_path:
    if (const Leaving wanted{Leaving::What::open, {path}}; loses_changes(wanted)) return leave(wanted), true;
    return open(path);
  case Kind::save_path:
    return save_session_to(path);
  case Kind::picture_path:
    return save_picture_to(path);
  case Kind::texture_path:
    return save_texture_to(path);
  case Kind::legality_path:
    return save_legality_to(path);
  case Kind::scope_path:
    return save_scope_to(path);
  case Kind::bench_path:
    return save(path, [&] { analyses_.save_bench(path, state_.labs.bench); });
  case Kind::open_bench:
    return attempt([&] { analyses_.open_bench(path); });
  case Kind::open_bench_before:
    return attempt([&] { analyses_.open_bench_before(path); });
  case Kind::open_trace:
    return attempt([&] { open_trace({path, 0}); });
  case Kind::lesson_new:
    return write_step(path, true);
  case Kind::lesson_add:
    return write_step(path, false);
  case Kind::answers_path:
    return attempt([&] { record_answers(path); });
  case Kind::reference_path:
    state_.compare.reference = path.string();
    return true;
  default:
    return true;
  }
}

bool Explorer::open(const fs::path& path) {
  try {
    if (fs::is_directory(path)) throw UserError(say(Text::file_is_folder, {path.string()}));
    if (is_report_file(path))
      open_report(path);
    else if (is_bench_file(path))
      open_bench(path, {});
    else if (trace::is_trace_report_file(path))
      open_trace({path, 0});
    else if (is_lesson_file(path))
      open_lesson(path.string());
    else if (ending_of(path) == ".json")
      open_session(path);
    else
      open_picture(path);
    files_.remember(path);
    return true;
  } catch (const std::exception& error) {
    refuse(say(Text::open_refused, {sentence_of(error)}));
    return false;
  }
}

void Explorer::open_session(const fs::path& path) {
  const LoadedSession loaded = load_session(path);
  leave_lesson();
  trust_.came(loaded.session.fetch.body, BodyOrigin::file);
  if (adopts_file(loaded.session, loaded.stated))
    start_opening(loaded.session, path, loaded.base, loaded.stated, loaded.text);
  else
    document_.open(loaded.session, path, loaded.base, loaded.text);
}

// As if the user had opened it again; undo brings back what was shown. The user's view stays, unless the file
// requests another one.
void Explorer::follow_file(double now) {
  constexpr double pause = 0.2; // seconds
  if (now - followed_at_ < pause || document_.in_lesson() || document_.is_opening()) return;
  followed_at_ = now;
  const fs::path path = document_.path();
  if (path.empty() || !document_.file_changed()) return;
  const ViewSpec view = document_.session().view, of_file = document_.saved().view;
  if (!open(path) || document_.is_opening() || !(document_.session().view == of_file)) return;
  Session same_view = document_.session();
  same_view.view = view;
  document_.set(same_view);
}

// A picture replaces the source, with its own size, kind and bits, once it is read.
void Explorer::open_picture(const fs::path& path) {
  if (!fs::exists(whole_file(path))) throw UserError(say(Text::no_such_file, {path.string()}));
  Session next = document_.session();
  next.texture.source = Source::file;
  next.texture.path = fs::absolute(path).string();
  const bool headerless = ending_of(path) == ".raw" || ending_of(path) == ".bin";
  if (headerless && next.texture.raw.width == 0)
    return document_.set(next); // the panel now shows the source, where its shape is entered
  start_opening(next, {}, document_.base(), {});
}

void Explorer::start_opening(const Session& session, const fs::path& path, const fs::path& base,
                             const std::set<std::string>& stated, const std::string& text) {
  renderer_.open_file(session, base, stated);
  document_.start_opening(path, base, text);
}

void Explorer::open_bench(const fs::path& file, const fs::path& before) {
  analyses_.open_bench(file);
  if (!before.empty()) analyses_.open_bench_before(before);
  state_.panels.lab = Lab::bench;
}

void Explorer::open_trace(const trace::TracePlace& place) {
  analyses_.open_trace(place.file);
  if (place.number != 0) find_object(*analyses_.trace().report, place);
  state_.labs.trace = {place.number};
  state_.panels.lab = Lab::trace;
}

void Explorer::advise_traced(int number) {
  if (attempt([&] { analyses_.advise_traced(number); })) state_.panels.lab = Lab::advise;
}

// The session changes as by a pasted state, so that undo brings the one before back.
void Explorer::open_traced(int number) {
  try {
    const trace::TracedObject* object = object_of(*analyses_.trace().report, number);
    if (object == nullptr) return; // another report was opened in the same frame
    show_traced(trace::object_session(*object));
  } catch (const std::exception& error) {
    notify(NoteKind::refused, sentence_of(error));
  }
}

void Explorer::open_fetch(int number_of_object, std::uint64_t number) {
  try {
    const trace::TraceReport& report = *analyses_.trace().report;
    const trace::TracedObject* object = object_of(report, number_of_object);
    if (object == nullptr) return; // another report was opened in the same frame
    fetches::FetchFile file = fetches::fetch_file_of(report);
    const fetches::FetchRow row = fetches::find_fetch(file, number_of_object, number);
    const fetches::FetchSession made = fetches::fetch_session(*object, row);
    show_traced(made.opened);
    state_.selection.pins.add(made.position);
  } catch (const std::exception& error) {
    notify(NoteKind::refused, sentence_of(error));
  }
}

void Explorer::show_traced(const trace::ObjectSession& opened) {
  leave_lesson();
  document_.change(opened.session);
  state_.panels.lab = Lab::none;
  for (const std::string& sentence : opened.unsaid)
    notify(NoteKind::no_effect, sentence);
}

// Its bench goes to the bench lab and its outcomes to the legality matrix; the first of them that it has is
// shown.
void Explorer::open_report(const fs::path& path) {
  const ReportFile file(path);
  read_report_head(file.root());
  const bool has_bench = report_section(file.root(), ReportPart::bench).document.has_value(),
             has_legality = report_section(file.root(), ReportPart::legality).document.has_value();
  if (!has_bench && !has_legality) throw UserError(say(Text::open_report_empty, {path.string()}));
  if (has_bench) analyses_.open_bench(path);
  if (has_legality) analyses_.read_legality(path);
  state_.panels.lab = has_bench ? Lab::bench : Lab::legality;
}

bool Explorer::attempt(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    refuse(sentence_of(error));
    return false;
  }
}

bool Explorer::save_with_message(const std::function<std::string()>& write) {
  try {
    notify(NoteKind::no_effect, write());
    return true;
  } catch (const std::exception& error) {
    refuse(say(Text::not_saved, {sentence_of(error)}));
    return false;
  }
}

bool Explorer::save(const fs::path& path, const std::function<void()>& write) {
  return save_with_message([&] {
    write();
    return say(Text::saved, {path.string()});
  });
}

void Explorer::save_session() {
  if (document_.in_lesson() || document_.path().empty() || is_shipped(document_.path()))
    ask_file(ui::PathPrompt::save);
  else if (document_.file_changed())
    ask_overwriting();
  else
    save_and_proceed();
}

void Explorer::save_and_proceed() {
  const bool saved = save_session_to(document_.path());
  if (const auto wanted = std::exchange(leaving_, std::nullopt); wanted && saved) proceed(*wanted);
}

// In a lesson the shown state goes into a file of its own, unless the user's own session would otherwise be
// lost.
bool Explorer::save_session_to(const fs::path& path) {
  const bool own = leaving_ || !document_.in_lesson();
  const Session saved = own ? document_.own() : document_.session();
  return save_with_message([&] {
    const std::string texture = own ? document_.save_own(path) : document_.save_copy(path);
    trust_.keep(saved.fetch.body);
    files_.remember(path);
    return texture == saved.texture.path ? say(Text::saved, {path.string()})
                                         : say(Text::saved_texture, {path.string(), texture});
  });
}

namespace {
// The next unused name in the current folder: "STEM-1.png", "STEM-2.png"...
fs::path free_name(const std::string& stem) {
  for (int number = 1;; ++number) {
    fs::path candidate = fs::current_path() / (stem + "-" + std::to_string(number) + ".png");
    if (!fs::exists(candidate)) return candidate;
  }
}
} // namespace

void Explorer::save_window_picture(int width, int height, std::span<const std::uint8_t> rgba) {
  save_with_message([&] {
    const fs::path path = free_name("texelscope-window");
    write_png(path, width, height, rgba);
    return say(Text::saved, {path.string()});
  });
}

bool Explorer::save_picture_to(fs::path path) {
  return save_with_message([&] {
    if (path.empty()) path = free_name("texelscope");
    write_picture(path, ending_of(path), renderer_.read_result(), renderer_.shown_session().view);
    return say(Text::saved, {path.string()});
  });
}

bool Explorer::save_legality_to(const fs::path& path) {
  const auto rows = analyses_.legality_rows(state_.labs.legality.filter);
  if (!rows) return true;
  if (!rows->empty()) return save(path, [&] { write_text_file(path, legality_csv(*rows)); });
  notify(NoteKind::altered, text(Text::legality_nothing_shown));
  return true;
}

// The outcome is reported when it is done.
bool Explorer::save_scope_to(const fs::path& path) {
  const auto shown = renderer_.shown_frame();
  if (!shown) return true;
  try {
    analyses_.save_scope(*shown, state_, path);
    return true;
  } catch (const std::exception& error) {
    refuse(say(Text::not_saved, {sentence_of(error)}));
    return false;
  }
}

// Saves the texture as the write kernels left it, on whichever device it lies.
bool Explorer::save_texture_to(const fs::path& path) {
  return save(path, [&] {
    check_texture_ending(path); // before anything is copied
    write_texture(path, renderer_.read_texture(), renderer_.resolution().effective.sampler.srgb);
  });
}

} // namespace texelscope
