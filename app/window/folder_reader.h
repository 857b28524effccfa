// Reads folders for the window's file dialog on a thread beside the frame loop, so that a slow or unreadable
// one never stops it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/ground/files/async_job.h"
#include "ui/frame/file_dialog.h"

namespace texelscope {

// Never throws: FolderListing::failure says what cannot be read.
ui::FolderListing read_folder(const std::filesystem::path& folder);
ui::FolderListing list_recent(const std::vector<std::string>& files);

class FolderReader {
public:
  // Called once a frame while the dialog is open. Reads another folder at once and the same one each second.
  // `wait`: waits until it is read.
  void update(const std::string& folder, const std::vector<std::string>& recent, double now, bool wait);
  // The folder that was read last. Its name says whether it is the requested one.
  const ui::FolderListing& listing() const { return last; }
  void forget(); // what is read the next time is new

private:
  ui::FolderListing last{.folder = "?", .entries = {}, .failure = {}};
  double read_at = 0;
  AsyncResult<ui::FolderListing> found;
  AsyncJob<ui::FolderListing> job;
};

} // namespace texelscope
