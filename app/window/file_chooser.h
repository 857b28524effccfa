// Where the window's file dialog begins, what it lists, and the recently chosen files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/window/folder_reader.h"
#include "ui/settings/file_prompts.h"

namespace texelscope {

class FileChooser {
public:
  // Opens a dialog for such a file. `suggestion`: the proposed name. `own_file`: the file that it is about;
  // `session`: the session's file. Both may be empty.
  ui::FileDialog open(const ui::FilePrompt& prompt, const std::string& suggestion,
                      const std::filesystem::path& own_file, const std::filesystem::path& session);
  // Called once a frame while the dialog is open. `wait`: waits until the folder is read.
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

// Return a sentence; empty if nothing prevents it.
std::string reason_not_to_open(const std::filesystem::path& file);
std::string reason_not_to_save(const std::filesystem::path& file);

} // namespace texelscope
