#include "app/window/document.h"

#include <utility>

#include "kernels/ground/base/standard_streams.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/files/files.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/texture_path.h"

namespace texelscope {

namespace fs = std::filesystem;

std::string session_name(const fs::path& path) {
  return path.empty() ? text(Text::session_unnamed) : path.filename().string();
}

Document::Document(const Session& session, fs::path path, fs::path base, std::string text)
    : session_(session), path_(std::move(path)), base_(std::move(base)), saved_(session),
      text_(std::move(text)), changes_(session) {}

std::string Document::name() const {
  return session_name(path_);
}

void Document::edit(Session edited, bool held, double now) {
  const Session before = std::exchange(session_, std::move(edited));
  const bool wheel_run = now - changed_at_ < 0.5;
  if (held && !was_held_) ++gesture_;
  if (!held && !was_held_ && !wheel_run) ++gesture_;
  if (!(session_ == before)) {
    const bool view_only = session_.texture == before.texture && session_.sampler == before.sampler &&
                           session_.fetch == before.fetch && session_.write == before.write;
    changes_.record(session_, held || was_held_ || view_only ? gesture_ : 0);
    changed_at_ = now;
  }
  was_held_ = held;
}

void Document::change(const Session& next) {
  session_ = next;
  changes_.record(session_, 0);
}

void Document::advance_frame() {
  ++session_.write.frame;
  changes_.update(session_);
}

void Document::show(const Session* session) {
  if (session != nullptr) session_ = *session;
}

void Document::begin_lesson(const Session& own, const Session& lesson) {
  own_ = own;
  session_ = lesson;
  changes_.record(own, 0); // a change in the same frame
  changes_.set_aside(session_, text(Text::history_start));
  stop_opening_picture();
}

void Document::end_lesson() {
  if (!own_) return;
  session_ = *std::exchange(own_, std::nullopt);
  changes_.bring_back();
  stop_opening_picture();
}

// The picture was meant for the other session.
void Document::stop_opening_picture() {
  if (opening_ && opening_->path.empty()) opening_.reset();
}

void Document::start_fresh() {
  path_.clear();
  text_.clear();
  saved_ = Session();
  change(saved_);
}

void Document::open(const Session& session, const fs::path& path, const fs::path& base,
                    const std::string& text) {
  path_ = path;
  text_ = text;
  set_base(base);
  saved_ = session;
  change(session);
}

void Document::start_opening(const fs::path& path, const fs::path& base, const std::string& text) {
  opening_ = Opening{path, base, text};
}

void Document::finish_opening(const std::optional<Session>& opened, const std::string& failure,
                              const Limits& limits) {
  const Opening opening = *std::exchange(opening_, std::nullopt);
  if (!opened) throw UserError(say(Text::open_refused, {failure}));
  const TextureSpec& texture = opened->texture;
  const auto limit = std::size_t(size_limit(shape_of(texture), texture.storage, false));
  const auto& [width, height, depth] = limits.largest[limit];
  if (texture.width > width || texture.height > height)
    throw UserError(say(Text::picture_over_limits,
                        {texture.path, std::to_string(texture.width), std::to_string(texture.height),
                         std::to_string(width), std::to_string(height)}));
  if (opening.path.empty())
    change(*opened);
  else
    open(*opened, opening.path, opening.base, opening.text);
}

// By its content: a file that was merely touched, or written anew as it was, has not changed. One that cannot
// be read holds nothing that could be lost unseen, or it cannot be written either.
bool Document::file_changed() const {
  std::error_code error;
  if (!fs::is_regular_file(path_, error)) return false;
  if (fs::file_size(path_, error) != text_.size()) return !error;
  try {
    return read_text_file(path_, max_session_bytes) != text_;
  } catch (const UserError&) {
    return false;
  }
}

bool Document::unsaved() const {
  Session still = own();
  still.write.frame = saved_.write.frame;
  return !(still == saved_);
}

UnsavedSession Document::unsaved_session() const {
  UnsavedSession all{own(), path_};
  std::error_code error;
  std::string& texture = all.session.texture.path;
  if (!texture.empty() && !is_standard_input(texture))
    texture = fs::absolute(texture_path(all.session, base_), error).string();
  return all;
}

void Document::restore(const UnsavedSession& unsaved, const LoadedSession& file) {
  open(file.session, unsaved.session_path, file.base, unsaved.file_is_newer ? std::string() : file.text);
  Session session = unsaved.session;
  session.texture.path = texture_path_from(base_, unsaved.session, {});
  change(session);
}

// The open session becomes that of the file, and names its texture accordingly.
std::string Document::save_own(const fs::path& path) {
  const Session saved = own();
  std::string texture = save_session(path, saved, base_);
  path_ = path;
  saved_ = saved;
  Session written = saved;
  written.texture.path = texture;
  text_ = write_session(written);
  if (in_lesson()) return texture;
  set_base(session_folder(path));
  session_.texture.path = saved_.texture.path = texture;
  changes_.reword(session_);
  return texture;
}

std::string Document::save_copy(const fs::path& path) const {
  return save_session(path, session_, base_);
}

// The list of changes keeps meaning the same files.
void Document::set_base(const fs::path& base) {
  const fs::path before = std::exchange(base_, base);
  if (same_folder(before, base)) return;
  std::error_code error;
  changes_.edit([&](Session& session) {
    if (!session.texture.path.empty())
      session.texture.path = fs::absolute(texture_path(session, before), error).string();
  });
}

} // namespace texelscope
