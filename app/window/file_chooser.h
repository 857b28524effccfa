// Where the window's file dialog begins, what it lists, and the files chosen lately.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/base/folder_reader.h"
#include "ui/settings/file_prompts.h"

namespace texelscope {

class FileChooser {
public:
  // A dialog for such a file. `suggestion`: the name to save by. `own_file`: the one that it is about;
  // `session`: the session's. Both may be empty.
  ui::FileDialog open(const ui::FilePrompt& prompt, const std::string& suggestion,
                      const std::filesystem::path& own_file, const std::filesystem::path& session);
  // Once a frame while the dialog is open. `wait`: until the folder is read.
  void update(const ui::FileDialog& dialog, double now, bool wait);
  void chose(const std::filesystem::path& file);

  // Absolute paths, the latest first.
  std::vector<std::string>& recent() { return recent_; }
  const std::vector<std::string>& recent() const { return recent_; }
  void remember(const std::filesystem::path& file);
  void forget(const std::filesystem::path& file);

  void fill(ui::DialogFrame& frame) const;

private:
  FolderReader reader_;
  std::vector<ui::FilePlace> places_;
  std::filesystem::path last_folder_; // of the file that was chosen last
  std::vector<std::string> recent_;
};

// Sentences; empty: nothing speaks against it.
std::string reason_not_to_open(const std::filesystem::path& file);
std::string reason_not_to_save(const std::filesystem::path& file);

} // namespace texelscope
