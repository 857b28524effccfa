#include "app/window/file_chooser.h"

#include <algorithm>

#include <unistd.h>

#include "kernels/ground/files/paths.h"
#include "kernels/ground/text/texts.h"
#include "kernels/state/stored/texture_path.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
bool is_writable(const fs::path& folder) {
  return ::access(folder.c_str(), W_OK) == 0;
}

fs::path folder_of(const fs::path& file) {
  std::error_code error;
  return fs::absolute(file, error).parent_path();
}

fs::path current_folder() {
  std::error_code error;
  return fs::current_path(error);
}

// The program's own folders are not a place to save in.
fs::path first_usable(const std::vector<fs::path>& candidates, bool saves) {
  std::error_code error;
  for (const fs::path& folder : candidates)
    if (fs::is_directory(folder, error) && (!saves || (is_writable(folder) && !is_shipped(folder))))
      return folder.lexically_normal();
  return "/";
}

std::vector<ui::FilePlace> places(bool saves, const fs::path& session) {
  std::vector<ui::FilePlace> all;
  const auto add = [&](const char* name, Text label, const fs::path& folder) {
    const std::string path = folder.lexically_normal().string();
    if (!path.empty() && std::ranges::find(all, path, &ui::FilePlace::folder) == all.end())
      all.push_back({name, label, path});
  };
  if (!saves) all.push_back({"recent", Text::place_recent, std::string(ui::recent_files)});
  add("home", Text::place_home, home_folder());
  add("current", Text::place_current, current_folder());
  if (!session.empty()) add("session", Text::place_session, folder_of(session));
  if (!saves && !assets_folder().empty()) add("shipped", Text::place_shipped, assets_folder() / "sessions");
  add("root", Text::place_root, "/");
  return all;
}
} // namespace

ui::FileDialog FileChooser::open(const ui::FilePrompt& prompt, const std::string& suggestion,
                                 const fs::path& own_file, const fs::path& session) {
  std::vector<fs::path> candidates;
  if (!own_file.empty()) candidates.push_back(folder_of(own_file));
  if (!last_folder_.empty()) candidates.push_back(last_folder_);
  if (!session.empty()) candidates.push_back(folder_of(session));
  if (current_folder() != "/") candidates.push_back(current_folder());
  candidates.push_back(home_folder());
  ui::FileDialog dialog;
  dialog.saves = prompt.saves();
  dialog.endings = prompt.endings;
  dialog.folder = dialog.wanted = first_usable(candidates, prompt.saves()).string();
  dialog.suggestion = suggestion;
  places_ = places(prompt.saves(), session);
  reader_.forget();
  return dialog;
}

void FileChooser::update(const ui::FileDialog& dialog, double now, bool wait) {
  reader_.update(dialog.wanted, recent_, now, wait);
}

void FileChooser::chose(const fs::path& file) {
  last_folder_ = folder_of(file);
}

void FileChooser::remember(const fs::path& file) {
  constexpr std::size_t max_recent = 12;
  const std::string name = fs::absolute(file).lexically_normal().string();
  std::erase(recent_, name);
  recent_.insert(recent_.begin(), name);
  if (recent_.size() > max_recent) recent_.resize(max_recent);
}

void FileChooser::forget(const fs::path& file) {
  std::erase(recent_, file.string());
}

void FileChooser::fill(ui::DialogFrame& frame) const {
  frame.folder = &reader_.listing();
  frame.places = places_;
  frame.home = home_folder().string();
}

std::string reason_not_to_open(const fs::path& file) {
  std::error_code error;
  if (fs::is_directory(file, error)) return say(Text::file_is_folder, {file.string()});
  if (!fs::exists(whole_file(file), error)) return say(Text::no_such_file, {file.string()});
  return {};
}

std::string reason_not_to_save(const fs::path& file) {
  std::error_code error;
  const fs::path folder = file.parent_path();
  if (!fs::is_directory(folder, error)) return say(Text::folder_missing, {folder.string()});
  if (fs::is_directory(file, error)) return say(Text::file_is_folder, {file.string()});
  if (is_shipped(file)) return say(Text::file_shipped, {file.string()});
  if (!is_writable(folder)) return say(Text::folder_not_writable, {folder.string()});
  return {};
}

} // namespace texelscope
