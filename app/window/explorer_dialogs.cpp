// Files that the user chooses in the window: where the dialog begins, and what may be done with the chosen
// path.
#include <algorithm>

#include <unistd.h>

#include "app/base/paths.h"
#include "app/window/explorer.h"
#include "kernels/text/texts.h"
#include "ui/settings/file_prompts.h"

namespace texelscope {

namespace fs = std::filesystem;

namespace {
bool is_writable(const fs::path& folder) {
  return ::access(folder.c_str(), W_OK) == 0;
}

bool is_file_dialog(ui::State::PathPrompt prompt) {
  return prompt != ui::State::PathPrompt::none && prompt != ui::State::PathPrompt::paste;
}

fs::path folder_of(const fs::path& file) {
  std::error_code error;
  return fs::absolute(file, error).parent_path();
}

fs::path current_folder() {
  std::error_code error;
  return fs::current_path(error);
}
} // namespace

// What the program ships is no place to save in.
fs::path Explorer::first_folder(ui::State::PathPrompt prompt) const {
  using Prompt = ui::State::PathPrompt;
  const bool saves = ui::file_prompt(prompt, state_).saves();
  std::vector<fs::path> candidates;
  if (prompt == Prompt::reference && !state_.compare.reference.empty())
    candidates.push_back(folder_of(state_.compare.reference));
  if (prompt == Prompt::save && !session_path_.empty()) candidates.push_back(folder_of(session_path_));
  if (!last_folder_.empty()) candidates.push_back(last_folder_);
  if (!session_path_.empty()) candidates.push_back(folder_of(session_path_));
  if (current_folder() != "/") candidates.push_back(current_folder());
  candidates.push_back(home_folder());
  std::error_code error;
  for (const fs::path& folder : candidates)
    if (fs::is_directory(folder, error) && (!saves || (is_writable(folder) && !is_shipped(folder))))
      return folder.lexically_normal();
  return "/";
}

std::string Explorer::suggested_name(ui::State::PathPrompt prompt, const std::string& usual) const {
  if (prompt != ui::State::PathPrompt::save) return usual;
  const ui::LessonState& lesson = state_.lesson;
  if (lesson.open() && !leaving_) {
    const ui::LessonShelf& shelf = lessons_.shelf();
    return (lesson.bug >= 0 ? shelf.bugs[std::size_t(lesson.bug)].id
                            : shelf.lessons[std::size_t(lesson.lesson)].id) +
           ".json";
  }
  return session_path_.empty() ? usual : session_path_.filename().string();
}

std::vector<ui::FilePlace> Explorer::places(bool saves) const {
  std::vector<ui::FilePlace> all;
  const auto add = [&](const char* name, Text label, const fs::path& folder) {
    const std::string path = folder.lexically_normal().string();
    if (!path.empty() && std::ranges::find(all, path, &ui::FilePlace::folder) == all.end())
      all.push_back({name, label, path});
  };
  if (!saves) all.push_back({"recent", Text::place_recent, std::string(ui::recent_files)});
  add("home", Text::place_home, home_folder());
  add("current", Text::place_current, current_folder());
  if (!session_path_.empty()) add("session", Text::place_session, folder_of(session_path_));
  if (!saves && !assets_folder().empty()) add("shipped", Text::place_shipped, assets_folder() / "sessions");
  add("root", Text::place_root, "/");
  return all;
}

void Explorer::ask_file(ui::State::PathPrompt prompt) {
  const ui::FilePrompt row = ui::file_prompt(prompt, state_);
  ui::FileDialog dialog;
  dialog.saves = row.saves();
  dialog.endings = row.endings;
  dialog.all_files = state_.files.all_files;
  dialog.folder = dialog.wanted = first_folder(prompt).string();
  if (row.saves()) dialog.suggestion = suggested_name(prompt, row.suggestion);
  state_.prompt = prompt;
  state_.prompt_text = dialog.suggestion;
  state_.files = dialog;
  state_.palette_open = state_.sheet_open = state_.about_open = false;
  state_.focus_request = true;
  places_ = places(row.saves());
  folder_reader_.forget();
}

void Explorer::refuse(const std::string& words) {
  if (is_file_dialog(state_.prompt))
    state_.files.message = words;
  else
    notify(NoteKind::refused, words);
}

bool Explorer::may_open(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    refuse(say(Text::file_is_folder, {path.string()}));
    return false;
  }
  if (fs::exists(path, error)) return true;
  std::erase(recent_, path.string());
  refuse(say(Text::no_such_file, {path.string()}));
  return false;
}

bool Explorer::may_save(const fs::path& path, bool replaces) {
  std::error_code error;
  const fs::path folder = path.parent_path();
  std::string reason;
  if (!fs::is_directory(folder, error))
    reason = say(Text::folder_missing, {folder.string()});
  else if (fs::is_directory(path, error))
    reason = say(Text::file_is_folder, {path.string()});
  else if (is_shipped(path))
    reason = say(Text::file_shipped, {path.string()});
  else if (!is_writable(folder))
    reason = say(Text::folder_not_writable, {folder.string()});
  if (!reason.empty()) {
    refuse(reason);
    return false;
  }
  if (replaces || !fs::exists(path, error)) return true;
  state_.files.replaces = path.string();
  state_.files.answer = 1; // to keep it is what Enter does first
  return false;
}

// The dialog stays open, and says why, until the path can be used.
void Explorer::take_path(const ui::Action& action) {
  const bool requested = is_file_dialog(state_.prompt),
             saves = requested && ui::file_prompt(state_.prompt, state_).saves();
  const fs::path path = action.text;
  if (saves ? !may_save(path, action.index == 1) : !may_open(path)) return;
  if (!carry_out(action)) return;
  if (requested) last_folder_ = folder_of(path);
  state_.prompt = ui::State::PathPrompt::none;
  if (action.kind != ui::Action::Kind::save_path || !leaving_) return;
  const Leaving wanted = *std::exchange(leaving_, std::nullopt);
  go_on(wanted);
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
    return save_bench_to(path);
  case Kind::open_bench:
    return try_bench([&] { bench_.open(path); });
  case Kind::open_bench_before:
    return try_bench([&] { bench_.open_before(path); });
  case Kind::reference_path:
    state_.compare.reference = path.string();
    return true;
  default:
    return true;
  }
}

} // namespace texelscope
