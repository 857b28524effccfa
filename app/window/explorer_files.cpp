// The window's files: opened by name or dropped, and saved.
#include <algorithm>

#include "app/base/errors.h"
#include "app/base/files.h"
#include "app/labs/legality_report.h"
#include "app/profile/bench_file.h"
#include "app/session/session_file.h"
#include "app/session/texture_path.h"
#include "app/texture/texture_file.h"
#include "app/window/explorer.h"
#include "kernels/base/standard_streams.h"
#include "kernels/image_io/write_image.h"
#include "kernels/text/texts.h"

namespace texelscope {

namespace fs = std::filesystem;

bool Explorer::open(const fs::path& path) {
  try {
    if (fs::is_directory(path)) throw UserError(say(Text::file_is_folder, {path.string()}));
    if (is_bench_file(path))
      open_bench(path, {});
    else if (ending_of(path) == ".json")
      open_session(path);
    else
      open_picture(path);
    remember(path);
    return true;
  } catch (const std::exception& error) {
    refuse(say(Text::open_refused, {error.what()}));
    return false;
  }
}

void Explorer::remember(const fs::path& path) {
  constexpr std::size_t max_recent = 12;
  const std::string name = fs::absolute(path).lexically_normal().string();
  std::erase(recent_, name);
  recent_.insert(recent_.begin(), name);
  if (recent_.size() > max_recent) recent_.resize(max_recent);
}

void Explorer::open_session(const fs::path& path) {
  LoadedSession loaded = load_session(path);
  leave_lesson();
  trust_.came(loaded.session.fetch.body, ui::BodyOrigin::file);
  if (adopts_file(loaded.session, loaded.stated)) {
    start_opening(loaded.session, loaded.base, loaded.stated);
    opening_session_ = path;
    return;
  }
  session_path_ = path;
  take_base(loaded.base);
  session_ = saved_ = loaded.session;
  undo_.record(session_, 0);
}

// A picture takes the place of the source, with its own size, kind and bits, once it is read.
void Explorer::open_picture(const fs::path& path) {
  if (!fs::exists(path)) throw UserError(say(Text::no_such_file, {path.string()}));
  Session next = session_;
  next.texture.source = Source::file;
  next.texture.path = fs::absolute(path).string();
  const bool headerless = ending_of(path) == ".raw" || ending_of(path) == ".bin";
  if (headerless && next.texture.raw.width == 0) {
    // Its shape is asked for beside the source, where the panel now shows it.
    session_ = next;
    return;
  }
  start_opening(next, base_, {});
}

void Explorer::start_opening(const Session& session, const fs::path& base,
                             const std::set<std::string>& stated) {
  source_.open(session, base, stated);
  opening_ = true;
  opening_base_ = base;
  opening_session_.reset();
}

void Explorer::take_opened() {
  if (!opening_) return;
  source_.poll();
  const auto status = source_.status();
  if (status.busy) return;
  opening_ = false;
  const auto opened = source_.take_opened();
  if (!opened) return notify(NoteKind::refused, say(Text::open_refused, {status.error}));
  const Limits& limits = backend_->info().limits;
  if (opened->texture.width > limits.max_width || opened->texture.height > limits.max_height)
    return notify(NoteKind::refused,
                  say(Text::picture_over_limits,
                      {opened->texture.path, std::to_string(opened->texture.width),
                       std::to_string(opened->texture.height), std::to_string(limits.max_width),
                       std::to_string(limits.max_height)}));
  session_ = *opened;
  if (opening_session_) {
    session_path_ = *opening_session_;
    take_base(opening_base_);
    saved_ = session_;
  }
  undo_.record(session_, 0);
}

bool Explorer::save(const std::function<fs::path()>& write) {
  return save_and_say([&] { return say(Text::saved, {write().string()}); });
}

bool Explorer::save_and_say(const std::function<std::string()>& write) {
  try {
    notify(NoteKind::no_effect, write());
    return true;
  } catch (const std::exception& error) {
    refuse(say(Text::not_saved, {error.what()}));
    return false;
  }
}

// In a lesson the state that is shown goes into a file of its own, unless the user's own session is what
// would be lost.
bool Explorer::save_session_to(const fs::path& path) {
  const bool own = leaving_ || !state_.lesson.open();
  const Session saved = own ? own_session() : session_;
  return save_and_say([&] {
    const std::string texture = save_session(path, saved, base_);
    trust_.keep(saved.fetch.body);
    remember(path);
    if (own) {
      session_path_ = path;
      saved_ = saved;
      if (!state_.lesson.open()) move_to(session_folder(path), texture);
    }
    return texture == saved.texture.path ? say(Text::saved, {path.string()})
                                         : say(Text::saved_texture, {path.string(), texture});
  });
}

// The list of changes means the same files as before.
void Explorer::take_base(const fs::path& base) {
  const fs::path before = std::exchange(base_, base);
  if (same_folder(before, base)) return;
  std::error_code error;
  undo_.edit([&](Session& session) {
    if (!session.texture.path.empty())
      session.texture.path = fs::absolute(texture_path(session, before), error).string();
  });
}

// The session that is open is the one of the file, which names its texture so.
void Explorer::move_to(const fs::path& base, const std::string& texture) {
  take_base(base);
  session_.texture.path = saved_.texture.path = texture;
  undo_.reword(session_);
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
  save([&] {
    const fs::path path = free_name("texelscope-window");
    write_png(path, width, height, rgba);
    return path;
  });
}

bool Explorer::save_picture_to(fs::path path) {
  return save([&] {
    if (path.empty()) path = free_name("texelscope");
    const Picture picture = backend_->read_result();
    const std::string ending = ending_of(path);
    if (ending == ".exr")
      write_exr(path, picture);
    else if (ending == ".npy")
      write_npy(path, picture);
    else
      write_png(path, picture.width, picture.height, tone_map(picture, shown_.view));
    return path;
  });
}

// The attempts that the legality lab shows.
bool Explorer::save_legality_to(const fs::path& path) {
  const auto& answers = labs_.findings().legality.found;
  if (!answers) return true;
  const legality::AnsweredAttempts shown = shown_configurations(answers->rows, state_.labs.legality.filter);
  if (shown.empty()) {
    notify(NoteKind::altered, text(Text::legality_nothing_shown));
    return true;
  }
  return save([&] {
    write_text_file(path, legality_csv(shown));
    return path;
  });
}

bool Explorer::save_bench_to(const fs::path& path) {
  return save([&] {
    bench_.save(path, state_.labs.bench);
    return path;
  });
}

void Explorer::open_bench(const fs::path& file, const fs::path& before) {
  bench_.open(file);
  if (!before.empty()) bench_.open_before(before);
  state_.lab = ui::Lab::bench;
}

bool Explorer::save_scope_to(const fs::path& path) {
  const auto shown = shown_frame();
  if (!shown) return true;
  try {
    scope_.save(*shown, state_.scope,
                ui::scope_line(shown_, shown_effective_, state_, result_->width, result_->height), path);
    return true;
  } catch (const std::exception& error) {
    refuse(say(Text::not_saved, {error.what()}));
    return false;
  }
}

// As the write kernels left it, wherever it lies.
bool Explorer::save_texture_to(const fs::path& path) {
  return save([&] {
    check_texture_ending(path); // before anything is copied
    write_texture(path, backend_->read_texture(), resolution_.effective.sampler.srgb);
    return path;
  });
}

} // namespace texelscope
