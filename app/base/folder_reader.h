// Reads folders for the window's file dialog, beside the frame loop: a slow or unreadable one never stops it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/base/async_job.h"
#include "ui/frame/file_dialog.h"

namespace texelscope {

// Neither throws: what cannot be read is said in FolderListing::failure.
ui::FolderListing read_folder(const std::filesystem::path& folder);
ui::FolderListing list_recent(const std::vector<std::string>& files);

class FolderReader {
public:
  // Once a frame while the dialog is open. Reads another folder at once and the same one each second. `wait`:
  // until it is read.
  void update(const std::string& folder, const std::vector<std::string>& recent, double now, bool wait);
  // Of the folder that was read last; its name says whether that is the one wanted by now.
  const ui::FolderListing& listing() const { return last; }
  void forget(); // what is read the next time is new

private:
  ui::FolderListing last{.folder = "?", .entries = {}, .failure = {}};
  double read_at = 0;
  ui::AsyncResult<ui::FolderListing> found;
  AsyncJob<ui::FolderListing> job;
};

} // namespace texelscope
